//! Tests of multicast flows, and of raw frames, which have no transport.

use fabric_sim::engine::{DropCause, World};
use fabric_sim::fabric::endpoint::ReceiveThresholds;
use fabric_sim::fabric::mac::{LearningConfig, Unknown};
use fabric_sim::ids::{FlowId, HostId, Priority};
use fabric_sim::spec::{Fault, Operation};
use fabric_sim::units::Time;

use super::kit::{Net, close, flow};

/// Fabric with three leaves and two spines. Each leaf has two hosts.
fn leaves() -> Net {
    let mut links = Vec::new();
    for (leaf, hosts) in [("s1", ["a1", "a2"]), ("s2", ["b1", "b2"]), ("s3", ["c1", "c2"])] {
        links.extend(hosts.map(|host| (host, leaf, 100)));
        links.extend(["s8", "s9"].map(|spine| (leaf, spine, 100)));
    }
    Net::new(&links)
}

/// Adds a multicast of 100 frames from `a1` to `to`.
fn multicast<'a>(net: &'a mut Net, to: &[&str]) -> &'a mut fabric_sim::spec::FlowSpec {
    let others = to[1..].iter().map(|host| net.node(host)).collect();
    let flow = net.flow("a1", to[0]);
    (flow.operation, flow.size) = (Operation::Multicast(others), Some(97_800));
    flow
}

/// Number of data frames that left through the port of `from` to `to`.
fn sent(net: &Net, world: &World, from: &str, to: &str) -> u64 {
    world.counters().ports[net.port(from, to).index()][3].tx_frames
}

#[test]
fn every_receiver_gets_all_of_a_multicast_and_each_link_carries_it_once() {
    let mut net = leaves();
    multicast(&mut net, &["b1", "b2", "c1", "a2"]);
    let world = net.run(Time::from_ms(1));
    let got = world.received(flow(0));
    assert!(got.iter().all(|got| (got.frames, got.bytes, got.goodput) == (100, 100_000, 97_800)), "{got:?}");
    assert_eq!(got.len(), 4);
    let counters = &world.counters().flows[0];
    assert_eq!(
        (counters.sent_frames, counters.replicated_frames, counters.delivered_frames),
        (100, 300, 400)
    );
    assert!(counters.finished.is_some() && world.ledger().holds());
    // The first leaf sends each frame up to only one of the two spines.
    let up = ["s8", "s9"].map(|spine| sent(&net, &world, "s1", spine));
    assert_eq!(up.iter().sum::<u64>(), 100, "{up:?}");
    for (leaf, hosts, copies) in [("s2", ["b1", "b2"], [100, 100]), ("s3", ["c1", "c2"], [100, 0])] {
        let down: u64 = ["s8", "s9"].iter().map(|spine| sent(&net, &world, spine, leaf)).sum();
        assert_eq!((down, hosts.map(|host| sent(&net, &world, leaf, host))), (100, copies), "{leaf}");
    }
}

#[test]
fn a_multicast_runs_without_loss_at_the_rate_of_its_slowest_receiver() {
    let mut net = Net::new(&[("a1", "s", 100), ("r1", "s", 100), ("r2", "s", 40), ("r3", "s", 100)]);
    multicast(&mut net, &["r1", "r2", "r3"]).size = None;
    let (from, to) = (Time::from_us(200), Time::from_us(1_200));
    let before = net.run(from).received(flow(0));
    let world = net.run(to);
    for (before, after) in before.iter().zip(world.received(flow(0))) {
        let gbps = super::kit::ratio((after.bytes - before.bytes) * 8_000, (to - from).ps());
        close("each receiver", gbps, 40.0, 0.005);
    }
    assert_eq!(world.counters().flows[0].dropped_frames, 0);
}

#[test]
fn a_multicast_frame_stays_charged_until_its_last_copy_has_left() {
    let mut net = Net::new(&[("a1", "s", 100), ("r1", "s", 100), ("r2", "s", 100)]);
    multicast(&mut net, &["r1", "r2"]).size = Some(4 * 978);
    net.block("r2", "s");
    let world = net.run(Time::from_us(100));
    let view = world.priority(net.port("s", "a1"), Priority::P3);
    // The frames for `r1` have left. The frames that wait for `r2` are still charged to their input.
    let [first, second] = world.received(flow(0))[..] else { panic!("two receivers") };
    assert_eq!(first.frames, 4);
    assert_eq!(view.pg.shared + view.pg.reserve, (4 - second.frames) * 1_000);
    assert!(second.frames < 4);
}

#[test]
fn a_switch_that_learns_floods_a_multicast() {
    let mut net = Net::new(&[("a1", "s", 100), ("r1", "s", 100), ("r2", "s", 100), ("x", "s", 100)]);
    net.spec.switches[0].learning =
        Some(LearningConfig { ageing: Time::from_ms(1_000), unknown: Unknown::Flood });
    multicast(&mut net, &["r1", "r2"]);
    let world = net.run(Time::from_ms(1));
    assert_eq!(world.received(flow(0)).iter().map(|got| got.frames).collect::<Vec<_>>(), [100, 100]);
    let useless = world.counters().ports[net.port("x", "s").index()][3].drops[DropCause::FloodCopy as usize];
    assert_eq!((useless, world.counters().flows[0].replicated_frames), (100, 200));
}

#[test]
fn the_tree_of_a_multicast_follows_the_routes() {
    let mut net = leaves();
    multicast(&mut net, &["b1", "c1"]).size = None;
    net.spec.reroute_delay = Time::from_us(10);
    let spine = |world: &World| ["s8", "s9"].map(|spine| sent(&net, world, "s1", spine));
    let before = spine(&net.run(Time::from_us(100)));
    let used = if before[0] > 0 { "s8" } else { "s9" };
    let other = usize::from(before[0] > 0);
    assert_eq!(before[other], 0);
    let mut world = net.run(Time::from_us(100));
    world.act(fabric_sim::spec::Action::Fault(Fault::LinkDown(net.port("s1", used))));
    super::kit::run(&mut world, Time::from_us(400));
    let got = world.received(FlowId(0));
    assert!(spine(&world)[other] > 1_000, "{:?}", spine(&world));
    assert!(got.iter().all(|got| got.frames > 1_000), "{got:?}");
    assert!(world.ledger().holds());
}

#[test]
fn a_class_of_multicast_alone_pauses_after_8_frames_and_a_round_trip() {
    let high = |operation: fn(&Net) -> Operation| {
        let mut net = Net::new(&[("a1", "s", 100), ("r1", "s", 100), ("r2", "s", 100)]);
        let operation = operation(&net);
        net.flow("a1", "r1").operation = operation;
        net.world().receiver(HostId(1)).xoff[3]
    };
    let round_trip = 25_000;
    let multicast = high(|net| Operation::Multicast(vec![net.node("r2")]));
    assert_eq!(multicast, ReceiveThresholds::of_traffic(8, 1_000, round_trip).xoff);
    assert_eq!(high(|_| Operation::Write), ReceiveThresholds::of_traffic(32, 1_000, round_trip).xoff);
}

#[test]
fn a_send_and_a_raw_frame_have_the_wire_time_of_a_write() {
    let run = |operation: Operation| {
        let mut net = Net::star(&[100, 100], 100);
        net.flow("h0", "r").operation = operation;
        net.flow("h1", "r");
        net.run(Time::from_us(500)).hash()
    };
    let write = run(Operation::Write);
    assert_eq!([run(Operation::Send), run(Operation::Raw)], [write, write]);
}
