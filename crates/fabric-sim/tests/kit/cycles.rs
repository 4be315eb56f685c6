//! Cycles of waits: as they were detected event by event, and as a search finds them.

use fabric_sim::ids::QueueId;
use std::collections::BTreeSet;

use fabric_sim::engine::World;

/// Queues of each cycle, and whether the cycle is a deadlock.
pub type Cycles = BTreeSet<(Vec<QueueId>, bool)>;

/// Cycles found by a search from scratch.
pub fn found(world: &World) -> Cycles {
    let waits = world.waits();
    let queue = |n: &usize| waits.queues[*n].queue();
    let cycle = |members: &Vec<usize>| {
        (members.iter().map(queue).collect(), members.iter().all(|n| waits.is_stuck(*n)))
    };
    waits.cycles().iter().map(cycle).collect()
}

/// Cycles that were detected event by event and still exist.
pub fn detected(world: &World) -> Cycles {
    world.cycles().standing().iter().map(|cycle| (cycle.queues.clone(), cycle.is_deadlock())).collect()
}
