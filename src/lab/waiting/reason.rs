//! Why one queue is paused, down to the root.

use fabric_sim::engine::{Queue, World};
use fabric_sim::insight::{Link, why_paused};

/// One link of the chain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    /// The queue that it is about.
    pub queue: Queue,
    /// How many queues wait in a row above it.
    pub depth: usize,
    /// What it is and how the chain goes on.
    pub words: String,
    /// Whether the chain ends here: what one must mend.
    pub root: bool,
}

/// Why `queue` is paused at the cursor of `world`; nothing if it is not.
#[must_use]
pub fn reasons(world: &World, queue: Queue) -> Vec<Reason> {
    let reason = |link: &Link| Reason {
        queue: link.queue,
        depth: link.depth,
        words: link.sentence(world.spec()),
        root: link.end.is_root(),
    };
    why_paused(world, queue).map(|chain| chain.links.iter().map(reason).collect()).unwrap_or_default()
}
