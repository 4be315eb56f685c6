//! Tests of the exact number of bytes that arrive after a pause request.

use fabric_sim::engine::EventKind;
use fabric_sim::ids::Priority;
use fabric_sim::units::{Rate, Time, TransmissionTimes};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::kit::Net;

/// Fabric with a saturated sender `h0`, and a switch whose output is blocked. Host `h1` can send on the
/// reverse link to `h0`. Preamble and gap add 20 B to each frame on the wire. The delay is 5 ns per metre.
fn blocked(gbps: u64, metres: u64, frame: u16) -> Net {
    let mut net = Net::star(&[gbps, gbps], gbps).delay(Time::from_ns(5 * metres)).ports(|port| {
        port.overhead = 20;
        port.priorities[3].pg.headroom = 1_000_000;
    });
    let sender = net.flow("h0", "r");
    (sender.frame_bytes, sender.payload_bytes) = (frame, frame - 22);
    // The output is blocked long before the flow starts.
    sender.start = Time::from_us(10);
    net.block("r", "s");
    net
}

/// Largest headroom in use at the switch port to `h0` in bytes, and number of dropped lossless frames.
fn peak(net: &Net) -> (u64, u64) {
    let switch = net.port("s", "h0");
    let world = net.run(Time::from_us(200));
    let counters = world.counters();
    (counters.ports[switch.index()][3].headroom_peak, counters.totals.violations)
}

/// Copy of `net` with a frame of priority 0 on the reverse link to `h0`. The frame starts 1 ps before the
/// switch requests the pause.
fn with_a_frame_just_started(mut net: Net, frame: u16) -> Net {
    let switch = net.port("s", "h0");
    let (_, events) = net.events(Time::from_us(200));
    let requested =
        events.iter().find(|event| event.port == switch && matches!(event.kind, EventKind::PfcSent(_)));
    let requested = requested.unwrap().at;
    // The frame is stored and forwarded: it leaves the switch after preamble, frame and cable delay.
    let way = &net.spec.ports[net.port("h1", "s").index()];
    let way = way.clock.time(u32::from(frame) + 8) + way.delay;
    let reverse = net.flow("h1", "h0");
    (reverse.priority, reverse.frame_bytes, reverse.payload_bytes) = (Priority::P0, frame, frame - 22);
    reverse.size = Some(u64::from(frame - 22));
    reverse.start = requested - way - Time(1);
    net
}

/// At 100 Gb/s and 100 m, a frame of 1518 B takes τ = 1538 B · 80 ps = 123.04 ns. After the request, the
/// sender transmits for D = 1005.76 ns. D is the sum of the time to the last bit of the PFC frame (72 of its
/// 84 B) and of 2 · 500 ns. D is 8.2 τ, so 9 frames arrive after the frame that crosses the threshold. This
/// frame is in headroom, too: 10 · 1518 B.
#[test]
fn the_peak_is_15_180_bytes_with_an_idle_reverse_link() {
    assert_eq!(peak(&blocked(100, 100, 1_518)), (15_180, 0));
}

/// A full frame that has just started on the reverse link delays the PFC frame by 123.04 ns. The sender then
/// transmits for 9.2 frame times after the request. Headroom gets 10 frames, and the frame that crosses the
/// threshold: 11 · 1518 B.
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
        let with = |net: Net, headroom| net.priority(3, |lane| lane.pg.headroom = headroom);
        let net = with(net, exact);
        assert_eq!(peak(&net), (exact, 0));
        let net = with(net, exact - 1);
        assert_eq!(peak(&net), (exact - 1_518, 1));
    }
}

/// At 400 Gb/s and 300 m, a frame of 4096 B takes τ = 4116 B · 20 ps = 82.32 ns. D is a full frame on the
/// reverse link (82.32 ns), the PFC frame (1.68 ns) and 2 · 1500 ns: 3084 ns, or 37.5 τ. So 38 frames arrive,
/// and the frame that crosses the threshold: 39 · 4096 = 159 744 B. The test moves the threshold and the
/// reverse frame in small steps, to cover all phases.
#[test]
fn at_400g_and_300_m_159_744_bytes_never_drop() {
    const HEADROOM: u64 = 159_744;
    let mut most = 0;
    for step in 0..40u64 {
        let net = blocked(400, 300, 4_096).priority(3, |lane| {
            lane.pg.headroom = HEADROOM;
            lane.pg.threshold = fabric_sim::fabric::buffer::Threshold::Static(40_000 + step * 4_096 / 40);
        });
        let mut net = with_a_frame_just_started(net, 4_096);
        // The reverse frame has just started, or ended at any time before.
        net.spec.flows[1].start = Time(net.spec.flows[1].start.ps() - step * 82_320 / 30);
        let (peak, drops) = peak(&net);
        assert_eq!(drops, 0, "step {step}");
        most = most.max(peak);
    }
    assert_eq!(most, HEADROOM, "and the worst case does occur");
    // Traffic fills the reverse link. The test starts it at 20 offsets within a frame time.
    for step in 0..20u64 {
        let mut net = blocked(400, 300, 4_096).priority(3, |lane| lane.pg.headroom = HEADROOM);
        let reverse = net.flow("h1", "h0");
        (reverse.priority, reverse.frame_bytes, reverse.payload_bytes) = (Priority::P0, 4_096, 4_074);
        reverse.start = Time(step * 82_320 / 20);
        assert_eq!(peak(&net).1, 0, "reverse traffic from {step}/20 of a frame time");
    }
}

/// Arriving frames have mixed lengths. D is the time from a pause decision until its effect is seen, τ the
/// transmission time of a longest frame, and n = ⌈D/τ⌉. Headroom never exceeds n + 2 longest frames. If the
/// response time starts at the end of the frame in transmission (`AfterWait`), one more frame can arrive.
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
        net = net.priority(3, |lane| lane.pg.threshold = fabric_sim::fabric::buffer::Threshold::Static(xoff));
        // The sender has a flow for each of up to six frame lengths, and sends frames of the flows in turn.
        for _ in 0..below(6) {
            let bytes = u16::try_from(64 + below(u32::from(longest) - 63)).unwrap();
            let start = Time(10_000_000 + u64::from(below(1_000_000)));
            let flow = net.flow("h0", "r");
            (flow.frame_bytes, flow.payload_bytes, flow.start) = (bytes, 42, start);
        }
        // The reverse link also carries mixed frame lengths, at a load that leaves gaps.
        for _ in 0..below(4) {
            let bytes = u16::try_from(64 + below(u32::from(longest) - 63)).unwrap();
            let share = 100 + u64::from(below(500));
            let start = Time(u64::from(below(3_000_000)));
            let flow = net.flow("h1", "h0");
            (flow.frame_bytes, flow.payload_bytes, flow.start) = (bytes, 42, start);
            flow.priority = Priority::P0;
            flow.arrival =
                fabric_sim::spec::Arrival::Poisson(Rate::from_bps(gbps * 1_000_000 * share).unwrap());
        }
        let clock = TransmissionTimes::new(Rate::gbps(gbps));
        let tau = clock.time(u32::from(longest) + 20).ps();
        let d = tau + clock.time(84).ps() + 2 * 5_000 * metres + delay.ps();
        let frames = d.div_ceil(tau) + 2 + u64::from(after_the_wait);
        let bound = frames * u64::from(longest);
        let (peak, _) = peak(&net);
        assert!(peak <= bound, "case {case}: {peak} B of headroom, bound {bound}");
        assert!(peak > 0, "case {case}: a sender that saturates reaches headroom");
        closest = closest.max(crate::kit::ratio(peak, bound));
    }
    // The measured headroom must come close to the bound.
    println!("closest to the bound: {closest:.3}");
    assert!(closest > 0.9, "{closest}");
}

/// If memory is counted in cells, a frame takes more memory: 1518 B take 6 cells of 254 B, or 1524 B.
#[test]
fn headroom_counts_whole_cells() {
    let mut net = blocked(100, 100, 1_518);
    net.spec.switches.iter_mut().for_each(|switch| switch.pool.cell_bytes = 254);
    assert_eq!(peak(&net), (15_240, 0), "the same ten frames");
}
