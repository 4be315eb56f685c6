//! Tests of links that fail and come up again.

use fabric_sim::engine::DropCause::{Corrupt, LinkDown, NoRoute, OutputDown};
use fabric_sim::engine::EventKind;
use fabric_sim::fabric::crossbar::{CrossbarConfig, Inputs, Matching, Mode, Precedence};
use fabric_sim::fabric::mac::{LearningConfig, Unknown};
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::spec::{Acks, Action, Arrival, Fault, Forwarding, TimedAction};
use fabric_sim::units::{Rate, Time};

use crate::counted::{drops_at, snapshot};
use crate::kit::{Net, close, observe};

fn us(us: u64) -> Time {
    Time::from_us(us)
}

fn down(net: &mut Net, at: Time, from: &str, to: &str) {
    let fault = Fault::LinkDown(net.port(from, to));
    net.spec.actions.push(TimedAction { at, action: Action::Fault(fault) });
}

fn up(net: &mut Net, at: Time, from: &str, to: &str) {
    let fault = Fault::LinkUp(net.port(from, to));
    net.spec.actions.push(TimedAction { at, action: Action::Fault(fault) });
}

/// Fabric with a flow from `h` to `r` through one switch.
fn line() -> Net {
    let mut net = Net::new(&[("h", "s", 100), ("s", "r", 100)]);
    net.flow("h", "r");
    net
}

/// A frame takes 80 ns, and the cable 1 µs. The link fails while a frame is being transmitted, so 13 frames
/// are in flight. All 13 frames are lost.
#[test]
fn a_link_down_loses_the_frames_in_its_cable_and_in_transmission() {
    let mut net = line();
    let at = us(10) + Time::from_ns(40);
    down(&mut net, at, "s", "r");
    let before = net.run(Time(at.ps() - 1));
    let in_flight =
        snapshot(&before).in_flight.iter().filter(|frame| frame.cable == net.port("s", "r")).count();
    assert_eq!(in_flight, 13);
    let world = net.run(at);
    assert_eq!(drops_at(&world, net.port("r", "s"), LinkDown), 13);
    assert!(snapshot(&world).in_flight.iter().all(|frame| frame.cable == net.port("h", "s")));
    assert!(world.ledger().holds());
    let view = snapshot(&world).ports[net.port("s", "r").index()];
    assert!(view.down && !view.busy);
}

/// Two senders of 100 Gb/s send to a link of 100 Gb/s, which fails. The switch drops the waiting frames,
/// resumes the paused inputs, and requests no pause for frames to the failed link.
#[test]
fn frames_that_wait_for_a_link_that_is_down_are_flushed_and_released() {
    for inside in 0..6 {
        let mut net = Net::star(&[100, 100], 100);
        for switch in &mut net.spec.switches {
            match inside {
                0 => {}
                1 => switch.ingress_latency = Time::from_ns(700),
                2 => switch.forwarding = Forwarding::CutThrough,
                3 => switch.crossbar = Some(crossbar(Mode::Packet, Inputs::Voq)),
                4 => switch.crossbar = Some(crossbar(Mode::Cell, Inputs::Voq)),
                _ => switch.crossbar = Some(crossbar(Mode::Cell, Inputs::SingleFifo)),
            }
        }
        net.flow("h0", "r");
        net.flow("h1", "r");
        let free = snapshot(&net.world()).pool_free[0];
        down(&mut net, us(100), "r", "s");
        let before = net.run(Time(us(100).ps() - 1));
        // Before the failure, each group is at its XON of 38 kB, or up to 12.5 kB (a round trip at half of
        // the rate) below it.
        assert!(snapshot(&before).pool_free[0] < free - 51_000);
        let world = net.run(us(100));
        assert_eq!(snapshot(&world).pool_free[0], free, "{inside}");
        assert!(snapshot(&world).ports.iter().all(|port| port.requested_pauses.is_empty()));
        let flushed = [net.port("s", "h0"), net.port("s", "h1")].map(|port| drops_at(&world, port, LinkDown));
        assert!(flushed.iter().all(|frames| *frames >= 25), "{flushed:?}");
        let world = net.run(us(200));
        assert!(world.ledger().holds());
        assert_eq!(snapshot(&world).pool_free[0], free, "what comes is dropped at once");
        let lost = [net.port("s", "h0"), net.port("s", "h1")].map(|port| drops_at(&world, port, OutputDown));
        assert!(lost.iter().all(|frames| *frames > 1_000), "{lost:?}");
    }
}

fn crossbar(mode: Mode, inputs: Inputs) -> CrossbarConfig {
    CrossbarConfig {
        inputs,
        matching: Matching::Islip,
        iterations: 2,
        precedence: Precedence::Strict,
        mode,
        cell_bytes: 256,
        slot: Time::from_ns(14),
        latency: Time::from_ns(20),
        egress_frames: 2,
    }
}

/// The link of a host fails. The host then drops the frames in the queue of its NIC. Until the link is up
/// again, it also drops the frames that flows hand over. A saturating flow hands over none in this time.
#[test]
fn the_queue_of_a_nic_is_flushed_and_stays_empty_until_the_link_is_up() {
    let mut net = Net::star(&[10], 100);
    let flow = net.flow("h0", "r");
    flow.arrival = Arrival::Constant(Rate::gbps(20));
    flow.acks = Some(Acks { every: 1, priority: Priority::P6 });
    down(&mut net, us(100), "h0", "s");
    up(&mut net, us(200), "s", "h0");
    // The flow hands over a frame every 400 ns, and the NIC transmits a frame every 800 ns.
    let nic = net.port("h0", "s");
    assert_eq!(net.run(us(100)).counters().ports[nic.index()][3].drops[LinkDown as usize], 125);
    let world = net.run(Time(us(200).ps() - 1));
    assert_eq!(drops_at(&world, nic, OutputDown), 250);
    // In 100 µs, 124 to 126 frames arrive.
    close("after it", net.rates(us(210), us(310))[0], 10.0, 0.008);
    assert!(net.run(us(310)).ledger().holds());
}

#[test]
fn a_link_that_comes_up_again_carries_as_much_as_before() {
    let mut net = line();
    net.spec.reroute_delay = us(10);
    down(&mut net, us(50), "s", "r");
    up(&mut net, us(80), "s", "r");
    close("before", net.rates(us(10), us(49))[0], 100.0, 0.002);
    close("down", net.rates(us(52), us(80))[0], 0.0, 0.0);
    // Routes use the link again from 90 µs on. A frame needs 1 µs more to the host.
    close("again", net.rates(us(92), us(192))[0], 100.0, 0.002);
    assert!(net.run(us(192)).ledger().holds());
}

/// Ring of four switches with a flow over one of its links. When the link fails, the routes change after the
/// reroute delay, exact to the picosecond. The flow then takes the other direction.
#[test]
fn routes_change_exactly_the_delay_after_the_link() {
    let mut net = Net::new(&[
        ("h", "sa", 100),
        ("sa", "sb", 100),
        ("sb", "sc", 100),
        ("sc", "sd", 100),
        ("sd", "sa", 100),
        ("r", "sb", 100),
    ]);
    net.flow("h", "r");
    net.spec.reroute_delay = us(7);
    down(&mut net, us(20), "sa", "sb");
    up(&mut net, us(60), "sa", "sb");
    let (short, long) = (net.port("sa", "sb"), net.port("sa", "sd"));
    let mut world = net.world();
    let (mut starts, mut changes) = (Vec::new(), Vec::new());
    observe(&mut world, us(100), |event| match event.kind {
        EventKind::Started(_) if event.port == short || event.port == long => {
            starts.push((event.at, event.port));
        }
        EventKind::LinkDown | EventKind::LinkUp | EventKind::Rerouted(_) => changes.push(event.at),
        _ => {}
    });
    assert_eq!(changes, [us(20), us(27), us(60), us(67)]);
    // From 1.08 µs on, a frame arrives at the switch every 80 ns, and is transmitted. So the first frame in
    // the other direction starts less than 80 ns after the change of the routes.
    let first = |from: Time, port| starts.iter().find(|(at, by)| *at >= from && *by == port).unwrap().0;
    assert!(starts.iter().filter(|(at, _)| *at >= us(20) && *at < us(67)).all(|(_, by)| *by == long));
    assert!(first(us(20), long) - us(27) < Time::from_ns(80), "{}", first(us(20), long));
    assert!(first(us(60), short) - us(67) < Time::from_ns(80));
    assert!(world.ledger().holds());
    // A frame that arrived at 20 µs is lost in the failed link, or dropped because its output has no link.
    let input = net.port("sa", "h");
    let lost = drops_at(&world, input, OutputDown);
    assert!((87..=88).contains(&lost), "7 us of frames of 80 ns: {lost}");
    assert_eq!(drops_at(&world, input, NoRoute), 0);
}

#[test]
fn a_flow_with_a_path_is_not_rerouted_and_a_disconnected_host_has_no_route() {
    let mut net = Net::new(&[
        ("h", "sa", 100),
        ("sa", "sb", 100),
        ("sb", "sc", 100),
        ("sc", "sa", 100),
        ("r", "sb", 100),
    ]);
    net.flow("h", "r").path = vec![net.port("sa", "sb")];
    net.spec.reroute_delay = us(5);
    down(&mut net, us(20), "sa", "sb");
    let world = net.run(us(100));
    assert!(drops_at(&world, net.port("sa", "h"), OutputDown) > 900);
    net.spec.actions.clear();
    net.spec.flows[0].path.clear();
    down(&mut net, us(20), "r", "sb");
    let world = net.run(us(100));
    assert!(drops_at(&world, net.port("sa", "h"), NoRoute) > 850);
    assert!(world.ledger().holds());
}

/// A pause ends when its link fails. If a group is still above XOFF when the link is up again, the group
/// requests a new pause at that time, and not earlier.
#[test]
fn pauses_end_with_the_link_and_are_sent_anew_when_it_is_up() {
    let mut net = Net::new(&[("h", "sa", 100), ("sa", "sb", 100), ("sb", "r", 100)]);
    net.flow("h", "r");
    net.block("r", "sb");
    down(&mut net, us(100), "sa", "sb");
    let (out, back) = (net.port("sa", "sb"), net.port("sb", "sa"));
    let look = |net: &Net, at: Time| {
        let snapshot = snapshot(&net.run(at));
        [
            snapshot.ports[out.index()].paused.contains(Priority::P3),
            snapshot.ports[back.index()].requested_pauses.contains(Priority::P3),
        ]
    };
    assert_eq!(look(&net, Time(us(100).ps() - 1)), [true, true]);
    assert_eq!(look(&net, us(100)), [false, true], "the group is as full as before");
    up(&mut net, us(150), "sa", "sb");
    let mut world = net.world();
    let mut reported = Vec::new();
    observe(&mut world, us(160), |event| match event.kind {
        EventKind::PfcSent(pfc) if event.port == back => reported.push((event.at, pfc.pauses)),
        _ => {}
    });
    assert_eq!(
        reported.iter().filter(|(at, _)| *at >= us(100)).collect::<Vec<_>>(),
        [&(us(150), PrioritySet::of(Priority::P3))]
    );
    assert!(world.ledger().holds());
}

/// A frame of 9000 B takes 720 ns. While two switches cut it through, its first link fails after 200 ns. The
/// part that has left continues to the host as a corrupted frame.
#[test]
fn a_frame_that_was_cut_through_ends_as_a_spoilt_one() {
    let mut net = Net::new(&[("h", "sa", 100), ("sa", "sb", 100), ("sb", "r", 100)]).delay(Time::from_ns(10));
    net.spec.switches.iter_mut().for_each(|switch| switch.forwarding = Forwarding::CutThrough);
    let flow = net.flow("h", "r");
    (flow.frame_bytes, flow.payload_bytes, flow.size) = (9_000, 8_978, Some(8_978));
    down(&mut net, Time::from_ns(200), "h", "sa");
    let (world, events) = net.events(us(5));
    let lost: Vec<_> = events
        .iter()
        .filter_map(|event| {
            if let EventKind::Dropped(_, cause) = event.kind { Some((event.port, cause)) } else { None }
        })
        .collect();
    assert_eq!(lost, [(net.port("r", "sb"), Corrupt)]);
    assert!(world.ledger().holds());
    // A frame that waits to be stored behind another frame is lost when its link fails.
    net.spec.actions.clear();
    net.flow("h", "r");
    net.pause("sb", "sa", u16::MAX);
    net.spec.pause_sources[0].start = Time::from_ns(0);
    down(&mut net, Time::from_ns(300), "h", "sa");
    let world = net.run(us(5));
    assert_eq!(drops_at(&world, net.port("sa", "h"), LinkDown), 1);
    assert!(world.ledger().holds());
}

#[test]
fn a_learning_switch_forgets_the_hosts_behind_a_link_that_is_down() {
    let mut net = Net::new(&[("a", "s", 100), ("b", "s", 100), ("x", "s", 100)]);
    let ageing = Time::from_ms(1_000);
    net.spec.switches[0].learning = Some(LearningConfig { ageing, unknown: Unknown::Flood });
    net.flow("a", "b");
    net.flow("b", "a");
    down(&mut net, us(50), "b", "s");
    up(&mut net, us(60), "b", "s");
    let flooded = |at| net.run(at).counters().flows[0].flooded_frames;
    assert_eq!(flooded(us(50)), flooded(us(20)));
    assert!(flooded(us(61)) > flooded(us(50)), "flooded until the address of b is learnt");
    assert_eq!(flooded(us(80)), flooded(us(70)));
    assert!(net.run(us(80)).ledger().holds());
}
