//! Tests of deadlock detection by draining. The sources of random fabrics stop. Queues that never drain must
//! have been reported as deadlocked.

use std::collections::BTreeSet;
use std::sync::Arc;

use fabric_sim::document::{Action, Document, Reliability};
use fabric_sim::engine::{Cycle, Pauser, PriorityCounters, World};
use fabric_sim::ids::{FlowId, PortId, Priority, QueueId};
use fabric_sim::spec;
use fabric_sim::units::Time;

#[path = "kit/cycles.rs"]
mod cycles;
#[path = "kit/documents/mod.rs"]
mod documents;
#[path = "kit/rings.rs"]
mod rings;

use cycles::{detected, found};
use rings::{Kind, ring};

/// World of `document` long after the horizon. All sources stop at the horizon.
fn drained(document: &Document) -> World {
    let mut world = World::new(Arc::new(document.compile().unwrap()));
    world.run_until(document.horizon, u64::MAX, &mut ());
    for flow in 0..world.counters().flows.len() {
        world.act(spec::Action::StopFlow(FlowId::new(flow)));
    }
    world.run_until(document.horizon + Time::from_us(400_000), u64::MAX, &mut ());
    world
}

/// Whether any queue was paused or out of credits at any time of the run.
fn was_held_up(world: &World) -> bool {
    let starved = |lanes: &[PriorityCounters; 8]| lanes.iter().any(|lane| lane.starved > Time::ZERO);
    world.counters().totals.pauses > 0 || world.counters().ports.iter().any(starved)
}

/// Queues of switches in which frames are waiting.
fn left(world: &World) -> BTreeSet<QueueId> {
    let ports = (0..world.spec().ports.len()).map(PortId::new);
    let switches = ports.filter(|port| world.spec().switch_of(*port).is_some());
    let queues =
        switches.flat_map(|port| (0..8).map(move |priority| QueueId::new(port, Priority::new(priority))));
    let holds_something = |QueueId { port, priority }: &QueueId| {
        let mut frames = 0;
        world.frames_at(*port, *priority, |_| frames += 1);
        frames > 0
    };
    queues.filter(holds_something).collect()
}

/// Queues of switches that are reported to keep frames forever. These are the stuck queues and, in single
/// FIFOs, the queues behind stuck queues.
fn reported_as_stuck(world: &World) -> BTreeSet<QueueId> {
    let waits = world.waits();
    let stuck = (0..waits.queues.len()).filter(|n| waits.is_stuck(*n));
    let stuck = stuck.map(|n| waits.queues[n].queue());
    let all = stuck.chain(waits.cut_off().iter().copied());
    all.filter(|queue| world.spec().switch_of(queue.port).is_some()).collect()
}

/// A queue that never drains must be deadlocked, or wait for a lost resume. A queue that drains must never
/// have been reported as deadlocked.
#[test]
fn reported_deadlocks_never_drain_and_undrained_queues_have_a_cause() {
    let (mut frozen, mut free) = (0, 0);
    for n in 0..documents::COUNT {
        let mut document = documents::document(n);
        document.pause_sources.clear();
        // Watchdogs would remove frames from queues that never drain. Faults would lose frames, and PFC
        // frames that end a pause.
        document.params.0.retain(|address, _| !address.contains("watchdog"));
        // A reliable flow would retransmit lost frames forever, so the fabric would never drain.
        document.flows.iter_mut().for_each(|flow| flow.reliability = Some(Reliability::None));
        document.params.0.remove("reliability");
        // Credit resyncs are sent forever, so the fabric would never become idle.
        document.params.0.remove("credit_resync");
        document.actions.retain(|timed| {
            let action = &timed.action;
            matches!(action, Action::Set(_) | Action::Incast(_) | Action::Start(_) | Action::Stop(_))
        });
        let world = drained(&document);
        let left = left(&world);
        if left.is_empty() {
            free += u32::from(was_held_up(&world));
            assert_eq!(world.cycles().deadlocks(), 0, "document {n} drained");
        } else {
            frozen += 1;
            let lost = world.waits().queues.iter().any(|queue| queue.by == Pauser::LostResume);
            assert!(lost || left == reported_as_stuck(&world), "document {n}: {left:?}");
        }
    }
    assert!(frozen > 2 && free > 50, "{frozen} frozen, {free} drained after that");
}

/// Rings of each kind: the queues that never drain must be exactly the queues that were reported as stuck.
/// A deadlock is reported if and only if frames are left. A reported deadlock never dissolves. Queues that
/// were stuck when the sources stopped stay stuck.
#[test]
fn in_rings_stuck_queues_are_exactly_those_that_never_drain() {
    for kind in Kind::ALL {
        let (mut frozen, mut free) = (0, 0);
        // With single FIFOs, the search for stuck queues is slow.
        for n in 0..if matches!(kind, Kind::Fifos | Kind::Profile) { 10 } else { 30 } {
            let document = ring(kind, n);
            let mut world = World::new(Arc::new(document.compile().unwrap()));
            world.run_until(document.horizon, u64::MAX, &mut ());
            let before = reported_as_stuck(&world);
            let world = drained(&document);
            let left = left(&world);
            assert_eq!(left, reported_as_stuck(&world), "{kind:?} {n}");
            assert!(before.is_subset(&left), "{kind:?} {n}: {before:?} stuck at first, then {left:?}");
            assert_eq!(world.cycles().past(), [], "{kind:?} {n}: a deadlock that opened by itself");
            let is_dead = world.cycles().standing().iter().any(Cycle::is_deadlock);
            assert_eq!(is_dead, !left.is_empty(), "{kind:?} {n}");
            frozen += u32::from(is_dead);
            free += u32::from(!is_dead && was_held_up(&world));
        }
        assert!(frozen > 1 && free > 1, "{kind:?}: {frozen} frozen, {free} drained after that");
    }
}

/// After each event, the cycles that the engine detected one by one must equal the cycles of a search from
/// scratch.
#[test]
fn in_rings_of_every_kind_cycles_are_found_at_the_event_that_closes_them() {
    let mut closed = 0;
    for kind in Kind::ALL {
        for n in 0..4 {
            let document = ring(kind, n);
            let mut world = World::new(Arc::new(document.compile().unwrap()));
            while world.now() < Time::from_us(120) && world.step(&mut ()) {
                assert_eq!(detected(&world), found(&world), "{kind:?} {n} at {}", world.now());
            }
            closed += world.cycles().closed();
        }
    }
    assert!(closed > 10, "{closed}");
}
