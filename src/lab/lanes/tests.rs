//! Tests of the history of pauses: the history agrees with the counters of the run, also after steps back and
//! edits.

use std::sync::Arc;

use fabric_sim::document::{Document, PRESETS};
use fabric_sim::ids::{PortId, Priority, QueueId};
use fabric_sim::units::Time;

use crate::lab::Command;
use crate::lab::Recording;
use crate::lab::test_lab::{at, rest};
use crate::scene::LaneMark;

/// Runs to `until`. Panics if the run does not reach `until`.
fn run(recording: &mut Recording, until: Time) {
    assert!(recording.run(until, &mut |_| (), &mut || false));
}

/// Checks that the recorded intervals of every queue agree with the counters of the world. `place` is for the
/// message.
fn agrees(recording: &Recording, place: &str) {
    let now = recording.world().now();
    for (port, counted) in recording.world().counters().ports.iter().enumerate() {
        for (n, counted) in (0u8..).zip(counted) {
            let lane = recording.lanes().lane(PortId::new(port), Priority::new(n));
            let (total, open) =
                lane.map_or((Time::ZERO, None), |lane| (lane.paused.total(now), lane.paused.open()));
            assert_eq!(
                (total, open),
                (counted.paused_until(now), counted.paused_since),
                "{place}: {port} P{n}"
            );
            let drawn =
                lane.map_or(0, |lane| lane.paused.iter(now).map(|one| (one.to - one.from).ps()).sum());
            assert_eq!(Time(drawn), total, "{place}: {port} P{n}");
            let starved =
                lane.map_or((Time::ZERO, None), |lane| (lane.starved.total(now), lane.starved.open()));
            let counted = (counted.starved_until(now), counted.starved_since);
            assert_eq!(starved, counted, "{place}: {port} P{n}, credits");
        }
    }
}

#[test]
fn lanes_agree_with_the_counters_in_every_preset() {
    let mut paused = 0;
    for preset in PRESETS {
        let spec = Arc::new(preset.document().compile().expect("a preset"));
        let end = spec.horizon.min(Time::from_us(200));
        let mut recording = Recording::new(Arc::clone(&spec));
        for tenth in 1..=10 {
            run(&mut recording, Time(end.ps() / 10 * tenth));
            agrees(&recording, preset.name);
        }
        paused += recording.lanes().order().len();
    }
    assert!(paused >= PRESETS.len(), "{paused} queues were ever paused");
}

/// Document with a deadlock, a link that goes down and up again, and a watchdog that acts wrongly.
fn eventful() -> Document {
    Document::parse(
        r#"{"format": 1, "model": 1, "name": "eventful", "horizon": "400us",
        "hosts": [{"name": "h1"}, {"name": "h2"}, {"name": "h3"}],
        "switches": [{"name": "s1"}],
        "links": [{"a": "h1", "b": "s1", "rate": "100G", "length": "5m"},
                  {"a": "h2", "b": "s1", "rate": "100G", "length": "5m"},
                  {"a": "h3", "b": "s1", "rate": "100G", "length": "5m"}],
        "flows": [{"name": "a", "from": "h1", "to": "h3"}, {"name": "b", "from": "h2", "to": "h3"}],
        "actions": [{"at": "20us", "link_down": "h1"}, {"at": "40us", "link_up": "h1"},
                    {"at": "50us", "set": {"xoff": "30k"}}]}"#,
    )
    .expect("a document")
}

#[test]
fn a_link_down_ends_pauses_and_is_marked_at_both_its_ends() {
    let spec = Arc::new(eventful().compile().expect("compiles"));
    let mut recording = Recording::new(Arc::clone(&spec));
    for us in [10, 20, 30, 45, 100] {
        run(&mut recording, Time::from_us(us));
        agrees(&recording, &format!("{us} µs"));
    }
    let (near, far) = (PortId(0), spec.ports[0].peer);
    for end in [near, far] {
        let events: Vec<(LaneMark, Time)> =
            recording.lanes().events(end, Priority::P0).iter().map(|event| (event.mark, event.at)).collect();
        assert_eq!(events, [(LaneMark::Down, Time::from_us(20)), (LaneMark::Up, Time::from_us(40))]);
    }
    let all = recording.lanes().everywhere();
    assert!(all.is_sorted_by_key(|event| event.at));
    let downs = all.iter().filter(|event| event.mark == LaneMark::Down).count();
    assert_eq!(downs, 1, "once for the link");
    assert!(all.iter().any(|event| event.mark == LaneMark::Drop), "what was in it is lost");
}

#[test]
fn the_recorded_past_survives_a_step_back_and_is_discarded_by_a_change() {
    let mut lab = at("#/preset/pause?t=60us");
    let all = |lab: &crate::lab::Lab| {
        let recording = lab.run().recording();
        let order = recording.lanes().order();
        let intervals = |queue: &QueueId| {
            recording
                .lanes()
                .lane(queue.port, queue.priority)
                .expect("it is there")
                .paused
                .iter(recording.known_until())
                .collect::<Vec<_>>()
        };
        order.iter().map(|queue| (*queue, intervals(queue))).collect::<Vec<_>>()
    };
    let before = all(&lab);
    assert!(before.iter().map(|lane| lane.1.len()).sum::<usize>() > 2, "{before:?}");
    lab.act(Command::Seek(Time::from_us(20)));
    rest(&mut lab);
    assert_eq!(all(&lab), before, "looking back changes nothing");
    lab.act(Command::Incast);
    rest(&mut lab);
    agrees(lab.run().recording(), "after a fork");
    lab.act(Command::Seek(Time::from_us(60)));
    rest(&mut lab);
    agrees(lab.run().recording(), "after a fork and on");
    assert_ne!(all(&lab), before);
}

#[test]
fn lanes_keep_their_order_while_the_run_continues() {
    let mut lab = at("#/preset/incast?t=5us");
    let mut before = Vec::new();
    for time in (5..=60).step_by(5) {
        lab.act(Command::Seek(Time::from_us(time)));
        rest(&mut lab);
        let order = lab.run().recording().lanes().order();
        assert_eq!(order[..before.len()], before[..], "at {time} µs");
        before = order;
    }
    assert!(before.len() > 2);
}

#[test]
fn no_pauses_are_claimed_before_the_cursor_has_arrived() {
    let mut lab = crate::lab::Lab::open("#/preset/incast?t=40us");
    let order = |lab: &crate::lab::Lab| lab.run().recording().lanes().order();
    assert!(lab.has_pending_move());
    assert_eq!(lab.lanes_summary(&order(&lab)), "");
    rest(&mut lab);
    let summary = lab.lanes_summary(&order(&lab));
    assert!(summary.contains(" queues were paused, "), "{summary}");
    let start = at("#/preset/incast?t=0");
    assert_eq!(start.lanes_summary(&order(&start)), "No pauses yet.");
}

#[test]
fn lanes_with_drops_only_are_not_counted_as_paused() {
    let lab = at("#/preset/pause?t=5us&headroom=500");
    let order = lab.run().recording().lanes().order();
    assert_eq!(order.len(), 4);
    assert!(lab.lanes_summary(&order).starts_with("2 queues were paused, "), "{}", lab.lanes_summary(&order));
}

#[test]
fn a_lane_of_a_queue_that_is_blocked_now_comes_into_view() {
    let lab = at("#/preset/victim?t=51.93us");
    let order = lab.run().recording().lanes().order();
    let is_paused = |lane: &usize| {
        lab.run().snapshot().ports[order[*lane].port.index()].paused.contains(order[*lane].priority)
    };
    let paused: Vec<usize> = (0..order.len()).filter(is_paused).collect();
    let (first, free) = (paused[0], (0..order.len()).find(|lane| !is_paused(lane)).expect("one goes on"));
    assert_eq!(lab.lane_to_show(&order, free..free + 1), Some(first));
    assert_eq!(lab.lane_to_show(&order, first..first + 1), None, "it is in view");
    assert_eq!(lab.lane_to_show(&order, 0..order.len()), None);
    assert_eq!(at("#/preset/victim?t=1us").lane_to_show(&order, 0..0), None, "nothing is paused");
}
