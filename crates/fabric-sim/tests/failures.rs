//! Tests that each preset with a failure fails in the way that its description says.
#![cfg(not(target_arch = "wasm32"))]

#[path = "kit/counted.rs"]
mod counted;
#[path = "kit/preset.rs"]
mod preset;

use fabric_sim::document::Preset;
use fabric_sim::engine::{DropCause, Truth, World};
use fabric_sim::fabric::watchdog::WatchdogDecision;
use fabric_sim::ids::FlowId;
use fabric_sim::insight::{ChainOutcome, dependency_cycles, misses, roots};
use fabric_sim::units::Time;

use counted::drops;
use preset::{at, compiled, run};

/// Names of the switches that have deadlocked queues.
fn dead(world: &World) -> Vec<String> {
    let spec = world.spec();
    let cycles = world.cycles().standing().iter().filter(|cycle| cycle.is_deadlock());
    let ports = cycles.flat_map(|cycle| &cycle.queues).map(|queue| queue.port.index());
    ports.map(|port| spec.nodes[spec.ports[port].node.index()].name.clone()).collect()
}

/// True state of the queue at each detection of a storm by a watchdog, in order of time.
fn storms(world: &World) -> Vec<Truth> {
    let called = world
        .watchdog_decisions()
        .list()
        .iter()
        .filter(|checked| checked.decision == WatchdogDecision::Storm);
    called.map(|checked| checked.truth).collect()
}

/// Bytes delivered to each flow of the preset `name` between `from` and `until`, in microseconds. The flows
/// are in the order of their numbers.
fn delivered(name: &str, from: u64, until: u64) -> Vec<u64> {
    let (before, after) = (at(name, from), at(name, until));
    let flows = before.counters().flows.iter().zip(&after.counters().flows);
    flows.map(|(before, after)| after.delivered_bytes - before.delivered_bytes).collect()
}

#[test]
fn a_storm_blocks_hosts_that_send_nothing_to_its_nic() {
    let world = run("storm");
    let spec = world.spec();
    let [root] = &roots(&world)[..] else { panic!("one root") };
    assert_eq!(root.end, ChainOutcome::Storm);
    let stopped = |name: &str| root.hosts.contains(&spec.node(name).unwrap());
    assert!(["b1", "c1", "b2"].into_iter().all(stopped), "{:?}", root.hosts);
    let to_sick = |n: usize| spec.nodes[spec.flows[n].destination.index()].name == "sick";
    let innocent = |from: usize| spec.nodes[spec.flows[from].source.index()].name == "b2" && !to_sick(from);
    assert!((0..spec.flows.len()).any(innocent), "b2 sends nothing to the sick host");
    assert_eq!(world.cycles().deadlocks(), 0, "and that is no deadlock");
}

/// A pause source replaces the last pause of a queue by a shorter one. This pause expires before the group
/// refreshes it. So the cycle of waits dissolves, and is not reported as a deadlock.
#[test]
fn a_cycle_with_a_shortened_pause_is_no_deadlock() {
    let mut document = Preset::find("deadlock-ring").unwrap().document();
    for flow in &mut document.flows {
        flow.stop = Some(Time::from_us(80));
    }
    document.params.0.insert("headroom".to_owned(), "100k".to_owned());
    let source =
        r#"{"name": "q", "node": "spineB", "port": 0, "priorities": [3], "start": "37us", "time": "300us"}"#;
    document.pause_sources.push(serde_json::from_str(source).unwrap());
    document.horizon = Time::from_us(600);
    let mut world = World::new(compiled(&document));
    world.run_until(Time::from_us(300), u64::MAX, &mut ());
    assert_eq!(dead(&world), [""; 0]);
    world.run_until(Time::from_us(600), u64::MAX, &mut ());
    let left: u64 = world.counters().flows.iter().map(|flow| flow.sent_bytes - flow.delivered_bytes).sum();
    assert_eq!(left, 0, "everything drained");
}

#[test]
fn a_slow_host_blocks_senders_to_another_host() {
    let world = run("slow-receiver");
    let roots = roots(&world);
    assert!(roots.iter().any(|root| root.end == ChainOutcome::SlowHost), "{roots:?}");
    // At 60 Gb/s for 380 µs, the flow would deliver 2.85 MB.
    assert!(delivered("slow-receiver", 20, 400)[1] < 2_000_000);
    assert_eq!(world.counters().totals.drops, 0);
}

#[test]
fn bounced_traffic_deadlocks_leaf_a_spine_b_and_leaf_c() {
    let world = run("deadlock-ring");
    assert_eq!(dead(&world), ["leafA", "spineB", "leafC"]);
    let died = world.cycles().standing()[0].deadlock.unwrap();
    assert!(died.at < Time::from_us(300));
    assert_eq!(delivered("deadlock-ring", 300, 400), [0, 0, 0]);
}

#[test]
fn two_flows_do_not_deadlock_until_the_third_starts() {
    let before = at("deadlock-4", 200);
    assert!(before.counters().totals.pauses > 10 && before.cycles().deadlocks() == 0);
    assert!(!dependency_cycles(before.spec(), before.routes()).is_empty(), "they could");
    assert_eq!(dead(&run("deadlock-4")), ["sa", "sb", "sc", "sd"]);
}

#[test]
fn a_wrong_route_deadlocks_and_its_repair_does_not_end_it() {
    assert!(dead(&at("deadlock-loop", 50)).is_empty());
    assert_eq!(dead(&at("deadlock-loop", 249)), ["s1", "s2"]);
    assert_eq!(dead(&run("deadlock-loop")), ["s1", "s2"]);
}

#[test]
fn flooded_copies_close_a_cycle_that_no_route_closes() {
    let world = run("deadlock-flood");
    let cycles = dependency_cycles(world.spec(), world.routes());
    assert!(!cycles.is_empty() && cycles.iter().all(|cycle| cycle.by_flooding), "{cycles:?}");
    assert!(dead(&world).len() >= 4, "{:?}", dead(&world));
    assert!(at("deadlock-flood", 50).cycles().deadlocks() == 0, "before any frame for the silent host");
}

#[test]
fn a_watchdog_that_is_right_frees_the_triangle() {
    let world = run("watchdog-true");
    assert!(dead(&world).is_empty());
    // The flows deliver at their rates again: 3 × 15 Gb/s in frames of 1000 B, from 300 to 600 µs.
    let again = world.counters().flows.iter().skip(3);
    let delivered: Vec<u64> = again.map(|flow| flow.delivered_frames).collect();
    assert!(
        delivered.len() == 3 && delivered.iter().all(|frames| (540..=563).contains(frames)),
        "{delivered:?}"
    );
    let called = storms(&world);
    assert!(
        !called.is_empty() && called.iter().all(|truth| matches!(truth, Truth::Deadlock(_))),
        "{called:?}"
    );
    assert_eq!(misses(&world, &world.waits()), []);
    let lost: u64 = world.watchdog_decisions().list().iter().map(|checked| checked.lost_frames).sum();
    assert_eq!((lost > 0, lost), (true, drops(&world, DropCause::Watchdog)));
}

#[test]
fn a_watchdog_acts_falsely_on_a_legal_pause() {
    let world = run("watchdog-cried-wolf");
    let called = storms(&world);
    assert!(!called.is_empty() && called.iter().all(|truth| *truth == Truth::Congestion), "{called:?}");
    assert!(drops(&world, DropCause::Watchdog) > 1_000);
    let mut calm = Preset::find("watchdog-cried-wolf").unwrap().document();
    calm.params.0.insert("watchdog".to_owned(), "off".to_owned());
    let mut world = World::new(compiled(&calm));
    world.run_until(calm.horizon, u64::MAX, &mut ());
    assert_eq!(
        drops(&world, DropCause::Violation) + drops(&world, DropCause::Watchdog),
        0,
        "without it nothing is lost"
    );
}

#[test]
fn a_watchdog_misses_interrupted_pauses() {
    let world = run("watchdog-asleep");
    assert_eq!(storms(&world), []);
    assert_eq!(misses(&world, &world.waits()).len(), 1, "{:?}", misses(&world, &world.waits()));
    // At 40 Gb/s for 1.5 ms, each flow would deliver 7.5 MB.
    assert!(delivered("watchdog-asleep", 500, 2_000).iter().all(|bytes| *bytes < 1_000_000));
}

#[test]
fn a_watchdog_takes_a_starved_queue_for_a_storm() {
    let world = run("watchdog-starved");
    let called = storms(&world);
    assert!(!called.is_empty() && !called.iter().any(|truth| truth.needs_intervention()), "{called:?}");
}

#[test]
fn lost_lite_frames_are_not_retransmitted() {
    let world = run("scene-b");
    let lost = drops(&world, DropCause::LostInCable);
    let totals = world.counters().totals;
    assert!(lost > 4 && totals.drops == lost, "{lost} of {}", totals.drops);
    assert!(totals.pauses > 10 && totals.marks == 0);
    assert!((0..3).all(|flow| world.recovery(FlowId(flow)).is_none()));
}

#[test]
fn go_back_n_recovers_frames_lost_in_a_cable() {
    let (before, after, world) = (at("scene-c", 299), at("scene-c", 700), run("scene-c"));
    assert!(before.counters().totals.marks > 50, "marks come before pauses");
    assert_eq!((before.counters().totals.pauses, before.counters().totals.drops), (0, 0));
    let lost = drops(&after, DropCause::LostInCable);
    assert!(lost > 3 && world.counters().totals.drops == lost, "{lost}");
    let counters = world.counters();
    let resent: u64 = counters.flows.iter().map(|flow| flow.resent_frames).sum();
    assert!(resent > 2 * lost, "each with what was behind it: {resent} for {lost}");
    for flow in &counters.flows {
        assert_eq!(flow.goodput_bytes, 1_344 * flow.delivered_frames, "all that is taken is in order");
        assert!(flow.recovery_since.is_none(), "and the cable is good again");
    }
    assert!(delivered("scene-c", 700, 1_000).iter().all(|bytes| *bytes > 500_000));
}

#[test]
fn a_host_that_ignores_pauses_overruns_the_headroom() {
    let world = run("one-sided-pfc");
    assert!(drops(&world, DropCause::Violation) > 100);
    let spec = world.spec();
    let port =
        |name: &str| spec.ports[spec.nodes[spec.node(name).unwrap().index()].ports.start as usize].peer;
    let lost =
        |name: &str| world.counters().ports[port(name).index()][3].drops[DropCause::Violation as usize];
    assert_eq!((lost("h1"), lost("deaf") > 100), (0, true));
}

#[test]
fn credits_that_are_lost_stop_their_queue_for_good_unless_a_resync_repairs_them() {
    assert!(delivered("credits-lost", 20, 100)[0] > 380_000, "the line at first");
    assert_eq!(delivered("credits-lost", 250, 400), [0]);
    let world = run("credits-lost");
    let (roots, spec) = (roots(&world), world.spec());
    assert_eq!(roots.len(), 1);
    assert_eq!(
        (roots[0].end, spec.port_name(roots[0].root.port).as_str()),
        (ChainOutcome::LostCredits, "s1.1")
    );
    assert_eq!(roots[0].hosts, [spec.node("a").unwrap()], "a waits for the buffer of s1");
    assert!(dead(&world).is_empty() && world.counters().totals.drops == 0);
    let waits = world.waits();
    assert!((0..waits.queues.len()).all(|n| waits.needs_intervention(n) && !waits.is_stuck(n)));
    assert!(dependency_cycles(spec, world.routes()).is_empty());
    let mut document = Preset::find("credits-lost").unwrap().document();
    document.params.0.insert("credit_resync".to_owned(), "20us".to_owned());
    let mut world = World::new(compiled(&document));
    world.run_until(Time::from_us(250), u64::MAX, &mut ());
    let before = world.counters().flows[0].delivered_bytes;
    world.run_until(Time::from_us(400), u64::MAX, &mut ());
    assert!(world.counters().flows[0].delivered_bytes - before > 700_000);
}
