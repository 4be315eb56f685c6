//! Bytes that arrive after a pause was requested, exactly.

use fabric_sim::engine::EventKind;
use fabric_sim::units::{Rate, Time, WireClock};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::kit::Net;

/// A saturated sender `h0` into a switch whose output is blocked, and `h1`
/// that can keep the link back to `h0` busy. Wire overhead 20 B, 5 ns/m.
fn blocked(gbps: u64, metres: u64, frame: u16) -> Net {
    let mut net = Net::star(&[gbps, gbps], gbps).delay(Time::from_ns(5 * metres)).ports(|port| {
        port.overhead = 20;
        port.priorities[3].pg.headroom = 1_000_000;
    });
    let sender = net.flow("h0", "r");
    (sender.frame_bytes, sender.payload_bytes) = (frame, frame - 22);
    // The output is blocked long before.
    sender.start = Time::from_us(10);
    net.block("r", "s");
    net
}

/// Most headroom in use at the switch's port to `h0`, and lossless violations.
fn peak(net: &Net) -> (u64, u64) {
    let switch = net.port("s", "h0");
    let world = net.run(Time::from_us(200));
    let counters = world.counters();
    (counters.ports[switch.index()][3].headroom_peak, counters.totals.violations)
}

/// `net` with a frame on priority 0 that starts on the link back to `h0` just
/// (1 ps) before the switch asks for the pause.
fn with_a_frame_just_started(mut net: Net, frame: u16) -> Net {
    let switch = net.port("s", "h0");
    let (_, events) = net.events(Time::from_us(200));
    let asked =
        events.iter().find(|event| event.port == switch && matches!(event.kind, EventKind::PfcSent(_)));
    let asked = asked.unwrap().at;
    // Stored and forwarded: preamble and frame, propagation, then it leaves.
    let way = &net.spec.ports[net.port("h1", "s").index()];
    let way = way.clock.time(u32::from(frame) + 8) + way.delay;
    let reverse = net.flow("h1", "h0");
    (reverse.priority, reverse.frame_bytes, reverse.payload_bytes) = (0, frame, frame - 22);
    reverse.size = Some(u64::from(frame - 22));
    reverse.start = asked - way - Time(1);
    net
}

/// 100G, 100 m, 1518 B: a frame takes τ = 1538 B · 80 ps = 123.04 ns. From the
/// instant at which the switch asks, the sender goes on for D = 84 B of PFC
/// (the last bit in after 72) + 2 · 500 ns: 1005.76 ns, 8.2 τ, so 9 frames
/// arrive after the one that crossed the threshold, itself in headroom: 10 · 1518.
#[test]
fn the_peak_is_15_180_bytes_with_an_idle_reverse_link() {
    assert_eq!(peak(&blocked(100, 100, 1_518)), (15_180, 0));
}

/// A full frame just started on the reverse link adds its 123.04 ns to D:
/// 9.2 τ, 10 frames and the one that crossed: 11 · 1518.
#[test]
fn the_peak_is_16_698_bytes_with_a_full_frame_just_started_on_the_reverse_link() {
    let net = with_a_frame_just_started(blocked(100, 100, 1_518), 1_518);
    assert_eq!(peak(&net), (16_698, 0));
}

#[test]
fn headroom_equal_to_the_peak_loses_nothing_and_one_byte_less_loses_one_frame() {
    let idle = blocked(100, 100, 1_518);
    let busy = with_a_frame_just_started(blocked(100, 100, 1_518), 1_518);
    for (net, exact) in [(idle, 15_180), (busy, 16_698)] {
        let with = |net: Net, headroom| net.lane(3, |lane| lane.pg.headroom = headroom);
        let net = with(net, exact);
        assert_eq!(peak(&net), (exact, 0));
        let net = with(net, exact - 1);
        assert_eq!(peak(&net), (exact - 1_518, 1));
    }
}

/// 400G, 300 m, 4096 B: τ = 4116 B · 20 ps = 82.32 ns. D = one maximum frame on
/// the reverse link (82.32) + PFC (1.68) + 2 · 1500 ns = 3084 ns, 37.5 τ: 38
/// frames and the one that crossed, 39 · 4096 = 159 744 B. Whatever the
/// phases: the threshold and the reverse frame are moved in small steps.
#[test]
fn at_400g_and_300_m_159_744_bytes_never_drop() {
    const HEADROOM: u64 = 159_744;
    let mut most = 0;
    for step in 0..40u64 {
        let net = blocked(400, 300, 4_096).lane(3, |lane| {
            lane.pg.headroom = HEADROOM;
            lane.pg.threshold = fabric_sim::fabric::buffer::Threshold::Static(40_000 + step * 4_096 / 40);
        });
        let mut net = with_a_frame_just_started(net, 4_096);
        // From just started to just ended, and past it.
        net.spec.flows[1].start = Time(net.spec.flows[1].start.ps() - step * 82_320 / 30);
        let (peak, drops) = peak(&net);
        assert_eq!(drops, 0, "step {step}");
        most = most.max(peak);
    }
    assert_eq!(most, HEADROOM, "and the worst case does occur");
    // Traffic all the way back, at every offset within a frame.
    for step in 0..20u64 {
        let mut net = blocked(400, 300, 4_096).lane(3, |lane| lane.pg.headroom = HEADROOM);
        let reverse = net.flow("h1", "h0");
        (reverse.priority, reverse.frame_bytes, reverse.payload_bytes) = (0, 4_096, 4_074);
        reverse.start = Time(step * 82_320 / 20);
        assert_eq!(peak(&net).1, 0, "reverse traffic from {step}/20 of a frame time");
    }
}

/// Mixed sizes: with D of the longest frames and τ of the longest, n = ⌈D/τ⌉;
/// headroom never exceeds (n + 2) of the longest frames. One more for the
/// order "after the wait", whose delay runs from the end of a frame.
#[test]
fn mixed_sizes_never_exceed_n_plus_2_maximum_frames() {
    let mut random = Pcg32::seed_from_u64(0x5EED);
    let mut closest: f64 = 0.0;
    for case in 0..300 {
        let mut below = |limit: u32| random.next_u32() % limit;
        let gbps = [10, 25, 40, 100, 400][below(5) as usize];
        let metres = u64::from(1 + below(300));
        let longest = u16::try_from(200 + below(9_000)).unwrap();
        let delay = Time::from_ns([0, 0, 50, 777][below(4) as usize]);
        let after_the_wait = delay > Time::ZERO && below(2) == 0;
        let mut net = blocked(gbps, metres, longest).ports(|port| {
            port.receiver.delay = delay;
            if after_the_wait {
                port.receiver.order = fabric_sim::fabric::pfc::DelayOrder::AfterWait;
            }
            port.priorities[3].pg.headroom = 100_000_000;
        });
        let xoff = u64::from(below(60_000));
        net = net.lane(3, |lane| lane.pg.threshold = fabric_sim::fabric::buffer::Threshold::Static(xoff));
        // The sender mixes up to six sizes, one flow each, in turn.
        for _ in 0..below(6) {
            let bytes = u16::try_from(64 + below(u32::from(longest) - 63)).unwrap();
            let start = Time(10_000_000 + u64::from(below(1_000_000)));
            let flow = net.flow("h0", "r");
            (flow.frame_bytes, flow.payload_bytes, flow.start) = (bytes, 42, start);
        }
        // So does the reverse link, at a load that leaves gaps.
        for _ in 0..below(4) {
            let bytes = u16::try_from(64 + below(u32::from(longest) - 63)).unwrap();
            let share = 100 + u64::from(below(500));
            let start = Time(u64::from(below(3_000_000)));
            let flow = net.flow("h1", "h0");
            (flow.frame_bytes, flow.payload_bytes, flow.start) = (bytes, 42, start);
            flow.priority = 0;
            flow.arrival =
                fabric_sim::spec::Arrival::Poisson(Rate::from_bps(gbps * 1_000_000 * share).unwrap());
        }
        let clock = WireClock::new(Rate::gbps(gbps));
        let tau = clock.time(u32::from(longest) + 20).ps();
        let d = tau + clock.time(84).ps() + 2 * 5_000 * metres + delay.ps();
        let frames = d.div_ceil(tau) + 2 + u64::from(after_the_wait);
        let bound = frames * u64::from(longest);
        let (peak, _) = peak(&net);
        assert!(peak <= bound, "case {case}: {peak} B of headroom, bound {bound}");
        assert!(peak > 0, "case {case}: a sender that saturates reaches headroom");
        closest = closest.max(crate::kit::ratio(peak, bound));
    }
    // The bound is not an idle one.
    println!("closest to the bound: {closest:.3}");
    assert!(closest > 0.9, "{closest}");
}

/// In cells a frame takes more memory: 1518 B are 6 cells of 254 B, 1524 B.
#[test]
fn headroom_counts_whole_cells() {
    let mut net = blocked(100, 100, 1_518);
    net.spec.switches.iter_mut().for_each(|switch| switch.pool.cell_bytes = 254);
    assert_eq!(peak(&net), (15_240, 0), "the same ten frames");
}
