//! Tests of pause storms: which pauses are a storm, when a storm starts and ends, and which watchdogs detect
//! it.

use fabric_sim::engine::{CheckedDecision, Pauser, Truth, World};
use fabric_sim::fabric::watchdog::{Mitigation, Restoration, Rule, WatchdogConfig, WatchdogDecision};
use fabric_sim::ids::{Priority, QueueId};
use fabric_sim::insight::misses;
use fabric_sim::spec::{Action, Fault};
use fabric_sim::units::Time;

use crate::kit::{Net, run};

fn us(us: u64) -> Time {
    Time::from_us(us)
}

/// Fabric with a sender, a switch, and a receiver that can send a storm to the switch.
fn line() -> Net {
    let mut net = Net::star(&[40], 40);
    net.flow("h0", "r");
    net
}

/// Reason why the queue of the switch to `r` is paused at the time `at`. `None` if the queue is not paused.
/// From 20 µs on, `r` pauses the switch for 10 µs in each interval `every`. Times are in µs.
fn paused_every(every: u64, at: u64) -> Option<Pauser> {
    let mut net = line();
    let source = net.pause("r", "s", 782);
    (source.every, source.start) = (Some(us(every)), us(20));
    let world = net.run(us(at));
    world.pauser(QueueId::new(net.port("s", "r"), Priority::P3))
}

/// A pause source that pauses for a small part of the time is no storm. A source that has not started is no
/// storm, either.
#[test]
fn a_storm_pauses_for_most_of_the_time() {
    assert_eq!(paused_every(9, 62), Some(Pauser::Storm));
    assert_eq!(paused_every(15, 58), Some(Pauser::Storm), "two thirds of the time");
    assert_eq!(paused_every(15, 64), None, "in between");
    assert_eq!(paused_every(40, 66), Some(Pauser::Passing), "a quarter of the time");
    let mut net = line();
    let late = net.pause("r", "s", 782);
    (late.every, late.start) = (Some(us(9)), us(3_000));
    net.pause("r", "s", 60_000);
    let world = net.run(us(62));
    assert_eq!(world.pauser(QueueId::new(net.port("s", "r"), Priority::P3)), Some(Pauser::Passing));
}

/// A storm pauses for more than half of the time. A source that pauses for exactly half is no storm, even if
/// its pauses are rounded up to whole quanta.
#[test]
fn a_source_that_pauses_half_of_the_time_is_no_storm() {
    for (quanta, by) in [(391, Pauser::Passing), (392, Pauser::Storm)] {
        let mut net = line();
        let source = net.pause("r", "s", quanta);
        // Half of the interval of 10 µs is 5 µs, or 390.6 quanta.
        (source.every, source.start) = (Some(us(10)), us(20));
        let world = net.run(us(62));
        assert_eq!(world.pauser(QueueId::new(net.port("s", "r"), Priority::P3)), Some(by), "{quanta} quanta");
    }
}

/// A storm ends when its link fails. If the source still sends pauses when the link is up again, another
/// storm begins.
#[test]
fn a_link_down_ends_a_storm() {
    let mut net = line();
    let port = net.port("s", "r");
    let source = net.pause("r", "s", 1_600);
    (source.every, source.start) = (Some(us(10)), us(20));
    let mut world = net.world();
    run(&mut world, us(100));
    assert_eq!(world.storms().len(), 1);
    world.act(Action::Fault(Fault::LinkDown(port)));
    run(&mut world, us(200));
    assert!(world.storms().is_empty());
    world.act(Action::Fault(Fault::LinkUp(port)));
    run(&mut world, us(300));
    let [storm] = world.storms() else { panic!("{:?}", world.storms()) };
    assert!(us(200) <= storm.since && storm.since < us(215), "{}", storm.since);
}

/// The gaps between pauses belong to the storm, so the same storm is reported during a pause and during a
/// gap. The storm ends with the last pause of its source.
#[test]
fn a_storm_with_gaps_is_one_storm() {
    let mut net = line();
    let queue = QueueId::new(net.port("s", "r"), Priority::P3);
    // Each pause lasts 24 µs of an interval of 26 µs.
    let source = net.pause("r", "s", 1_875);
    (source.every, source.start, source.stop) = (Some(us(26)), us(20), Some(us(1_000)));
    let mut world = net.world();
    let mut gaps = 0;
    // The last pause is sent at 982 µs.
    for at in 22..982 {
        run(&mut world, us(at));
        gaps += u32::from(!world.is_paused_with_frames(queue));
        let found = misses(&world, &world.waits());
        let [(held, Truth::Storm { root, since }, None)] = found[..] else { panic!("at {at}: {found:?}") };
        assert_eq!((held, root), (queue, queue));
        assert!(us(21) <= since && since < us(22), "{since}");
    }
    assert!(gaps > 30, "{gaps}");
    run(&mut world, us(2_000));
    let [(_, _, Some(ended))] = misses(&world, &world.waits())[..] else { panic!("it ended") };
    assert_eq!(ended, us(982));
    assert!(world.storms().is_empty());
}

/// Two pause sources at one port that overlap in time are one storm. The storm ends with the source that ends
/// last.
#[test]
fn storms_that_overlap_at_a_port_are_one() {
    let mut net = line();
    let queue = QueueId::new(net.port("s", "r"), Priority::P3);
    for (start, stop) in [(100, 200), (105, 400)] {
        let source = net.pause("r", "s", 1_600);
        (source.every, source.start, source.stop) = (Some(us(10)), us(start), Some(us(stop)));
    }
    let mut world = net.world();
    run(&mut world, us(300));
    let going = misses(&world, &world.waits());
    let [(held, Truth::Storm { since, .. }, None)] = going[..] else { panic!("{going:?}") };
    assert!(held == queue && us(101) <= since && since < us(102), "{since}");
    run(&mut world, us(1_000));
    let over = misses(&world, &world.waits());
    let [(_, truth, Some(ended))] = over[..] else { panic!("{over:?}") };
    assert_eq!(truth, Truth::Storm { root: queue, since });
    assert!(us(385) <= ended && ended <= us(400), "{ended}");
}

/// A storm that blocks no frames does not count as missed by a watchdog.
#[test]
fn a_storm_that_blocks_no_frames_is_no_miss() {
    let mut net = line();
    net.spec.flows.clear();
    let source = net.pause("r", "s", 1_600);
    (source.every, source.start, source.stop) = (Some(us(10)), us(20), Some(us(200)));
    let mut world = net.world();
    run(&mut world, us(100));
    assert_eq!(world.storms().len(), 1);
    assert!(misses(&world, &world.waits()).is_empty());
    run(&mut world, us(1_000));
    assert!(misses(&world, &world.waits()).is_empty());
}

fn called(world: &World, queue: QueueId) -> Vec<CheckedDecision> {
    let storms = world.watchdog_decisions().list().iter();
    storms
        .filter(|checked| checked.queue == queue && checked.decision == WatchdogDecision::Storm)
        .copied()
        .collect()
}

/// A watchdog that switched PFC off is armed again, and detects the same storm again. The reported start of
/// the storm must not change.
#[test]
fn a_storm_detected_again_retains_its_start() {
    let mut net = line();
    let queue = QueueId::new(net.port("s", "r"), Priority::P3);
    let source = net.pause("r", "s", 1_600);
    (source.every, source.start) = (Some(us(10)), us(100));
    let lane = &mut net.config("s", "r").priorities[3];
    lane.watchdog = Some(WatchdogConfig {
        rule: Rule::PauseDuration,
        mitigation: Mitigation::Disable,
        poll: us(50),
        detection: us(100),
        restoration: us(100),
        restores: Restoration::NoPause,
    });
    let mut world = net.world();
    run(&mut world, us(600));
    world.act(Action::Arm(queue.port));
    run(&mut world, us(1_000));
    let [first, second] = called(&world, queue)[..] else {
        panic!("{:?}", world.watchdog_decisions().list())
    };
    assert_eq!(first.truth, second.truth);
    assert!(first.at <= us(300) && second.at >= us(700), "{} and {}", first.at, second.at);
    assert_eq!(second.delay(), first.delay().map(|delay| delay + (second.at - first.at)));
    assert!(misses(&world, &world.waits()).is_empty());
}

/// Storms at two ports that begin at the same time are two storms. If a watchdog detects one of the storms,
/// the other storm counts as missed.
#[test]
fn storms_that_begin_together_are_distinguished() {
    let mut net = Net::star(&[40, 40], 40);
    net.flow("h0", "r");
    net.flow("h1", "h0");
    for host in ["r", "h0"] {
        let source = net.pause(host, "s", 1_600);
        (source.every, source.start) = (Some(us(10)), us(100));
    }
    let dog = WatchdogConfig {
        rule: Rule::PauseDuration,
        mitigation: Mitigation::Drop,
        poll: us(50),
        detection: us(100),
        restoration: us(100),
        restores: Restoration::NoPause,
    };
    net.config("s", "r").priorities[3].watchdog = Some(dog);
    let [found, other] =
        [net.port("s", "r"), net.port("s", "h0")].map(|port| QueueId::new(port, Priority::P3));
    let world = net.run(us(1_000));
    assert_eq!(called(&world, found).len(), 1);
    let missed: Vec<QueueId> = misses(&world, &world.waits()).iter().map(|missed| missed.0).collect();
    assert_eq!(missed, [other]);
}

/// The last pause of a storm lasts longer than its pause source is active. A watchdog that reacts during this
/// pause reacts correctly, even at a queue that waits behind the paused queue. The storm then counts as
/// detected.
#[test]
fn the_last_pause_of_a_storm_belongs_to_the_storm() {
    let mut net = Net::new(&[("h", "sa", 40), ("sa", "sb", 40), ("sb", "r", 40)]);
    net.flow("h", "r");
    // From 410 µs on, the source sends a pause of 500 µs every 100 µs. It sends the last one at 510 µs.
    let source = net.pause("r", "sb", 39_063);
    (source.every, source.start, source.stop) = (Some(us(100)), us(410), Some(us(600)));
    let ends = [("sb", "r"), ("sa", "sb")].map(|(from, to)| net.port(from, to));
    for (from, to) in [("sb", "r"), ("sa", "sb")] {
        net.config(from, to).priorities[3].watchdog = Some(WatchdogConfig {
            rule: Rule::PauseDuration,
            mitigation: Mitigation::Alert,
            poll: us(10),
            detection: us(200),
            restoration: us(100),
            restores: Restoration::NoPause,
        });
    }
    let world = net.run(us(1_500));
    let root = QueueId::new(ends[0], Priority::P3);
    for port in ends {
        // The watchdog detects the storm again, because the pause lasts until 1010 µs.
        let found = called(&world, QueueId::new(port, Priority::P3));
        assert_eq!(found.len(), 2, "{found:?}");
        for found in found {
            assert!(us(600) < found.at && found.at < us(1_000), "{}", found.at);
            assert!(matches!(found.truth, Truth::Storm { root: of, .. } if of == root), "{:?}", found.truth);
            assert!(!found.is_false());
        }
    }
    assert!(misses(&world, &world.waits()).is_empty());
}
