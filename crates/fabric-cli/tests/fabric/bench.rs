//! Tests of the output of `fabric bench`: its fields and refusals. Speeds are not compared.

use serde_json::Value;

use super::{json, refused, stdout_of};

/// Fields in the output of each workload, of the checkpoints, and of the moves of the cursor.
const FIELDS: [&str; 15] = [
    "workload",
    "runs",
    "counters",
    "unit",
    "hops",
    "events",
    "wall_s",
    "hops_per_s",
    "events_per_s",
    "heap_peak_bytes",
    "yardstick_hops_per_s",
    "ratio",
    "finished_ps",
    "drops",
    "pauses",
];

fn has_fields(figures: &Value) {
    for field in FIELDS {
        assert!(!figures[field].is_null(), "{field} of {figures}");
    }
    for rate in ["wall_s", "hops_per_s", "yardstick_hops_per_s", "heap_peak_bytes"] {
        assert!(figures[rate].as_f64().unwrap() > 0.0, "{rate} of {figures}");
    }
}

#[test]
fn a_workload_is_measured_beside_the_bare_loop() {
    let w1 = json(&["bench", "w1", "--runs", "1", "--json"]);
    has_fields(&w1);
    assert_eq!((&w1["hops"], &w1["drops"], &w1["runs"]), (&640_000.into(), &0.into(), &1.into()));
    let finished_ms = w1["finished_ps"].as_f64().unwrap() / 1e9;
    assert!((finished_ms / 13.62 - 1.0).abs() < 0.002, "{finished_ms} ms");
    let ratio = w1["hops_per_s"].as_f64().unwrap() / w1["yardstick_hops_per_s"].as_f64().unwrap();
    assert!((w1["ratio"].as_f64().unwrap() - ratio).abs() < 1e-9);
}

#[test]
fn a_deadlock_is_quoted_in_events() {
    let text = stdout_of(&["bench", "deadlock-250ms", "--runs", "1"]);
    let rate = text.lines().find(|line| line.starts_with("fabric ")).unwrap();
    assert!(rate.find("events/s") < rate.find("hops/s"), "{text}");
    assert!(text.contains("of its events/s"), "{text}");
}

#[test]
fn checkpoints_and_the_cursor_are_measured_likewise() {
    for (name, own) in [("clone", "slowest_us"), ("seek", "anywhere_median_ms")] {
        let figures = json(&["bench", name, "--runs", "2", "--json"]);
        has_fields(&figures);
        assert_eq!(figures["workload"], name);
        assert_eq!(figures["runs"], 2, "{name}");
        assert!(figures[own].as_f64().unwrap() > 0.0, "{own} of {name}");
    }
}

#[test]
fn a_part_is_measured_alone_or_beside_another() {
    let arguments = ["bench", "cost", "--runs", "1", "--json", "--only", "PFC off"];
    let alone = json(&arguments);
    assert_eq!(alone["variants"].as_array().unwrap().len(), 1);
    assert_eq!(alone["variants"][0]["pauses"], 0);
    assert!(alone["variants"][0]["time"].is_null(), "what it is beside was not run");
    let both = json(&[&arguments[..], &["--only", "XOFF out of reach"]].concat());
    let off = both["variants"].as_array().unwrap().iter().find(|one| one["name"] == "PFC off").unwrap();
    assert!(off["time"].as_f64().unwrap() > 0.0);
}

/// Idle hosts cause no events. The picture has a second chart for them.
#[test]
fn growth_is_measured_and_drawn() {
    let file = std::env::temp_dir().join(format!("fabric-growth-{}.svg", std::process::id()));
    let only = ["--only", "8 hosts, 1 MB", "--only", "0 idle", "--only", "240 idle"];
    let path = file.to_str().unwrap();
    let growth = json(&[&["bench", "growth", "--runs", "1", "--json", "--svg", path][..], &only].concat());
    let [eight, alone, beside] = [0, 1, 2].map(|n| &growth["fabrics"][n]);
    assert_eq!((&eight["hosts"], &eight["hops"]), (&8.into(), &8_000.into()));
    assert_eq!((&alone["idle_hosts"], &beside["idle_hosts"]), (&0.into(), &240.into()));
    assert_eq!(alone["events"], beside["events"]);
    let drawn = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("idle hosts beside 16"), "{drawn}");
}

#[test]
fn the_document_of_a_workload_is_printed() {
    let document = json(&["bench", "w1", "--document"]);
    assert_eq!((&document["name"], document["flows"].as_array().unwrap().len()), (&"w1".into(), 16));
}

#[test]
fn invalid_bench_arguments_are_refused() {
    for (arguments, expected) in [
        (
            vec!["bench", "w3"],
            "<NAME>: is \"w3\", but must be w1 or w1d or w1l or crossbar or w2 or deadlock-250ms or clone or seek",
        ),
        (vec!["bench", "w1", "--runs", "-1"], "--runs: is \"-1\", but must be a whole number from 1 to 100"),
        (vec!["bench", "w1", "--runs", "0"], "--runs: is \"0\", but must be a whole number from 1 to 100"),
        (vec!["bench", "w1", "--svg", "w1.svg"], "--svg: only growth has a picture"),
        (vec!["bench", "clone", "--document"], "--document: only workloads have a document"),
        (vec!["bench", "w1", "--only", "PFC off"], "--only: only cost and growth have variants"),
        (vec!["bench", "cost", "--only", "none"], "--only: cost has no \"none\"; there are: as it is; XOFF"),
        (
            vec!["bench", "growth", "--only", "9 hosts"],
            "--only: growth has no \"9 hosts\"; there are: 8 hosts",
        ),
    ] {
        let reported = refused(&arguments, "");
        assert!(reported.contains(expected), "{arguments:?}: {reported}");
    }
}
