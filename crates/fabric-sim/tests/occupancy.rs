//! Tests of mean and largest queue lengths, and of the times of the first pause, mark and drop. The recorded
//! values are compared with values that are calculated from all events of the run.

use std::sync::Arc;

use fabric_sim::document::{PRESETS, Preset, Variation};
use fabric_sim::engine::{DropCause, EventKind, TraceEvent, World};
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::insight::{Measure, Occupancy, Report, ReportRecorder};
use fabric_sim::sweep::Sweep;
use fabric_sim::units::Time;

/// Largest number of events of a run in this file.
const EVENTS: u64 = 20_000;

fn fresh(preset: &Preset) -> World {
    World::new(Arc::new(preset.document().compile().unwrap()))
}

/// End of the recorded part of a run: the time at which the preset has run [`EVENTS`] events, but at most the
/// horizon.
fn until(preset: &Preset) -> Time {
    let mut world = fresh(preset);
    let horizon = world.spec().horizon;
    world.run(horizon, EVENTS);
    world.now()
}

/// Levels of a priority group and of an egress queue, in this order. A level has the present bytes, the time
/// integral of the bytes (in byte-picoseconds), and the largest bytes.
type Level = [(u64, u128, u64); 2];

/// Levels of all groups and egress queues at the time `until`, indexed by port and priority. They are added
/// up from the bytes after each event, independently of the engine's own statistics.
fn by_hand(preset: &Preset, until: Time) -> Vec<[Level; 8]> {
    let mut world = fresh(preset);
    let mut levels = vec![[[(0, 0, 0); 2]; 8]; world.spec().ports.len()];
    let mut before = Time::ZERO;
    loop {
        let more = world.next_at() <= until && world.step(&mut ());
        let now = if more { world.now() } else { until };
        for (port, lanes) in levels.iter_mut().enumerate() {
            for (n, lane) in (0..8).zip(lanes) {
                let (group, queue) = world.occupancies(PortId::new(port), Priority::new(n));
                for ((level, sum, peak), is) in lane.iter_mut().zip([group, queue]) {
                    *sum += u128::from(*level) * u128::from((now - before).ps());
                    *level = is;
                    *peak = is.max(*peak);
                }
            }
        }
        before = now;
        if !more {
            return levels;
        }
    }
}

fn assert_held(
    preset: &Preset,
    world: &World,
    levels: &[[Level; 8]],
    occupancy: &Occupancy,
    how: &str,
) -> usize {
    let mut measured = 0;
    for (port, lanes) in levels.iter().enumerate() {
        for (n, lane) in (0..8).zip(lanes) {
            let Some(held) = occupancy.memory_use(PortId::new(port), Priority::new(n), world.now()) else {
                continue;
            };
            for (held, (_, sum, peak)) in held.iter().zip(lane) {
                let mean = (sum + u128::from(world.now().ps()) / 2) / u128::from(world.now().ps());
                let name = format!("{how}: {} port {port} priority {n}", preset.name);
                assert_eq!((u128::from(held.mean), held.peak), (mean, *peak), "{name}");
                measured += 1;
            }
        }
    }
    measured
}

#[test]
fn mean_and_peak_are_those_of_every_event() {
    let mut measured = 0;
    for preset in &PRESETS {
        let until = until(preset);
        let levels = by_hand(preset, until);
        let mut world = fresh(preset);
        let (occupancy, _) = Occupancy::run(&mut world, until, u64::MAX);
        measured += assert_held(preset, &world, &levels, &occupancy, "filtered");
        let mut world = fresh(preset);
        let mut recorder = ReportRecorder::new(&world);
        world.run_until(until, u64::MAX, &mut recorder);
        measured += assert_held(preset, &world, &levels, &recorder.occupancy, "recorded");
    }
    assert!(measured > 1_000, "{measured}");
}

#[test]
fn measuring_occupancy_does_not_change_the_run() {
    for preset in &PRESETS {
        let until = until(preset);
        let (mut plain, mut measured) = (fresh(preset), fresh(preset));
        plain.run(until, u64::MAX);
        Occupancy::run(&mut measured, until, u64::MAX);
        assert_eq!((plain.hash(), plain.now()), (measured.hash(), measured.now()), "{}", preset.name);
    }
}

#[test]
fn the_mean_queue_is_a_measure_of_a_sweep() {
    let preset = Preset::find("incast").unwrap();
    let vary = vec![Variation::parse("xoff=45k,90k").unwrap()];
    let measures = vec![Measure::find("queue_mean_bytes").unwrap()];
    let sweep = Sweep::new(preset.document(), vary, measures, None).unwrap();
    let mean = |n: usize| {
        let figures = sweep.run(n, u64::MAX).unwrap();
        let figure = figures.iter().find(|figure| figure.column == "queue_mean_bytes leaf1.0.3");
        figure.unwrap().value.unwrap()
    };
    assert!(0 < mean(0) && mean(0) < mean(1), "{} and {}", mean(0), mean(1));
}

#[test]
fn first_times_are_those_of_the_first_events() {
    let mut found = [0; 3];
    for preset in &PRESETS {
        let until = until(preset);
        let (mut world, mut events) = (fresh(preset), Vec::<TraceEvent>::new());
        world.run_recording(until, u64::MAX, &mut events);
        let report = Report::of(&world);
        for port in &report.ports {
            let node = world.spec().node(&port.node).unwrap();
            let id = world.spec().port(node, port.port).unwrap();
            let first = |is: &dyn Fn(&EventKind) -> bool| {
                events.iter().find(|event| event.port == id && is(&event.kind)).map(|event| event.at.ps())
            };
            let n = port.priority;
            let times = [
                first(&|kind| matches!(kind, EventKind::Paused(of) if *of == Priority::new(n))),
                first(&|kind| matches!(kind, EventKind::Marked(frame) if frame.priority == Priority::new(n))),
                first(
                    &|kind| matches!(kind, EventKind::Dropped(frame, cause) if frame.priority == Priority::new(n) && !cause.loses_no_data() && *cause != DropCause::SourceFull),
                ),
            ];
            let reported = [port.first_pause_ps, port.first_mark_ps, port.first_drop_ps];
            assert_eq!(reported, times, "{} {}.{} P{n}", preset.name, port.node, port.port);
            found.iter_mut().zip(times).for_each(|(found, time)| *found += usize::from(time.is_some()));
        }
        for (flow, name) in report.flows.iter().enumerate().map(|(n, flow)| (flow, n)) {
            let marks = events
                .iter()
                .find(|event| matches!(event.kind, EventKind::Marked(frame) if frame.flow.index() == name));
            assert_eq!(flow.first_mark_ps, marks.map(|event| event.at.ps()), "{} {}", preset.name, flow.name);
        }
    }
    assert!(found.iter().all(|found| *found > 0), "{found:?}");
}
