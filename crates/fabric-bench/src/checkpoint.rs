//! Cost of a checkpoint: its bytes, and the time to make and to restore it.

use std::sync::Arc;

use fabric_sim::engine::{World, WorldSnapshot};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use web_time::Instant;

use crate::workload::Figures;

/// Steps of the run; a checkpoint is made before the first and after each.
const PLACES: u64 = 50;
/// Checkpoints made in one timed row, since a browser's clock has steps of 0.1 ms.
const COPIES: u32 = 64;
/// Timed rows at each step; the fastest counts.
const ROWS: u32 = 3;

/// Checkpoint of a run, measured.
#[derive(Clone, Copy, Debug)]
pub struct CheckpointCost {
    /// Simulated time.
    pub at: Time,
    /// Frames that exist in the fabric.
    pub frames: u32,
    /// Size in bytes, without the start of the run, which all checkpoints share.
    pub bytes: usize,
    /// Wall time to make it, in seconds.
    pub wall_s: f64,
    /// Wall time to restore it, in seconds.
    pub back_s: f64,
}

impl CheckpointCost {
    /// Checkpoint with the shorter times of two measurements.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        let (wall_s, back_s) = (self.wall_s.min(other.wall_s), self.back_s.min(other.back_s));
        Self { wall_s, back_s, ..self }
    }
}

/// Makes checkpoints of the run of `spec` at equal steps from the start to the horizon. The wall
/// time of the figures is that of the run without the checkpoints.
#[must_use]
pub fn run(spec: &Arc<Spec>) -> (Figures, Vec<CheckpointCost>) {
    let mut world = World::new(Arc::clone(spec));
    let start = Arc::new(world.clone());
    let steps = (0..=PLACES).map(|step| Time(spec.horizon.ps() / PLACES * step));
    let mut run_s = 0.0;
    let copies = steps
        .map(|at| {
            let from = Instant::now();
            world.run(at, u64::MAX);
            run_s += from.elapsed().as_secs_f64();
            let frozen = world.take_snapshot(&start);
            let bytes = size_of::<WorldSnapshot>() + frozen.heap_bytes();
            let (wall_s, back_s) = (fastest(|| world.take_snapshot(&start)), fastest(|| frozen.restore()));
            CheckpointCost { at, frames: world.frames(), bytes, wall_s, back_s }
        })
        .collect();
    (Figures::of(&world, run_s), copies)
}

/// Shortest mean time of `make`, in seconds. Freeing its results is not timed.
fn fastest<T>(mut make: impl FnMut() -> T) -> f64 {
    let mut row = || {
        let mut all = Vec::with_capacity(COPIES as usize);
        let start = Instant::now();
        all.extend((0..COPIES).map(|_| make()));
        start.elapsed().as_secs_f64() / f64::from(COPIES)
    };
    (0..ROWS).map(|_| row()).fold(f64::INFINITY, f64::min)
}
