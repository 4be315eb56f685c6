//! Tests of watchdogs in a running fabric: times of detection, effects of mitigations, and detections
//! compared with the true state of the queue.

mod truth;

use fabric_sim::engine::{DropCause, EventKind, TraceEvent, Truth, World};
use fabric_sim::fabric::watchdog::{Mitigation, Restoration, Rule, WatchdogConfig, WatchdogDecision};
use fabric_sim::ids::{PortId, Priority, QueueId};
use fabric_sim::spec::{Action, Arrival, NodeKind};
use fabric_sim::units::{Rate, Time};

use crate::counted::drops;
use crate::deadlock::{flow, ring};
use crate::kit::{Net, run};
use crate::routing::looped;

fn us(us: u64) -> Time {
    Time::from_us(us)
}

/// Watchdog with the detection rule `rule`, which polls every 100 µs and ends its mitigation 200 µs after the
/// last pause.
fn dog(rule: Rule, mitigation: Mitigation) -> WatchdogConfig {
    let restores = if rule == Rule::PausedPolls { Restoration::Unpaused } else { Restoration::NoPause };
    WatchdogConfig { rule, mitigation, poll: us(100), detection: us(200), restoration: us(200), restores }
}

/// Copy of `net` with the watchdog `dog` at priority 3 of every switch port.
fn watched(mut net: Net, dog: WatchdogConfig) -> Net {
    for port in &mut net.spec.ports {
        if net.spec.nodes[port.node.index()].kind == NodeKind::Switch {
            port.config.priorities[3].watchdog = Some(dog);
        }
    }
    net
}

/// Flow from `h0` to `r` through one switch. From `start` to `stop` (in µs), `r` pauses the switch without a
/// break, with a pause of 20.5 µs every 10 µs.
fn storm(start: u64, stop: u64) -> Net {
    let mut net = Net::star(&[40], 40);
    net.flow("h0", "r");
    let source = net.pause("r", "s", 1_600);
    (source.every, source.start, source.stop) = (Some(us(10)), us(start), Some(us(stop)));
    net
}

/// D is the detection time, P the poll interval, and k = ⌈D/P⌉. A rule that counts only whole intervals
/// detects the storm in [kP, (k+1)P) after the queue is paused. A rule that only samples the state detects it
/// in ((k−1)P, kP]. This also holds if the pause begins at a poll, or during the last frame.
#[test]
fn a_storm_is_found_within_a_poll_of_the_detection_time() {
    // A pause takes effect after 1 µs in the cable and its transmission time. In some of the runs, this is
    // exactly at a poll.
    let near = (498_600..499_200).step_by(50);
    let starts: Vec<u64> = [410_000, 450_000, 490_000].into_iter().chain(near).collect();
    let (mut at_poll, mut over_poll) = (0, 0);
    for (detection, k) in [(100, 1u64), (200, 2), (250, 3)] {
        for starts in starts.iter().map(|ns| Time::from_ns(*ns)) {
            for rule in [Rule::PauseDuration, Rule::PauseReceived, Rule::PausedPolls] {
                let dog = WatchdogConfig { detection: us(detection), ..dog(rule, Mitigation::Drop) };
                let mut net = storm(410, 5_000);
                net.spec.pause_sources[0].start = starts;
                let net = watched(net, dog);
                let world = net.run(us(1_500));
                let first = world.watchdog_decisions().list()[0];
                let Truth::Storm { since, .. } = first.truth else { panic!("{rule:?}: {first:?}") };
                // The pause begins after its delay, at the end of the frame in transmission.
                assert!(starts + us(1) <= since && since < starts + us(2), "{since}");
                assert_eq!(first.queue, QueueId::new(net.port("s", "r"), Priority::P3));
                let after = first.delay().unwrap();
                let is_right = match rule {
                    Rule::PausedPolls => us(100 * (k - 1)) < after && after <= us(100 * k),
                    _ => us(100 * k) <= after && after < us(100 * (k + 1)),
                };
                assert!(is_right, "{rule:?}, D {detection}, paused at {since}: {after}");
                at_poll += u32::from(since == us(500));
                over_poll += u32::from(us(500) < since && since <= us(500) + Time::from_ns(200));
            }
        }
    }
    assert!(over_poll > 0, "{at_poll} at a poll, {over_poll} while a frame was sent over it");
}

/// The watchdog drops waiting frames, and frames that arrive during the storm. The sender is not paused any
/// longer. After the storm, the flow has the rate of the link.
#[test]
fn a_watchdog_that_drops_stops_the_spread_of_a_storm_and_ends_after_it() {
    let net = watched(storm(410, 2_000), dog(Rule::PauseDuration, Mitigation::Drop));
    let mut world = net.run(us(4_000));
    let list = world.watchdog_decisions().list().to_vec();
    let decisions: Vec<WatchdogDecision> = list.iter().map(|checked| checked.decision).collect();
    assert_eq!(decisions, [WatchdogDecision::Storm, WatchdogDecision::Ended]);
    // The polls at 600 and 700 µs detect the storm. The last pause arrives at 1991 µs. The polls at 2100 and
    // 2200 µs find no pause.
    assert_eq!([list[0].at, list[1].at], [us(700), us(2_200)]);
    let drops = world.counters().ports[net.port("s", "h0").index()][3].drops;
    assert_eq!(drops[DropCause::Watchdog as usize], list[0].lost_frames);
    assert_eq!(drops.iter().sum::<u64>(), list[0].lost_frames, "and nothing else is lost");
    // 1.5 ms at 40 Gb/s are 7500 frames. The frames in the queue, which are up to XOFF and headroom, are
    // dropped at once.
    assert!((7_400..7_600).contains(&list[0].lost_frames), "{}", list[0].lost_frames);
    assert_eq!(list[0].lost_bytes, 1_000 * list[0].lost_frames);
    assert!(world.ledger().holds());
    let before = world.counters().clone();
    run(&mut world, us(5_000));
    let rate = crate::kit::rates(&before, world.counters(), us(1_000));
    crate::kit::close("after the storm", rate[0], 40.0, 0.001);
}

#[test]
fn a_watchdog_that_forwards_sends_through_the_storm_and_loses_nothing() {
    let net = watched(storm(410, 2_000), dog(Rule::PauseDuration, Mitigation::Forward));
    let world = net.run(us(4_000));
    assert_eq!(world.watchdog_decisions().list().len(), 2);
    assert_eq!(world.counters().totals.drops, 0);
    // The queue was paused from 411 to 700 µs, so its frames of this time were not sent.
    let delivered = world.counters().flows[0].delivered_frames;
    assert!((18_500..18_600).contains(&delivered), "{delivered}");
}

/// Ring of three switches, which deadlocks.
fn triangle() -> Net {
    let mut net = ring(3, 40);
    for way in ["abc", "bca", "cab"] {
        flow(&mut net, way);
    }
    net
}

/// Effect of a mitigation on a deadlock, after the sources of all flows have stopped. Returns whether the
/// deadlock is dissolved, the number of frames that the watchdog dropped, and the number of frames that
/// overflowed headrooms.
fn after(net: Net, mitigation: Mitigation) -> (bool, u64, u64) {
    let rule = if mitigation == Mitigation::Flush { Rule::PauseTimer } else { Rule::PauseDuration };
    let detection = us(500);
    let net = watched(net, WatchdogConfig { detection, ..dog(rule, mitigation) });
    let mut world = net.run(us(310));
    assert_eq!(world.waits().deadlocks().count(), 1, "it is frozen before any of them looks");
    for n in 0..net.spec.flows.len() {
        world.act(Action::StopFlow(crate::kit::flow(n)));
    }
    run(&mut world, us(20_000));
    assert!(world.ledger().holds());
    let first = world.watchdog_decisions().list()[0];
    let Truth::Deadlock(since) = first.truth else { panic!("{first:?}") };
    assert_eq!(
        world.cycles().standing().iter().chain(world.cycles().past()).next().unwrap().deadlock.unwrap().at,
        since
    );
    let drops = |cause| drops(&world, cause);
    let lost: u64 = world.watchdog_decisions().list().iter().map(|checked| checked.lost_frames).sum();
    assert_eq!(lost, drops(DropCause::Watchdog), "each lost frame is one mitigation's");
    let free = world.waits().deadlocks().count() == 0;
    assert_eq!(free, world.ledger().buffered == 0, "{mitigation:?}: freed is drained");
    (free, drops(DropCause::Watchdog), drops(DropCause::Violation))
}

#[test]
fn each_mitigation_ends_a_deadlock_only_if_its_rule_does() {
    // The watchdogs drop three queues at once, each with the frames of a full group.
    let after = |mitigation| after(triangle(), mitigation);
    let (free, lost, overflown) = after(Mitigation::Drop);
    assert!(free && lost > 100 && overflown == 0, "drop: {lost} lost, {overflown} overflown");
    // The three queues send to full groups. The sources have stopped, so the headroom is enough for the few
    // frames that arrive before these groups drain.
    for (mitigation, drains) in
        [(Mitigation::Forward, false), (Mitigation::Disable, false), (Mitigation::Drain, true)]
    {
        let (free, lost, overflown) = after(mitigation);
        assert!(free && (lost > 0) == drains, "{mitigation:?}: {lost} lost");
        assert_eq!(overflown, 0, "{mitigation:?}");
    }
    assert_eq!(after(Mitigation::Alert), (false, 0, 0));
    // `Flush` drops frames that arrived at the paused port itself. In this ring, no frames arrive there, so
    // the deadlock remains.
    assert_eq!(after(Mitigation::Flush), (false, 0, 0));
}

/// A watchdog one switch before the storm sends frames in spite of pauses. The next switch cannot forward
/// them, so its headroom overflows.
#[test]
fn ignoring_pauses_drops_lossless_frames() {
    let overflown = |mitigation| {
        let mut net = Net::new(&[("h", "sa", 40), ("sa", "sb", 40), ("sb", "r", 40)]);
        net.flow("h", "r");
        net.block("r", "sb");
        net.config("sa", "sb").priorities[3].watchdog = Some(dog(Rule::PauseDuration, mitigation));
        let world = net.run(us(2_000));
        assert!(world.ledger().holds());
        drops(&world, DropCause::Violation)
    };
    for mitigation in [Mitigation::Forward, Mitigation::Drain, Mitigation::Disable] {
        assert!(overflown(mitigation) > 0, "{mitigation:?}");
    }
    for mitigation in [Mitigation::Drop, Mitigation::Alert] {
        assert_eq!(overflown(mitigation), 0, "{mitigation:?}");
    }
}

/// Two switches send frames to each other over one link. The frames that wait for the paused port arrived at
/// this same port, so the mitigation `Flush` drops them.
#[test]
fn flushing_the_receive_buffer_frees_a_loop_over_one_link() {
    let (free, lost, overflown) = after(looped(20_000), Mitigation::Flush);
    assert!(free && lost > 0 && overflown == 0);
}

/// Two storms at one switch are detected at the same times. Each lost frame must count for the watchdog that
/// dropped it.
#[test]
fn a_drop_names_the_watchdog_that_dropped_the_frame() {
    let mut net = Net::new(&[("h0", "s", 40), ("h1", "s", 40), ("r0", "s", 40), ("r1", "s", 40)]);
    net.flow("h0", "r0");
    net.flow("h1", "r1").arrival = Arrival::Constant(Rate::gbps(4));
    for receiver in ["r0", "r1"] {
        let source = net.pause(receiver, "s", 1_600);
        (source.every, source.start) = (Some(us(10)), us(410));
    }
    let ports = [net.port("s", "r0"), net.port("s", "r1")];
    let net = watched(net, dog(Rule::PauseDuration, Mitigation::Drop));
    let (world, events) = net.events(us(2_000));
    let thrown = |port: PortId| {
        let own = |event: &&TraceEvent| {
            event.port == port && matches!(event.kind, EventKind::WatchdogDropped(Priority::P3, _))
        };
        events.iter().filter(own).count() as u64
    };
    let inputs = [net.port("s", "h0"), net.port("s", "h1")];
    for (checked, (port, input)) in
        world.watchdog_decisions().list().iter().zip(ports.into_iter().zip(inputs))
    {
        let drops = world.counters().ports[input.index()][3].drops[DropCause::Watchdog as usize];
        assert_eq!(
            (checked.queue, checked.lost_frames, thrown(port)),
            (QueueId::new(port, Priority::P3), drops, drops)
        );
        assert!(drops > 500);
    }
}

/// Two flows around a ring of four switches pause each other again and again, but both continue.
#[test]
fn a_limit_cycle_of_short_pauses_trips_no_rule() {
    for rule in [Rule::PauseDuration, Rule::PauseReceived, Rule::PausedPolls, Rule::PauseTimer] {
        let mut net = ring(4, 40);
        flow(&mut net, "abcd");
        flow(&mut net, "cdab");
        let world = watched(net, dog(rule, Mitigation::Drop)).run(us(50_000));
        assert!(world.counters().totals.pauses > 1_000);
        assert_eq!(world.watchdog_decisions().list(), [], "{rule:?}");
    }
}

/// A NIC that sends pauses, and writes no data to memory, is stopped by its own watchdog (Guo et al., SIGCOMM
/// 2016).
#[test]
fn a_nic_that_only_pauses_is_stopped_by_its_own_watchdog_until_it_is_armed() {
    let mut net = storm(410, 100_000);
    net.config("r", "s").nic_watchdog = Some(us(300));
    let (port, r) = (net.port("s", "r"), net.port("r", "s"));
    let mut world = net.run(us(3_000));
    let first = world.watchdog_decisions().list()[0];
    // Frames that were in flight at 410 µs arrive until 412 µs. So the detection time starts at the pause of
    // 420 µs.
    assert_eq!((first.rule, first.queue, first.at), (None, QueueId::new(r, Priority::P3), us(720)));
    assert!(matches!(first.truth, Truth::Storm { .. }));
    // The switch is paused from 411 µs on. The last pause is sent at 720 µs, just before the watchdog polls.
    // It arrives at 721 µs, after 13 ns of transmission, and lasts 20.5 µs.
    let paused = |world: &World| world.counters().ports[port.index()][3].paused_until(world.now());
    let first_pause = paused(&world);
    crate::kit::close("paused µs", crate::kit::ratio(first_pause.ps(), 1_000_000), 330.3, 0.002);
    world.act(Action::Arm(r));
    run(&mut world, us(3_100));
    assert!(paused(&world) > first_pause, "armed again, it goes on");
}

/// A port whose watchdog switched PFC off neither obeys nor sends pauses until an action arms the watchdog
/// again.
#[test]
fn pfc_that_was_switched_off_stays_off_until_the_port_is_armed() {
    let net = watched(storm(410, 100_000), dog(Rule::PausedPolls, Mitigation::Disable));
    let port = net.port("s", "r");
    let mut world = net.run(us(5_000));
    assert_eq!(world.watchdog_decisions().list().len(), 1);
    let before = world.counters().clone();
    run(&mut world, us(6_000));
    let rate = |before, world: &World| crate::kit::rates(before, world.counters(), us(1_000))[0];
    crate::kit::close("with PFC off", rate(&before, &world), 40.0, 0.001);
    world.act(Action::Arm(port));
    let before = world.counters().flows[0].delivered_frames;
    run(&mut world, us(6_100));
    let late = world.counters().flows[0].delivered_frames - before;
    assert!(late <= 6, "it obeys again at once, but for 1 us of cable and a frame: {late}");
    run(&mut world, us(7_000));
    assert_eq!(world.watchdog_decisions().list().len(), 2, "and looks again");
}

/// A document can scale the times of its watchdogs: a detection time of 200 ms, a thousand times faster, is
/// 200 µs.
#[test]
fn watchdog_times_are_divided_by_the_scale() {
    let slow = dog(Rule::PauseDuration, Mitigation::Drop);
    let mut scaled = watched(
        storm(410, 2_000),
        WatchdogConfig {
            poll: Time::from_ms(100),
            detection: Time::from_ms(200),
            restoration: Time::from_ms(200),
            ..slow
        },
    );
    scaled.spec.watchdog_scale = 1_000;
    let plain = watched(storm(410, 2_000), slow);
    assert_eq!(scaled.run(us(4_000)).hash(), plain.run(us(4_000)).hash());
}
