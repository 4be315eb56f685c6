//! Tests of flows and their NICs: frames that flows hand over, losses in the NIC, and starts and stops of
//! flows.

use fabric_sim::engine::{DropCause, World};
use fabric_sim::spec::{Action, Arrival, TimedAction};
use fabric_sim::units::{Rate, Time};

use crate::kit::{self, Net};

/// A flow hands over 50 Gb/s to a NIC of 40 Gb/s. The excess of 1.25 B/ns fills the queue of 4 MiB in 3.36
/// ms. From then on, a fifth of the frames is lost, and counted at the NIC.
#[test]
fn a_nic_queue_that_overflows_loses_and_counts_the_excess() {
    let mut net = Net::star(&[40], 40);
    net.flow("h0", "r").arrival = Arrival::Constant(Rate::gbps(50));
    let world = net.run(Time::from_ms(5));
    let flow = &world.counters().flows[0];
    // The excess: 50 Gb/s for 5 ms, less 40 Gb/s for 5 ms, less 4 MiB in whole frames.
    let expected = 6_250_000 - (4 << 20);
    assert!(flow.dropped_bytes.abs_diff(expected) <= 2_000, "{} for {expected}", flow.dropped_bytes);
    let nic = &world.counters().ports[net.port("h0", "s").index()][3];
    assert_eq!(nic.drops[DropCause::SourceFull as usize], flow.dropped_frames);
    assert_eq!(
        (flow.unsent_frames, flow.first_dropped, nic.first_dropped),
        (flow.dropped_frames, None, None)
    );
    assert_eq!(world.counters().totals.drops, flow.dropped_frames, "nothing else is lost");
    assert!(world.ledger().holds());
}

/// A constant rate gives one frame per interval. Frames of 1000 B at 8 Gb/s come every microsecond; the first
/// comes at the start.
#[test]
fn a_constant_rate_hands_over_one_frame_an_interval() {
    let mut net = Net::star(&[100], 100);
    let flow = net.flow("h0", "r");
    flow.arrival = Arrival::Constant(Rate::gbps(8));
    (flow.start, flow.stop) = (Time::from_us(10), Some(Time::from_us(20)));
    assert_eq!(net.run(Time(9_999_999)).counters().flows[0].sent_frames, 0);
    assert_eq!(net.run(Time::from_us(10)).counters().flows[0].sent_frames, 1);
    assert_eq!(net.run(Time::from_us(15)).counters().flows[0].sent_frames, 6);
    // The flow hands over no frames from its stop time on.
    assert_eq!(net.run(Time::from_us(50)).counters().flows[0].sent_frames, 10);
}

/// An Ethernet link never exceeds its rate. With 20 B of overhead, 1000 of 1020 B on the wire are frame
/// bytes.
#[test]
fn wire_overhead_reduces_the_frame_rate() {
    let mut net = Net::star(&[100], 100).ports(|port| port.overhead = 20);
    net.flow("h0", "r");
    let rates = net.rates(Time::from_us(10), Time::from_us(1_010));
    kit::close("Gb/s of frame bytes", rates[0], 100_000.0 / 1_020.0, 1e-3);
}

/// The last bit of a frame arrives after preamble, frame and propagation delay. The gap delays only the next
/// frame. The switch stores and forwards the frame.
#[test]
fn an_unloaded_way_takes_its_serialisation_and_propagation() {
    for (overhead, preamble) in [(0, 0), (20, 8), (4, 4)] {
        let mut net = Net::star(&[100], 40).ports(|port| port.overhead = overhead);
        net.flow("h0", "r").size = Some(978);
        let world = net.run(Time::from_us(10));
        // A byte takes 80 ps on the first link and 200 ps on the second link. Each of the two cables takes 1
        // µs.
        let expected = (1_000 + preamble) * (80 + 200) + 2_000_000;
        assert_eq!(world.counters().flows[0].latency.max(), Time(expected), "overhead {overhead}");
    }
}

fn action(at: Time, action: Action) -> TimedAction {
    TimedAction { at, action }
}

/// A flow that has sent all its bytes sends as many bytes again after a start. A stopped flow continues where
/// it stopped.
#[test]
fn flows_are_started_and_stopped_by_actions() {
    let mut net = Net::star(&[100], 100);
    net.flow("h0", "r").size = Some(9_780);
    let frames = |world: &World| world.counters().flows[0].delivered_frames;
    net.spec.actions = vec![action(Time::from_us(50), Action::StartFlow(kit::flow(0)))];
    assert_eq!(frames(&net.run(Time::from_us(49))), 10);
    let world = net.run(Time::from_us(100));
    assert_eq!(frames(&world), 20);
    assert_eq!(world.counters().flows[0].goodput_bytes, 2 * 9_780);
    // A start while the flow is sending has no effect.
    net.spec.actions = vec![action(Time::from_ns(160), Action::StartFlow(kit::flow(0)))];
    assert_eq!(frames(&net.run(Time::from_us(100))), 10);
    // The flow is stopped at 400 ns. Five frames of 80 ns have been sent, and the sixth has not begun.
    net.spec.actions = vec![action(Time::from_ns(400), Action::StopFlow(kit::flow(0)))];
    assert_eq!(frames(&net.run(Time::from_us(100))), 5);
    net.spec.actions.push(action(Time::from_us(20), Action::StartFlow(kit::flow(0))));
    assert_eq!(frames(&net.run(Time::from_us(100))), 10, "the rest of the ten");
}

/// A stop removes no frames: the NIC still sends the frames that the flow has handed over.
#[test]
fn a_stopped_flow_still_sends_its_frames_in_the_nic() {
    let mut net = Net::star(&[40], 40);
    net.flow("h0", "r").arrival = Arrival::Constant(Rate::gbps(80));
    net.spec.actions = vec![action(Time::from_us(10), Action::StopFlow(kit::flow(0)))];
    let world = net.run(Time::from_us(100));
    let flow = &world.counters().flows[0];
    // The flow hands over a frame every 100 ns, until 10 µs.
    assert_eq!((flow.sent_frames, flow.delivered_frames), (100, 100));
}

/// Jitter delays the start of a flow by less than one frame time. The delay is drawn from the random stream
/// of the flow.
#[test]
fn a_start_jitter_is_below_one_frame_time() {
    let mut net = Net::star(&[100; 32], 400);
    for n in 0..32 {
        let flow = net.flow(&format!("h{n}"), "r");
        (flow.jitter, flow.size) = (true, Some(978));
    }
    let mut starts = Vec::new();
    kit::observe(&mut net.world(), Time::from_us(10), |event| {
        if let fabric_sim::engine::EventKind::Started(frame) = event.kind
            && event.port != net.port("s", "r")
        {
            assert_eq!(event.at, frame.created_at);
            starts.push(event.at.ps());
        }
    });
    assert_eq!(starts.len(), 32);
    assert!(starts.iter().all(|start| *start < 80_000), "a frame lasts 80 ns: {starts:?}");
    let mean: u64 = starts.iter().sum::<u64>() / 32;
    // The jitter is uniform over 80 ns: mean 40 ns, standard error 80/√(12·32) = 4.1 ns. A deviation of four
    // standard errors is allowed.
    assert!(mean.abs_diff(40_000) < 16_400, "{mean}");
    starts.sort_unstable();
    starts.dedup();
    assert_eq!(starts.len(), 32, "each its own");
}

/// A burst of 10 µs at 20 Gb/s, and 30 µs without frames: 25 frames every 40 µs, 5 Gb/s on average.
#[test]
fn bursts_come_at_their_rate_and_stop_for_their_time() {
    let mut net = Net::star(&[40], 40);
    net.flow("h0", "r").arrival =
        Arrival::Bursts { rate: Rate::gbps(20), on: Time::from_us(10), off: Time::from_us(30) };
    let mut starts = Vec::new();
    kit::observe(&mut net.world(), Time::from_us(79), |event| {
        if let fabric_sim::engine::EventKind::Started(frame) = event.kind
            && event.port == net.port("h0", "s")
        {
            assert_eq!(event.at, frame.created_at);
            starts.push(event.at.ps());
        }
    });
    let expected: Vec<u64> =
        (0..2).flat_map(|burst| (0..25).map(move |n| burst * 40_000_000 + n * 400_000)).collect();
    assert_eq!(starts, expected);
    kit::close("Gb/s", net.rates(Time::from_us(40), Time::from_us(4_040))[0], 5.0, 0.001);
}
