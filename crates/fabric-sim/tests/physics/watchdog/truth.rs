//! Tests of watchdog decisions compared with the true state of the queues, and of storms that no watchdog
//! detected.

use fabric_sim::engine::{CheckedDecision, Truth};
use fabric_sim::fabric::pfc::{PfcLoss, PfcLossKind};
use fabric_sim::fabric::watchdog::{Mitigation, Rule, WatchdogConfig, WatchdogDecision};
use fabric_sim::ids::{PortId, Priority, QueueId};
use fabric_sim::insight::misses;
use fabric_sim::spec::{Action, Fault, TimedAction};
use fabric_sim::units::Time;

use super::{dog, us, watched};
use crate::kit::Net;

fn of(checked: &CheckedDecision) -> (WatchdogDecision, Truth) {
    (checked.decision, checked.truth)
}

/// A resume is lost. Later, a pause source sends a resume, so the sender continues. The wait between the lost
/// resume and this later resume counts as missed if no watchdog detected it.
#[test]
fn a_repaired_lost_resume_still_counts_as_a_miss() {
    let delivered_after = |mitigation| {
        let mut net = Net::star(&[40], 40);
        net.flow("h0", "r").size = Some(978 * 2_000);
        net.spec.ports.iter_mut().for_each(|port| port.config.receiver.timer = false);
        let nic = net.port("h0", "s");
        // A long pause from `r` fills the switch. The switch pauses `h0`, and later resumes it.
        for (start, quanta) in [(100, 1_600), (200, 0)] {
            let source = net.pause("r", "s", quanta);
            (source.every, source.start) = (None, us(start));
        }
        let loss = PfcLoss { which: PfcLossKind::Resumes, left: Some(1), until: Time::NEVER };
        net.spec.actions.push(TimedAction { at: us(150), action: Action::Fault(Fault::LosePfc(nic, loss)) });
        let source = net.pause("s", "h0", 0);
        (source.every, source.start) = (None, us(1_000));
        net.config("h0", "s").priorities[3].watchdog = mitigation;
        let world = net.run(us(2_000));
        assert_eq!(world.counters().flows[0].delivered_frames, 2_000);
        (misses(&world, &world.waits()), nic)
    };
    let (missed, nic) = delivered_after(None);
    let [(queue, Truth::LostResume { root, since }, Some(until))] = missed[..] else { panic!("{missed:?}") };
    assert_eq!((queue, root), (QueueId::new(nic, Priority::P3), QueueId::new(nic, Priority::P3)));
    assert!(us(100) < since && since < us(120), "{since}");
    assert!(us(1_001) <= until && until < us(1_002), "{until}");
    let (missed, _) = delivered_after(Some(dog(Rule::PauseDuration, Mitigation::Alert)));
    assert_eq!(missed, [], "it was found");
}

/// A queue is paused all the time, but contains no frames. The detection rule from before 2024 wrongly
/// reports a storm.
#[test]
fn an_empty_queue_that_is_paused_is_a_false_positive_of_the_older_rule() {
    let idle = |rule| {
        let mut net = Net::star(&[40], 40);
        net.block("r", "s");
        watched(net, dog(rule, Mitigation::Drop)).run(us(5_000))
    };
    assert_eq!(idle(Rule::PauseDuration).watchdog_decisions().list(), []);
    let world = idle(Rule::PauseReceived);
    assert_eq!(of(&world.watchdog_decisions().list()[0]), (WatchdogDecision::Storm, Truth::Idle));
    assert_eq!((world.watchdog_decisions().storms(), world.watchdog_decisions().false_storms()), (1, 1));
}

/// A host whose bus is slow still receives frames. The pause of this host lasts longer than the detection
/// time, so the watchdog reports a storm, although the pause is allowed.
#[test]
fn a_long_pause_of_a_slow_host_is_a_false_positive_of_a_short_timer() {
    let mut net = Net::star(&[40], 40);
    net.flow("h0", "r");
    let receive = &mut net.config("r", "s").receive;
    receive.drain = fabric_sim::units::Rate::from_bps(500_000_000);
    let lane = &mut net.config("r", "s").priorities[3];
    (lane.receive_xoff, lane.receive_xon) = (Some(100_000), Some(20_000));
    let world = watched(net, dog(Rule::PauseDuration, Mitigation::Alert)).run(us(3_000));
    let first = world.watchdog_decisions().list()[0];
    assert_eq!(of(&first), (WatchdogDecision::Storm, Truth::Congestion));
    assert!(first.is_false() && first.delay().is_none());
}

/// A single pause of 410 µs, or pauses of 40 µs in every 100 µs, are no storm. A watchdog that reacts to such
/// pauses is wrong. The true state is a pause by a pause source, not congestion, also for a queue behind the
/// paused queue.
#[test]
fn pauses_of_a_source_that_causes_no_storm_are_no_congestion() {
    for (quanta, every, detection) in [(32_000, None, 100), (3_200, Some(us(100)), 20)] {
        let mut net = Net::new(&[("h", "sa", 40), ("sa", "sb", 40), ("sb", "r", 40)]);
        net.flow("h", "r");
        let source = net.pause("r", "sb", quanta);
        (source.every, source.start) = (every, us(410));
        let (near, far) = (net.port("sb", "r"), net.port("sa", "sb"));
        let dog = WatchdogConfig {
            detection: us(detection),
            poll: us(5),
            ..dog(Rule::PauseDuration, Mitigation::Alert)
        };
        let world = watched(net, dog).run(us(900));
        let storms = world.watchdog_decisions().list().iter();
        let storms: Vec<_> = storms.filter(|checked| checked.decision == WatchdogDecision::Storm).collect();
        for port in [near, far] {
            let at: Vec<Truth> =
                storms.iter().filter(|of| of.queue.port == port).map(|checked| checked.truth).collect();
            assert!(
                !at.is_empty() && at.iter().all(|truth| *truth == Truth::PauseSource),
                "{port:?}: {at:?}"
            );
        }
        assert!(storms.iter().all(|checked| checked.is_false()));
    }
}

/// Upstream of a storm, the watchdog of each switch detects the storm. Each of these detections is correct.
#[test]
fn queues_behind_a_storm_wait_for_the_storm() {
    let mut net = Net::new(&[("h", "sa", 40), ("sa", "sb", 40), ("sb", "r", 40)]);
    net.flow("h", "r");
    net.block("r", "sb");
    let net = watched(net, dog(Rule::PauseDuration, Mitigation::Alert));
    let world = net.run(us(3_000));
    let storms = world
        .watchdog_decisions()
        .list()
        .iter()
        .filter(|checked| checked.decision == WatchdogDecision::Storm);
    let queues: Vec<(PortId, bool)> =
        storms.map(|checked| (checked.queue.port, matches!(checked.truth, Truth::Storm { .. }))).collect();
    assert!(queues.contains(&(net.port("sa", "sb"), true)) && queues.contains(&(net.port("sb", "r"), true)));
    assert_eq!(world.watchdog_decisions().false_storms(), 0);
}
