//! Measures the cost of checkpoints: size, time to make one, and time to restore one. Start with [`run`].

use std::sync::Arc;

use fabric_sim::engine::{World, WorldSnapshot};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use web_time::Instant;

use crate::workload::WorkloadFigures;

/// Number of steps of the run. A checkpoint is made before the first step and after each step.
const STEPS: u64 = 50;
/// Number of checkpoints that are made in one timed series. A single checkpoint would take too little time
/// for the clock of a browser, which has steps of 0.1 ms.
const COPIES: u32 = 64;
/// Number of timed series for each checkpoint; the fastest series counts.
const SERIES: u32 = 3;

/// Measured checkpoint of a run.
#[derive(Clone, Copy, Debug)]
pub struct CheckpointCost {
    /// Simulated time of the checkpoint.
    pub at: Time,
    /// Number of frames in the fabric at the time of the checkpoint.
    pub frames: u32,
    /// Size of the checkpoint in bytes, without the start state of the run, which all checkpoints share.
    pub bytes: usize,
    /// Wall time to make the checkpoint, in seconds.
    pub wall_s: f64,
    /// Wall time to restore the checkpoint, in seconds.
    pub back_s: f64,
}

impl CheckpointCost {
    /// Returns `self`, but with the shorter of the two times to make the checkpoint and the shorter of the
    /// two times to restore it. `self` and `other` must belong to the same simulated time of the run.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        let (wall_s, back_s) = (self.wall_s.min(other.wall_s), self.back_s.min(other.back_s));
        Self { wall_s, back_s, ..self }
    }
}

/// Runs `spec` and makes checkpoints at 51 times with equal steps, from the start to the end of the run.
/// Returns the figures of the run, and the checkpoints in order of time. The wall time of the run does not
/// include the checkpoints. If 50 equal steps do not divide the horizon exactly, the last checkpoint is less
/// than 50 ps before the end.
#[must_use]
pub fn run(spec: &Arc<Spec>) -> (WorkloadFigures, Vec<CheckpointCost>) {
    let mut world = World::new(Arc::clone(spec));
    let start = Arc::new(world.clone());
    let steps = (0..=STEPS).map(|step| Time(spec.horizon.ps() / STEPS * step));
    let mut run_s = 0.0;
    let copies = steps
        .map(|at| {
            let from = Instant::now();
            world.run(at, u64::MAX);
            run_s += from.elapsed().as_secs_f64();
            let snapshot = world.take_snapshot(&start);
            let bytes = size_of::<WorldSnapshot>() + snapshot.heap_bytes();
            let (wall_s, back_s) = (fastest(|| world.take_snapshot(&start)), fastest(|| snapshot.restore()));
            CheckpointCost { at, frames: world.frames(), bytes, wall_s, back_s }
        })
        .collect();
    (WorkloadFigures::of(&world, run_s), copies)
}

/// Mean wall time of a call of `make` in the fastest of [`SERIES`] series, in seconds. Freeing the results
/// is not timed.
fn fastest<T>(mut make: impl FnMut() -> T) -> f64 {
    let mut row = || {
        let mut all = Vec::with_capacity(COPIES as usize);
        let start = Instant::now();
        all.extend((0..COPIES).map(|_| make()));
        start.elapsed().as_secs_f64() / f64::from(COPIES)
    };
    (0..SERIES).map(|_| row()).fold(f64::INFINITY, f64::min)
}
