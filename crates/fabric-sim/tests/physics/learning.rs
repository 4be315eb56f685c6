//! Tests of switches that learn MAC addresses and flood unknown destinations.

use fabric_sim::ids::Priority;
use std::sync::Arc;

use fabric_sim::engine::DropCause;
use fabric_sim::fabric::mac::{LearningConfig, Unknown};
use fabric_sim::spec::Acks;
use fabric_sim::units::Time;

use super::kit::Net;

fn learning(mut net: Net, ageing: Time, unknown: Unknown) -> Net {
    for switch in &mut net.spec.switches {
        switch.learning = Some(LearningConfig { ageing, unknown });
    }
    net
}

/// Ageing time of MAC tables that is longer than each run.
const LONG: Time = Time::from_ms(1_000);

/// Fabric with four hosts at one switch that learns addresses. The host `h` sends ten frames to `r`.
fn star(ageing: Time, unknown: Unknown) -> Net {
    let net = Net::new(&[("h", "s", 100), ("r", "s", 100), ("x", "s", 100), ("y", "s", 100)]);
    let mut net = learning(net, ageing, unknown);
    net.flow("h", "r").size = Some(9_780);
    net
}

/// Number of data frames that arrived at `host`'s port from the switch.
fn arrived_at(net: &Net, world: &fabric_sim::engine::World, host: &str) -> u64 {
    world.counters().ports[net.port(host, "s").index()][3].rx_frames
}

#[test]
fn frames_to_a_silent_host_are_always_flooded() {
    let net = star(LONG, Unknown::Flood);
    let world = net.run(Time::from_us(50));
    let flow = &world.counters().flows[0];
    assert_eq!((flow.delivered_frames, flow.replicated_frames, flow.dropped_frames), (10, 20, 0));
    assert_eq!(
        [arrived_at(&net, &world, "r"), arrived_at(&net, &world, "x"), arrived_at(&net, &world, "h")],
        [10, 10, 0]
    );
    let copies = world.counters().ports[net.port("x", "s").index()][3].drops[DropCause::FloodCopy as usize];
    assert_eq!(copies, 10);
    assert_eq!(world.counters().totals.drops, 0, "no copy is a loss");
    assert!(world.ledger().holds());
    assert_eq!((world.ledger().replicated, world.ledger().dropped), (20_000, 20_000));
}

/// A switch floods a frame, and a wrong route at the next switch takes one copy to another host. This copy
/// was on its way to the destination, so it counts as lost, unlike other flooded copies.
#[test]
fn a_flooded_frame_that_a_wrong_route_takes_to_another_host_is_lost() {
    let mut net = Net::new(&[
        ("a", "s1", 100),
        ("b", "s1", 100),
        ("s1", "s2", 100),
        ("x", "s2", 100),
        ("y", "s2", 100),
    ]);
    let first = net.spec.nodes[net.node("s1").index()].switch().unwrap();
    net.spec.switches[first.index()].learning =
        Some(LearningConfig { ageing: LONG, unknown: Unknown::Flood });
    let (second, host) =
        (net.spec.nodes[net.node("s2").index()].switch(), net.spec.nodes[net.node("x").index()].host());
    let astray = net.port("s2", "y");
    Arc::make_mut(&mut net.spec.routes).override_with(second.unwrap(), host.unwrap(), astray);
    net.flow("a", "x").size = Some(9_780);
    let world = net.run(Time::from_us(100));
    let drops = |from, to, cause| world.counters().ports[net.port(from, to).index()][3].drops[cause as usize];
    assert_eq!(drops("y", "s2", DropCause::NotForHost), 10, "lost on its way");
    assert_eq!(drops("b", "s1", DropCause::FloodCopy), 10, "a copy");
    assert_eq!((world.counters().flows[0].dropped_frames, world.counters().totals.drops), (10, 10));
    assert!(world.ledger().holds());
}

#[test]
fn a_switch_learns_the_port_of_a_sending_host() {
    let mut net = star(LONG, Unknown::Flood);
    net.spec.flows[0].acks = Some(Acks { every: 1, priority: Priority::P5 });
    let world = net.run(Time::from_us(50));
    // A frame or an ack takes 1.08 µs to the switch. All ten frames start within the first 2.16
    // µs, so they leave the switch before it receives an ack.
    assert_eq!(arrived_at(&net, &world, "x"), 10);
    net.flow("h", "r").start = Time::from_us(20);
    net.spec.flows[1].size = Some(9_780);
    let world = net.run(Time::from_us(50));
    assert_eq!(arrived_at(&net, &world, "x"), 10, "the second flow is not flooded");
    assert_eq!(world.counters().flows[1].replicated_frames, 0);
    assert_eq!(arrived_at(&net, &world, "r"), 20);
    assert_eq!(world.counters().flows[0].acks, 10, "the switch knew the way back from the first frame");
}

/// The switch learns the address of `r` at 1.08 µs. The table entry expires exactly 5 µs later.
#[test]
fn flooding_begins_again_when_a_table_entry_has_aged_out() {
    let flooded = |start: Time| {
        let mut net = star(Time::from_us(5), Unknown::Flood);
        let teach = net.flow("r", "y");
        teach.size = Some(978);
        net.spec.flows[0].start = start;
        net.spec.flows[0].size = Some(978);
        net.run(Time::from_us(50)).counters().flows[0].flooded_frames
    };
    // A frame takes 1.08 µs to the switch. So a frame that starts at 5 µs arrives exactly when the entry
    // expires.
    assert_eq!(flooded(Time(4_999_999)), 0);
    assert_eq!(flooded(Time(5_000_000)), 1);
}

#[test]
fn a_switch_may_drop_frames_to_unknown_destinations() {
    let net = star(LONG, Unknown::Drop);
    let world = net.run(Time::from_us(50));
    let flow = &world.counters().flows[0];
    assert_eq!((flow.delivered_frames, flow.dropped_frames, flow.replicated_frames), (0, 10, 0));
    let drops = world.counters().ports[net.port("s", "h").index()][3].drops;
    assert_eq!(drops[DropCause::UnknownDestination as usize], 10);
}

/// Three switches in a ring flood a frame in both directions, up to the hop limit of the frame. The receiver
/// gets several copies. Every byte must be accounted for.
#[test]
fn a_flood_in_a_ring_ends_at_the_hop_limit() {
    let links = [("h", "s0", 100), ("r", "s1", 100), ("s0", "s1", 100), ("s1", "s2", 100), ("s2", "s0", 100)];
    let mut net = learning(Net::new(&links), LONG, Unknown::Flood);
    net.spec.hop_limit = 8;
    net.flow("h", "r").size = Some(978);
    let mut world = net.world();
    super::kit::run(&mut world, Time::from_us(30));
    let flow = &world.counters().flows[0];
    assert!(flow.delivered_frames > 1 && flow.goodput_bytes == 978, "{flow:?}");
    let ledger = world.ledger();
    assert!(ledger.holds() && ledger.in_flight + ledger.buffered == 0, "{ledger:?}");
    let ends: u64 =
        world.counters().ports.iter().map(|port| port[3].drops[DropCause::HopLimit as usize]).sum();
    assert!(ends > 0);
}

/// A switch does not send a frame back through its input port, even if the destination is behind that port.
#[test]
fn frame_is_never_forwarded_to_its_input_port() {
    let links = [("h", "s0", 100), ("r", "s0", 100), ("s0", "s1", 100), ("x", "s1", 100)];
    let mut net = learning(Net::new(&links), LONG, Unknown::Flood);
    net.flow("r", "h").size = Some(978);
    let late = net.flow("h", "r");
    late.start = Time::from_us(10);
    late.size = Some(978);
    let world = net.run(Time::from_us(30));
    // `s0` floods the first frame to `h` and `s1`, and `s1` floods it to `x`. So one copy is made, and no
    // frame goes back to `s0`.
    assert_eq!(world.counters().flows[0].replicated_frames, 1);
    assert_eq!(world.counters().flows[1].replicated_frames, 0);
    assert_eq!(world.counters().flows[1].delivered_frames, 1);
    let back = net.port("s1", "s0").index();
    assert_eq!(world.counters().ports[back][3].tx_frames, 0);
}
