//! Search for the root of a pause: it follows, at each queue, the queue with the largest share.

use std::collections::BTreeSet;

use super::super::paused::{ChainOutcome, end_of};
use crate::engine::{Pauser, World};
use crate::ids::{PortId, QueueId};

/// Largest number of queues in a chain; the search ends there.
const DEEPEST: usize = 256;

/// Root for which the paused `queue` waits, and the kind of the root. A cycle is identified by its queue at
/// the lowest port. `unresumed` are the queues whose resume was lost.
pub(super) fn root_of(
    world: &World,
    queue: QueueId,
    unresumed: &BTreeSet<QueueId>,
) -> (QueueId, ChainOutcome) {
    follow(world, vec![queue], unresumed)
}

/// Root of the pause that port `requester` sends for `priority`, before the pause reaches the peer. `None`
/// if no queue holds bytes of the priority group.
pub(super) fn root_of_group(
    world: &World,
    requester: PortId,
    priority: u8,
    unresumed: &BTreeSet<QueueId>,
) -> Option<(QueueId, ChainOutcome)> {
    let queue = QueueId::new(world.spec().ports[requester.index()].peer, priority);
    let (first, _) = *world.held_of(requester, priority).first()?;
    Some(follow(world, vec![queue, first], unresumed))
}

fn follow(world: &World, mut path: Vec<QueueId>, unresumed: &BTreeSet<QueueId>) -> (QueueId, ChainOutcome) {
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

/// Whether a pause stops the queue; `false` if only credits are missing.
pub(super) fn is_paused(world: &World, queue: QueueId) -> bool {
    !matches!(world.pauser(queue), None | Some(Pauser::Credits | Pauser::LostCredits))
}
