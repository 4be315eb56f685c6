//! Tests of series, tables of flows, traces and pictures, which libraries read back.

use std::collections::BTreeMap;

use fabric_sim::document::PRESETS;
use serde_json::Value;

use super::files::Folder;
use super::{json, refused, stdout_of};

fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(|row| row.unwrap()).collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> u64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} is {:?}", row[column]))
}

#[test]
fn a_series_has_a_row_for_each_port_and_flow_at_each_interval() {
    let table = rows(&stdout_of(&["run", "preset:pause", "--until", "40us", "--series", "1us"]));
    let times: Vec<u64> = table.iter().map(|row| number(row, "time_ps")).collect();
    assert!(times.windows(2).all(|pair| pair[0] <= pair[1]));
    let ports = table.iter().filter(|row| !row["node"].is_empty()).count();
    let flows: Vec<_> = table.iter().filter(|row| row["flow"] == "h1 to h3").collect();
    assert_eq!((ports, flows.len()), (41 * 6, 41), "from 0 to 40 us, and one priority is in use");
    let at = |port: &str, column: &str| {
        let of = |row: &&BTreeMap<String, String>| row["node"] == "s1" && row["port"] == port;
        table.iter().filter(of).map(|row| number(row, column)).collect::<Vec<_>>()
    };
    assert!(at("0", "asks_pause").contains(&1) && at("2", "queue_bytes").iter().max() > Some(&10_000));
    assert!(at("0", "xoff_bytes").iter().all(|bytes| *bytes == 12_000));
    // The rate in an interval of 1 µs is 8 bits for each byte that was delivered in the interval.
    for pair in flows.windows(2) {
        let bytes = number(pair[1], "delivered_bytes") - number(pair[0], "delivered_bytes");
        assert_eq!(number(pair[1], "throughput_bps"), bytes * 8_000_000);
    }
    let report = json(&["run", "preset:pause", "--until", "40us", "--json"]);
    assert_eq!(report["flows"][0]["delivered_bytes"], number(flows[40], "delivered_bytes"));
}

#[test]
fn flows_are_those_of_the_report() {
    let folder = Folder::new("flows");
    let path = folder.path("flows.csv");
    let report = json(&["run", "preset:scene-c", "--until", "400us", "--json", "--flows", &path]);
    let table = rows(&std::fs::read_to_string(path).unwrap());
    let flows = report["flows"].as_array().unwrap();
    assert_eq!(table.len(), flows.len());
    for (row, flow) in table.iter().zip(flows) {
        assert_eq!(row["flow"], flow["name"].as_str().unwrap());
        for column in ["sent_frames", "delivered_bytes", "goodput_bps", "acks"] {
            assert_eq!(number(row, column), flow[column].as_u64().unwrap(), "{column}");
        }
        assert_eq!(number(row, "p99_latency_ps"), flow["latency"]["p99_ps"].as_u64().unwrap());
        assert_eq!(number(row, "resent_frames"), flow["recovery"]["resent_frames"].as_u64().unwrap());
    }
}

/// The ring all-reduce has two repetitions of 14 steps. At 200 µs the second repetition is not complete.
#[test]
fn a_flow_with_messages_to_come_has_not_finished() {
    let flows =
        |until: &str| rows(&stdout_of(&["run", "preset:allreduce", "--until", until, "--flows", "-"]));
    for row in flows("200us") {
        assert_eq!((number(&row, "start_ps"), number(&row, "messages")), (0, 28));
        assert_eq!((&row["finish_ps"][..], &row["completion_ps"][..]), ("", ""), "{row:?}");
    }
    for row in flows("400us") {
        assert_eq!(number(&row, "size_bytes"), 28 * 125_000);
        assert!(number(&row, "finish_ps") > 290_000_000, "the last step of the second repetition");
    }
    let trace = json(&["run", "preset:allreduce", "--trace", "-"]);
    let spans = trace["traceEvents"].as_array().unwrap().iter().filter(|event| event["ph"] == "X");
    let finished = spans.filter(|span| span["args"]["finished"] == true).count();
    assert_eq!(finished, 8, "one span of each flow is its last");
}

#[test]
fn a_flow_that_has_not_started_has_no_start_and_no_span() {
    let folder = Folder::new("starts");
    let path = folder.path("starts.json");
    let document = r#"{"format": 1, "model": 1, "horizon": "20us",
        "hosts": [{"name": "h0"}, {"name": "h1"}, {"name": "h2"}], "switches": [{"name": "s"}],
        "links": [["h0", "s", "100G", "5m"], ["h1", "s", "100G", "5m"], ["h2", "s", "100G", "5m"]],
        "flows": [{"name": "late", "from": "h0", "to": "h1", "size": 1000, "start": "30us"},
            {"name": "stopped", "from": "h0", "to": "h1", "size": 1000, "start": "5us"},
            {"name": "early", "from": "h0", "to": "h1", "size": 1000, "start": "30us"}],
        "actions": [{"at": "4us", "stop": "stopped"}, {"at": "6us", "start": "early"}],
        "collectives": [{"name": "c", "kind": "permutation", "bytes": "150k", "repeats": 2}]}"#;
    std::fs::write(&path, document).unwrap();
    let starts = rows(&stdout_of(&["run", &path, "--flows", "-"]));
    let of = |name: &str| starts.iter().find(|row| row["flow"] == name).unwrap()["start_ps"].clone();
    assert_eq!(["late", "stopped", "early"].map(of), ["", "", "6000000"]);
    let first: Vec<_> = starts.iter().filter(|row| row["flow"].starts_with("c ")).collect();
    let (second, first): (Vec<_>, Vec<_>) = first.into_iter().partition(|row| row["flow"].ends_with("#2"));
    assert!(first.iter().all(|row| row["start_ps"] == "0"), "{first:?}");
    assert_eq!((first.len(), second.len()), (3, 3));
    let ends = first.iter().map(|row| number(row, "finish_ps"));
    let end = ends.max().unwrap();
    assert!(second.iter().all(|row| number(row, "start_ps") == end), "{second:?}");
    let early = rows(&stdout_of(&["run", &path, "--until", "10us", "--flows", "-"]));
    let second = early.iter().filter(|row| row["flow"].ends_with("#2"));
    assert!(second.clone().count() == 3 && second.clone().all(|row| row["start_ps"].is_empty()));
    let trace = json(&["run", &path, "--until", "10us", "--trace", "-"]);
    for event in trace["traceEvents"].as_array().unwrap().iter().filter(|event| event["ph"] == "X") {
        let name = event["name"].as_str().unwrap();
        assert!(!["late", "stopped"].contains(&name) && !name.ends_with("#2"), "{event}");
    }
}

/// Phases of the Trace Event Format: X (complete), C (counter), i (instant) and M (metadata).
#[test]
fn a_trace_has_pauses_as_spans_and_queues_as_counters() {
    let trace = json(&["run", "preset:watchdog-true", "--until", "200us", "--trace", "-"]);
    let events = trace["traceEvents"].as_array().unwrap();
    let of = |phase: &str| events.iter().filter(|event| event["ph"] == phase).collect::<Vec<_>>();
    let named = |phase: &str, name: &str| {
        of(phase).into_iter().filter(|event| event["name"].as_str().unwrap().contains(name)).count()
    };
    assert!(named("X", "paused") > 0 && named("C", "egress queue") > 0);
    assert!(named("i", "watchdog: storm detected") > 0 && named("i", "drop") > 0);
    for event in events {
        assert!(event["pid"].as_u64() > Some(0), "{event}");
        match event["ph"].as_str().unwrap() {
            "X" => {
                assert!(event["ts"].as_f64() >= Some(0.0) && event["dur"].as_f64() >= Some(0.0), "{event}");
            }
            "C" => assert!(event["args"]["bytes"].is_u64(), "{event}"),
            "i" => assert_eq!(event["s"], "t", "{event}"),
            "M" => assert!(event["args"]["name"].is_string(), "{event}"),
            other => panic!("phase {other}"),
        }
    }
    // Spans of a thread do not overlap, and each thread has a name.
    let mut ends: BTreeMap<(u64, u64), f64> = BTreeMap::new();
    let id = |event: &Value| (event["pid"].as_u64().unwrap(), event["tid"].as_u64().unwrap());
    for event in of("X") {
        let (from, end) = (event["ts"].as_f64().unwrap(), ends.entry(id(event)).or_default());
        assert!(from >= *end - 1e-9, "{event}");
        *end = from + event["dur"].as_f64().unwrap();
    }
    let threads: Vec<_> =
        of("M").into_iter().filter(|event| event["name"] == "thread_name").map(id).collect();
    assert!(ends.keys().all(|thread| threads.contains(thread)));
    assert!(named("M", "process_name") > 0);
}

/// The lengths of the spans must add up to the paused time in the report. A watchdog, and a link that goes
/// down, also end pauses.
#[test]
fn spans_of_pauses_have_the_lengths_of_the_report() {
    let presets = PRESETS.iter().map(|preset| format!("preset:{} --until 200us", preset.name));
    let link_down = "preset:incast --until 300us --set at=20us:link_down=spine1.0".to_owned();
    let mut paused_runs = 0;
    for source in presets.chain([link_down, "preset:watchdog-true".to_owned()]) {
        let arguments: Vec<&str> = std::iter::once("run").chain(source.split(' ')).collect();
        let trace = json(&[&arguments[..], &["--trace", "-"]].concat());
        let spans = trace["traceEvents"].as_array().unwrap().iter().filter(|event| event["name"] == "paused");
        let spans: f64 = spans.map(|event| event["dur"].as_f64().unwrap()).sum();
        let report = json(&[&arguments[..], &["--json"]].concat());
        let ports = report["ports"].as_array().unwrap().iter();
        let paused: u64 = ports.filter_map(|port| port["paused_ps"].as_u64()).sum();
        #[expect(clippy::cast_precision_loss, reason = "some milliseconds")]
        let paused = paused as f64 / 1e6;
        assert!((spans - paused).abs() < 1e-3, "{source}: {spans} us, {paused} us");
        paused_runs += u32::from(paused > 0.0);
    }
    assert!(paused_runs > 20, "{paused_runs} runs with pauses");
}

#[test]
fn figures_that_are_too_large_are_refused_with_the_number() {
    let refuse = |arguments: &[&str]| refused(&[&["run", "preset:pause"], arguments].concat(), "");
    let rows = refuse(&["--until", "1s", "--series", "1ns"]);
    assert!(
        rows.contains("--series: 8000000008 rows at intervals of 1ns are more than --max-size 1G"),
        "{rows}"
    );
    let none = refuse(&["--series", "0"]);
    assert!(none.contains("--series: 0 is no interval"), "{none}");
    let both = refuse(&["--series", "1us", "--trace", "-"]);
    assert!(both.contains("2 files go to standard output"), "{both}");
    let folder = Folder::new("large");
    let path = folder.path("trace.json");
    let large = refuse(&["--trace", &path, "--max-size", "10k"]);
    assert!(large.contains("of --trace is larger than 10k at"), "{large}");
    assert!(!std::path::Path::new(&path).exists());
}

/// An XML parser reads the pictures back.
#[test]
fn pictures_are_svg() {
    let drawn = |arguments: &[&str]| stdout_of(&[&["draw"], arguments, &["-o", "-"]].concat());
    let fabric = drawn(&["preset:pause", "--until", "12us"]);
    let queue = drawn(&["preset:pause", "--queue", "s1.0.p3", "--theme", "dark"]);
    let rates = drawn(&["preset:pause", "--rates", "h1 to h3"]);
    let texts = |svg: &str| {
        let document = roxmltree::Document::parse(svg).unwrap();
        assert_eq!(document.root_element().tag_name().name(), "svg");
        let nodes = document.descendants().filter(|node| node.has_tag_name("text"));
        nodes.filter_map(|node| node.text()).map(|text| text.trim().to_owned()).collect::<Vec<_>>()
    };
    for name in ["h1", "h2", "h3", "s1"] {
        assert!(texts(&fabric).contains(&name.to_owned()), "{name}");
    }
    assert!(fabric.contains("<path"), "frames in flight");
    for words in ["Queue depth of s1.0, priority 3", "ingress group", "egress queue", "XOFF"] {
        assert!(texts(&queue).contains(&words.to_owned()), "{words}");
    }
    assert!(texts(&rates).contains(&"h1 to h3".to_owned()) && rates.contains("<polyline"));
    let lanes = drawn(&["preset:pause", "--lanes"]);
    let words = texts(&lanes);
    assert!(words.contains(&"Pause lanes".to_owned()) && words.contains(&"h1.0".to_owned()), "{words:?}");
    let sweep = ["sweep", "preset:pause", "--vary", "xoff=12k,24k,48k", "--measure", "pauses", "--draw", "-"];
    let words = texts(&stdout_of(&sweep));
    for word in ["pauses over xoff", "12k", "24k", "48k"] {
        assert!(words.contains(&word.to_owned()), "{word}: {words:?}");
    }
    let two = refused(&[&sweep[..], &["--vary", "seed=1..2/2"]].concat(), "");
    assert!(two.contains("--draw: a picture has one --vary and one --measure"), "{two}");
    let folder = Folder::new("pictures");
    let path = folder.path("pause.png");
    stdout_of(&["draw", "preset:pause", "--until", "12us", "-o", &path]);
    let png = std::fs::read(&path).unwrap();
    // PNG (W3C, 5.2 and 11.2.2) begins with its signature. The width in its header is twice 1200 pixels.
    assert_eq!((&png[..8], &png[16..20]), (&b"\x89PNG\r\n\x1a\n"[..], &2_400u32.to_be_bytes()[..]));
    let unknown = refused(&["draw", "preset:pause", "--queue", "s9.0.p3", "-o", "-"], "");
    assert!(unknown.contains("there is no host or switch called \"s9\""), "{unknown}");
}
