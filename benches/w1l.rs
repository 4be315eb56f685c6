//! W1L beside the bare event loop, in one run. The ratio of the two is what
//! to look at: both move with the machine.

#![cfg(not(target_arch = "wasm32"))]

use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fabric_bench::workload::{self, Workload, YARDSTICK};
use fabric_bench::yardstick;
use fabric_sim::spec::Spec;

fn spec() -> Arc<Spec> {
    Workload::find("w1l").expect("comes with the program").spec().expect("is a good document")
}

fn w1l(criterion: &mut Criterion) {
    let spec = spec();
    let hops = yardstick::run(YARDSTICK).hops;
    let mut group = criterion.benchmark_group("w1l");
    group.sample_size(10).throughput(Throughput::Elements(hops));
    group.bench_function("bare loop", |bencher| bencher.iter(|| yardstick::run(YARDSTICK)));
    group.bench_function("fabric", |bencher| bencher.iter(|| workload::run(&spec)));
    group.finish();
}

criterion_group!(benches, w1l);
criterion_main!(benches);
