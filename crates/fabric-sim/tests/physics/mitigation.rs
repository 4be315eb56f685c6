//! Tests of the limits of a watchdog's mitigation: frames that are cut through, and other watchdogs at the
//! port.

use fabric_sim::engine::{DropCause, World, WorldView};
use fabric_sim::fabric::watchdog::{Mitigation, Restoration, Rule, WatchdogConfig};
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::spec::{Action, Forwarding};
use fabric_sim::units::Time;

use crate::kit::{Net, run};

fn us(us: u64) -> Time {
    Time::from_us(us)
}

fn dog(mitigation: Mitigation) -> WatchdogConfig {
    let rule = Rule::PauseDuration;
    let restores = Restoration::NoPause;
    WatchdogConfig { rule, mitigation, poll: us(100), detection: us(200), restoration: us(200), restores }
}

/// Flow from `h0` to `r` through one switch. `senders` has the rates of the hosts in Gb/s; `r` has 40 Gb/s.
/// From 410 to 2000 µs, `r` pauses priority 3 of the switch.
fn storm(mitigation: Mitigation, senders: &[u64]) -> Net {
    let mut net = Net::star(senders, 40);
    net.flow("h0", "r");
    let source = net.pause("r", "s", 1_600);
    (source.every, source.start, source.stop) = (Some(us(10)), us(410), Some(us(2_000)));
    net.config("s", "r").priorities[3].watchdog = Some(dog(mitigation));
    net
}

fn delivered(world: &World) -> u64 {
    world.counters().flows[0].delivered_frames
}

/// During the mitigation, the output is idle, its queue is empty, and its pauses are ignored. So a frame
/// could be cut through. Nevertheless, no frame is sent.
#[test]
fn a_queue_that_is_emptied_sends_nothing_that_is_cut_through() {
    for (mitigation, forwarding) in [
        (Mitigation::Drop, Forwarding::CutThrough),
        (Mitigation::Drain, Forwarding::CutThrough),
        (Mitigation::Drop, Forwarding::StoreAndForward),
    ] {
        let mut net = storm(mitigation, &[40]);
        net.spec.switches[0].forwarding = forwarding;
        // The watchdog detects the storm at 700 µs. If the mitigation sends the waiting frames, all of them
        // have been sent by 720 µs.
        let mut world = net.run(us(720));
        let before = delivered(&world);
        run(&mut world, us(1_900));
        assert_eq!(delivered(&world), before, "{mitigation:?}, {forwarding:?}");
        let lost = world.counters().ports[net.port("s", "h0").index()][3].drops[DropCause::Watchdog as usize];
        assert!(lost > 5_000, "{mitigation:?}, {forwarding:?}: {lost}");
        assert!(world.ledger().holds());
        run(&mut world, us(2_500));
        assert!(delivered(&world) > before + 1_000, "{mitigation:?}, {forwarding:?}: it goes on afterwards");
    }
}

/// Fabric with a storm at priority 3, and with pauses of priority 4 in these spans (start and stop in µs).
/// Priority 4 also has a flow and a watchdog. `third` and `fourth` are the mitigations of priorities 3 and 4.
fn two_storms(third: Mitigation, fourth: Mitigation, pauses: &[(u64, u64)]) -> Net {
    let mut net = storm(third, &[40, 40]);
    let at = net.config("s", "r");
    at.priorities[4].watchdog = Some(dog(fourth));
    at.receiver.enabled.insert(Priority::P4);
    net.flow("h1", "r").priority = Priority::P4;
    for (start, stop) in pauses {
        let source = net.pause("r", "s", 1_600);
        (source.priorities, source.every) = (PrioritySet::of(Priority::P4), Some(us(10)));
        (source.start, source.stop) = (us(*start), Some(us(*stop)));
    }
    net
}

/// Priorities that are paused at the port of `s` to `r`.
fn gated(net: &Net, world: &World) -> PrioritySet {
    let mut shown = WorldView::default();
    world.snapshot(&mut shown);
    shown.ports[net.port("s", "r").index()].paused
}

#[test]
fn the_end_of_one_mitigation_does_not_end_another_of_the_port() {
    let net = two_storms(Mitigation::Disable, Mitigation::Forward, &[(410, 1_000), (1_300, 3_000)]);
    let mut world = net.run(us(1_500));
    assert_eq!(world.watchdog_decisions().list().len(), 3, "two began and one has ended");
    assert_eq!(gated(&net, &world), PrioritySet::EMPTY, "PFC is off on the port, of priority 4, too");
    world.act(Action::Arm(net.port("s", "r")));
    run(&mut world, us(1_550));
    assert_eq!(
        gated(&net, &world),
        PrioritySet::from_iter([Priority::P3, Priority::P4]),
        "until it is armed again"
    );
}

#[test]
fn arming_a_port_leaves_alone_a_mitigation_in_force() {
    let net = two_storms(Mitigation::Forward, Mitigation::Disable, &[(410, 1_000)]);
    let mut world = net.run(us(1_500));
    world.act(Action::Arm(net.port("s", "r")));
    run(&mut world, us(1_550));
    assert_eq!(gated(&net, &world), PrioritySet::EMPTY, "the storm of priority 3 goes on, and is ignored");
    let net = two_storms(Mitigation::Alert, Mitigation::Disable, &[(410, 1_000)]);
    assert_eq!(
        gated(&net, &net.run(us(650))),
        PrioritySet::from_iter([Priority::P3, Priority::P4]),
        "nothing was found yet"
    );
}
