//! Tests of routes, and of frames that follow wrong routes.

use fabric_sim::ids::{Priority, SwitchId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fabric_sim::engine::{DropCause, EventKind, World};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::spec::{Acks, Arrival};
use fabric_sim::units::{Rate, Time};

use crate::kit::{self, Net};

/// Fabric with two switches that send the frames for `x` to each other. `a` is at `s1`, `x` at `s2`. A frame
/// passes 16 switches, and so crosses 16 links of the loop, eight in each direction.
pub fn looped(mbps: u64) -> Net {
    let mut net = Net::new(&[("a", "s1", 40), ("s1", "s2", 40), ("x", "s2", 40)]);
    let back = net.port("s2", "s1");
    let (switch, host) =
        (net.spec.nodes[net.node("s2").index()].switch(), net.spec.nodes[net.node("x").index()].host());
    Arc::make_mut(&mut net.spec.routes).override_with(switch.unwrap(), host.unwrap(), back);
    net.spec.hop_limit = 16;
    net.flow("a", "x").arrival = Arrival::Constant(Rate::from_bps(mbps * 1_000_000).unwrap());
    net
}

/// Numbers of frames that have left each of the two ports of the loop.
fn loop_frames(net: &Net, world: &World) -> [u64; 2] {
    [net.port("s1", "s2"), net.port("s2", "s1")].map(|port| world.counters().ports[port.index()][3].tx_frames)
}

/// World after 20 ms, and the numbers of frames that left the two ports of the loop in each millisecond.
fn per_millisecond(net: &Net) -> (World, Vec<[u64; 2]>) {
    let mut world = net.world();
    let mut before = [0; 2];
    let windows = (1..=20)
        .map(|ms| {
            kit::run(&mut world, Time::from_ms(ms));
            let now = loop_frames(net, &world);
            [0, 1].map(|n| now[n] - std::mem::replace(&mut before[n], now[n]))
        })
        .collect();
    (world, windows)
}

/// A loop of n links of rate B with hop limit T carries at most B/⌈T/n⌉: 40/8 = 5 Gb/s. Hu et al. (Deadlocks
/// in Datacenter Networks, 2016) give nB/T, which is equal if n divides T. Below this bound, the loop keeps
/// moving, and each frame is dropped at its hop limit.
#[test]
fn a_routing_loop_below_its_bound_does_not_deadlock() {
    let net = looped(4_900);
    let (world, windows) = per_millisecond(&net);
    // A rate of 4.9 Gb/s is 612.5 frames per millisecond. Each frame leaves each port of the loop eight
    // times.
    for window in &windows[1..] {
        for frames in window {
            assert!((4_890..=4_910).contains(frames), "{windows:?}");
        }
    }
    let flow = &world.counters().flows[0];
    assert_eq!((flow.delivered_frames, world.counters().totals.violations), (0, 0));
    // All sent frames are dropped, except those in flight. A frame in flight crosses 16 links of 1.2 µs.
    assert!(flow.sent_frames - flow.dropped_frames < 20);
    let dropped: u64 = [("s1", "s2"), ("s2", "s1")]
        .map(|(from, to)| {
            world.counters().ports[net.port(from, to).index()][3].drops[DropCause::HopLimit as usize]
        })
        .iter()
        .sum();
    assert_eq!(dropped, flow.dropped_frames, "every frame that died did so of its hop limit");
}

/// With a flow above the bound of the loop, the buffers of both switches fill, and each switch pauses the
/// other. No frame moves any more.
#[test]
fn a_routing_loop_above_its_bound_deadlocks_within_20_ms() {
    let net = looped(5_200);
    let (mut world, windows) = per_millisecond(&net);
    let stuck = windows.iter().position(|window| *window == [0, 0]);
    println!("no frame leaves a loop link in millisecond {stuck:?} of {windows:?}");
    assert!(stuck.is_some(), "{windows:?}");
    assert!(windows[stuck.unwrap()..].iter().all(|window| *window == [0, 0]), "for good: {windows:?}");
    // The deadlock never ends, because each pause is refreshed forever.
    let before = loop_frames(&net, &world);
    kit::run(&mut world, Time::from_ms(40));
    assert_eq!(loop_frames(&net, &world), before);
    assert_eq!(world.counters().totals.violations, 0, "lossless to the end");
}

/// With a hop limit of 15, a frame crosses the first of the two links eight times, as with 16. So the bound
/// is B/⌈T/n⌉ = 40/8 = 5 Gb/s, not nB/T = 5.33 Gb/s.
#[test]
fn a_routing_loop_is_bound_by_the_link_that_a_frame_crosses_most_often() {
    for (mbps, moves) in [(4_900, true), (5_200, false)] {
        let mut net = looped(mbps);
        net.spec.hop_limit = 15;
        let (_, windows) = per_millisecond(&net);
        assert_eq!(windows[19] != [0, 0], moves, "{mbps} Mb/s: {windows:?}");
    }
}

/// With a hop limit of 3 in a loop of 2 links, a frame crosses the second link only once. So this link is
/// never overloaded. Above B/⌈T/n⌉ = 20 Gb/s, the source is paused, and the loop keeps moving. With a hop
/// limit of 4, a frame crosses both links twice.
#[test]
fn a_routing_loop_deadlocks_only_if_frames_cross_each_link_twice() {
    for (limit, mbps, moves) in
        [(3, 21_000, true), (3, 26_000, true), (3, 34_000, true), (4, 19_400, true), (4, 21_000, false)]
    {
        let mut net = looped(mbps);
        net.spec.hop_limit = limit;
        let (world, windows) = per_millisecond(&net);
        assert_eq!(windows[19] != [0, 0], moves, "{limit} hops, {mbps} Mb/s: {windows:?}");
        assert_eq!(world.counters().totals.pauses > 0, mbps > 20_000, "{limit} hops, {mbps} Mb/s");
    }
}

/// A frame passes as many switches as its hop limit says.
#[test]
fn a_frame_crosses_as_many_loop_links_as_its_hop_limit() {
    for limit in [1, 2, 15, 16] {
        let mut net = looped(100);
        net.spec.hop_limit = limit;
        net.spec.flows[0].size = Some(978);
        let world = net.run(Time::from_ms(1));
        assert_eq!(loop_frames(&net, &world).iter().sum::<u64>(), u64::from(limit));
        assert_eq!(world.counters().flows[0].dropped_frames, 1);
    }
}

/// The path has three switches, so a hop limit of three is enough.
#[test]
fn a_hop_limit_of_the_length_of_the_way_delivers() {
    let mut net = Net::new(&[("a", "s1", 40), ("s1", "s2", 40), ("s2", "s3", 40), ("x", "s3", 40)]);
    net.flow("a", "x").size = Some(9_780);
    for (limit, delivered) in [(3, 10), (2, 0)] {
        net.spec.hop_limit = limit;
        let world = net.run(Time::from_ms(1));
        assert_eq!(world.counters().flows[0].delivered_frames, delivered);
        assert_eq!(world.counters().flows[0].dropped_frames, 10 - delivered);
    }
}

#[test]
fn a_destination_that_no_way_leads_to_is_counted_as_no_route() {
    let mut net = Net::new(&[("a", "s1", 40), ("b", "s1", 40), ("x", "s2", 40), ("y", "s2", 40)]);
    net.flow("a", "x").size = Some(97_800);
    net.flow("a", "b").size = Some(97_800);
    let world = net.run(Time::from_ms(1));
    let entry = &world.counters().ports[net.port("s1", "a").index()][3];
    assert_eq!(entry.drops[DropCause::NoRoute as usize], 100);
    let [lost, other] = [0, 1].map(|n| &world.counters().flows[n]);
    assert_eq!((lost.dropped_frames, lost.delivered_frames), (100, 0));
    assert_eq!((other.dropped_frames, other.delivered_frames), (0, 100));
    assert_eq!(world.counters().totals.violations, 0, "no fault of the buffer");
}

/// A wrong route can end at another host. The NIC of this host drops the frames, because they have another
/// address. The frames count as lost, and not as delivered.
#[test]
fn a_frame_that_a_wrong_route_brings_to_another_host_is_not_delivered() {
    let mut net = Net::new(&[("a", "s", 40), ("b", "s", 40), ("x", "s", 40)]);
    let astray = net.port("s", "b");
    let host = net.spec.nodes[net.node("x").index()].host().unwrap();
    Arc::make_mut(&mut net.spec.routes).override_with(SwitchId(0), host, astray);
    net.flow("a", "x").size = Some(9_780);
    let world = net.run(Time::from_ms(1));
    let flow = &world.counters().flows[0];
    assert_eq!((flow.delivered_frames, flow.goodput_bytes, flow.dropped_frames), (0, 0, 10));
    let there = &world.counters().ports[net.port("b", "s").index()][3];
    assert_eq!(there.drops[DropCause::NotForHost as usize], 10);
    assert!(world.ledger().holds());
}

/// Fabric with two leaves, four spines, and a host at each leaf.
fn leaf_spine() -> Net {
    Net::new(&[
        ("a", "s1", 400),
        ("x", "s2", 400),
        ("s1", "s11", 400),
        ("s1", "s12", 400),
        ("s1", "s13", 400),
        ("s1", "s14", 400),
        ("s11", "s2", 400),
        ("s12", "s2", 400),
        ("s13", "s2", 400),
        ("s14", "s2", 400),
    ])
}

/// Numbers of the ports of `from` through which the data of each flow left, by the number of the flow.
fn ways(net: &Net, from: &str) -> BTreeMap<u32, BTreeSet<u32>> {
    let node = net.node(from);
    let mut ways: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    kit::observe(&mut net.world(), Time::from_ms(2), |event| {
        if let EventKind::Started(frame) = event.kind
            && net.spec.ports[event.port.index()].node == node
            && frame.kind == FrameKind::Data
        {
            ways.entry(frame.flow.0).or_default().insert(event.port.0);
        }
    });
    ways
}

/// χ² of counts that are expected to be equal.
fn chi_squared(counts: &[u64]) -> f64 {
    let mean = kit::ratio(counts.iter().sum(), counts.len() as u64);
    counts.iter().map(|count| (kit::ratio(*count, 1) - mean).powi(2) / mean).sum()
}

/// Flows are distributed over the equal-cost paths, and each flow keeps its path.
#[test]
fn ecmp_is_stable_for_a_flow_and_spreads_flows_evenly() {
    let mut net = leaf_spine();
    for _ in 0..2_000 {
        net.flow("a", "x").size = Some(3 * 978);
    }
    let ways = ways(&net, "s1");
    assert_eq!(ways.len(), 2_000);
    assert!(ways.values().all(|ports| ports.len() == 1), "no flow takes two ways");
    let mut counts = BTreeMap::new();
    for ports in ways.values() {
        *counts.entry(ports.first()).or_insert(0) += 1;
    }
    let counts: Vec<u64> = counts.into_values().collect();
    println!("{counts:?}: χ² {:.2}", chi_squared(&counts));
    assert_eq!(counts.len(), 4);
    // With three degrees of freedom, χ² exceeds 16.27 once in a thousand tests.
    assert!(chi_squared(&counts) < 16.27, "{counts:?}");
}

/// The switches of a path choose independently, because each has its own salt in the hash. So the four
/// combinations of two choices in a row are equally frequent.
#[test]
fn ecmp_choices_of_two_switches_in_a_row_are_independent() {
    let mut net = Net::new(&[
        ("a", "s1", 400),
        ("s1", "s11", 400),
        ("s1", "s12", 400),
        ("s11", "s2", 400),
        ("s12", "s2", 400),
        ("s2", "s21", 400),
        ("s2", "s22", 400),
        ("s21", "s3", 400),
        ("s22", "s3", 400),
        ("x", "s3", 400),
    ]);
    for _ in 0..2_000 {
        net.flow("a", "x").size = Some(978);
    }
    let (first, second) = (ways(&net, "s1"), ways(&net, "s2"));
    let mut counts = BTreeMap::new();
    for (flow, ports) in &first {
        *counts.entry((ports.first(), second[flow].first())).or_insert(0) += 1;
    }
    let counts: Vec<u64> = counts.into_values().collect();
    println!("{counts:?}: χ² {:.2}", chi_squared(&counts));
    assert_eq!(counts.len(), 4);
    assert!(chi_squared(&counts) < 16.27, "{counts:?}");
}

/// The path of a flow depends on the name of the flow, and not on other flows.
#[test]
fn ecmp_does_not_move_a_flow_when_others_are_added() {
    let mut net = leaf_spine();
    for _ in 0..50 {
        net.flow("a", "x").size = Some(978);
    }
    let alone = ways(&net, "s1");
    for _ in 0..50 {
        net.flow("x", "a").size = Some(978);
        net.flow("a", "x").size = Some(978);
    }
    let mut flows = std::mem::take(&mut net.spec.flows);
    flows.rotate_right(37);
    net.spec.flows = flows;
    let together = ways(&net, "s1");
    for (flow, ports) in &alone {
        assert_eq!(together[&(flow + 37)], *ports);
    }
    // Another seed gives other paths.
    net.spec.seed = 2;
    assert_ne!(ways(&net, "s1"), together);
}

/// A flow that names its path takes this path at the named switches.
#[test]
fn a_named_path_is_taken() {
    for spine in ["s11", "s12", "s13", "s14"] {
        let mut net = leaf_spine();
        let port = net.port("s1", spine);
        for _ in 0..20 {
            let flow = net.flow("a", "x");
            flow.size = Some(9_780);
            flow.path = vec![port];
        }
        let ways = ways(&net, "s1");
        assert!(ways.values().all(|ports| *ports == BTreeSet::from([port.0])));
        let world = net.run(Time::from_ms(1));
        assert!(world.counters().flows.iter().all(|flow| flow.delivered_frames == 10));
    }
}

/// The receiver returns one ack for every n data frames. Acks do not count as data of the flow.
#[test]
fn acks_come_back_one_for_every_n_frames() {
    let mut net = leaf_spine();
    let flow = net.flow("a", "x");
    flow.size = Some(100 * 978);
    flow.acks = Some(Acks { every: 7, priority: Priority::P5 });
    let world = net.run(Time::from_ms(1));
    let counters = &world.counters().flows[0];
    // 14 · 7 = 98 frames have acks. The last two frames are too few for another ack.
    assert_eq!((counters.delivered_frames, counters.acks), (100, 14));
    assert_eq!((counters.sent_bytes, counters.goodput_bytes), (100_000, 97_800));
    assert!(counters.finished.is_some());
    let back = &world.counters().ports[net.port("x", "s2").index()][5];
    assert_eq!((back.tx_frames, back.tx_bytes), (14, 14 * 64));
}
