//! Tests of the mean delay in a crossbar of 16 × 16 ports, with uniform Bernoulli traffic.

use std::collections::VecDeque;

use fabric_sim::fabric::crossbar::{Inputs, Matching};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::slots::Switch;

const PORTS: u8 = 16;
const WARM_UP: u32 = 60_000;

/// Mean delay of iSLIP in slots, over `seeds` runs. Each run has `slots` measured slots after the warm-up.
fn islip(iterations: u8, load: f64, slots: u32, seeds: u64) -> f64 {
    let (mut sum, mut count) = (0u32, 0u32);
    for seed in 0..seeds {
        let mut switch = Switch::new(PORTS, Matching::Islip, iterations, Inputs::Voq, 1 + seed);
        for slot in 0..WARM_UP + slots {
            switch.arrivals(load);
            switch.serve(|delay, _| {
                if slot >= WARM_UP {
                    sum += delay;
                    count += 1;
                }
            });
        }
    }
    f64::from(sum) / f64::from(count)
}

fn near(measured: f64, published: f64) {
    let off = measured / published - 1.0;
    assert!(off.abs() < 0.03, "{measured:.3} slots, published {published}: off by {:.1} %", 100.0 * off);
}

#[test]
fn one_iteration_of_islip() {
    near(islip(1, 0.5, 100_000, 1), 1.30);
    near(islip(1, 0.8, 500_000, 2), 44.5);
    near(islip(1, 0.9, 500_000, 4), 113.7);
}

#[test]
fn two_iterations_of_islip() {
    near(islip(2, 0.5, 100_000, 1), 0.718);
    near(islip(2, 0.8, 200_000, 1), 4.60);
    near(islip(2, 0.9, 500_000, 2), 24.2);
}

#[test]
fn four_iterations_of_islip() {
    near(islip(4, 0.5, 100_000, 1), 0.717);
    near(islip(4, 0.8, 200_000, 1), 3.76);
    near(islip(4, 0.9, 500_000, 2), 9.75);
}

/// Lower bound of the delay for any crossbar: each cell waits only at its output. Closed form: (N − 1)/N ·
/// ρ/(2(1 − ρ)). The test checks the arrivals, and the measurement of delays.
#[test]
fn output_queues_wait_as_in_the_closed_form() {
    for (load, closed) in [(0.5, 0.469), (0.8, 1.875), (0.9, 4.219)] {
        let mut random = Pcg32::seed_from_u64(7);
        let mut outputs = vec![VecDeque::new(); usize::from(PORTS)];
        let (mut sum, mut count) = (0u32, 0u32);
        for slot in 0..500_000u32 {
            for _ in 0..PORTS {
                if f64::from(random.next_u32()) < load * 4_294_967_296.0 {
                    outputs[(random.next_u32() >> 28) as usize].push_back(slot);
                }
            }
            for output in &mut outputs {
                if let Some(arrived_in) = output.pop_front() {
                    sum += slot - arrived_in;
                    count += 1;
                }
            }
        }
        near(f64::from(sum) / f64::from(count), closed);
    }
}
