//! Reasons why a queue is paused, from the queue to the root, as sentences. Start with [`reasons`]. If a
//! queue waits for several others, the list branches; the branch with the most bytes is first.

use fabric_sim::engine::World;
use fabric_sim::ids::QueueId;
use fabric_sim::insight::{ChainOutcome, ChainQueue, why_paused};
use fabric_sim::spec::Spec;

use super::name::link_name;
use crate::charts::bytes_label;

/// Queue in the chain of reasons for a pause.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    /// Queue that the sentence describes.
    pub queue: QueueId,
    /// Number of queues between this queue and the start of the chain; 0 for the queue at the start.
    pub depth: usize,
    /// Sentence on the queue, and on the queue or root for which it waits.
    pub words: String,
    /// Whether the queue is a root, where the waits begin and the repair is needed.
    pub is_root: bool,
}

/// Reasons why `queue` is paused at the time of `world`, in the order of the chain: first the queue itself,
/// last the root. Empty if `queue` is not paused.
#[must_use]
pub fn reasons(world: &World, queue: QueueId) -> Vec<Reason> {
    let reason = |link: &ChainQueue| Reason {
        queue: link.queue,
        depth: link.depth,
        words: sentence(world.spec(), link),
        is_root: link.end.is_root(),
    };
    why_paused(world, queue).map(|chain| chain.links.iter().map(reason).collect()).unwrap_or_default()
}

/// Sentence on one queue of the chain, and on the queue or device for which it waits. A share of the bytes is
/// given in whole percent, rounded to the nearest.
fn sentence(spec: &Spec, link: &ChainQueue) -> String {
    let QueueId { port, priority } = link.queue;
    let peer = &spec.owner(spec.ports[port.index()].peer).name;
    let share = match link.of {
        0 => String::new(),
        of if of == link.bytes => format!(" holds all of that, {}, and", bytes_label(of)),
        of => {
            let percent = (link.bytes * 100 + of / 2) / of;
            format!(" holds {} of the {} ({percent}\u{202f}%) and", bytes_label(link.bytes), bytes_label(of))
        }
    };
    let end = match link.end {
        // The sentence names the peer as a host, not as a port.
        ChainOutcome::SlowHost => {
            format!("{}, whose bus takes frames too slowly", link.blocked_by.sentence(peer))
        }
        end => end.sentence(link.blocked_by, peer),
    };
    format!("{}, priority {priority},{share} {end}", link_name(spec, port))
}
