//! Circles of waits, as they are told and as they are found.

use std::collections::BTreeSet;

use fabric_sim::engine::{Queue, World};

/// The circles, each with whether it is a deadlock.
pub type Circles = BTreeSet<(Vec<Queue>, bool)>;

/// Cycles found by a search from scratch.
pub fn found(world: &World) -> Circles {
    let waits = world.waits();
    let queue = |n: &usize| (waits.queues[*n].port, waits.queues[*n].priority);
    let circle = |members: &Vec<usize>| {
        (members.iter().map(queue).collect(), members.iter().all(|n| waits.is_stuck(*n)))
    };
    waits.cycles().iter().map(circle).collect()
}

/// Cycles detected as they closed, and still closed.
pub fn told(world: &World) -> Circles {
    world.circles().standing().iter().map(|circle| (circle.queues.clone(), circle.is_deadlock())).collect()
}
