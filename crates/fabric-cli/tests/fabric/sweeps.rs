//! Tests of `fabric sweep`: a row for each point, and messages about points without a row.

use super::{fabric, json, refused, stdout_of, text};

#[test]
fn a_sweep_takes_no_more_threads_than_there_are_runs() {
    let sweep = |jobs: &str| {
        fabric(&[
            "sweep",
            "preset:pause",
            "--vary",
            "seed=1,2",
            "--measure",
            "pauses",
            "--csv",
            "--jobs",
            jobs,
        ])
    };
    assert_eq!(text(&sweep("256").stdout), text(&sweep("1").stdout));
    for jobs in ["0", "257", "5000", "100000"] {
        let output = sweep(jobs);
        let words = text(&output.stderr);
        assert!(words.contains("from 1 to 256"), "{jobs}: {words}");
    }
    let twice =
        fabric(&["sweep", "preset:pause", "--vary", "seed=1", "--vary", "seed=2", "--measure", "pauses"]);
    assert!(text(&twice.stderr).contains("seed: it is varied twice"), "{}", text(&twice.stderr));
}

#[test]
fn a_sweep_has_a_row_for_every_combination_in_their_order_on_any_number_of_cores() {
    let sweep = |jobs: &str| {
        let arguments = ["sweep", "preset:incast", "--vary", "xoff=44k..96k/3", "--vary", "seed=1,2"];
        let measures =
            ["--measure", "pauses,goodput_bps", "--measure", "deadlock_ps", "--csv", "--jobs", jobs];
        stdout_of(&[&arguments[..], &measures[..], &["--until", "100us"]].concat())
    };
    let csv = sweep("1");
    assert_eq!(sweep("4"), csv);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let header = rows.headers().unwrap().clone();
    assert_eq!(header.iter().take(4).collect::<Vec<_>>(), ["xoff", "seed", "pauses", "goodput_bps h2 to h1"]);
    assert_eq!(header.iter().next_back(), Some("deadlock_ps"));
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let given: Vec<(&str, &str)> = rows.iter().map(|row| (&row[0], &row[1])).collect();
    assert_eq!(given, [("44k", "1"), ("44k", "2"), ("70k", "1"), ("70k", "2"), ("96k", "1"), ("96k", "2")]);
    for row in &rows {
        let (xoff, seed) = (format!("xoff={}", &row[0]), format!("seed={}", &row[1]));
        let report =
            json(&["run", "preset:incast", "--set", &xoff, "--set", &seed, "--until", "100us", "--json"]);
        assert_eq!(report["fabric"]["pause_sent"].to_string(), row[2]);
        assert_eq!(report["flows"][0]["goodput_bps"].to_string(), row[3]);
        assert_eq!(row.iter().next_back(), Some(""), "there is no deadlock");
    }
    assert_ne!(rows[0][2], rows[4][2], "the threshold is felt");
    let table = stdout_of(&["sweep", "preset:pause", "--vary", "crossbar_speedup=1,2", "--measure", "drops"]);
    assert_eq!(table.lines().count(), 3, "{table}");
}

#[test]
fn an_invalid_sweep_is_refused_before_it_runs() {
    for (vary, measure, reason) in [
        ("xof=1..2", "drops", "there is no parameter \"xof\""),
        ("xoff", "drops", "must be as xoff=24k..96k/4"),
        ("xoff=1..2", "drops", "xoff: is \"1\", but must be an amount of bytes from 64"),
        ("xoff=24k..96k/1", "drops", "must be a range with 2 to 1000 values"),
        ("xoff=24k..96k/9999999999999999999999", "drops", "must be a range with 2 to 1000 values"),
        ("fabric=crossbar..queues", "drops", "must be a list, as its values have no order"),
        ("seed=1..x", "drops", "seed: is \"x\", but must be a whole number"),
        ("xoff=2k,3k", "drops", "--vary: with xoff=3k: "),
        ("xoff=24k..96k", "speed", "there is no measure \"speed\"; there are drops, "),
    ] {
        let reported = refused(&["sweep", "preset:incast", "--vary", vary, "--measure", measure], "");
        assert!(reported.contains(reason), "{vary} {measure}: {reported}");
    }
    let many = ["sweep", "preset:incast", "--vary", "seed=1..1000/1000", "--vary", "xoff=48k..96k/11"];
    let reported = refused(&[&many[..], &["--measure", "drops"]].concat(), "");
    assert!(reported.contains("--vary: xoff: 11000 runs are too many: at most 10000"), "{reported}");
}

#[test]
fn every_measure_is_a_column_and_a_missing_value_is_empty() {
    let names: Vec<&str> = fabric_sim::insight::MEASURES.iter().map(|measure| measure.name).collect();
    let measured = |preset: &str| {
        let csv = stdout_of(&[
            "sweep",
            preset,
            "--vary",
            "seed=1",
            "--measure",
            &names.join(","),
            "--csv",
            "--until",
            "300us",
        ]);
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        let header = rows.headers().unwrap().clone();
        let row = rows.records().next().unwrap().unwrap();
        let pairs = header.iter().zip(row.iter());
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect::<Vec<_>>()
    };
    let reduced = measured("preset:allreduce");
    for name in &names {
        let mut columns = reduced.iter().filter(|(column, _)| column.split(' ').next() == Some(*name));
        assert!(columns.next().is_some(), "{name}");
    }
    let of = |pairs: &[(String, String)], name: &str| {
        pairs.iter().find(|(column, _)| column.starts_with(name)).map(|(_, value)| value.clone())
    };
    assert_eq!(of(&reduced, "deadlock_ps"), Some(String::new()));
    assert!(of(&reduced, "completion_ps ").unwrap().parse::<u64>().unwrap() > 0);
    let dead = measured("preset:deadlock-ring");
    let report = json(&["run", "preset:deadlock-ring", "--json"]);
    assert_eq!(of(&dead, "deadlock_ps").unwrap(), report["blocked"]["circles"][0]["died_ps"].to_string());
}

#[test]
fn refused_and_slow_points_are_reported_and_other_points_have_rows() {
    let sweep = |arguments: &[&str]| {
        let output =
            fabric(&[&["sweep", "preset:incast", "--measure", "pauses", "--csv"], arguments].concat());
        assert!(output.status.success(), "{arguments:?}");
        (text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let (rows, stated) = sweep(&["--vary", "xoff=2k,48k,96k"]);
    assert_eq!(
        rows,
        stdout_of(&["sweep", "preset:incast", "--vary", "xoff=48k,96k", "--measure", "pauses", "--csv"])
    );
    assert!(stated.starts_with("fabric: --vary: with xoff=2k: ") && stated.lines().count() == 1, "{stated}");
    let (rows, stated) = sweep(&["--vary", "xoff=100..30100/31", "--vary", "xon=30k"]);
    assert_eq!(rows.lines().count(), 2, "{rows}");
    assert!(stated.lines().count() == 11 && stated.ends_with("fabric: --vary: and 20 more\n"), "{stated}");
    // With shorter cables, a run has more events.
    let (rows, stated) = sweep(&["--vary", "cable=1m,20km", "--events", "6000"]);
    assert!(rows.lines().count() == 2 && rows.contains("20km"), "{rows}");
    assert!(stated.contains("with cable=1m: it takes too long"), "{stated}");
}
