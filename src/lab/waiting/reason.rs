//! Chain of reasons why a queue is paused, down to the root, as sentences. If several queues share
//! a reason, the chain branches, the largest share first. Start with [`reasons`].

use fabric_sim::engine::World;
use fabric_sim::ids::QueueId;
use fabric_sim::insight::{ChainOutcome, ChainQueue, why_paused};
use fabric_sim::spec::Spec;

use super::name::link_name;
use crate::charts::bytes_label;

/// Element of the chain of reasons: one queue.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    /// Queue that the element describes.
    pub queue: QueueId,
    /// Number of elements above this one in the chain; 0 for the queue at the top.
    pub depth: usize,
    /// Sentence on the queue, and on the queue for which it waits or the root.
    pub words: String,
    /// Whether the chain ends at this queue, so that the repair belongs there.
    pub root: bool,
}

/// Chain of reasons for `queue` at the time of `world`. Empty if `queue` is not paused.
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

/// Sentence on an element of the chain, and on how the chain continues.
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
