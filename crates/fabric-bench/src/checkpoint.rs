//! What a checkpoint costs: a copy of the world, in bytes and in time.

use std::sync::Arc;

use fabric_sim::engine::World;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use web_time::Instant;

/// Places of the run at which a copy is made.
const PLACES: u64 = 50;
/// Copies at each; the fastest counts.
const COPIES: u32 = 20;

/// A copy of a world.
#[derive(Clone, Copy, Debug)]
pub struct Copied {
    /// The simulated time.
    pub at: Time,
    /// Frames that exist.
    pub frames: u32,
    /// Bytes of it that are its own.
    pub bytes: usize,
    /// Wall time of the copy, in seconds.
    pub wall_s: f64,
}

/// Copies the world of `spec` at equal steps of its horizon, from its start on.
#[must_use]
pub fn run(spec: &Arc<Spec>) -> Vec<Copied> {
    let mut world = World::new(Arc::clone(spec));
    let steps = (0..=PLACES).map(|step| Time(spec.horizon.ps() / PLACES * step));
    steps
        .map(|at| {
            world.run_until(at, u64::MAX, &mut ());
            let fastest = (0..COPIES).map(|_| time_of_copy(&world)).fold(f64::INFINITY, f64::min);
            Copied { at, frames: world.frames(), bytes: world.heap_bytes(), wall_s: fastest }
        })
        .collect()
}

/// How long a copy takes; giving its memory back is not timed.
fn time_of_copy(world: &World) -> f64 {
    let start = Instant::now();
    let copy = std::hint::black_box(world.clone());
    let wall_s = start.elapsed().as_secs_f64();
    drop(copy);
    wall_s
}
