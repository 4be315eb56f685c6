//! Tests of the recorded history: it agrees with the run, whenever a quantity is first displayed, and after
//! any edit. Only displayed quantities are recorded.

use std::sync::Arc;

use fabric_sim::document::Preset;
use fabric_sim::ids::{FlowId, PortId, Priority};
use fabric_sim::units::Time;

use super::chart_history::ShownCurves;
use super::test_lab::{at, rest};
use super::*;

/// Advances the lab until the cursor has arrived and no other work is left. Does not wait for a run that
/// plays.
fn settle(lab: &mut Lab) {
    rest(lab);
    while !lab.run().is_playing() && lab.advance(0.0, &mut || false) {}
}

/// Performs `command`, and then calls [`settle`]. Ignores a refusal of the command.
fn go(lab: &mut Lab, command: Command) {
    lab.act(command);
    settle(lab);
}

/// Recorded values of the selected queue, and the rate of arrivals of the selected flow with their times. The
/// values are those of priority group, egress queue and the five thresholds, up to and including the cursor.
/// Panics if no history is recorded.
fn record(lab: &Lab) -> (Vec<Vec<Column>>, Vec<(Time, f64)>) {
    let (selected, recording) = (lab.selected(), lab.run().recording());
    let until = lab.picture().now;
    let lane = recording.history().lane(selected.port, selected.priority).expect("it is shown");
    let all = [&lane.ingress, &lane.egress].into_iter().chain(&lane.thresholds);
    let columns = all.map(|past| past.columns(Time::ZERO, until + Time(1), 5_000)).collect();
    let flow = recording.history().flow(lab.flow().expect("there are flows")).expect("it is shown");
    (columns, flow.arrived(0, (ShownWindow::whole(until), 500), until, Time::from_us(5)))
}

/// Port `port` of the node `node`. Panics if there is no such port.
fn queue(lab: &Lab, node: &str, port: u32) -> PortId {
    let spec = lab.run().recording().spec();
    spec.port(spec.node(node).expect("a node"), port).expect("a port")
}

#[test]
fn late_recording_equals_early_recording() {
    let always = at("#/preset/incast?run=0&t=60us&sel=leaf1.0.p3&flow=4");
    let mut late = at("#/preset/incast?run=0&t=60us&sel=leaf2.1.p3&flow=0");
    let port = queue(&late, "leaf1", 0);
    assert!(late.run().recording().history().lane(port, Priority::P3).is_none(), "it was not shown");
    late.act(Command::Select(port, Priority::P3));
    late.act(Command::Flow(FlowId(4)));
    let history = |lab: &Lab| lab.run().recording().history().clone();
    assert!(history(&late).is_behind(Some((port, Priority::P3))));
    let mut slices = 0;
    let mut drawn = 0;
    while history(&late).gap().is_some() {
        assert!(late.advance(0.0, &mut || true));
        let known = history(&late).lane(port, Priority::P3).expect("begun").egress.count();
        assert!(known >= drawn, "what is known is not forgotten");
        (slices, drawn) = (slices + 1, known);
    }
    assert!(slices > 3 && drawn > 100, "{slices} slices, {drawn} jumps");
    assert!(!history(&late).is_behind(Some((port, Priority::P3))));
    assert_eq!(record(&late), record(&always));
    // From here on, both labs record the values as the run advances.
    let mut always = always;
    for lab in [&mut late, &mut always] {
        go(lab, Command::Seek(Time::from_us(90)));
    }
    assert_eq!(record(&late), record(&always));
}

#[test]
fn a_fork_has_the_past_of_a_straight_run_without_the_abandoned_future() {
    let mut lab = at("#/preset/incast?run=0&t=150us&sel=leaf1.0.p3&tab=flow");
    for us in [90, 41, 77] {
        go(&mut lab, Command::Seek(Time::from_us(us)));
        (0..us % 4).for_each(|_| go(&mut lab, Command::Step));
        go(&mut lab, Command::Incast);
        go(&mut lab, Command::Seek(Time::from_us(150)));
        assert_eq!(lab.picture().static_picture.error, None);
        let mut straight = at(&lab.fragment());
        settle(&mut straight);
        assert_eq!(record(&lab), record(&straight), "after {us} µs");
    }
    go(&mut lab, Command::Undo);
    go(&mut lab, Command::Seek(Time::from_us(150)));
    let mut straight = at(&lab.fragment());
    settle(&mut straight);
    assert_eq!(record(&lab), record(&straight));
}

#[test]
fn only_shown_quantities_are_recorded() {
    let mut lab = at("#/preset/incast?run=0&t=60us&sel=leaf1.0.p3");
    let written = |lab: &Lab| {
        let ports = (0..lab.run().recording().spec().ports.len()).map(PortId::new);
        let of = |port| {
            Priority::ALL
                .into_iter()
                .filter(move |n| lab.run().recording().history().lane(port, *n).is_some())
                .count()
        };
        ports.map(of).sum::<usize>()
    };
    assert_eq!(written(&lab), 1);
    for port in 0..3 {
        let port = queue(&lab, "leaf2", port);
        for n in Priority::ALL {
            go(&mut lab, Command::Select(port, n));
        }
    }
    assert_eq!(written(&lab), 4, "those that were looked at last are kept");
}

#[test]
fn run_a_also_records_the_shown_quantities() {
    let mut lab = at("#/preset/incast?run=0&t=60us&sel=leaf1.0.p3");
    go(&mut lab, Command::Pin);
    go(&mut lab, Command::Seek(Time::from_us(20)));
    go(&mut lab, Command::Incast);
    let port = queue(&lab, "leaf2", 3);
    go(&mut lab, Command::Select(port, Priority::P3));
    let a = lab.distinct_run_a().expect("A");
    let straight = at("#/preset/incast?run=0&t=60us&sel=leaf2.3.p3");
    let over = |history: &ChartHistory| {
        let lane = history.lane(port, Priority::P3).expect("it is shown");
        lane.egress.columns(Time::ZERO, Time::from_us(60), 500)
    };
    assert_eq!(over(a.history()), over(straight.run().recording().history()));
}

#[test]
fn the_recorded_past_stays_within_its_budget() {
    let document = Preset::find("parking-lot").expect("a preset").document();
    let spec = Arc::new(document.compile().expect("it compiles"));
    let mut recording = Recording::new(Arc::clone(&spec));
    let port = spec.port(spec.node("s1").expect("a switch"), 0).expect("a port");
    let shown =
        ShownCurves { lane: Some((port, Priority::P3)), flows: (0..4).map(|n| (FlowId(n), 1)).collect() };
    let past = Arc::make_mut(&mut recording.recorded);
    past.history = ChartHistory::new(2_000);
    recording.show(&shown);
    let mut most = 0;
    for step in 1..=20 {
        assert!(recording.run(Time::from_us(50 * step), &mut |_| (), &mut || false));
        most = most.max(Arc::make_mut(&mut recording.recorded).history.count());
    }
    // Each event may add a sample to each of the three quantities.
    assert!((1_500..2_000 + 256 * 3).contains(&most), "{most}");
}

/// The recorded history of a queue agrees with the states of the run, also for a threshold that depends on
/// other queues.
#[test]
fn the_recorded_history_of_a_queue_equals_its_states() {
    for preset in ["hpcc", "sonic", "incast", "70-30"] {
        let mut lab = at(&format!("#/preset/{preset}?run=0&t=150us"));
        let selected = lab.selected();
        for us in (3..150).step_by(7) {
            let time = Time::from_us(us);
            go(&mut lab, Command::Seek(time));
            let (picture, recording) = (lab.picture(), lab.run().recording());
            let lane = recording.history().lane(selected.port, selected.priority).expect("it is shown");
            let view = picture.selected_priority_view();
            let held = view.pg.reserve + view.pg.shared + view.pg.headroom;
            let switch = recording.spec().switch_of(selected.port);
            let Thresholds { xoff, xon, limit, kmin, kmax } =
                Thresholds::of(&view, switch.map(|_| picture.headroom()));
            let is = [held, view.egress_bytes, xoff, xon, limit, kmin, kmax];
            let past = [&lane.ingress, &lane.egress].into_iter().chain(&lane.thresholds);
            let was =
                past.map(|past| past.columns(Time::ZERO, time + Time(1), 5_000).last().map(|one| one.last));
            assert_eq!(was.collect::<Option<Vec<_>>>(), Some(is.to_vec()), "{preset} at {us} us");
        }
    }
}
