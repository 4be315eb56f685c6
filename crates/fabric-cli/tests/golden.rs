//! Tests of the output of the command line for the presets. The tests in Node.js compare with the same files.

use std::path::Path;
use std::process::Command;

fn stdout_of(arguments: &[&str]) -> String {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("fabric")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Compares `text` with the file `name` of `tests/golden`, or writes the file under `cargo xtask bless`.
fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, recorded, "{name}: after an intended change of the model, run `cargo xtask bless`");
}

/// The page and the JavaScript class `Sweep` must write the same file for the same sweep.
#[test]
fn a_sweep_gives_its_golden_table() {
    let arguments = ["sweep", "preset:incast", "--vary", "xoff=44k..96k/4log", "--measure", "goodput_bps"];
    golden("sweep.csv", &stdout_of(&[&arguments[..], &["--until", "100us", "--csv"]].concat()));
}

#[test]
fn every_preset_gives_its_golden_hash() {
    let presets = fabric_sim::document::PRESETS;
    let hash = |name: &str| format!("{name} {}", stdout_of(&["hash", &format!("preset:{name}")]));
    let hashes: String = presets.iter().map(|preset| hash(preset.name)).collect();
    golden("presets.txt", &hashes);
}
