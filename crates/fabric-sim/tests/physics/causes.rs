//! Tests of the causes of pauses: the chain from a paused queue to the root of its pause, and the queues that
//! a root blocks.

use fabric_sim::engine::{Truth, World};
use fabric_sim::fabric::pfc::{PfcLoss, PfcLossKind};
use fabric_sim::fabric::watchdog::{Mitigation, Restoration, Rule, WatchdogConfig};
use fabric_sim::ids::{Priority, QueueId};
use fabric_sim::insight::{Chain, ChainOutcome, misses, root_effects, roots, why_paused};
use fabric_sim::spec::{Action, Fault};
use fabric_sim::units::{Quanta, Rate, Time};

use crate::deadlock::{flow, ring};
use crate::kit::{Net, run};

fn us(us: u64) -> Time {
    Time::from_us(us)
}

fn chain(world: &World, queue: QueueId) -> Chain {
    why_paused(world, queue).expect("it is paused")
}

fn steps(chain: &Chain) -> Vec<(QueueId, usize, ChainOutcome)> {
    chain.links.iter().map(|link| (link.queue, link.depth, link.end)).collect()
}

/// Fabric with two senders, two switches in a row, and two receivers. A flow goes from `h` to `r`.
fn line() -> Net {
    let mut net =
        Net::new(&[("h", "sa", 40), ("sa", "sb", 40), ("sb", "r", 40), ("g", "sb", 40), ("sb", "q", 40)]);
    net.flow("h", "r");
    net
}

#[test]
fn a_storm_is_the_root_of_every_pause_behind_it() {
    let mut net = line();
    net.block("r", "sb");
    let world = net.run(us(2_000));
    let [nic, middle, last] =
        [("h", "sa"), ("sa", "sb"), ("sb", "r")].map(|(a, b)| QueueId::new(net.port(a, b), Priority::P3));
    let found = chain(&world, nic);
    assert_eq!(
        steps(&found),
        [
            (nic, 0, ChainOutcome::Continues),
            (middle, 1, ChainOutcome::Continues),
            (last, 2, ChainOutcome::Storm)
        ]
    );
    // Each group in the chain contains only frames for the next queue of the chain.
    assert!(found.links[1..].iter().all(|link| link.bytes == link.of && link.of >= 40_000));
    assert_eq!(found.main_root().queue, last);
    let held = root_effects(&world, last, ChainOutcome::Storm);
    assert_eq!((held.queues.len(), held.ports(), held.flows.len()), (3, 3, 1));
    assert_eq!(held.hosts, [net.node("h")]);
    assert_eq!(held.bytes, found.links[1].bytes + found.links[2].bytes);
    assert_eq!(roots(&world), [held]);
    assert_eq!(
        why_paused(&world, QueueId::new(net.port("sb", "q"), Priority::P3)),
        None,
        "nothing is wrong there"
    );
}

/// Two flows of 40 Gb/s go to one port of 40 Gb/s. The root is this port, although it transmits without a
/// break.
#[test]
fn an_oversubscribed_port_is_a_root_with_the_share_of_each_group() {
    let mut net = line();
    net.flow("g", "r");
    let mut world = net.run(us(500));
    let nic = QueueId::new(net.port("h", "sa"), Priority::P3);
    while why_paused(&world, nic).is_none() {
        world.step(&mut ());
    }
    let found = chain(&world, nic);
    assert_eq!(found.main_root().queue, QueueId::new(net.port("sb", "r"), Priority::P3));
    assert_eq!(found.main_root().end, ChainOutcome::Oversubscribed);
    let spec = world.spec();
    let lines = found.lines(spec);
    assert!(lines[0].starts_with("h.0.3 is paused by sa.0"), "{lines:?}");
    assert!(lines.last().unwrap().ends_with("more comes for it than its port can send"), "{lines:?}");
}

#[test]
fn a_slow_host_is_a_root() {
    let mut net = line();
    net.config("r", "sb").receive.drain = Rate::from_bps(1_000_000_000);
    let mut world = net.run(us(2_000));
    let last = QueueId::new(net.port("sb", "r"), Priority::P3);
    while why_paused(&world, last).is_none() {
        world.step(&mut ());
    }
    assert_eq!(steps(&chain(&world, last)), [(last, 0, ChainOutcome::SlowHost)]);
}

/// The chain of each queue of a deadlock is the cycle itself. The chain of a queue outside the cycle ends in
/// the same cycle.
#[test]
fn the_chain_of_a_deadlock_is_its_cycle() {
    let mut net = ring(3, 40);
    for way in ["abc", "bca", "cab"] {
        flow(&mut net, way);
    }
    let world = net.run(us(300));
    let ring =
        [("sa", "sb"), ("sb", "sc"), ("sc", "sa")].map(|(a, b)| QueueId::new(net.port(a, b), Priority::P3));
    let found = chain(&world, ring[0]);
    let mut cycle = found.cycle();
    cycle.sort_unstable();
    let mut members = ring.to_vec();
    members.sort_unstable();
    assert_eq!(cycle, members);
    let nic = chain(&world, QueueId::new(net.port("ha", "sa"), Priority::P3));
    assert!(nic.links.iter().any(|link| link.end == ChainOutcome::Cycle));
    let roots = roots(&world);
    assert_eq!(roots.iter().filter(|root| root.end == ChainOutcome::Cycle).count(), 1, "{roots:?}");
    let dead = roots.iter().find(|root| root.end == ChainOutcome::Cycle).unwrap();
    assert_eq!((dead.queues.len(), dead.hosts.len(), dead.flows.len()), (6, 3, 3));
}

/// Tests three cases: no watchdog, a watchdog that polls too late, and a watchdog that detects the deadlock.
/// In the first two cases, the deadlock is missed.
#[test]
fn a_deadlock_that_no_watchdog_has_found_is_missed() {
    let frozen = |detection: Option<u64>| {
        let mut net = ring(3, 40);
        for way in ["abc", "bca", "cab"] {
            flow(&mut net, way);
        }
        let dog = detection.map(|detection| WatchdogConfig {
            rule: Rule::PauseDuration,
            mitigation: Mitigation::Alert,
            poll: us(100),
            detection: us(detection),
            restoration: us(100),
            restores: Restoration::NoPause,
        });
        let net = net.priority(3, |lane| lane.watchdog = dog);
        net.run(us(3_000))
    };
    for (detection, missed) in [(None, 1), (Some(10_000), 1), (Some(500), 0)] {
        let world = frozen(detection);
        let found = misses(&world, &world.waits());
        assert_eq!(found.len(), missed, "{detection:?}: {found:?}");
        assert!(found.iter().all(|(_, truth, until)| matches!(truth, Truth::Deadlock(_)) && until.is_none()));
    }
}

/// A cycle is a deadlock only while its pauses are refreshed. If all refreshes are lost at one port, the
/// pause there expires.
#[test]
fn a_cycle_whose_refreshes_are_lost_is_no_deadlock() {
    let mut net = ring(3, 40);
    for way in ["abc", "bca", "cab"] {
        flow(&mut net, way);
    }
    let mut world = net.run(us(310));
    assert_eq!(world.waits().deadlocks().count(), 1);
    let member = world.cycles().standing()[0].queues[0].port;
    let loss = PfcLoss { which: PfcLossKind::Pauses, left: None, until: Time::NEVER };
    world.act(Action::Fault(Fault::LosePfc(member, loss)));
    run(&mut world, us(311));
    assert_eq!(world.waits().deadlocks().count(), 0);
    assert_eq!(world.cycles().past().len(), 1, "it was one");
}

/// Pauses that expire before they are refreshed cause no deadlock.
#[test]
fn a_cycle_with_late_refreshes_is_no_deadlock() {
    let mut net = ring(3, 40).ports(|port| {
        (port.sender.quanta, port.sender.refresh) = (Quanta(100), Some(us(5)));
    });
    for way in ["abc", "bca", "cab"] {
        flow(&mut net, way);
    }
    let world = net.run(us(1_000));
    assert!(world.counters().totals.pauses > 100);
    assert_eq!((world.cycles().closed(), world.cycles().deadlocks()), (0, 0));
}
