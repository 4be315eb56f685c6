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

/// File of a replay in steps of `work`.
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
