//! Functions that return the cycles of waits. One function returns the cycles that the engine detects event
//! by event; the other one searches for cycles from scratch.

use fabric_sim::ids::QueueId;
use std::collections::BTreeSet;

use fabric_sim::engine::World;

/// Set of cycles of waits. Each cycle has its queues, and a flag that is `true` if the cycle is a deadlock.
pub type Cycles = BTreeSet<(Vec<QueueId>, bool)>;

/// Cycles of waits in `world`, found by a search from scratch.
pub fn found(world: &World) -> Cycles {
    let waits = world.waits();
    let queue = |n: &usize| waits.queues[*n].queue();
    let cycle = |members: &Vec<usize>| {
        (members.iter().map(queue).collect(), members.iter().all(|n| waits.is_stuck(*n)))
    };
    waits.cycles().iter().map(cycle).collect()
}

/// Cycles of waits that the engine detected event by event and that still exist.
pub fn detected(world: &World) -> Cycles {
    world.cycles().standing().iter().map(|cycle| (cycle.queues.clone(), cycle.is_deadlock())).collect()
}
