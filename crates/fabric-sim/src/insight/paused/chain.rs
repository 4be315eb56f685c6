//! Chain of causes of a pause. The chain begins at the blocked egress queue. The priority group at the peer
//! has requested the pause, or withholds credits. The next queues of the chain are the egress queues that
//! hold bytes of this group, the queue with the most bytes first. Queues with equal bytes are in the order of
//! ports and priorities. The search continues at each of these queues, down to the root. Start with
//! [`why_paused`].
//!
//! A queue that may transmit has no chain. A queue is explained once. Later occurrences have the outcome
//! [`ChainOutcome::Above`], or [`ChainOutcome::Cycle`] if the queue waits for itself.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::super::bandwidth_limits::refined;
use super::super::inflow::Inflows;
use crate::engine::{Pauser, World};
use crate::ids::{Priority, QueueId};

/// Outcome of a chain at one of its queues: the chain continues with further queues, or it ends at this
/// queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChainOutcome {
    /// Queue that its peer pauses. The peer is a switch with a full priority group, or a host that accepts no
    /// requests until its own data has left. In the chain, the queues for which this queue waits follow, one
    /// level deeper.
    Continues,
    /// Queue that occurs in its own chain: the waits form a cycle.
    Cycle,
    /// Queue whose chain has already been listed, in an earlier branch.
    Above,
    /// Queue that may transmit, but arrivals exceed the rate of the port of the queue.
    Oversubscribed,
    /// Queue that may transmit and only drains: its flows have ended, or bring no more than its port sends.
    Draining,
    /// Queue that may transmit, but the strict class with this number is served before the queue (IEEE
    /// 802.1Q, clause 8.6.8.1).
    Strict(Priority),
    /// Queue that may transmit, but arrivals exceed its ETS share of the port (IEEE 802.1Q, clause 37).
    EtsShare,
    /// Queue that may transmit, but the class with this number is served before the queue, up to the minimum
    /// rate of this class (SAI scheduler, `MIN_BANDWIDTH_RATE`).
    MinRate(Priority),
    /// Queue that may transmit, but arrivals exceed its maximum rate (SAI scheduler, `MAX_BANDWIDTH_RATE`).
    MaxRate,
    /// Queue that may transmit, but arrivals exceed the maximum rate of its port.
    PortMaxRate,
    /// Queue that may transmit, but the crossbar of its switch brings less than its port can send. The
    /// crossbar is too slow, or frames for the queue wait behind frames for another output.
    Crossbar,
    /// Queue that cannot transmit: its link is down.
    LinkDown,
    /// Queue paused by a host whose bus is slower than the arrivals.
    SlowHost,
    /// Queue paused by a port that sends pauses whatever its buffers contain.
    Storm,
    /// Queue that stays paused, without a timer, although nothing requests a pause: the resume was lost, or a
    /// pause source never sent one.
    LostResume,
    /// Queue blocked because credits were lost. The remaining credits never cover its next frame.
    LostCredits,
    /// Queue blocked for a moment only: a resume or credits are in flight, or the pause expires without a
    /// refresh.
    Passing,
}

impl ChainOutcome {
    /// Name of the outcome in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Continues => "goes_on",
            Self::Cycle => "circle",
            Self::Above => "above",
            Self::Oversubscribed => "oversubscribed",
            Self::Draining => "draining",
            Self::Strict(_) => "strict",
            Self::EtsShare => "ets_share",
            Self::MinRate(_) => "min_rate",
            Self::MaxRate => "max_rate",
            Self::PortMaxRate => "port_max_rate",
            Self::Crossbar => "crossbar",
            Self::LinkDown => "link_down",
            Self::SlowHost => "slow_host",
            Self::Storm => "storm",
            Self::LostResume => "lost_resume",
            Self::LostCredits => "lost_credits",
            Self::Passing => "passing",
        }
    }

    /// Outcome that reports of causes call `name`. For the names `strict` and `min_rate`, `class` is the
    /// class that is served first; if `class` is `None`, class 0 is used. Returns `None` if reports of causes
    /// have no outcome of this name.
    #[must_use]
    pub fn named(name: &str, class: Option<Priority>) -> Option<Self> {
        let ends = [
            Self::Cycle,
            Self::Oversubscribed,
            Self::Draining,
            Self::Strict(class.unwrap_or_default()),
            Self::EtsShare,
            Self::MinRate(class.unwrap_or_default()),
            Self::MaxRate,
            Self::PortMaxRate,
            Self::Crossbar,
            Self::LinkDown,
            Self::SlowHost,
            Self::Storm,
            Self::LostResume,
            Self::LostCredits,
            Self::Passing,
        ];
        ends.into_iter().find(|end| end.name() == name)
    }

    /// Whether the queue may transmit, but more frames arrive than the port, the share of the queue or other
    /// classes let through.
    #[must_use]
    pub const fn is_limited(self) -> bool {
        matches!(
            self,
            Self::Oversubscribed
                | Self::Strict(_)
                | Self::EtsShare
                | Self::MinRate(_)
                | Self::MaxRate
                | Self::PortMaxRate
                | Self::Crossbar
        )
    }

    /// Whether other classes of the port take the bandwidth that the queue lacks.
    #[must_use]
    pub const fn is_by_classes(self) -> bool {
        matches!(self, Self::Strict(_) | Self::EtsShare | Self::MinRate(_))
    }

    /// Class that is served before the queue: the strict class, or the class with a minimum rate. `None` if
    /// the outcome is neither a strict class nor a minimum rate.
    #[must_use]
    pub const fn class_before(self) -> Option<Priority> {
        match self {
            Self::Strict(class) | Self::MinRate(class) => Some(class),
            _ => None,
        }
    }

    /// Whether the queue with this outcome is a root, at which the chain ends. Pauses by a root end only if
    /// their cause is removed, or if the backlog of the root has drained. `false` if the chain continues, if
    /// the queue occurs earlier in the chain, or if the pause ends by itself.
    #[must_use]
    pub const fn is_root(self) -> bool {
        !matches!(self, Self::Continues | Self::Above | Self::Passing)
    }
}

/// Mechanism that blocks a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockedBy {
    /// Pause of the priority of the queue (PFC), or of the whole link of the queue (802.3x).
    Pause,
    /// Too few link credits for the next frame.
    Credits,
}

/// Queue of a chain of causes, and its part in the pause of the previous queue of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainQueue {
    /// Egress queue in the chain.
    pub queue: QueueId,
    /// Depth of the queue in the chain: 0 for the first queue, the one that the chain explains; 1 for the
    /// queues for which the first queue waits, and so on.
    pub depth: usize,
    /// Bytes of this queue that are charged to the priority group that pauses the previous queue of the
    /// chain. 0 for the first queue.
    pub bytes: u64,
    /// Memory in bytes that the pausing priority group occupies in all queues for which the previous queue
    /// of the chain waits. 0 for the first queue.
    pub of: u64,
    /// Outcome of the chain at this queue.
    pub end: ChainOutcome,
    /// Mechanism that blocks the queue. Meaningless for a queue that may transmit or whose link is down; the
    /// value is then [`BlockedBy::Credits`].
    pub blocked_by: BlockedBy,
}

/// Chain of causes of a blocked queue. After each queue come the queues for which it waits. The first of
/// them is the queue that holds the most bytes of the pausing priority group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Queues of the chain in depth-first order; at least one.
    pub links: Vec<ChainQueue>,
}

impl Chain {
    /// Main root of the chain: the queue at the end of the main path. From each queue, the main path goes to
    /// the awaited queue that holds the most bytes of the pausing priority group.
    #[must_use]
    pub fn main_root(&self) -> &ChainQueue {
        // The queue with the largest share comes first, so the first end in the list is the end of the main
        // path.
        let ends = self.links.iter().find(|link| link.end != ChainOutcome::Continues);
        ends.unwrap_or(&self.links[0])
    }

    /// Queues of the first cycle in the chain. Each queue precedes the queue for which it waits. Empty if the
    /// chain has no cycle.
    #[must_use]
    pub fn cycle(&self) -> Vec<QueueId> {
        let Some(at) = self.links.iter().position(|link| link.end == ChainOutcome::Cycle) else {
            return Vec::new();
        };
        let mut ring = Vec::new();
        let mut depth = self.links[at].depth;
        for link in self.links[..at].iter().rev() {
            if link.depth < depth {
                depth = link.depth;
                ring.push(link.queue);
                if link.queue == self.links[at].queue {
                    break;
                }
            }
        }
        ring.reverse();
        ring
    }
}

/// Chain of causes that explains why `queue` may not transmit now. `None` if the queue is not paused and does
/// not lack credits, even if its link is down.
#[must_use]
pub fn why_paused(world: &World, queue: QueueId) -> Option<Chain> {
    world.pauser(queue)?;
    let mut chain = Chain { links: Vec::new() };
    let inflows = LazyCell::new(|| Inflows::of_active(world));
    let mut seen = BTreeSet::new();
    let mut open = vec![(queue, 0, 0, 0)];
    let mut path: Vec<QueueId> = Vec::new();
    while let Some((queue, depth, bytes, of)) = open.pop() {
        path.truncate(depth);
        let in_path = path.contains(&queue);
        let fresh = seen.insert(queue);
        path.push(queue);
        let (end, held) = if in_path {
            (ChainOutcome::Cycle, Vec::new())
        } else if fresh {
            end_of(world, queue)
        } else {
            (ChainOutcome::Above, Vec::new())
        };
        let all = held.iter().map(|(_, bytes)| bytes).sum();
        // The queue that is pushed last is visited next.
        open.extend(held.iter().rev().map(|(queue, bytes)| (*queue, depth + 1, *bytes, all)));
        let end = refined(world, &inflows, queue, end);
        let QueueId { port, priority } = queue;
        let is_paused = world.paused(port).contains(priority);
        let blocked_by = if is_paused { BlockedBy::Pause } else { BlockedBy::Credits };
        chain.links.push(ChainQueue { queue, depth, bytes, of, end, blocked_by });
    }
    Some(chain)
}

/// Outcome of a chain of causes at `queue`, which must be new in the chain. Also returns the queues that
/// hold bytes of the priority group that pauses `queue`, each with these bytes in memory, most bytes first.
/// The list is empty if the chain ends at `queue`.
pub(in crate::insight) fn end_of(world: &World, queue: QueueId) -> (ChainOutcome, Vec<(QueueId, u64)>) {
    let continues_or = |end: ChainOutcome| {
        let held = world.queues_awaited_by(world.spec().ports[queue.port.index()].peer, queue.priority);
        (if held.is_empty() { end } else { ChainOutcome::Continues }, held)
    };
    let end = match world.pauser(queue) {
        None if world.is_down(queue.port) => ChainOutcome::LinkDown,
        None => ChainOutcome::Oversubscribed,
        Some(Pauser::Storm) => ChainOutcome::Storm,
        Some(Pauser::LostResume) => ChainOutcome::LostResume,
        Some(Pauser::LostCredits) => ChainOutcome::LostCredits,
        Some(Pauser::Passing) if world.is_in_last_pause_of_storm(queue) => ChainOutcome::Storm,
        Some(Pauser::Passing) => ChainOutcome::Passing,
        // A priority group without bytes will send its resume soon.
        Some(Pauser::Group | Pauser::Credits) => return continues_or(ChainOutcome::Passing),
        // Requests at the host wait until its own data has left, or its bus is slow.
        Some(Pauser::Host) => {
            let (end, held) = continues_or(ChainOutcome::SlowHost);
            let requests: u64 = held.iter().map(|(_, bytes)| *bytes).sum();
            if 2 * requests >= received(world, queue) {
                return (end, held);
            }
            ChainOutcome::SlowHost
        }
    };
    (end, Vec::new())
}

/// Bytes of the priority of `queue` in the receive buffer at the other end of its link; 0 at a switch.
fn received(world: &World, queue: QueueId) -> u64 {
    let peer = world.spec().owner(world.spec().ports[queue.port.index()].peer);
    peer.host().map_or(0, |host| world.receiver(host).held[queue.priority.index()])
}
