//! Tests of the egress trigger, with which an egress queue, and not a priority group, requests pauses.

use fabric_sim::engine::WorldView;
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::spec::{Arrival, PortConfig};
use fabric_sim::units::{Rate, Time};

use crate::kit::{self, Net};

/// With the egress trigger, `h1` is paused, too. Host `h1` sends only at half of the rate of the output, but
/// a single frame of `h1` in a full queue is enough. With the ingress trigger, the group of `h1` never
/// reaches XOFF.
#[test]
fn the_egress_trigger_pauses_every_input_that_feeds_the_queue() {
    let build = |change: fn(&mut PortConfig)| {
        let mut net = Net::star(&[100, 100], 40).ports(change);
        net.flow("h0", "r");
        net.flow("h1", "r").arrival = Arrival::Constant(Rate::gbps(1));
        net
    };
    let ingress = build(|_| ());
    let (guilty, innocent) = (ingress.port("s", "h0"), ingress.port("s", "h1"));
    let pauses = |net: &Net| {
        let world = net.run(Time::from_ms(1));
        assert_eq!(world.counters().totals.drops, 0);
        [guilty, innocent].map(|port| world.counters().ports[port.index()][3].pauses_sent)
    };
    let [by_pg, innocent_by_pg] = pauses(&ingress);
    assert!(by_pg > 0);
    assert_eq!(innocent_by_pg, 0, "1 Gb/s never holds 40 kB of the PG");
    let [by_queue, innocent_by_queue] = pauses(&build(kit::egress_trigger));
    assert!(by_queue > 0);
    assert!(innocent_by_queue > 0, "its frames are in the queue that crossed XOFF");
}

/// With the egress trigger, XOFF and XON are thresholds of the egress queue. Two inputs bring 200 Gb/s to an
/// output of 100 Gb/s. The inputs are paused when the queue reaches XOFF, although each group is below XOFF.
/// After that, only bytes in flight lengthen the queue.
#[test]
fn the_egress_trigger_acts_on_the_sum_over_inputs() {
    let mut net = Net::star(&[100, 100], 100);
    net.flow("h0", "r");
    net.flow("h1", "r");
    let output = net.port("s", "r");
    let peak = |net: &Net| net.run(Time::from_us(500)).counters().ports[output.index()][3].egress_peak;
    // With the ingress trigger, both groups fill to 40 kB before they request a pause.
    assert!(peak(&net) > 80_000);
    // With the egress trigger, the queue fills to 40 kB. In the round trip of 2 µs, 200 Gb/s arrive and 100
    // Gb/s drain, which adds 25 kB. Three more frames are allowed.
    let net = net.ports(kit::egress_trigger);
    let by_queue = peak(&net);
    assert!((40_000..=68_000).contains(&by_queue), "{by_queue}");
}

/// With `xon_offset`, the inputs resume when the queue is 3 kB below XOFF. Without `xon_offset`, they resume
/// at an XON of 0, so that the link is idle at times.
#[test]
fn the_egress_trigger_obeys_the_xon_offset() {
    let mut net = Net::star(&[100, 100], 100).priority(3, |lane| {
        lane.pg.threshold = Threshold::Static(40_000);
        lane.pg.xon = 0;
    });
    net.flow("h0", "r");
    net.flow("h1", "r");
    let net = net.ports(kit::egress_trigger);
    let delivered = |net: &Net| net.run(Time::from_ms(1)).counters().totals.delivered;
    let without = delivered(&net);
    let net = net.priority(3, |lane| lane.pg.xon_offset = Some(3_000));
    let with = delivered(&net);
    // In 1 ms, 100 Gb/s carry 12 500 frames of 1000 B, less the frames of the first 3 µs.
    assert!(with > 12_400, "{with}");
    // If the inputs resume only when the queue is empty, the link idles for a round trip of 2 µs each time.
    assert!(without < with * 9 / 10, "{without} {with}");
}

/// Thresholds are dynamic. Inputs resume when other queues drain and free memory, even if the queue that
/// caused the pause of the inputs does not drain.
#[test]
fn a_standing_queue_resumes_its_inputs_as_the_pool_drains() {
    let net = Net::new(&[("h0", "s", 100), ("h1", "s", 100), ("r0", "s", 100), ("r1", "s", 10)]);
    let mut net = net.memory(200_000).ports(kit::egress_trigger).priority(3, |lane| {
        lane.pg.threshold = Threshold::Dynamic(1 << 16);
        (lane.pg.xon, lane.pg.xon_offset) = (0, Some(3_000));
        (lane.pg.reserve, lane.pg.headroom) = (0, 20_000);
    });
    // A pause source blocks one queue with 60 kB forever. The frames of the other queue drain at 10 Gb/s.
    net.block("r0", "s");
    net.flow("h1", "r1").size = Some(60 * 978);
    net.flow("h0", "r0").size = Some(60 * 978);
    net.spec.flows[1].start = Time::from_us(2);
    let world = net.run(Time::from_us(500));
    let at = &world.counters().ports[net.port("s", "h0").index()][3];
    assert_eq!((at.pauses_sent, at.resumes_sent), (1, 1));
    let mut shown = WorldView::default();
    world.snapshot(&mut shown);
    let queue = shown.ports[net.port("s", "r0").index()].priorities[3].egress_bytes;
    assert!(queue > 20_000, "{queue} B stand");
}
