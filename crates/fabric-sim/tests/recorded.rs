//! Test that compares runs with their records: report and trace of each preset and of 200 random documents.
//!
//! The golden hashes in `tests/golden` cover only the state of a run. The records also cover the output of
//! observers. So the records show that renaming or moving code changes nothing. `tests/golden/mod.rs`
//! compares runs in wasm with the same records. After an intended change of the model, `cargo xtask bless`
//! writes the records again.
#![cfg(not(target_arch = "wasm32"))]

#[path = "kit/documents/mod.rs"]
mod documents;
#[path = "kit/recorded_run.rs"]
mod recorded_run;

use std::path::Path;
use std::sync::Arc;

use fabric_sim::document::PRESETS;

use recorded_run::paragraph;

fn held_against(file: &str, record: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(file);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, record).expect("the record is writable");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    for (ours, theirs) in record.lines().zip(golden.lines()) {
        assert_eq!(ours, theirs, "{file}: after an intended change of the model, run `cargo xtask bless`");
    }
    assert_eq!(record.lines().count(), golden.lines().count(), "{file}: as many lines");
}

#[test]
fn presets_give_their_recorded_reports_and_traces() {
    let of = |preset: &fabric_sim::document::Preset| {
        paragraph(preset.name, &Arc::new(preset.document().compile().expect("a preset compiles")))
    };
    held_against("preset-runs.txt", &PRESETS.iter().map(of).collect::<String>());
}

#[test]
fn generated_documents_give_their_recorded_reports_and_traces() {
    let of = |n| {
        let spec = documents::document(n).compile().expect("a generated document compiles");
        paragraph(&format!("{n:03}"), &Arc::new(spec))
    };
    held_against("document-runs.txt", &(0..documents::COUNT).map(of).collect::<String>());
}
