//! Search for the root of a pause. From each queue, the search continues at the queue that holds the most
//! bytes of the pausing priority group. The search ends after 256 queues. Start with [`root_of`].

use std::collections::BTreeSet;

use super::super::paused::{ChainOutcome, end_of};
use super::sources::sources_of;
use crate::engine::{Pauser, World};
use crate::ids::{PortId, Priority, QueueId};

/// Greatest number of queues that the search for a root visits; the last visited queue then counts as the
/// root.
const DEEPEST: usize = 256;

/// Root queue for which the paused `queue` waits, and the reason why the root does not drain. A cycle is
/// represented by its queue at the lowest port. `unresumed` are the queues whose resume was lost.
pub(super) fn root_of(
    world: &World,
    queue: QueueId,
    unresumed: &BTreeSet<QueueId>,
) -> (QueueId, ChainOutcome) {
    follow(world, vec![queue], unresumed)
}

/// Root of the pause that port `requester` sends for `priority`, before the pause arrives at the peer. `None`
/// if the priority group requests no pause (a pause source sent it), or if no queue has bytes of the group.
pub(super) fn root_of_group(
    world: &World,
    requester: PortId,
    priority: Priority,
    unresumed: &BTreeSet<QueueId>,
) -> Option<(QueueId, ChainOutcome)> {
    if !world.requests_pause(requester, priority) {
        return None;
    }
    let queue = QueueId::new(world.spec().ports[requester.index()].peer, priority);
    let (first, _) = *world.queues_awaited_by(requester, priority).first()?;
    Some(follow(world, vec![queue, first], unresumed))
}

fn follow(world: &World, mut path: Vec<QueueId>, unresumed: &BTreeSet<QueueId>) -> (QueueId, ChainOutcome) {
    loop {
        let last = path[path.len() - 1];
        let (end, held) = end_of(world, last);
        let Some((next, _)) = held.first().filter(|_| end == ChainOutcome::Continues && path.len() < DEEPEST)
        else {
            // If a pause is not refreshed, a resume that is lost or never sent lengthens the pause only until
            // it expires. The chain then ends with `Passing`.
            if end == ChainOutcome::Passing && (unresumed.contains(&last) || is_never_resumed(world, last)) {
                return (last, ChainOutcome::LostResume);
            }
            // A storm is also the root of the queues that wait for the stormed queue, although the storm does
            // not pause them itself.
            return (last, end);
        };
        if let Some(from) = path.iter().position(|queue| queue == next) {
            return (path[from..].iter().copied().min().unwrap_or(*next), ChainOutcome::Cycle);
        }
        path.push(*next);
    }
}

/// Whether the pause of `queue` lasts only because the peer sends no resumes ([`explicit_xon`] off), although
/// the priority group at the peer no longer requests a pause. False if a pause source may have sent the
/// pause.
///
/// [`explicit_xon`]: crate::fabric::pfc::PfcSenderConfig::explicit_xon
pub(super) fn is_never_resumed(world: &World, queue: QueueId) -> bool {
    let peer = world.spec().ports[queue.port.index()].peer;
    !world.pause_sender(peer).explicit_xon
        && is_paused(world, queue)
        && !world.requests_pause(peer, queue.priority)
        && sources_of(world, queue, ChainOutcome::Passing).is_empty()
}

/// Whether `queue` is paused. `false` if the queue only lacks credits.
pub(super) fn is_paused(world: &World, queue: QueueId) -> bool {
    !matches!(world.pauser(queue), None | Some(Pauser::Credits | Pauser::LostCredits))
}
