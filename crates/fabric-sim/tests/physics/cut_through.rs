//! Tests of cut-through and ingress latency: times that are exact to the picosecond, and frames that must be
//! stored.

use fabric_sim::engine::{EventKind, TraceEvent};
use fabric_sim::ids::{FlowId, Priority};
use fabric_sim::insight::end_to_end::{EndToEnd, Leg, Switch};
use fabric_sim::insight::latency::{Component, Waterfalls};
use fabric_sim::spec::{Arrival, Forwarding};
use fabric_sim::units::{Rate, Time};

use super::crossbar::CROSSBAR;
use super::kit::{Net, run};

/// Number of bytes of a frame that arrive before a switch decides where to forward the frame.
const HEADER: u64 = fabric_sim::engine::HEADER_BYTES as u64;

/// Transmission time of a byte at 100 Gb/s, in ps.
const BYTE: u64 = 80;

fn cut_through(mut net: Net, latency: Time) -> Net {
    for switch in &mut net.spec.switches {
        switch.forwarding = Forwarding::CutThrough;
        switch.ingress_latency = latency;
    }
    net
}

fn storing(mut net: Net, latency: Time) -> Net {
    net.spec.switches.iter_mut().for_each(|switch| switch.ingress_latency = latency);
    net
}

/// Fabric with a host `h`, `switches` switches in a row, and a host `r`. Links have 100 Gb/s and a delay of 1
/// µs.
fn chain(switches: usize) -> Net {
    let names: Vec<String> = (0..switches).map(|n| format!("s{n}")).collect();
    let nodes: Vec<&str> = ["h"].into_iter().chain(names.iter().map(String::as_str)).chain(["r"]).collect();
    let links: Vec<(&str, &str, u64)> = nodes.windows(2).map(|pair| (pair[0], pair[1], 100)).collect();
    Net::new(&links)
}

/// Latency in ps of the only frame, which goes from `h` to `r` and has `bytes` bytes.
fn latency(mut net: Net, bytes: u16) -> u64 {
    let flow = net.flow("h", "r");
    flow.frame_bytes = bytes;
    flow.payload_bytes = bytes - 22;
    flow.size = Some(u64::from(bytes) - 22);
    let world = net.run(Time::from_us(100));
    assert_eq!(world.counters().flows[0].delivered_frames, 1);
    world.counters().flows[0].latency.max().ps()
}

#[test]
fn cut_through_serialises_once_and_store_and_forward_at_every_switch() {
    let us = 1_000_000;
    for switches in 1..=4u64 {
        for pipeline in [0, 300_000, 500_000] {
            let net = || chain(usize::try_from(switches).unwrap());
            for bytes in [1_000, 9_000u16] {
                let frame = u64::from(bytes) * BYTE;
                let links = (switches + 1) * us;
                // A frame that arrives completely before the decision is stored, but takes no longer than
                // with cut-through.
                let cut = links + frame + switches * (HEADER * BYTE + pipeline);
                assert_eq!(
                    latency(cut_through(net(), Time(pipeline)), bytes),
                    cut,
                    "{switches} {pipeline} {bytes}"
                );
                let stored = links + frame * (switches + 1) + switches * pipeline;
                assert_eq!(
                    latency(storing(net(), Time(pipeline)), bytes),
                    stored,
                    "{switches} {pipeline} {bytes}"
                );
            }
        }
    }
}

/// At 100 Gb/s, a frame of 1000 B has arrived completely 74.88 ns after its header. With a longer ingress
/// latency, the frame is stored. The ingress latency counts from the header in both cases.
#[test]
fn the_pipeline_counts_from_the_header_whether_a_frame_is_cut_or_stored() {
    for pipeline in [74_879, 74_880, 74_881, 800_000] {
        let net = cut_through(chain(1), Time(pipeline));
        let expected = 2_000_000 + 1_000 * BYTE + HEADER * BYTE + pipeline;
        assert_eq!(latency(net, 1_000), expected, "{pipeline}");
    }
}

#[test]
fn the_preamble_is_in_before_the_header() {
    let mut net = cut_through(chain(1), Time::ZERO);
    net = net.ports(|port| port.overhead = 20);
    // Preamble and frame on one link, and preamble and header on the other link.
    assert_eq!(latency(net, 1_000), 2_000_000 + (8 + 1_000) * BYTE + (8 + HEADER) * BYTE);
}

#[test]
fn a_stream_at_line_rate_is_cut_frame_by_frame_and_never_charged() {
    let mut net = cut_through(chain(2), Time::from_ns(50));
    net.flow("h", "r").ecn = fabric_sim::wire::Ecn::Capable;
    let net = net.priority(3, |lane| lane.ecn.kmin = 0).priority(3, |lane| lane.ecn.kmax = 1);
    let world = net.run(Time::from_us(50));
    let counters = world.counters();
    assert!(counters.flows[0].delivered_frames > 570);
    assert_eq!(counters.totals.marks, 0, "what is never queued is never marked");
    assert!(counters.ports.iter().flatten().all(|lane| lane.egress_peak + lane.shared_peak == 0));
}

/// An output that is faster than the input would run out of bits during a cut-through. So the frame is
/// stored.
#[test]
fn frame_to_a_faster_output_is_stored_and_forwarded() {
    let net = || Net::new(&[("h", "s", 40), ("s", "r", 100)]);
    let stored = 2_000_000 + 1_000 * (200 + 80);
    assert_eq!(latency(cut_through(net(), Time::ZERO), 1_000), stored);
    let slower = || Net::new(&[("h", "s", 100), ("s", "r", 40)]);
    let cut = 2_000_000 + HEADER * BYTE + 1_000 * 200;
    assert_eq!(latency(cut_through(slower(), Time::ZERO), 1_000), cut);
}

fn starts(net: &Net, events: &[TraceEvent], from: &str, to: &str) -> Vec<Time> {
    let port = net.port(from, to);
    let started =
        events.iter().filter(|event| matches!(event.kind, EventKind::Started(_)) && event.port == port);
    started.map(|event| event.at).collect()
}

#[test]
fn a_paused_output_is_not_cut_into() {
    let mut net = cut_through(chain(1), Time::ZERO);
    net = net.priority(3, |lane| lane.pg.headroom = 40_000);
    net.flow("h", "r");
    net.pause("r", "s0", 1_000).start = Time::from_us(5);
    let (world, events) = net.events(Time::from_us(30));
    let paused =
        events.iter().find(|event| matches!(event.kind, EventKind::Paused(Priority::P3))).unwrap().at;
    let expired =
        events.iter().find(|event| matches!(event.kind, EventKind::Expired(Priority::P3))).unwrap().at;
    assert_eq!(expired - paused, Time(1_000 * 512 * 10));
    let starts = starts(&net, &events, "s0", "r");
    assert!(starts.iter().all(|at| *at < paused || *at >= expired));
    assert!(starts.iter().any(|at| *at < paused) && starts.iter().any(|at| *at > expired));
    assert_eq!(world.counters().totals.drops, 0);
}

/// Two senders share an output. While a frame waits for this output, later frames queue behind it. So the
/// frames of each flow stay in order.
#[test]
fn frames_behind_a_waiting_one_are_stored_and_stay_in_order() {
    let mut net = cut_through(Net::star(&[100, 100], 100), Time::from_ns(20));
    for from in ["h0", "h1"] {
        net.flow(from, "r");
    }
    let (_, events) = net.events(Time::from_us(60));
    let mut last = [None; 2];
    for event in &events {
        if let EventKind::Delivered(frame) = event.kind {
            let last = &mut last[frame.flow.index()];
            assert!(last.is_none_or(|last| frame.sequence == last + 1), "{frame:?}");
            *last = Some(frame.sequence);
        }
    }
    let world = net.run(Time::from_us(60));
    assert!(world.counters().ports.iter().flatten().any(|lane| lane.egress_peak > 0));
    assert_eq!(world.counters().totals.drops, 0);
}

/// Under load, cut-through and store and forward deliver the same number of frames.
#[test]
fn under_load_cut_through_delivers_as_much_as_store_and_forward() {
    let delivered = |change: &dyn Fn(Net) -> Net| {
        let mut net = Net::new(&[("h0", "s0", 100), ("h1", "s0", 100), ("s0", "s1", 100), ("s1", "r", 100)]);
        for (from, load) in [("h0", 30), ("h1", 45)] {
            let flow = net.flow(from, "r");
            flow.arrival = Arrival::Poisson(Rate::gbps(load));
            flow.jitter = true;
            flow.size = Some(978 * 2_000);
        }
        let mut world = change(net).world();
        run(&mut world, Time::from_ms(2));
        let sums: Vec<u64> = world.counters().flows.iter().map(|flow| flow.delivered_bytes).collect();
        let mean = world.counters().flows[0].latency.mean();
        (sums, mean)
    };
    let (stored, slow) = delivered(&|net| storing(net, Time::from_ns(300)));
    let (cut, quick) = delivered(&|net| cut_through(net, Time::from_ns(300)));
    assert_eq!(stored, [2_000_000, 2_000_000]);
    assert_eq!(cut, stored);
    assert!(quick < slow, "{quick} {slow}");
}

/// The end of the frame is still on the first cable while its start is on the next cable.
#[test]
fn a_cut_frame_is_seen_on_both_cables() {
    let mut net = cut_through(chain(1), Time::ZERO);
    let flow = net.flow("h", "r");
    flow.frame_bytes = 9_000;
    flow.payload_bytes = 8_978;
    flow.size = Some(8_978);
    let mut world = net.world();
    run(&mut world, Time(1_000_000 + 5_120 + 1));
    let mut snapshot = fabric_sim::engine::WorldView::default();
    world.snapshot(&mut snapshot);
    let cables: Vec<_> = snapshot.in_flight.iter().map(|frame| (frame.cable, frame.bytes)).collect();
    assert_eq!(cables, [(net.port("h", "s0"), 9_000), (net.port("s0", "r"), 9_000)]);
    assert!(world.ledger().holds());
}

/// A frame that is cut through also crosses the crossbar. In this test, no other frame is in the crossbar.
#[test]
fn a_cut_frame_takes_the_time_of_crossing_an_idle_crossbar() {
    let crossing = CROSSBAR.latency;
    let mut net = cut_through(chain(2), Time::from_ns(10));
    for switch in &mut net.spec.switches {
        switch.crossbar = Some(CROSSBAR);
    }
    let expected = 3_000_000 + 1_000 * BYTE + 2 * (HEADER * BYTE + 10_000 + crossing.ps());
    assert_eq!(latency(net, 1_000), expected);
}

/// Each term of the calculated end-to-end latency must equal the measured term.
#[test]
fn the_end_to_end_calculator_agrees_with_the_simulation_term_by_term() {
    for (forwarding, pipeline) in
        [(Forwarding::StoreAndForward, 0), (Forwarding::StoreAndForward, 300), (Forwarding::CutThrough, 50)]
    {
        let mut net = Net::new(&[("h", "s0", 100), ("s0", "s1", 40), ("s1", "s2", 100), ("s2", "r", 25)]);
        net = net.ports(|port| port.overhead = 20);
        for switch in &mut net.spec.switches {
            switch.forwarding = forwarding;
            switch.ingress_latency = Time::from_ns(pipeline);
        }
        net.flow("h", "r").size = Some(978);
        let leg = |from, to| {
            let port = &net.spec.ports[net.port(from, to).index()];
            Leg { clock: port.clock, overhead: port.config.overhead, delay: port.delay }
        };
        let switch =
            Switch { forwarding, ingress: Time::from_ns(pipeline), crossing: Time::ZERO, slots: Time::ZERO };
        let rest = [("s0", "s1"), ("s1", "s2"), ("s2", "r")].map(|(from, to)| (switch, leg(from, to)));
        let terms = EndToEnd::of(1_000, leg("h", "s0"), &rest);
        let spec = std::sync::Arc::new(net.spec.clone());
        let mut waterfalls = Waterfalls::means(spec);
        net.world().run_until(Time::from_us(20), u64::MAX, &mut waterfalls);
        let (parts, frames) = waterfalls.flow(FlowId(0));
        assert_eq!(frames, 1);
        assert_eq!(parts.total(), terms.total());
        assert_eq!(parts.of(Component::Serialisation), terms.serialisation);
        assert_eq!(parts.of(Component::Propagation), terms.propagation);
        assert_eq!(parts.of(Component::Ingress), terms.ingress);
    }
}

/// A crossbar transfers a frame in slots. At each switch, the frame may wait up to one slot for a slot
/// boundary. The latency must be the calculated one, or longer by at most these waits.
#[test]
fn a_stored_frame_crosses_in_the_slots_of_its_cells() {
    let mut net = Net::new(&[("h", "s0", 100), ("s0", "s1", 100), ("s1", "r", 100)]);
    net = net.ports(|port| port.overhead = 20);
    for switch in &mut net.spec.switches {
        switch.crossbar = Some(CROSSBAR);
    }
    net.flow("h", "r").size = Some(978);
    let leg = |from, to| {
        let port = &net.spec.ports[net.port(from, to).index()];
        Leg { clock: port.clock, overhead: port.config.overhead, delay: port.delay }
    };
    let cells = 1_000_u64.div_ceil(CROSSBAR.cell_bytes.into());
    let switch = Switch {
        forwarding: Forwarding::StoreAndForward,
        ingress: Time::ZERO,
        crossing: CROSSBAR.latency,
        slots: Time(CROSSBAR.slot.ps() * cells),
    };
    let terms = EndToEnd::of(1_000, leg("h", "s0"), &[(switch, leg("s0", "s1")), (switch, leg("s1", "r"))]);
    let world = net.run(Time::from_us(20));
    let took = world.counters().flows[0].latency.max();
    assert!(took >= terms.total() && took < terms.total() + Time(2 * CROSSBAR.slot.ps()), "{took} {terms:?}");
    assert_eq!(world.path_of(FlowId(0)).map(|path| path.len()), Some(3));
}
