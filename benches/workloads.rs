//! Every workload, beside the bare event loop in one run: the ratio of the two
//! is what to look at, since both move with the machine. And what a checkpoint
//! takes.

#![cfg(not(target_arch = "wasm32"))]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fabric_bench::workload::{self, Unit, WORKLOADS, YARDSTICK};
use fabric_bench::yardstick;
use fabric_sim::document::Preset;
use fabric_sim::engine::World;
use fabric_sim::units::Time;

fn workloads(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("workloads");
    group.sample_size(10);
    group.throughput(Throughput::Elements(yardstick::run(YARDSTICK).hops));
    group.bench_function("bare loop", |bencher| bencher.iter(|| yardstick::run(YARDSTICK)));
    for each in &WORKLOADS {
        let spec = each.spec().expect("comes with the program");
        let figures = workload::run(&spec);
        group.throughput(Throughput::Elements(match each.unit {
            Unit::Hops => figures.hops,
            Unit::Events => figures.events,
        }));
        group.bench_function(each.name, |bencher| bencher.iter(|| workload::run(&spec)));
    }
    group.finish();
}

fn clone(criterion: &mut Criterion) {
    let document = Preset::find("incast").expect("comes with the program").document();
    let mut world = World::new(Arc::new(document.compile().expect("is a good document")));
    let start = Arc::new(world.clone());
    world.run(Time(world.spec().horizon.ps() / 2), u64::MAX);
    let frozen = world.take_snapshot(&start);
    let mut group = criterion.benchmark_group("clone");
    group.bench_function("make", |bencher| {
        bencher.iter_with_large_drop(|| black_box(&mut world).take_snapshot(&start));
    });
    group.bench_function("go on from", |bencher| {
        bencher.iter_with_large_drop(|| black_box(&frozen).restore());
    });
    group.finish();
}

criterion_group!(benches, workloads, clone);
criterion_main!(benches);
