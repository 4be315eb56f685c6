//! Reasons why a queue is paused, from the queue to the root, as sentences. If a queue waits for several
//! others, the list branches; the branch with the most bytes is first. Start with [`reasons`].

use fabric_sim::engine::World;
use fabric_sim::ids::QueueId;
use fabric_sim::insight::{ChainOutcome, ChainQueue, why_paused};
use fabric_sim::spec::Spec;

use super::name::link_name;
use crate::charts::bytes_label;

/// Queue in the chain of reasons.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    /// Queue that the sentence describes.
    pub queue: QueueId,
    /// Number of queues above this one in the chain; 0 for the queue at the top.
    pub depth: usize,
    /// Sentence on the queue, and on the queue for which it waits, or on the root.
    pub words: String,
    /// Whether the queue is a root, where the repair belongs.
    pub root: bool,
}

/// Reasons why `queue` is paused at the time of `world`, in the order of the chain; the queue itself is
/// first. Empty if `queue` is not paused.
#[must_use]
pub fn reasons(world: &World, queue: QueueId) -> Vec<Reason> {
    let reason = |link: &ChainQueue| Reason {
        queue: link.queue,
        depth: link.depth,
        words: sentence(world.spec(), link),
        root: link.end.is_root(),
    };
    why_paused(world, queue).map(|chain| chain.links.iter().map(reason).collect()).unwrap_or_default()
}

/// Sentence on one queue of the chain, and on what it waits for. A share of the bytes is named in whole
/// percent, rounded to the nearest.
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
        // The peer is named as the host here, not as its port.
        ChainOutcome::SlowHost => format!("{}, whose bus takes frames too slowly", link.means.sentence(peer)),
        end => end.sentence(link.means, peer),
    };
    format!("{}, priority {priority},{share} {end}", link_name(spec, port))
}
