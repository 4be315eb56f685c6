//! Tests of ports with unequal rates at one switch. The switch has no crossbar and so no internal limit.

use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::spec::Arrival;
use fabric_sim::units::{Rate, Time};

use crate::kit::{Net, close};

const RATES: [u64; 4] = [10, 25, 100, 400];

/// Sets thresholds for an input of 400 Gb/s, on which 100 kB arrive in a round trip of 2 µs. Headroom holds
/// these bytes. XON is high enough to keep the output busy until the sender continues.
fn deep(net: Net) -> Net {
    net.priority(3, |lane| {
        lane.pg.threshold = Threshold::Static(200_000);
        (lane.pg.xon, lane.pg.headroom) = (190_000, 110_000);
    })
}

/// Senders of 535 Gb/s in total share a port of 400 Gb/s. The three slower senders are never paused. The
/// fastest sender gets the remaining rate.
#[test]
fn incast_of_10_25_100_and_400g_fills_a_400g_port() {
    let mut net = deep(Net::star(&RATES, 400));
    (0..4).for_each(|n| _ = net.flow(&format!("h{n}"), "r"));
    let rates = net.rates(Time::from_ms(1), Time::from_ms(4));
    for (rate, expected) in rates.iter().zip([10.0, 25.0, 100.0, 265.0]) {
        close("Gb/s", *rate, expected, 0.01);
    }
    assert_eq!(net.run(Time::from_ms(2)).counters().totals.drops, 0);
}

/// Four senders send to one slower output. The output is fully used, whatever the rates of the inputs, and no
/// frame is lost.
#[test]
fn an_incast_fills_every_slower_output_without_loss() {
    for receiver in [10, 25, 100] {
        let mut net = deep(Net::star(&RATES, receiver));
        (0..4).for_each(|n| _ = net.flow(&format!("h{n}"), "r"));
        let rates = net.rates(Time::from_ms(1), Time::from_ms(4));
        close("Gb/s in all", rates.iter().sum(), crate::kit::ratio(receiver, 1), 0.001);
        assert!(rates.iter().all(|rate| *rate > 1.0), "nobody starves: {rates:?}");
        assert_eq!(net.run(Time::from_ms(2)).counters().totals.drops, 0);
    }
}

/// Fabric with a sender of 400 Gb/s, and receivers of 10, 25, 100 and 400 Gb/s.
fn fan_out() -> Net {
    let names = ["a", "b", "c", "d"];
    let mut links = vec![("h", "s", 400)];
    links.extend(names.into_iter().zip(RATES).map(|(name, gbps)| (name, "s", gbps)));
    deep(Net::new(&links))
}

/// Each output gets the rate that its flow sends: 10, 25, 100 and 264 Gb/s. The sum is below the 400 Gb/s of
/// the sender.
#[test]
fn a_fan_out_at_the_rates_of_its_outputs_passes_whole() {
    let mut net = fan_out();
    for (name, gbps) in [("a", 10), ("b", 25), ("c", 100), ("d", 264)] {
        net.flow("h", name).arrival = Arrival::Constant(Rate::gbps(gbps));
    }
    let rates = net.rates(Time::from_us(100), Time::from_ms(2));
    for (rate, expected) in rates.iter().zip([10.0, 25.0, 100.0, 264.0]) {
        close("Gb/s", *rate, expected, 0.002);
    }
    assert_eq!(net.run(Time::from_ms(1)).counters().totals.drops, 0);
}

/// All flows have the same priority and are saturating. The pauses for the slowest output stop all flows, and
/// the NIC serves the flows in turn. So each flow gets the rate of the slowest output.
#[test]
fn a_saturated_fan_out_of_one_priority_runs_at_its_slowest_output() {
    let mut net = fan_out();
    for name in ["a", "b", "c", "d"] {
        net.flow("h", name);
    }
    for rate in net.rates(Time::from_ms(1), Time::from_ms(6)) {
        close("Gb/s", rate, 10.0, 0.01);
    }
    assert_eq!(net.run(Time::from_ms(2)).counters().totals.drops, 0);
}
