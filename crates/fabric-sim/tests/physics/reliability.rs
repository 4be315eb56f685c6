//! Tests of reliable flows: the retransmissions for each loss, and the throughput of windows.

use fabric_sim::ids::Priority;
use std::num::NonZeroU32;

use fabric_sim::engine::{DropCause, FlowCounters, World, WorldView};
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::fabric::cable_loss::CableLossConfig;
use fabric_sim::fabric::endpoint::reliability::{Recovery, ReliabilityConfig};
use fabric_sim::spec::{Acks, Action, Arrival, Fault, FlowSpec, TimedAction};
use fabric_sim::units::{Rate, Time};

use crate::kit::{self, Net};

/// Transmission time of a frame of 1000 B at 40 Gb/s.
const FRAME: Time = Time::from_ns(200);
/// Transmission time of a frame of 1000 B at 100 Gb/s.
const FAST: Time = Time::from_ns(80);
/// Delay of a link of 100 Gb/s. When the NAK of the first of several frames of 1000 B arrives, 64 frames have
/// been sent: ⌊(3 frames + 2 acks of 64 B + 4 delays) / frame⌋ + 1.
const LONG: Time = Time::from_ns(1_207);
const W: u32 = 64;

const GO_BACK_N: ReliabilityConfig =
    ReliabilityConfig { recovery: Recovery::GoBackN, window: W, timeout: Time::from_us(20) };
const GO_BACK_0: ReliabilityConfig = ReliabilityConfig { recovery: Recovery::GoBack0, ..GO_BACK_N };

fn reliable<'a>(net: &'a mut Net, from: &str, config: ReliabilityConfig) -> &'a mut FlowSpec {
    let flow = net.flow(from, "r");
    flow.acks = Some(Acks { every: 1, priority: Priority::P6 });
    flow.reliability = Some(config);
    flow
}

/// Fabric with one sender at 100 Gb/s, and links with the delay [`LONG`].
fn one(config: ReliabilityConfig) -> Net {
    let mut net = Net::star(&[100], 100).delay(LONG);
    reliable(&mut net, "h0", config);
    net
}

/// Makes the cable from `from` to `to` lose or corrupt frames as in `config`, from the start of the run.
fn bad(net: &mut Net, from: &str, to: &str, config: CableLossConfig) {
    let action = Action::Fault(Fault::Lossy(net.port(from, to), config));
    net.spec.actions.push(TimedAction { at: Time::ZERO, action });
}

fn every(n: u32) -> CableLossConfig {
    CableLossConfig { every: NonZeroU32::new(n), ..CableLossConfig::default() }
}

/// Configuration of a cable that corrupts each frame with probability 1/`n`.
fn spoilt(n: u64) -> CableLossConfig {
    CableLossConfig { corrupt: (1 << 32) / n, ..CableLossConfig::default() }
}

fn first(world: &World) -> &FlowCounters {
    &world.counters().flows[0]
}

/// Each loss wastes the lost frame and the 63 frames after it. Goodput is (1 − p)/(1 − p + 64 p) of the
/// goodput without losses, where p is the probability of a loss.
#[test]
fn go_back_n_retransmits_a_window_for_each_loss() {
    for (one_in, expected) in [(10_000, 0.9936), (1_000, 0.940), (300, 0.824), (100, 0.607)] {
        let mut net = one(GO_BACK_N);
        bad(&mut net, "s", "r", spoilt(one_in));
        let until = Time::from_ms(200);
        let world = net.run(until);
        let flow = first(&world);
        let goodput = kit::ratio(flow.goodput_bytes / 978 * FAST.ps(), until.ps());
        let p = kit::ratio(1, one_in);
        let formula = (1.0 - p) / (1.0 - p + p * f64::from(W));
        let wasted = kit::ratio(flow.resent_frames, flow.dropped_frames);
        println!("1 in {one_in}: {goodput:.4} for {formula:.4}, {wasted:.2} frames a loss");
        assert!((formula - expected).abs() < 0.001, "{formula}");
        assert!((goodput - formula).abs() <= 0.01, "{goodput} for {formula}");
    }
}

/// Every 256th frame is dropped. If each loss starts a message of 4000 frames again, the message is never
/// delivered (Guo et al., SIGCOMM 2016, section 4.1).
#[test]
fn a_message_that_begins_again_at_each_loss_is_never_delivered() {
    let message = |config: ReliabilityConfig| {
        let mut net = one(config);
        net.spec.flows[0].size = Some(4_000 * 978);
        bad(&mut net, "s", "r", every(256));
        net.run(Time::from_ms(50))
    };
    let world = message(GO_BACK_0);
    let flow = first(&world);
    assert_eq!((flow.goodput_bytes, flow.finished), (0, None));
    assert!(flow.resent_frames > 100_000, "though it never stops: {}", flow.resent_frames);
    let world = message(GO_BACK_N);
    let flow = first(&world);
    assert_eq!(flow.goodput_bytes, 4_000 * 978);
    // For each 256 frames, 64 are wasted.
    let sent = kit::ratio(flow.sent_frames, 1);
    assert!((sent - 4_000.0 * 256.0 / 192.0).abs() <= f64::from(W), "{sent} frames");
    assert!(flow.finished.unwrap() < Time::from_ms(2));
    assert!(world.ledger().holds());
}

/// A lost frame causes one NAK. The source then retransmits the lost frame and the 63 frames after it.
#[test]
fn a_drop_is_attributed_its_retransmissions() {
    let mut net = one(GO_BACK_N);
    bad(&mut net, "s", "r", every(200));
    let world = net.run(Time::from_us(30));
    let flow = first(&world);
    assert_eq!((flow.dropped_frames, flow.naks, flow.timeouts), (1, 1, 0));
    assert_eq!((flow.resent_frames, flow.resent_bytes), (64, 64_000));
    assert_eq!(flow.discarded_frames, 63);
    let drops = &world.counters().ports[net.port("r", "s").index()][3].drops;
    assert_eq!([DropCause::OutOfOrder, DropCause::Duplicate].map(|cause| drops[cause as usize]), [63, 0]);
    let lost = flow.recovery_time_until(world.now());
    assert!(lost.ps().abs_diff(64 * FAST.ps()) <= FAST.ps(), "{lost}");
    let view = world.recovery(kit::flow(0)).unwrap();
    assert_eq!((view.window, view.naks, view.recovery_time), (W, 1, lost));
    assert_eq!(world.counters().totals.drops, 1, "what its receiver throws away is no loss");
}

/// After the last frame of a message, no frame follows that would cause a NAK. So only the timeout detects
/// the loss of the last frame.
#[test]
fn the_loss_of_the_last_frame_is_detected_by_the_timeout() {
    let mut net = one(GO_BACK_N);
    net.spec.flows[0].size = Some(50 * 978);
    bad(&mut net, "s", "r", every(50));
    let world = net.run(Time::from_us(100));
    let flow = first(&world);
    assert_eq!((flow.naks, flow.timeouts, flow.resent_frames, flow.dropped_frames), (0, 1, 1, 1));
    // The ack of frame 48 arrives 4.998 24 µs after the start of frame 48. Frame 49 is sent again 20 µs
    // later, and takes 2.574 µs.
    let expected = 48 * FAST.ps() + 4_998_240 + 20_000_000 + 2_574_000;
    assert_eq!(flow.finished, Some(Time(expected)));
    assert_eq!(flow.recovery_time_until(world.now()), Time::from_us(20));
}

/// Closed form: with windows of K frames of L bytes, the rate is min(C, K·L·8/RTT). C is the rate of the
/// link. RTT is the time from the first bit of a frame to the last bit of its ack.
#[test]
fn a_window_of_k_frames_sends_k_frames_each_round_trip() {
    // Each direction has two links of 1 µs. The switch stores and forwards each frame, and each ack of 64 B.
    let round_trip = 2 * FRAME.ps() + 2 * 12_800 + 4_000_000;
    for window in [1, 2, 5, 10, 20, 22, 23, 40] {
        let mut net = Net::star(&[40], 40);
        reliable(&mut net, "h0", ReliabilityConfig { window, ..GO_BACK_N });
        // The measurement lasts a whole number of round trips.
        let rate = net.rates(Time(10 * round_trip), Time(1_010 * round_trip))[0];
        let expected = kit::ratio(u64::from(window) * 8_000_000, round_trip).min(40.0);
        kit::close("Gb/s", rate, expected, 0.005);
    }
}

/// Several flows with windows of N frames in total send to one port. The frames in excess of one
/// bandwidth-delay product wait at this port.
#[test]
fn windows_that_share_a_port_queue_there() {
    for (senders, window) in [(2u32, 20u32), (4, 40), (8, 64)] {
        let mut net = Net::star(&vec![40; senders as usize], 40)
            .priority(3, |lane| lane.pg.threshold = Threshold::Static(1 << 29));
        for n in 0..senders {
            let config = ReliabilityConfig { window, timeout: Time::from_ms(10), ..GO_BACK_N };
            reliable(&mut net, &format!("h{n}"), config);
        }
        let world = net.run(Time::from_ms(5));
        let mut snapshot = WorldView::default();
        world.snapshot(&mut snapshot);
        let queue = kit::ratio(snapshot.ports[net.port("s", "r").index()].priorities[3].egress_bytes, 1_000);
        let round_trip = kit::ratio(2 * FRAME.ps() + 2 * 12_800 + 4_000_000, FRAME.ps());
        let expected = f64::from(senders * window) - round_trip;
        println!("{senders} windows of {window}: {queue} frames for {expected:.1}");
        assert!((queue - expected).abs() <= 3.0, "{queue} for {expected}");
        assert_eq!(first(&world).timeouts, 0);
    }
}

/// All data arrives in order, whatever frames are lost in either direction.
#[test]
fn acks_and_naks_may_be_lost_too() {
    for (config, arrival) in [
        (GO_BACK_N, Arrival::Saturate),
        (GO_BACK_N, Arrival::Constant(Rate::gbps(20))),
        (ReliabilityConfig { timeout: Time::from_us(14), ..GO_BACK_0 }, Arrival::Poisson(Rate::gbps(30))),
    ] {
        let mut net = one(config);
        let flow = &mut net.spec.flows[0];
        (flow.size, flow.arrival) = (Some(200 * 978 + 5), arrival);
        flow.acks = Some(Acks { every: 3, priority: Priority::P6 });
        bad(&mut net, "s", "r", spoilt(100));
        bad(&mut net, "r", "s", spoilt(4));
        for again in 1..4 {
            net.spec
                .actions
                .push(TimedAction { at: Time::from_ms(again), action: Action::StartFlow(kit::flow(0)) });
        }
        let world = net.run(Time::from_ms(10));
        let flow = first(&world);
        assert_eq!(flow.goodput_bytes, 4 * (200 * 978 + 5), "{config:?} {arrival:?}");
        assert!(flow.timeouts > 0 && flow.naks > 0 && flow.resent_frames > 0);
        assert!(world.ledger().holds());
        let view = world.recovery(kit::flow(0)).unwrap();
        assert_eq!(view.unacked, 0);
    }
}

/// When a link fails, the host still has the frames of the NIC in its memory, and sends them again.
#[test]
fn a_reliable_flow_loses_no_data_by_a_link_down_and_up() {
    let mut net = one(GO_BACK_N);
    let flow = &mut net.spec.flows[0];
    (flow.size, flow.arrival) = (Some(1_000 * 978), Arrival::Constant(Rate::gbps(30)));
    let port = net.port("h0", "s");
    for (us, fault) in [(50, Fault::LinkDown(port)), (120, Fault::LinkUp(port))] {
        net.spec.actions.push(TimedAction { at: Time::from_us(us), action: Action::Fault(fault) });
    }
    let world = net.run(Time::from_ms(2));
    let flow = first(&world);
    assert_eq!(flow.goodput_bytes, 1_000 * 978);
    assert!(flow.dropped_frames > 0 && flow.timeouts > 0);
    assert!(world.ledger().holds());
}

/// A flow that may send no frames, because its window is full, leaves its turns to the other flows of the
/// NIC.
#[test]
fn a_flow_whose_window_is_full_is_not_in_the_round() {
    let mut net = Net::star(&[40], 40);
    reliable(&mut net, "h0", ReliabilityConfig { window: 5, ..GO_BACK_N });
    net.flow("h0", "r");
    let rates = net.rates(Time::from_us(100), Time::from_ms(1));
    assert!(rates[0] < 10.0, "{rates:?}");
    kit::close("Gb/s of both", rates[0] + rates[1], 40.0, 0.001);
}
