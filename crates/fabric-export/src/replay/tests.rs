use std::sync::Arc;

use fabric_sim::document::Preset;
use fabric_sim::insight::Report;
use serde_json::Value;

use super::*;

const PRESETS: [&str; 4] = ["pause", "incast", "dcqcn-on", "deadlock-ring"];
const END: Time = Time(40_000_000);
const LIMITS: (u64, u64) = (1 << 30, u64::MAX);

fn spec(name: &str) -> Arc<Spec> {
    Arc::new(Preset::find(name).unwrap().document().compile().unwrap())
}

/// Contents of the file that a replay in steps of `work` writes.
fn replayed(name: &str, file: RunFile, work: u64) -> Vec<u8> {
    let mut out = Vec::new();
    let mut replay = Replay::begin(spec(name), file, END, LIMITS, &mut out).unwrap();
    while !replay.advance(work).unwrap() {
        assert!(replay.elapsed_fraction() <= 1.0);
    }
    drop(replay);
    assert!(!out.is_empty(), "{name} {file:?}");
    out
}

#[test]
fn a_file_does_not_depend_on_the_steps_in_which_it_is_written() {
    for name in PRESETS {
        for file in [RunFile::Series(Time(1_000_000)), RunFile::Trace, RunFile::Capture, RunFile::Causes] {
            let whole = replayed(name, file, u64::MAX);
            for work in [1, 100, 10_000] {
                assert!(replayed(name, file, work) == whole, "{name} {file:?} by {work}");
            }
        }
    }
}

/// Spans of flows in a trace, each with its start and whether the flow is finished.
fn flow_spans(trace: &[u8]) -> Vec<(String, f64, bool)> {
    let trace: Value = serde_json::from_slice(trace).unwrap();
    let spans = trace["traceEvents"].as_array().unwrap().iter().filter_map(|event| {
        let is_finished = event["args"]["finished"].as_bool()?;
        Some((event["name"].as_str()?.to_owned(), event["ts"].as_f64()?, is_finished))
    });
    spans.collect()
}

/// Trace of a run of `document` to 100 µs.
fn traced(document: &Value) -> Vec<u8> {
    let document: fabric_sim::document::Document = serde_json::from_value(document.clone()).unwrap();
    let spec = Arc::new(document.compile().unwrap());
    let mut out = Vec::new();
    let mut replay = Replay::begin(spec, RunFile::Trace, Time(100_000_000), LIMITS, &mut out).unwrap();
    while !replay.advance(u64::MAX).unwrap() {}
    drop(replay);
    out
}

/// Star of four hosts.
fn star() -> Value {
    serde_json::json!({
        "format": 1, "horizon": "100us",
        "hosts": [{"name": "h1"}, {"name": "h2"}, {"name": "h3"}, {"name": "h4"}], "switches": [{"name": "s1"}],
        "links": [
            {"a": "h1", "b": "s1", "rate": "100G"}, {"a": "h2", "b": "s1", "rate": "100G"},
            {"a": "h3", "b": "s1", "rate": "100G"}, {"a": "h4", "b": "s1", "rate": "100G"}
        ]
    })
}

#[test]
fn a_repeated_collective_has_a_span_for_each_flow_and_repetition() {
    let mut document = star();
    document["collectives"] =
        serde_json::json!([{"name": "c", "kind": "incast", "to": "h1", "bytes": "8k", "repeats": 6}]);
    let spans = flow_spans(&traced(&document));
    assert_eq!(spans.len(), 3 * 6);
    let finished = spans.iter().filter(|(_, _, is_finished)| *is_finished).count();
    assert_eq!(finished, 3, "the last repetition finishes each flow");
}

#[test]
fn a_retransmission_after_the_delivery_begins_no_span() {
    let mut document = star();
    document["params"] = serde_json::json!({"reliability": "go_back_n", "ack_timeout": "10us"});
    document["flows"] =
        serde_json::json!([{"name": "f", "from": "h1", "to": "h2", "format": "rocev2", "size": "20k"}]);
    // All acks are lost.
    document["actions"] =
        serde_json::json!([{"at": "0s", "lossy": {"link": "s1.1", "ways": "in", "corrupt": "100%"}}]);
    let spans = flow_spans(&traced(&document));
    let [(name, _, true)] = &spans[..] else { panic!("{spans:?}") };
    assert_eq!(name, "f");
}

#[test]
fn a_trace_of_notes_is_that_of_a_recorder() {
    for name in PRESETS {
        let mut out = Vec::new();
        let mut world = World::new(spec(name));
        let mut trace = Trace::begin(&world, Bounded::new(&mut out, LIMITS.0));
        let every = trace_interval(END);
        let mut next = Time::ZERO;
        while next <= END {
            if next > Time::ZERO {
                world.run_until(next, u64::MAX, &mut trace);
            }
            trace.sample(&world);
            next = next.saturating_add(every);
        }
        world.run_until(END, u64::MAX, &mut trace);
        trace.finish(world.now()).unwrap();
        assert!(replayed(name, RunFile::Trace, 1_000) == out, "{name}");
    }
}

#[test]
fn a_capture_of_notes_is_that_of_a_recorder() {
    for name in PRESETS {
        let mut out = Vec::new();
        let mut world = World::new(spec(name));
        let bounded = Bounded::new(&mut out, LIMITS.0);
        let mut file = CaptureFile::begin(&world, CaptureFilter::default(), None, bounded).unwrap();
        let mut recorder =
            Capture::new(&world, CaptureFilter::default(), |passed| file.frame(&passed).unwrap());
        world.run_until(END, u64::MAX, &mut recorder);
        recorder.finish();
        file.finish().unwrap();
        assert!(replayed(name, RunFile::Capture, 1_000) == out, "{name}");
    }
}

#[test]
fn causes_are_those_of_the_report() {
    for name in PRESETS {
        let mut world = World::new(spec(name));
        let mut causes = Causes::of(&world);
        world.run_until(END, u64::MAX, &mut causes);
        let report = serde_json::to_string(&Report::of(&world).with_causes(&causes, &world)).unwrap();
        let report: Value = serde_json::from_str(&report).unwrap();
        let written: Value = serde_json::from_slice(&replayed(name, RunFile::Causes, 1_000)).unwrap();
        assert!(written["causes"].as_array().is_some_and(|causes| !causes.is_empty()), "{name}");
        assert_eq!(written["causes"], report["causes"], "{name}");
        assert_eq!(written["until_ps"], END.ps());
    }
}

#[test]
fn a_file_above_a_limit_is_refused_in_one_line() {
    let refused = |file, most| {
        let mut out = Vec::new();
        let refused = Replay::begin(spec("incast"), file, END, most, &mut out)
            .and_then(|mut replay| replay.advance(u64::MAX))
            .unwrap_err()
            .to_string();
        assert!(!refused.contains('\n') && out.len() as u64 <= most.0, "{refused}");
        refused
    };
    let series = RunFile::Series(Time(1));
    assert!(refused(series, (1_000_000, u64::MAX)).starts_with("step: "));
    assert!(refused(RunFile::Series(Time::ZERO), LIMITS).starts_with("step: 0 "));
    for file in [RunFile::Trace, RunFile::Capture] {
        assert!(refused(file, (10_000, u64::MAX)).starts_with("the file is larger than 10kB at "));
        assert!(refused(file, (1 << 30, 1_000)).starts_with("the run is too long: "));
    }
}
