//! Waiting times against queueing theory.

use fabric_sim::spec::Arrival;
use fabric_sim::units::{Rate, Time};

use crate::kit::{self, Net, close};

/// M/D/1: frames of 1520 B on the wire last 121.6 ns at 100G; the mean wait is
/// ρ/(2(1−ρ)) of that: 60.8 ns at load .5, 243.2 ns at .8 (Pollaczek 1930,
/// Khinchin 1932). 8·10⁶ frames: the standard error of the mean at .8 is about
/// 0.3 % (its autocorrelation time is some 50 frames).
#[test]
fn poisson_arrivals_wait_as_in_an_m_d_1_queue() {
    for (percent, expected) in [(50, 60.8), (80, 243.2)] {
        let mut net = Net::star(&[100], 100).ports(|port| port.overhead = 20);
        let flow = net.flow("h0", "r");
        (flow.frame_bytes, flow.payload_bytes) = (1_500, 1_478);
        // 1500 of 1520 B are frame: the rate of frame bytes at that load.
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
