//! Tests of deadlock detection against two independent methods: whether queues drain after their sources have
//! stopped, and a search from scratch after each event.

use fabric_sim::engine::{Cycle, CycleTrigger, World};
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::ids::{PortId, Priority, PrioritySet};
use fabric_sim::spec::Action;
use fabric_sim::units::Time;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::cycles::{detected, found};
use crate::kit::{Net, run};

/// Random ring of three to five switches with links of 40 or 100 Gb/s, and up to three hosts per switch.
/// Three to nine flows in two priorities cross at most the whole ring. The thresholds are static or dynamic,
/// and limit groups, VOQs or egress queues.
fn ring(seed: u64) -> Net {
    let mut dice = Pcg32::seed_from_u64(seed);
    let mut below = |n: u32| dice.next_u32() % n;
    let switches = 3 + below(3) as usize;
    let name = |n: usize| format!("s{}", n % switches);
    let links: Vec<(String, String, u64)> = (0..switches)
        .flat_map(|n| {
            let gbps = [40, 40, 40, 100][below(4) as usize];
            [(name(n), name(n + 1), gbps), (format!("h{n}"), name(n), [40, 100][below(2) as usize])]
        })
        .collect();
    let links: Vec<_> = links.iter().map(|(from, to, gbps)| (from.as_str(), to.as_str(), *gbps)).collect();
    let memory = u64::from(200_000 + below(200_000));
    let mut net = Net::new(&links).memory(memory);
    let xoff = u64::from(5_000 + below(40_000));
    let gap = u64::from(below(4_000));
    let alpha = (below(3) == 0).then(|| Threshold::Dynamic(Threshold::ONE / [1, 2, 8][below(3) as usize]));
    net = net.ports(|port| {
        let lossless = PrioritySet::from_iter([Priority::P3, Priority::P4]);
        (port.receiver.enabled, port.sender.enabled) = (lossless, lossless);
        port.priorities[4] = port.priorities[3];
        for lane in &mut port.priorities[3..5] {
            lane.pg.threshold = alpha.unwrap_or(Threshold::Static(xoff));
            lane.pg.xon = xoff - gap.min(xoff);
            lane.pg.xon_offset = alpha.map(|_| gap);
        }
    });
    for _ in 0..3 + below(7) {
        let (from, hops) = (below(5) as usize % switches, switches - 1 - below(3) as usize % (switches - 1));
        let priority = if below(4) == 0 { Priority::P4 } else { Priority::P3 };
        let start = Time::from_us(u64::from(below(100)));
        let path: Vec<PortId> = (from..from + hops).map(|n| net.port(&name(n), &name(n + 1))).collect();
        let flow = net.flow(&format!("h{from}"), &format!("h{}", (from + hops) % switches));
        (flow.path, flow.priority, flow.start) = (path, priority, start);
    }
    net
}

/// Whether frames are still waiting in a switch long after all `flows` flows have stopped.
fn is_frozen(world: &mut World, flows: usize) -> bool {
    for n in 0..flows {
        world.act(Action::StopFlow(crate::kit::flow(n)));
    }
    run(world, Time::from_us(20_000));
    world.ledger().in_flight + world.ledger().buffered > 0
}

/// A reported deadlock must never drain. A fabric that never drains must be reported as a deadlock.
#[test]
fn a_ring_is_called_deadlocked_if_and_only_if_it_never_drains() {
    let (mut frozen, mut congested) = (0, 0);
    for seed in 0..400 {
        let net = ring(seed);
        let mut world = net.run(Time::from_us(400));
        let paused = world.counters().totals.pauses > 0;
        let called = world.cycles().standing().iter().any(Cycle::is_deadlock);
        let was = is_frozen(&mut world, net.spec.flows.len());
        let is = world.cycles().standing().iter().any(Cycle::is_deadlock);
        assert_eq!(is, was, "ring {seed}: called deadlocked, and frozen");
        assert_eq!(world.cycles().deadlocks() > 0, was, "ring {seed}: a deadlock that drained");
        assert!(!called || was, "ring {seed}");
        frozen += u32::from(was);
        congested += u32::from(paused && !was);
    }
    // Both cases must be frequent enough for a meaningful test.
    assert!(frozen > 40 && congested > 100, "{frozen} frozen, {congested} congested");
}

/// After each event, the cycles that the engine detected one by one must equal the cycles of a search from
/// scratch.
#[test]
fn cycles_are_found_at_the_event_that_closes_them() {
    let mut closed = 0;
    for seed in 0..200 {
        let mut world = ring(seed).world();
        while world.now() < Time::from_us(150) && world.step(&mut ()) {
            assert_eq!(detected(&world), found(&world), "ring {seed} at {}", world.now());
        }
        closed += world.cycles().closed();
        for cycle in world.cycles().standing() {
            assert!(cycle.queues.contains(&cycle.closed.queue) || cycle.closed.how == CycleTrigger::Changed);
        }
    }
    assert!(closed > 20, "{closed}");
}
