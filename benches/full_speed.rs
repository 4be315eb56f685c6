//! As fast as it goes: the lab, which writes down what charts and lanes show,
//! tells what is worth telling and keeps checkpoints, beside the loop alone; and
//! the loop that heeds what is asked for, by what that is.

#![cfg(not(target_arch = "wasm32"))]

use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use fabric_bench::workload::Workload;
use fabric_lab::lab::{Command, FASTEST, Lab, Pace};
use fabric_sim::engine::{EventFilter, Log, World};
use fabric_sim::ids::PortId;
use fabric_sim::spec::Spec;
use fabric_sim::tape::ROUND;
use fabric_sim::units::Time;

/// Events that are gone through.
const EVENTS: u64 = 1_500_000;
/// Number of times that the lab asks whether to stop in a bit of work.
const BIT: u32 = 64;
/// The priority of the workload's data.
const LOSSLESS: u8 = 3;

/// A lab that plays a workload as fast as it goes.
fn lab(workload: &Workload) -> Lab {
    let mut lab = Lab::open("");
    let document = workload.document().expect("comes with the program");
    lab.act(Command::File { name: workload.name.to_owned(), text: document.to_json() });
    lab.act(Command::Pace(Pace::Speed(FASTEST)));
    if !lab.run().is_playing() {
        lab.act(Command::Toggle);
    }
    lab
}

fn go(mut lab: Lab) -> Lab {
    let mut bits = 0u32;
    while lab.run().tape().world().counters().events < EVENTS {
        lab.advance_without_view(0.01, &mut || {
            bits += 1;
            bits.is_multiple_of(BIT)
        });
    }
    lab
}

/// The events of `spec`, of which this is asked for.
fn heed(spec: &Arc<Spec>, interest: EventFilter) -> World {
    let (mut world, mut log) = (World::new(Arc::clone(spec)), Log::default());
    while world.counters().events < EVENTS {
        log.clear();
        world.run_filtered(Time::from_ms(1_000), ROUND, interest, &mut log);
    }
    world
}

fn heeding(criterion: &mut Criterion) {
    let spec = Workload::find("w1").and_then(|w1| w1.spec().ok()).expect("comes with the program");
    let deliveries = vec![true; spec.flows.len()];
    let last = u32::try_from(spec.ports.len()).expect("ports are numbered in 32 bits");
    let gauges: Vec<(PortId, u8)> = (last - 4..last).map(|port| (PortId(port), LOSSLESS)).collect();
    let mut group = criterion.benchmark_group("w1 heeding");
    group.sample_size(20);
    group.throughput(Throughput::Elements(EVENTS));
    let nothing = EventFilter::default();
    for (name, interest) in [
        ("nothing", nothing),
        ("deliveries", EventFilter { deliveries: &deliveries, ..nothing }),
        ("four queues", EventFilter { gauges: &gauges, ..nothing }),
    ] {
        group.bench_function(name, |bencher| bencher.iter(|| heed(&spec, interest)));
    }
    group.bench_function("alone", |bencher| {
        bencher.iter(|| World::new(Arc::clone(&spec)).run(Time::from_ms(1_000), EVENTS));
    });
    group.finish();
}

fn full_speed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("full speed");
    group.sample_size(10);
    group.throughput(Throughput::Elements(EVENTS));
    for workload in ["w1", "w2"].map(|name| Workload::find(name).expect("comes with the program")) {
        let spec = workload.spec().expect("comes with the program");
        group.bench_function(format!("{} alone", workload.name), |bencher| {
            let world = || World::new(Arc::clone(&spec));
            let run = |mut world: World| {
                world.run(Time::from_ms(1_000), EVENTS);
                world
            };
            bencher.iter_batched(world, run, BatchSize::PerIteration);
        });
        group.bench_function(format!("{} in the lab", workload.name), |bencher| {
            bencher.iter_batched(|| lab(workload), go, BatchSize::PerIteration);
        });
    }
    group.finish();
}

criterion_group!(benches, full_speed, heeding);
criterion_main!(benches);
