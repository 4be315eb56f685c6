//! Tests of cables that lose or corrupt frames, of lost PFC frames, of wrong routes, and of storms that end.

use std::num::NonZeroU32;

use fabric_sim::engine::DropCause::{Corrupt, HopLimit, LostInCable, Violation};
use fabric_sim::engine::{Pauser, World};
use fabric_sim::fabric::cable_loss::CableLossConfig;
use fabric_sim::fabric::pfc::{PfcLoss, PfcLossKind};
use fabric_sim::ids::{PortId, Priority, PrioritySet};
use fabric_sim::insight::dependency_cycles;
use fabric_sim::spec::{Acks, Action, Arrival, Fault, Forwarding, PauseSourceSpec, TimedAction};
use fabric_sim::units::{Quanta, Rate, Time};

use crate::counted::{drops_at, snapshot};
use crate::kit::{Net, close, run};

fn us(us: u64) -> Time {
    Time::from_us(us)
}

fn fault(net: &mut Net, at: Time, fault: Fault) {
    net.spec.actions.push(TimedAction { at, action: Action::Fault(fault) });
}

fn lossy(every: u32, corrupt: u64) -> CableLossConfig {
    CableLossConfig { every: NonZeroU32::new(every), corrupt, corrupt_rest: 0 }
}

const CERTAIN: u64 = 1 << 32;

#[test]
fn every_seventh_frame_is_lost_and_no_ack() {
    let mut net = Net::new(&[("h", "s", 100), ("s", "r", 100)]);
    let flow = net.flow("h", "r");
    (flow.size, flow.acks) = (Some(1_000 * 978), Some(Acks { every: 1, priority: Priority::P6 }));
    let (out, back) = (net.port("h", "s"), net.port("s", "h"));
    fault(&mut net, Time::ZERO, Fault::Lossy(out, lossy(7, 0)));
    fault(&mut net, Time::ZERO, Fault::Lossy(back, lossy(7, 0)));
    let world = net.run(us(200));
    assert_eq!(drops_at(&world, back, LostInCable), 1_000 / 7);
    let flow = &world.counters().flows[0];
    assert_eq!((flow.delivered_frames, flow.acks), (1_000 - 1_000 / 7, 1_000 - 1_000 / 7));
    assert!(world.ledger().holds());
}

#[test]
fn a_mended_link_loses_nothing_more() {
    let mut net = Net::new(&[("h", "s", 100), ("s", "r", 100)]);
    net.flow("h", "r").size = Some(1_000 * 978);
    let (out, back) = (net.port("h", "s"), net.port("s", "h"));
    fault(&mut net, Time::ZERO, Fault::Lossy(out, lossy(1, 0)));
    // A frame starts every 80 ns, so the first hundred frames are lost.
    fault(&mut net, us(8), Fault::Mend(back));
    let world = net.run(us(200));
    assert_eq!(drops_at(&world, back, LostInCable), 100);
    assert_eq!(world.counters().flows[0].delivered_frames, 900);
}

/// With a corruption of 1 %, 1000 of 100 000 frames are expected, with a binomial standard deviation of 31.5.
#[test]
fn frames_are_spoilt_with_the_stated_probability() {
    let mut net = Net::new(&[("h", "s", 400), ("s", "r", 400)]);
    net.flow("h", "r").size = Some(100_000 * 978);
    let out = net.port("h", "s");
    fault(&mut net, Time::ZERO, Fault::Lossy(out, lossy(0, CERTAIN / 100)));
    let world = net.run(us(3_000));
    let spoilt = drops_at(&world, net.port("s", "h"), Corrupt);
    assert!(spoilt.abs_diff(1_000) < 4 * 32, "{spoilt}");
    assert_eq!(world.counters().flows[0].delivered_frames + spoilt, 100_000);
    // Another link has its own random stream, so a flow on it must not change the corrupted frames here.
    let mut more = Net::new(&[("h", "s", 400), ("s", "r", 400), ("x", "s", 400)]);
    more.spec.flows.clone_from(&net.spec.flows);
    more.spec.actions.clone_from(&net.spec.actions);
    more.spec.flows[0].destination = more.node("r");
    let x = more.port("x", "s");
    fault(&mut more, Time::ZERO, Fault::Lossy(x, lossy(0, CERTAIN / 2)));
    more.flow("x", "h").size = Some(978_000);
    let world = more.run(us(3_000));
    assert_eq!(drops_at(&world, more.port("s", "h"), Corrupt), spoilt);
}

#[test]
fn store_and_forward_drops_corrupt_frames_and_cut_through_forwards_them() {
    let at = |forwarding| {
        let mut net = Net::new(&[("h", "sa", 100), ("sa", "sb", 100), ("sb", "r", 100)]);
        net.spec.switches.iter_mut().for_each(|switch| switch.forwarding = forwarding);
        net.flow("h", "r").size = Some(10 * 978);
        let out = net.port("h", "sa");
        fault(&mut net, Time::ZERO, Fault::Lossy(out, lossy(0, CERTAIN)));
        let world = net.run(us(20));
        assert!(world.ledger().holds());
        ["sa", "sb", "r"].map(|node| {
            let ports = world.spec().nodes[net.node(node).index()].ports.clone();
            ports.map(|port| drops_at(&world, PortId(port), Corrupt)).sum::<u64>()
        })
    };
    assert_eq!(at(Forwarding::StoreAndForward), [10, 0, 0]);
    assert_eq!(at(Forwarding::CutThrough), [0, 0, 10]);
}

/// A cut-through switch has to store a frame. When the last bit arrives, the switch finds that the frame is
/// corrupted. The switch then drops the frame and releases the memory.
#[test]
fn a_cut_through_switch_that_has_to_store_a_spoilt_frame_drops_it() {
    let mut net = Net::new(&[("h", "s", 100), ("s", "r", 100)]);
    net.spec.switches[0].forwarding = Forwarding::CutThrough;
    net.flow("h", "r").size = Some(10 * 978);
    net.block("r", "s");
    net.spec.flows[0].start = us(10);
    let out = net.port("h", "s");
    fault(&mut net, Time::ZERO, Fault::Lossy(out, lossy(0, CERTAIN)));
    let free = snapshot(&net.world()).pool_free[0];
    let world = net.run(us(50));
    assert_eq!(drops_at(&world, net.port("s", "h"), Corrupt), 10);
    assert_eq!(snapshot(&world).pool_free[0], free);
    assert!(world.ledger().holds());
}

/// Without a pause timer, a sender whose resume is lost stays paused forever. The engine must tell this state
/// apart from a pause for a full buffer.
#[test]
fn a_lost_resume_leaves_its_queue_paused_for_good_and_is_recognised() {
    let mut net = Net::star(&[100, 100], 100).ports(|port| port.receiver.timer = false);
    net.flow("h0", "r");
    net.flow("h1", "r").stop = Some(us(100));
    let nic = net.port("h0", "s");
    let loss = PfcLoss { which: PfcLossKind::Resumes, left: Some(1), until: Time::NEVER };
    fault(&mut net, us(50), Fault::LosePfc(nic, loss));
    let by = |world: &World| -> Vec<_> {
        let waits = world.waits();
        waits.queues.iter().filter(|queue| queue.port == nic).map(|queue| queue.by).collect()
    };
    assert!(!by(&net.run(Time(us(50).ps() - 1))).contains(&Pauser::LostResume));
    let mut world = net.run(us(1_000));
    assert_eq!(by(&world), [Pauser::LostResume]);
    assert_eq!(world.counters().ports[nic.index()][3].pfc_lost, 1);
    let before = world.counters().flows[0].delivered_bytes;
    run(&mut world, us(2_000));
    assert_eq!(world.counters().flows[0].delivered_bytes, before);
    assert_eq!(world.waits().cycles().len(), 0);
}

/// While all pauses to a host are lost, the host overflows the headroom of its switch. When the fault has
/// ended, the host obeys the next pause that arrives.
#[test]
fn lost_pauses_drop_lossless_frames_until_a_refresh_arrives() {
    // In a round trip, 25 kB arrive at 100 Gb/s, while the output transmits frames of either flow.
    let mut net = Net::star(&[100, 100], 100).priority(3, |lane| lane.pg.headroom = 30_000);
    net.flow("h0", "r");
    net.flow("h1", "r");
    let nic = net.port("h0", "s");
    let loss = PfcLoss { which: PfcLossKind::All, left: None, until: us(100) };
    fault(&mut net, Time::ZERO, Fault::LosePfc(nic, loss));
    let world = net.run(us(100));
    assert_eq!(world.counters().ports[nic.index()][3].pauses_received, 0);
    assert!(drops_at(&world, net.port("s", "h0"), Violation) > 0);
    // The first pause was sent before 40 µs and was lost. The refresh follows after half of the pause time.
    let refresh = net.config("s", "h0").sender.refresh.unwrap();
    let at = us(40) + refresh;
    let settled = net.run(at);
    assert!(settled.counters().ports[nic.index()][3].pauses_received > 0);
    let mut world = settled.clone();
    run(&mut world, at + us(200));
    let violations = |world: &World| drops_at(world, net.port("s", "h0"), Violation);
    assert_eq!(violations(&world), violations(&settled), "none is lost any more");
    assert!(world.ledger().holds());
}

/// For some time, a wrong route makes two switches send the frames for `x` to each other.
#[test]
fn wrong_route_makes_a_loop_until_it_is_removed() {
    let mut net = Net::new(&[("a", "s1", 100), ("s1", "s2", 100), ("x", "s2", 100)]);
    net.spec.hop_limit = 16;
    net.flow("a", "x").arrival = Arrival::Constant(Rate::gbps(1));
    let back = net.port("s2", "s1");
    let (s2, x) =
        (net.spec.nodes[net.node("s2").index()].switch(), net.spec.nodes[net.node("x").index()].host());
    let (s2, x) = (s2.unwrap(), x.unwrap());
    fault(&mut net, us(100), Fault::Route(s2, x, Some(back)));
    fault(&mut net, us(300), Fault::Route(s2, x, None));
    close("before", net.rates(us(20), us(100))[0], 1.0, 0.02);
    close("astray", net.rates(us(110), us(300))[0], 0.0, 0.0);
    close("after", net.rates(us(340), us(540))[0], 1.0, 0.02);
    let mut world = net.run(us(200));
    assert!(
        drops_at(&world, net.port("s2", "s1"), HopLimit) + drops_at(&world, net.port("s1", "s2"), HopLimit)
            > 5
    );
    // The search for cyclic buffer dependencies uses the present routes, with the wrong one.
    assert_eq!(dependency_cycles(world.spec(), world.routes()).len(), 1);
    run(&mut world, us(300));
    assert_eq!(dependency_cycles(world.spec(), world.routes()), []);
    assert!(world.ledger().holds());
}

/// An action starts a storm at a port of a switch during the run, and another action stops the storm. The
/// sender continues when the last pause has expired.
#[test]
fn a_storm_from_a_switch_begins_and_ends_by_actions() {
    let mut net = Net::new(&[("h", "s", 100), ("s", "r", 100)]);
    net.flow("h", "r");
    let mut world = net.run(us(50));
    let storm = PauseSourceSpec {
        name: "storm".to_owned(),
        port: net.port("s", "h"),
        priorities: PrioritySet::of(Priority::P3),
        // A quantum is 5.12 ns, so this pause lasts 5.12 µs.
        quanta: Quanta(1_000),
        every: Some(us(4)),
        start: Time::ZERO,
        stop: None,
    };
    world.act(Action::AddPauseSource(storm));
    run(&mut world, us(100));
    let before = world.counters().flows[0].delivered_frames;
    run(&mut world, us(150));
    assert_eq!(world.counters().flows[0].delivered_frames, before, "nothing comes through");
    assert_eq!(world.waits().queues.iter().map(|queue| queue.by).collect::<Vec<_>>(), [Pauser::Storm]);
    world.act(Action::StopPauseSource(0));
    // The last pause was sent less than 4 µs ago, and lasts 5.12 µs.
    run(&mut world, us(160));
    assert!(world.waits().queues.is_empty());
    let before = world.counters().clone();
    run(&mut world, us(200));
    close("after it", crate::kit::rates(&before, world.counters(), us(40))[0], 100.0, 0.002);
}
