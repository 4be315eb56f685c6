//! Tests of the subscriptions: the recorded history is the same if the recorder receives all events, or only
//! the subscribed ones.

use std::sync::Arc;

use fabric_sim::document::params::ParamMap;
use fabric_sim::document::{Action, PRESETS, Preset, TimedAction};
use fabric_sim::ids::{FlowId, PortId, Priority};
use fabric_sim::seekable::SeekTarget;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::Recording;
use super::chart_history::ShownCurves;
use super::recorded_run::RecordedRun;

/// Number of events of each preset that are compared.
const EVENTS: u64 = 12_000;

/// Recording at the start of the run, which records `shown`.
fn recording(spec: &Arc<Spec>, shown: &ShownCurves) -> Recording {
    let mut recording = Recording::new(Arc::clone(spec));
    recording.show(shown);
    recording
}

/// Text of the recorded history: the quantities `shown`, and the events of the whole fabric.
fn written(past: &RecordedRun, shown: &ShownCurves) -> String {
    let lane = shown.lane.and_then(|(port, priority)| past.history.lane(port, priority));
    let flows: Vec<_> = shown.flows.iter().map(|flow| past.history.flow(flow.0)).collect();
    let queues: Vec<_> = past.lanes.order();
    let lanes: Vec<_> = queues.iter().map(|queue| past.lanes.lane(queue.port, queue.priority)).collect();
    let timeline = &past.timeline;
    format!("{lane:?}\n{flows:?}\n{queues:?}\n{lanes:?}\n{:?}\n{timeline:?}", past.events())
}

#[test]
fn a_filtered_run_equals_a_complete_run() {
    let mut compared = 0;
    for preset in PRESETS.iter().map(Preset::document) {
        let spec = Arc::new(preset.compile().expect("is a good document"));
        for port in [1, spec.ports.len() / 2].map(PortId::new) {
            let flows = (0..spec.flows.len().min(3)).map(|n| (FlowId::new(n), 1)).collect();
            let shown = ShownCurves { lane: Some((port, Priority::P3)), flows };
            let (mut stepped, mut run) = (recording(&spec, &shown), recording(&spec, &shown));
            let mut go_one_by_one = |to: u64| {
                for number in stepped.world().counters().events..to {
                    // A move to a single event records all its trace events.
                    stepped.go(SeekTarget::Event(number + 1), &mut |_| (), &mut || false);
                }
                stepped.world().now()
            };
            let until = go_one_by_one(EVENTS);
            run.run(until, &mut |_| (), &mut || false);
            // Also run the remaining events of this time.
            go_one_by_one(run.world().counters().events);
            assert_eq!(stepped.world().hash(), run.world().hash(), "{}", preset.name);
            let all = written(&stepped.recorded, &shown);
            assert!(all == written(&run.recorded, &shown), "{} {port:?}", preset.name);
            compared += all.len();
        }
    }
    assert!(compared > 1_000_000, "{compared}");
}

#[test]
fn a_filtered_move_to_a_moment_gives_the_complete_state() {
    let mut compared = 0;
    for preset in PRESETS.iter().map(Preset::document) {
        let spec = Arc::new(preset.compile().expect("is a good document"));
        let port = PortId::new(spec.ports.len() / 2);
        let flows = (0..spec.flows.len().min(3)).map(|n| (FlowId::new(n), 1)).collect();
        let shown = ShownCurves { lane: Some((port, Priority::P3)), flows };
        let mut stepped = recording(&spec, &shown);
        for number in 1..=4_000 {
            stepped.go(SeekTarget::Event(number), &mut |_| (), &mut || false);
            let (time, nth) = (stepped.world().now(), stepped.world().ran_now());
            if number % 500 != 0 || time == Time::ZERO || stepped.world().counters().events != number {
                continue;
            }
            let mut run = recording(&spec, &shown);
            run.go(SeekTarget::Moment(time, nth), &mut |_| (), &mut || false);
            assert_eq!(stepped.world().hash(), run.world().hash(), "{} at {time}", preset.name);
            let same = written(&stepped.recorded, &shown) == written(&run.recorded, &shown);
            assert!(same, "{} at {time}, {nth}", preset.name);
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn queued_frames_of_a_host_are_recorded_at_their_event_before_later_settings() {
    let mut compared = 0;
    for mut preset in PRESETS.iter().map(Preset::document) {
        let set = ParamMap::from([("xon".to_owned(), "20k".to_owned())]);
        preset.actions.push(TimedAction { at: Time::from_us(1), action: Action::Set(set) });
        // A preset that refuses the setting is skipped.
        let Ok(spec) = preset.compile().map(Arc::new) else { continue };
        for port in
            (0..spec.ports.len()).map(PortId::new).filter(|port| spec.switch_of(*port).is_none()).take(2)
        {
            let shown = ShownCurves { lane: Some((port, Priority::P3)), flows: Vec::new() };
            let (mut stepped, mut run) = (recording(&spec, &shown), recording(&spec, &shown));
            (1..=2_000).for_each(|number| {
                stepped.go(SeekTarget::Event(number), &mut |_| (), &mut || false);
            });
            let until = stepped.world().now();
            run.run(until, &mut |_| (), &mut || false);
            // Also run the remaining events of this time.
            for number in stepped.world().counters().events..run.world().counters().events {
                stepped.go(SeekTarget::Event(number + 1), &mut |_| (), &mut || false);
            }
            let same = written(&stepped.recorded, &shown) == written(&run.recorded, &shown);
            assert!(same, "{} {port:?}", preset.name);
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}
