//! Tests of switch memory: thresholds of groups, VOQs and egress queues, shared headroom, and early drops.
//! Each kind of drop must have its own cause.

use std::sync::Arc;

use fabric_sim::document::Document;
use fabric_sim::engine::{AdmissionResult, DropCause, EventKind, TraceEvent, World};
use fabric_sim::fabric::buffer::{HeadroomPool, Scope, Threshold};
use fabric_sim::fabric::egress::{EcnConfig, MarkAt, WredConfig};
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::spec::Arrival;
use fabric_sim::units::{Rate, Time};
use fabric_sim::wire::Ecn;

use crate::counted::drops;
use crate::kit::{self, Net, ratio};

fn only(world: &World, cause: DropCause) {
    for other in DropCause::ALL {
        assert_eq!(drops(world, other) > 0, other == cause, "{}", other.name());
    }
}

/// Fabric with one input and two outputs. Both outputs are blocked until a test unblocks them.
fn two_blocked_outputs(scope: Scope) -> Net {
    let mut net = Net::new(&[("h", "s", 100), ("a", "s", 100), ("b", "s", 100)])
        .priority(3, |lane| (lane.pg.scope, lane.pg.headroom) = (scope, 60_000));
    for (receiver, opens) in [("a", 100), ("b", 200)] {
        // Each of the two flows sends 60 frames. The NIC sends the frames of the two flows in turn.
        net.flow("h", receiver).size = Some(60 * 978);
        net.block(receiver, "s");
        net.spec.pause_sources.last_mut().unwrap().stop = Some(Time::from_us(opens));
        net.pause(receiver, "s", 0).start = Time::from_us(opens);
    }
    net
}

fn requests_pause(world: &World, port: PortId) -> bool {
    let mut snapshot = fabric_sim::engine::WorldView::default();
    world.snapshot(&mut snapshot);
    snapshot.ports[port.index()].requested_pauses.contains(Priority::P3)
}

/// XOFF is 40 kB. A group reaches this threshold with 20 kB for each output, a VOQ with 40 kB for its output.
/// The NIC sends to both outputs in turn, so the second VOQ also fills before the pause arrives.
#[test]
fn a_group_pauses_at_the_sum_and_voqs_pause_one_by_one() {
    for (scope, held) in [(Scope::Group, 40_000), (Scope::Voq, 80_000)] {
        let net = two_blocked_outputs(scope);
        let input = net.port("s", "h");
        let mut world = net.run(Time::from_us(90));
        let shared = world.priority(input, Priority::P3).pg.shared;
        assert_eq!((shared, requests_pause(&world, input)), (held, true), "{scope:?}");
        kit::run(&mut world, Time::from_us(400));
        assert_eq!((world.counters().totals.drops, requests_pause(&world, input)), (0, false));
        assert!(world.counters().flows.iter().all(|flow| flow.delivered_frames == 60));
    }
}

/// The VOQs of both outputs have reached XOFF. After one output is unblocked, the VOQ of the other output
/// keeps the input paused.
#[test]
fn an_input_resumes_when_none_of_its_voqs_is_above_xon() {
    let mut net = two_blocked_outputs(Scope::Voq);
    // With a longer delay, enough frames arrive after the pause for the second VOQ to reach XOFF.
    net = net.delay(Time::from_us(2));
    let input = net.port("s", "h");
    let mut world = net.run(Time::from_us(99));
    assert!(requests_pause(&world, input));
    let held = |world: &World, to: &str| world.priority(net.port("s", to), Priority::P3).egress_bytes;
    assert!(held(&world, "a") > 40_000 && held(&world, "b") > 40_000);
    kit::run(&mut world, Time::from_us(190));
    assert_eq!(held(&world, "a"), 0);
    assert!(requests_pause(&world, input), "b is above XON still");
    kit::run(&mut world, Time::from_us(400));
    assert!(!requests_pause(&world, input));
}

/// Two inputs send to one blocked output. The XOFF of 40 kB limits each group, or the egress queue of both
/// inputs.
#[test]
fn a_lossless_queue_at_its_threshold_pauses_every_input_that_feeds_it() {
    for (scope, least, most) in [(Scope::Group, 80_000, 140_000), (Scope::Queue, 40_000, 100_000)] {
        let mut net = Net::star(&[100, 100], 100)
            .priority(3, |lane| (lane.pg.scope, lane.pg.headroom) = (scope, 60_000));
        for sender in ["h0", "h1"] {
            net.flow(sender, "r").size = Some(200 * 978);
        }
        net.block("r", "s");
        net.spec.pause_sources[0].stop = Some(Time::from_us(100));
        net.pause("r", "s", 0).start = Time::from_us(100);
        let inputs = [net.port("s", "h0"), net.port("s", "h1")];
        let mut world = net.run(Time::from_us(90));
        let held = world.priority(net.port("s", "r"), Priority::P3).egress_bytes;
        assert!((least..=most).contains(&held), "{scope:?}: {held}");
        let shared: u64 = inputs.iter().map(|port| world.priority(*port, Priority::P3).pg.shared).sum();
        assert_eq!(shared, least, "{scope:?}");
        assert!(inputs.iter().all(|port| requests_pause(&world, *port)));
        kit::run(&mut world, Time::from_us(400));
        assert_eq!(world.counters().totals.drops, 0);
        assert!(world.counters().flows.iter().all(|flow| flow.delivered_frames == 200), "{scope:?}");
    }
}

/// Fabric with two lossy inputs, each of which sends to one output at half of the output's rate.
fn lossy(change: impl Fn(&mut fabric_sim::spec::PriorityConfig)) -> Net {
    let mut net = Net::star(&[100, 100], 100).priority(0, change);
    for sender in ["h0", "h1"] {
        net.flow(sender, "r").priority = Priority::P0;
    }
    net
}

#[test]
fn the_smaller_of_two_lossy_limits_drops_and_is_reported() {
    for (group, queue, scope, held, cause) in [
        (20_000, 90_000, Scope::Group, 40_000, DropCause::TailDrop),
        (20_000, 90_000, Scope::Voq, 40_000, DropCause::TailDrop),
        (20_000, 90_000, Scope::Queue, 20_000, DropCause::EgressTailDrop),
        (90_000, 30_000, Scope::Group, 30_000, DropCause::EgressTailDrop),
    ] {
        let net = lossy(|lane| {
            lane.pg.threshold = Threshold::Static(group);
            lane.pg.scope = scope;
            lane.egress_limit = Some(Threshold::Static(queue));
        });
        let world = net.run(Time::from_us(100));
        only(&world, cause);
        let peak = world.counters().ports[net.port("s", "r").index()][0].egress_peak;
        assert_eq!(peak, held, "{scope:?} {group} {queue}");
        assert_eq!(world.counters().totals.violations, 0);
    }
}

/// An egress queue is full. With single FIFOs, a frame for this queue holds up all later frames of its input.
/// With VOQs, frames for other outputs pass.
#[test]
fn a_per_edge_switch_holds_its_frames_at_the_input_while_the_next_queue_has_no_room() {
    let delivered = |params: &str| {
        let text = format!(
            r#"{{"format": 1, "model": 1, "hosts": [{{"name": "h"}}, {{"name": "a"}}, {{"name": "b"}}],
                "switches": [{{"name": "s", "profile": "per-edge"}}],
                "links": [["h", "s", "100G"], ["a", "s", "100G"], ["b", "s", "100G"]],
                "flows": [{{"name": "to a", "from": "h", "to": "a", "size": "20k"}},
                          {{"name": "to b", "from": "h", "to": "b", "size": "20k"}}],
                "pause_sources": [{{"name": "p", "node": "a", "priorities": [3], "every": "10us", "stop": "50us"}}],
                "params": {{"cable": "5m"{params}}}}}"#
        );
        let spec = Document::parse(&text).unwrap().compile().unwrap_or_else(|problems| panic!("{problems}"));
        let mut world = World::new(Arc::new(spec));
        let frames =
            |world: &World| world.counters().flows.iter().map(|flow| flow.delivered_frames).collect();
        kit::run(&mut world, Time::from_us(40));
        let before: Vec<u64> = frames(&world);
        kit::run(&mut world, Time::from_ms(2));
        let after: Vec<u64> = frames(&world);
        assert_eq!(world.counters().totals.drops, 0);
        (before[1], after)
    };
    let (fifo, after) = delivered("");
    assert!(fifo < 5, "{fifo} frames to b came past those for a");
    assert_eq!(after, [21, 21], "and all when a takes its own");
    assert_eq!(delivered(r#", "switch.s.crossbar_inputs": "voq""#).0, 21);
}

const WRED: WredConfig = WredConfig { min: 20_000, max: 60_000, drop: EcnConfig::CERTAIN / 5 };

/// A frame finds q bytes in the queue. From q = 20 kB on, the frame is dropped with probability p = 20 % · (q
/// − 20 kB) / 40 kB, and from 60 kB on always. The number of drops must be the sum of p over all arriving
/// frames, with a tolerance of four standard deviations.
#[test]
fn wred_drops_with_the_stated_probability_before_the_tail() {
    let mut net = lossy(|lane| {
        lane.wred = WRED;
        lane.pg.threshold = Threshold::Static(1_000_000);
    });
    // The load is slightly above the rate of the output. So the queue varies below the upper threshold.
    net.spec.flows[1].arrival = Arrival::Poisson(Rate::gbps(8));
    let (world, events) = net.events(Time::from_ms(4));
    let (mut offers, mut mean, mut variance, mut dropped) = (0u32, 0.0, 0.0, 0u64);
    for TraceEvent { kind, .. } in &events {
        let EventKind::Admission(_, details) = kind else { continue };
        let queue = u64::from(details.queue.used);
        let p = if queue < WRED.min { 0.0 } else { 0.2 * ratio(queue - WRED.min, WRED.max - WRED.min) };
        let p = if queue >= WRED.max { 1.0 } else { p };
        (mean, variance, offers) = (mean + p, variance + p * (1.0 - p), offers + 1);
        dropped += u64::from(details.result == AdmissionResult::Dropped(DropCause::Wred));
    }
    println!("{dropped} of {offers} dropped, expected {mean:.0} ± {:.0}", f64::sqrt(variance));
    assert!(mean > 1_000.0 && variance > 500.0);
    assert!((ratio(dropped, 1) - mean).abs() < 4.0 * f64::sqrt(variance));
    assert_eq!(drops(&world, DropCause::Wred), dropped);
    only(&world, DropCause::Wred);
}

#[test]
fn with_ecn_wred_marks_frames_that_can_carry_a_mark() {
    let kmin = 1 << 30;
    let mut net = lossy(|lane| {
        lane.wred = WRED;
        lane.pg.threshold = Threshold::Static(1_000_000);
        lane.ecn = EcnConfig { kmin, kmax: kmin, pmax: 0, at: MarkAt::Dequeue };
    });
    net.spec.flows.iter_mut().for_each(|flow| flow.stop = Some(Time::from_us(40)));
    net.spec.flows[0].ecn = Ecn::Capable;
    let world = net.run(Time::from_us(200));
    let flows = &world.counters().flows;
    assert_eq!(flows[0].dropped_frames, 0, "marked instead");
    assert!(flows[0].marked_frames > 50 && flows[1].marked_frames == 0);
    assert!(flows[1].dropped_frames > 50);
    assert_eq!(world.counters().totals.marks, flows[0].marked_frames);
}

#[test]
fn wred_leaves_lossless_frames_alone() {
    let mut net =
        Net::star(&[100, 100], 100).priority(3, |lane| lane.wred = WredConfig { min: 0, max: 0, drop: 0 });
    net.flow("h0", "r");
    net.flow("h1", "r");
    assert_eq!(net.run(Time::from_us(100)).counters().totals.drops, 0);
}

/// World in which four inputs need their headroom at the same time. Each input needs 15 180 B: 100 Gb/s, 100
/// m, frames of 1518 B, and an idle reverse link (see `headroom.rs`).
fn four_in_headroom(headroom: HeadroomPool) -> World {
    let mut net = Net::star(&[100; 4], 100).delay(Time::from_ns(500)).ports(|port| {
        port.overhead = 20;
        port.priorities[3].pg.headroom = 15_180;
    });
    net.spec.switches[0].pool.headroom = headroom;
    for sender in ["h0", "h1", "h2", "h3"] {
        let flow = net.flow(sender, "r");
        (flow.frame_bytes, flow.payload_bytes, flow.start) = (1_518, 1_496, Time::from_us(10));
    }
    net.block("r", "s");
    net.run(Time::from_us(200))
}

/// Four inputs use their headroom. The port of the receiver has a priority group, too, so a pool at ratio 1
/// has the size of five headrooms.
#[test]
fn with_headroom_at_the_bound_a_pool_at_ratio_one_loses_nothing() {
    for headroom in [HeadroomPool::Private, HeadroomPool::Ratio(HeadroomPool::ONE)] {
        let world = four_in_headroom(headroom);
        assert_eq!(world.counters().totals.drops, 0, "{headroom:?}");
        assert_eq!(world.counters().headroom_pool_peaks[0], 4 * 15_180);
    }
}

#[test]
fn an_over_subscribed_headroom_pool_drops_lossless_frames_and_is_reported() {
    let world = four_in_headroom(HeadroomPool::Ratio(2 * HeadroomPool::ONE));
    only(&world, DropCause::PoolViolation);
    // A pool of 37 950 B has memory for 25 of the 40 frames in headroom.
    assert_eq!(world.counters().headroom_pool_peaks[0], 25 * 1_518);
    assert_eq!(drops(&world, DropCause::PoolViolation), 15);
    assert_eq!(world.counters().totals.violations, 15);
}

#[test]
fn a_priority_that_is_not_counted_passes_a_full_switch() {
    let mut net = Net::star(&[100, 100], 100).priority(0, |lane| {
        lane.pg.threshold = Threshold::Static(0);
        lane.egress_limit = None;
    });
    net.flow("h0", "r").priority = Priority::P0;
    only(&net.run(Time::from_us(50)), DropCause::TailDrop);
    let net = net.priority(0, |lane| lane.pg.counted = false);
    let world = net.run(Time::from_us(50));
    assert_eq!(world.counters().totals.drops, 0);
    assert_eq!(world.counters().ports[net.port("s", "h0").index()][0].shared_peak, 0);
}
