//! Benchmarks at full speed. `full_speed`: the event loop alone, compared with the lab of the page, which
//! also records data for charts and lanes, searches warnings and keeps checkpoints. `filters`: the event
//! loop with different filters of trace events.

#![cfg(not(target_arch = "wasm32"))]

use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use fabric_bench::workload::Workload;
use fabric_lab::lab::{Command, FASTEST, Lab, Pace};
use fabric_sim::engine::{EventFilter, Log, World};
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::seekable::ROUND;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

/// Number of events that each benchmark simulates.
const EVENTS: u64 = 1_500_000;
/// Number of times that the lab may ask whether its time is used up before it must stop.
const BIT: u32 = 64;
/// Priority of the data of the workload.
const LOSSLESS: Priority = Priority::P3;

/// Opens a lab that plays `workload` at full speed.
fn lab(workload: &Workload) -> Lab {
    let mut lab = Lab::open("");
    let document = workload.document().expect("comes with the program");
    lab.act(Command::File { name: workload.name.to_owned(), text: document.to_json() });
    lab.act(Command::Pace(Pace::Speed(FASTEST)));
    if !lab.run().is_playing() {
        lab.act(Command::PlayOrPause);
    }
    lab
}

fn go(mut lab: Lab) -> Lab {
    let mut bits = 0u32;
    while lab.run().recording().world().counters().events < EVENTS {
        lab.advance_without_view(0.01, &mut || {
            bits += 1;
            bits.is_multiple_of(BIT)
        });
    }
    lab
}

/// Runs `spec` for [`EVENTS`] events with a log of the events that `filter` selects. Returns the world.
fn run_filtered(spec: &Arc<Spec>, filter: EventFilter) -> World {
    let (mut world, mut log) = (World::new(Arc::clone(spec)), Log::default());
    while world.counters().events < EVENTS {
        log.clear();
        world.run_filtered(Time::from_ms(1_000), ROUND, filter, &mut log);
    }
    world
}

fn filters(criterion: &mut Criterion) {
    let spec = Workload::find("w1").and_then(|w1| w1.spec().ok()).expect("comes with the program");
    let deliveries = vec![true; spec.flows.len()];
    let last = u32::try_from(spec.ports.len()).expect("ports are numbered in 32 bits");
    let occupancies: Vec<(PortId, Priority)> =
        (last - 4..last).map(|port| (PortId(port), LOSSLESS)).collect();
    let mut group = criterion.benchmark_group("w1 filters");
    group.sample_size(20);
    group.throughput(Throughput::Elements(EVENTS));
    let nothing = EventFilter::default();
    for (name, filter) in [
        ("nothing", nothing),
        ("deliveries", EventFilter { deliveries: &deliveries, ..nothing }),
        ("four queues", EventFilter { occupancies: &occupancies, ..nothing }),
    ] {
        group.bench_function(name, |bencher| bencher.iter(|| run_filtered(&spec, filter)));
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

criterion_group!(benches, full_speed, filters);
criterion_main!(benches);
