//! Tests of `fabric check`: assertions of documents.

use serde_json::Value;

use super::{fabric, refused, text};

const MISMATCH: &str = "../fabric-sim/tests/answers/documents/class-mismatch.json";

#[test]
fn the_exit_status_distinguishes_success_failure_and_refusal() {
    let status = |arguments: &[&str]| fabric(&[&["check"], arguments].concat()).status.code();
    assert_eq!(status(&["preset:incast", "preset:pause"]), Some(0));
    assert_eq!(status(&["preset:incast", MISMATCH]), Some(1));
    assert_eq!(status(&["preset:incast", MISMATCH, "no-such-file.json"]), Some(2));
    assert_eq!(status(&["preset:incast", "--events", "10"]), Some(2));
    assert_eq!(status(&[]), Some(2));
}

#[test]
fn failures_are_reported_as_text_and_as_json() {
    let output = fabric(&["check", MISMATCH, "preset:pause"]);
    let reported = text(&output.stdout);
    assert!(reported.starts_with(&format!("{MISMATCH}: FAILS\n  FAILS: no_lossless_loss\n")), "{reported}");
    assert!(
        reported.contains("FAILS: no_class_mismatch\n    dut.0: flow a to r leaves a.0 in priority 3"),
        "{reported}"
    );
    assert!(reported.contains("preset:pause: holds\n  ok: no_lossless_loss\n"), "{reported}");
    assert_eq!(text(&output.stderr), "fabric: 1 of 2 documents fail\n");
    let missing = fabric(&["check", "no-such-file.json"]);
    assert_eq!(text(&missing.stderr).matches("no-such-file.json").count(), 1, "{}", text(&missing.stderr));
    let output = fabric(&["check", "--json", MISMATCH, "no-such-file.json"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&json[0]["holds"], &json[0]["assertions"][1]["holds"]),
        (&Value::Bool(false), &Value::Bool(true))
    );
    assert_eq!(json[0]["assertions"][0]["assertion"], "no_lossless_loss");
    assert!(json[1]["refused"].as_str().unwrap().contains("no-such-file.json"), "{json}");
}

/// `fabric run` judges no assertions, but refuses a document with an assertion that cannot be judged.
#[test]
fn a_run_refuses_an_assertion_about_an_unknown_measure() {
    let document = r#"{"format": 1, "hosts": [{"name": "a"}, {"name": "b"}], "links": [["a", "b", "10G", "1m"]],
        "flows": [{"name": "f", "from": "a", "to": "b"}], "horizon": "1us",
        "assertions": ["no_warning", {"measure": {"name": "goodput", "above": "1G"}}]}"#;
    let error = refused(&["run", "-"], document);
    assert!(error.contains("assertions[1].measure.name: "), "{error}");
    let known = document.replace("goodput", "goodput_bps").replace("1G", "none");
    let error = refused(&["run", "-"], &known);
    assert!(error.contains("assertions[1].measure.above: \"none\" is not a rate"), "{error}");
}
