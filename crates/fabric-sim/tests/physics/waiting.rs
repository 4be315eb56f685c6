//! Tests of waiting times in queues against queueing theory.

use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::spec::Arrival;
use fabric_sim::units::{Rate, Time};

use crate::kit::{self, Net, close};

/// M/D/1 queue: frames of 1520 B on the wire take 121.6 ns at 100 Gb/s. The mean wait is ρ/(2(1−ρ)) of this
/// time: 60.8 ns at load 0.5, 243.2 ns at load 0.8 (Pollaczek 1930, Khinchin 1932). With 8·10⁶ frames, the
/// standard error of the mean at load 0.8 is about 0.3 %, because the autocorrelation time is about 50
/// frames.
#[test]
fn poisson_arrivals_wait_as_in_an_m_d_1_queue() {
    for (percent, expected) in [(50, 60.8), (80, 243.2)] {
        let mut net = Net::star(&[100], 100).ports(|port| port.overhead = 20);
        let flow = net.flow("h0", "r");
        (flow.frame_bytes, flow.payload_bytes) = (1_500, 1_478);
        // The rate of the flow counts frame bytes, which are 1500 of 1520 B on the wire.
        flow.arrival = Arrival::Poisson(Rate::from_bps(percent * 1_000_000_000 * 1_500 / 1_520).unwrap());
        let frames = 8_000_000;
        let until = Time(frames * 121_600 * 100 / percent);
        let world = net.run(until);
        let counters = &world.counters().flows[0];
        close("frames", kit::ratio(counters.nic_frames, 1), kit::ratio(frames, 1), 0.002);
        let mean = kit::ratio(counters.nic_wait.ps(), counters.nic_frames * 1_000);
        close(&format!("mean wait in ns at load {percent} %"), mean, expected, 0.02);
        assert_eq!(counters.dropped_frames, 0);
    }
}

/// M/G/1 queue: three Poisson flows with as many frames of 64, 1500 and 9000 B share an output of 100 Gb/s.
/// The links of the sources have 10 Tb/s, so that frames wait only at the output. The mean wait is
/// λE[S²]/(2(1−ρ)) with E[S] = 281.7 ns and E[S²] = 177 609 ns²: 315.2 ns at load 0.5, 735.6 ns at load 0.7
/// (Pollaczek 1930, Khinchin 1932). With 2.4·10⁶ frames, the standard error of the mean at load 0.7 is about
/// 0.5 %.
#[test]
fn a_mix_of_frame_sizes_waits_as_in_an_m_g_1_queue() {
    const SIZES: [u16; 3] = [64, 1_500, 9_000];
    let service = SIZES.map(|bytes| f64::from(bytes) * 0.08);
    let mean = service.iter().sum::<f64>() / 3.0;
    let square = service.iter().map(|time| time * time).sum::<f64>() / 3.0;
    for percent in [50, 70] {
        let mut net = Net::star(&[10_000, 10_000, 10_000], 100).priority(3, |lane| {
            lane.pg.threshold = Threshold::Static(100_000_000);
        });
        for (n, bytes) in SIZES.into_iter().enumerate() {
            let flow = net.flow(&format!("h{n}"), "r");
            (flow.frame_bytes, flow.payload_bytes) = (bytes, 42);
            // Each flow sends one frame of its length for every 10 564 B of all flows.
            let rate = percent * 1_000_000_000 * u64::from(bytes) / 10_564;
            flow.arrival = Arrival::Poisson(Rate::from_bps(rate).unwrap());
        }
        let load = kit::ratio(percent, 100);
        let expected = load / mean * square / (2.0 * (1.0 - load));
        // Three frames, one of each length, take 845 ns together.
        let world = net.run(Time(800_000 * 845_120 * 100 / percent));
        let (mut waits, mut frames) = (0.0, 0);
        for (flow, bytes) in world.counters().flows.iter().zip(SIZES) {
            // The latency without waiting: two delays of 1 µs, and the transmissions at 10 Tb/s and at 100
            // Gb/s.
            let unloaded = 2_000.0 + f64::from(bytes) * (0.000_8 + 0.08);
            let count = flow.latency.count();
            close("frames", kit::ratio(count, 1), 800_000.0, 0.01);
            let latency = kit::ratio(flow.latency.mean().ps(), 1_000);
            waits += (latency - unloaded) * kit::ratio(count, 1);
            frames += count;
        }
        close(&format!("mean wait in ns at load {percent} %"), waits / kit::ratio(frames, 1), expected, 0.02);
        assert_eq!(world.counters().totals.drops + world.counters().totals.pauses, 0);
    }
}
