//! Benchmarks of the cursor: one event back, and to any event of the preset `incast` and of a run of 10⁸
//! events. Also checks that the long run keeps its checkpoints within the memory limit.

#![cfg(not(target_arch = "wasm32"))]

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use fabric_lab::lab::Recording;
use fabric_sim::document::Preset;
use fabric_sim::engine::EventFilter;
use fabric_sim::seekable::{Budget, SeekTarget, SeekableRun};
use fabric_sim::units::Time;

/// Memory limits of the checkpoints, as on the page: 64 MiB of checkpoints.
const BUDGET: Budget = Budget { world: usize::MAX, checkpoints: 64 << 20 };
/// Number of events of the long run.
const EVENTS: u64 = 100_000_000;

fn go(recording: &mut Recording) {
    while !recording.travel(&mut || false) {}
}

fn seek(criterion: &mut Criterion) {
    let document = Preset::find("incast").expect("comes with the program").document();
    let spec = Arc::new(document.compile().expect("is a good document"));
    let mut recording = Recording::new(Arc::clone(&spec));
    recording.seek(spec.horizon);
    go(&mut recording);
    let mut group = criterion.benchmark_group("seek");
    group.bench_function("one event back", |bencher| {
        recording.seek(Time(spec.horizon.ps() / 2));
        go(&mut recording);
        bencher.iter_batched(
            || recording.clone(),
            |mut recording| {
                recording.back();
                go(&mut recording);
                recording
            },
            criterion::BatchSize::SmallInput,
        );
    });
    let mut share = 0;
    group.bench_function("anywhere in incast", |bencher| {
        bencher.iter(|| {
            share = (share + 61) % 100;
            recording.seek(Time(spec.horizon.ps() / 100 * share));
            go(&mut recording);
        });
    });
    group.finish();
}

/// Simulates the run of 10⁸ events, and checks after each event that the checkpoints stay within their
/// memory limit.
fn long_run() -> SeekableRun<()> {
    let document = Preset::find("ets").expect("comes with the program").document();
    let mut run = SeekableRun::new(Arc::new(document.compile().expect("is a good document")), (), BUDGET);
    let mut most = 0;
    while run.number() < EVENTS && run.run_event() {
        most = most.max(run.checkpoints().1);
    }
    let (count, bytes) = run.checkpoints();
    println!("after {} events: {count} checkpoints of {bytes} bytes, at most {most}", run.number());
    assert!(most <= BUDGET.checkpoints, "the budget is kept");
    run
}

fn long(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("long");
    // The long run is simulated only if this benchmark is selected.
    let mut simulated = None;
    let mut share = 0;
    group.sample_size(10).bench_function("anywhere in a long run", |bencher| {
        let run = simulated.get_or_insert_with(long_run);
        let events = run.known();
        bencher.iter(|| {
            share = (share + 61) % 100;
            let target = SeekTarget::Event(events / 100 * share);
            run.approach(target);
            while !run.travel(target, EventFilter::default(), &mut |_| (), &mut || false) {}
        });
    });
    group.finish();
}

criterion_group!(benches, seek, long);
criterion_main!(benches);
