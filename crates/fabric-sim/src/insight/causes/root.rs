//! Root of a pause, by the largest share at every step.

use std::collections::BTreeSet;

use super::super::paused::{ChainOutcome, end_of};
use crate::engine::{Pauser, Queue, World};
use crate::ids::PortId;

/// Longest chain that is followed.
const DEEPEST: usize = 256;

/// Root for which a paused queue waits, and its cause. A cycle is identified by its lowest queue.
/// `unresumed`: queues whose resume was lost.
pub(super) fn root_of(world: &World, queue: Queue, unresumed: &BTreeSet<Queue>) -> (Queue, ChainOutcome) {
    follow(world, vec![queue], unresumed)
}

/// Root for which the queue that `asker` is about to pause will wait; `None` where nothing of its
/// group is known to wait.
pub(super) fn root_of_group(
    world: &World,
    asker: PortId,
    priority: u8,
    unresumed: &BTreeSet<Queue>,
) -> Option<(Queue, ChainOutcome)> {
    let queue = (world.spec().ports[asker.index()].peer, priority);
    let (first, _) = *world.held_of(asker, priority).first()?;
    Some(follow(world, vec![queue, first], unresumed))
}

fn follow(world: &World, mut path: Vec<Queue>, unresumed: &BTreeSet<Queue>) -> (Queue, ChainOutcome) {
    loop {
        let last = path[path.len() - 1];
        let (end, held) = end_of(world, last);
        let Some((next, _)) = held.first().filter(|_| end == ChainOutcome::Continues && path.len() < DEEPEST)
        else {
            // Where pauses expire, the lost resume only lengthens the pause.
            if end == ChainOutcome::Passing && unresumed.contains(&last) {
                return (last, ChainOutcome::LostResume);
            }
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
