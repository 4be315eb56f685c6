//! Recorded native runs, compared with runs in wasm: report and trace of each document and preset.

#[path = "../../crates/fabric-sim/tests/kit/recorded_run.rs"]
mod recorded_run;

use std::sync::Arc;

use fabric_sim::document::{PRESETS, Preset};

use crate::golden::documents;

/// Records of the native runs of all generated documents: totals of the report, hash of the report, hash of
/// the trace.
const DOCUMENT_RUNS: &str = include_str!("document-runs.txt");
/// Records of the native runs of all presets: totals of the report, hash of the report, hash of the trace.
const PRESET_RUNS: &str = include_str!("preset-runs.txt");

/// Compares paragraphs, one for each run, with the text `recorded`, line by line. Fails at the first
/// different, missing or further line.
fn compare(paragraphs: impl Iterator<Item = String>, recorded: &str) {
    let mut recorded = recorded.lines();
    for paragraph in paragraphs {
        for line in paragraph.lines() {
            assert_eq!(Some(line), recorded.next(), "{}", paragraph.lines().next().unwrap_or_default());
        }
    }
    assert_eq!(recorded.next(), None, "a recorded run is missing");
}

/// Compares report and trace of every document with the record of the native run.
pub fn check_document_runs() {
    let run = |n| {
        let spec = documents::document(n).compile().expect("it compiles natively");
        recorded_run::paragraph(&format!("{n:03}"), &Arc::new(spec))
    };
    compare((0..documents::COUNT).map(run), DOCUMENT_RUNS);
}

/// Compares report and trace of every preset with the record of the native run.
pub fn check_preset_runs() {
    let run = |preset: &Preset| {
        let spec = preset.document().compile().expect("it compiles natively");
        recorded_run::paragraph(preset.name, &Arc::new(spec))
    };
    compare(PRESETS.iter().map(run), PRESET_RUNS);
}
