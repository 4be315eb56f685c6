//! Root of a pause, by the largest share at every step.

use super::super::paused::{ChainOutcome, end_of};
use crate::engine::{Pauser, Queue, World};
use crate::ids::PortId;

/// Longest chain that is followed.
const DEEPEST: usize = 256;

/// Root for which a paused queue waits, and its cause. A cycle is identified by its lowest queue.
pub(super) fn root_of(world: &World, queue: Queue) -> (Queue, ChainOutcome) {
    follow(world, vec![queue])
}

/// Root for which the queue that `asker` is about to pause will wait; `None` where nothing of its
/// group is known to wait.
pub(super) fn root_of_group(world: &World, asker: PortId, priority: u8) -> Option<(Queue, ChainOutcome)> {
    let queue = (world.spec().ports[asker.index()].peer, priority);
    let (first, _) = *world.held_of(asker, priority).first()?;
    Some(follow(world, vec![queue, first]))
}

fn follow(world: &World, mut path: Vec<Queue>) -> (Queue, ChainOutcome) {
    loop {
        let last = path[path.len() - 1];
        let (end, held) = end_of(world, last);
        let Some((next, _)) = held.first().filter(|_| end == ChainOutcome::Continues && path.len() < DEEPEST)
        else {
            // A storm counts for the queues before it, too, where it does not pause them itself.
            return (last, end);
        };
        if let Some(from) = path.iter().position(|queue| queue == next) {
            return (path[from..].iter().copied().min().unwrap_or(*next), ChainOutcome::Cycle);
        }
        path.push(*next);
    }
}

/// Whether the queue may not transmit because of a pause.
pub(super) fn is_paused(world: &World, queue: Queue) -> bool {
    !matches!(world.pauser(queue), None | Some(Pauser::Credits | Pauser::LostCredits))
}
