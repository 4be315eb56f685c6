//! What a checkpoint costs, in bytes and in time.

use std::sync::Arc;

use fabric_sim::engine::{World, WorldSnapshot};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use web_time::Instant;

use crate::workload::Figures;

/// Places of the run at which one is made.
const PLACES: u64 = 50;
/// Made at each in a row, some rows; the fastest row counts. A browser's clock goes
/// by a tenth of a millisecond.
const COPIES: u32 = 64;
const ROWS: u32 = 3;

/// A checkpoint.
#[derive(Clone, Copy, Debug)]
pub struct Copied {
    /// The simulated time.
    pub at: Time,
    /// Frames that exist.
    pub frames: u32,
    /// Bytes of it, but for the start of the run that all share.
    pub bytes: usize,
    /// Wall time in seconds that it takes to make it.
    pub wall_s: f64,
    /// The same to go on from it.
    pub back_s: f64,
}

impl Copied {
    /// The same checkpoint of another run, with whatever was faster there.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        let (wall_s, back_s) = (self.wall_s.min(other.wall_s), self.back_s.min(other.back_s));
        Self { wall_s, back_s, ..self }
    }
}

/// Makes checkpoints of the run of `spec` at equal steps of its horizon, from
/// its start on. The wall time of the figures is that of the run from one to the next.
#[must_use]
pub fn run(spec: &Arc<Spec>) -> (Figures, Vec<Copied>) {
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
            Copied { at, frames: world.frames(), bytes, wall_s, back_s }
        })
        .collect();
    (Figures::of(&world, run_s), copies)
}

/// How long `make` takes at best; giving the memory back is not timed.
fn fastest<T>(mut make: impl FnMut() -> T) -> f64 {
    let mut row = || {
        let mut all = Vec::with_capacity(COPIES as usize);
        let start = Instant::now();
        all.extend((0..COPIES).map(|_| make()));
        start.elapsed().as_secs_f64() / f64::from(COPIES)
    };
    (0..ROWS).map(|_| row()).fold(f64::INFINITY, f64::min)
}
