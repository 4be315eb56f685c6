//! Tests of the throughput of saturated inputs: every input always has cells, for outputs that are drawn
//! uniformly.

use fabric_sim::fabric::crossbar::{Inputs, Matching};

use crate::slots::Switch;

/// Cells that are transferred per slot and port. Every input always has cells; with VOQs, hardly any VOQ is
/// ever empty.
fn throughput(ports: u8, matching: Matching, iterations: u8, inputs: Inputs, slots: u32) -> f64 {
    let mut switch = Switch::new(ports, matching, iterations, inputs, 3);
    // With a queue for each output (VOQs), these cells are so many that hardly any queue is ever empty.
    let depth = match inputs {
        Inputs::Voq => 100 * u32::from(ports),
        Inputs::SingleFifo => 2,
    };
    (0..ports).for_each(|input| (0..depth).for_each(|_| switch.arrive(input)));
    let warm_up = slots / 5;
    let mut served = 0;
    let mut arrivals = Vec::new();
    for slot in 0..warm_up + slots {
        switch.serve(|_, input| arrivals.push(input));
        served += if slot >= warm_up { u32::try_from(arrivals.len()).unwrap() } else { 0 };
        arrivals.drain(..).for_each(|input| switch.arrive(input));
    }
    f64::from(served) / f64::from(slots) / f64::from(ports)
}

fn near(measured: f64, published: f64) {
    let off = measured / published - 1.0;
    assert!(off.abs() < 0.005, "{measured:.4}, published {published}: off by {:.2} %", 100.0 * off);
}

#[test]
fn islip_with_one_iteration_reaches_full_throughput() {
    near(throughput(16, Matching::Islip, 1, Inputs::Voq, 50_000), 1.0);
}

/// A throughput of 63 % with one iteration is often attributed to iSLIP, but it belongs to PIM.
#[test]
fn pim_reaches_63_percent_with_one_iteration_and_gains_with_more() {
    for (iterations, published) in [(1, 0.644), (2, 0.882), (3, 0.973), (4, 0.999)] {
        near(throughput(16, Matching::Pim, iterations, Inputs::Voq, 50_000), published);
    }
}

/// Compares the measured throughput with the published values for 2, 4 and 16 inputs: Karol, Hluchyj and
/// Morgan 1987, table I.
#[test]
fn a_single_fifo_per_input_saturates_where_its_heads_block() {
    for (ports, published) in [(16, 0.6016), (4, 0.6553), (2, 0.750)] {
        near(throughput(ports, Matching::Islip, 1, Inputs::SingleFifo, 200_000), published);
    }
}
