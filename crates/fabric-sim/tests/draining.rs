//! Draining is the judge of deadlock: random fabrics whose sources stop.

use std::sync::Arc;

use fabric_sim::document::Action;
use fabric_sim::engine::{Pauser, World};
use fabric_sim::ids::FlowId;
use fabric_sim::spec;
use fabric_sim::units::Time;

#[path = "kit/documents/mod.rs"]
mod documents;

/// What never drains is deadlocked, or waits for a resume that was lost; what
/// drains was never called a deadlock.
#[test]
fn what_is_called_a_deadlock_never_drains_and_what_never_drains_is_explained() {
    let (mut frozen, mut drained) = (0, 0);
    for n in 0..documents::COUNT {
        let mut document = documents::document(n);
        document.pause_sources.clear();
        // Watchdogs and faults take out of queues what would never drain, or lose what would free them.
        document.params.0.retain(|address, _| !address.contains("watchdog"));
        document.actions.retain(|timed| {
            let action = &timed.action;
            matches!(action, Action::Set(_) | Action::Incast(_) | Action::Start(_) | Action::Stop(_))
        });
        let mut world = World::new(Arc::new(document.compile().unwrap()));
        let horizon = document.horizon;
        world.run_until(horizon, u64::MAX, &mut ());
        for flow in 0..world.counters().flows.len() {
            world.act(spec::Action::StopFlow(FlowId::new(flow)));
        }
        world.run_until(horizon + Time::from_us(100_000), u64::MAX, &mut ());
        let ledger = world.ledger();
        let waits = world.waits();
        if ledger.buffered + ledger.in_flight == 0 {
            drained += u32::from(world.counters().totals.pauses > 0);
            assert_eq!(world.circles().deadlocks(), 0, "document {n} drained");
        } else {
            frozen += 1;
            let explained =
                |queue: usize| waits.is_stuck(queue) || waits.queues[queue].by == Pauser::LostResume;
            assert!((0..waits.queues.len()).any(explained), "document {n}: {:?}", waits.queues);
        }
        let standing = world.circles().standing().iter().filter(|circle| circle.is_deadlock()).count();
        assert_eq!(standing, waits.deadlocks().count(), "document {n}");
    }
    assert!(frozen > 2 && drained > 50, "{frozen} frozen, {drained} drained after pauses");
}
