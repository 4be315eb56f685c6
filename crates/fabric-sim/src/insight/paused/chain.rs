//! The chain of causes: paused egress, or one without credits → the group at
//! its peer that asked, or holds what it has promised →
//! the egress queues that hold that group's bytes, largest share first →
//! whatever pauses those → the root.

use std::collections::BTreeSet;

use super::super::service::refined;
use crate::engine::{Pauser, Queue, World};

/// Where a chain ends, or goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// It is paused by the group at its peer, or a host whose requests wait for its own data to leave: the links that follow, one deeper, say why.
    GoesOn,
    /// The circle is closed: this queue stands in its own chain.
    Circle,
    /// Its chain stands above, in another branch.
    Above,
    /// It may send: its port has more to send than its rate allows.
    Oversubscribed,
    /// Strict class of the port that is served before the queue, which may send (IEEE 802.1Q, clause 8.6.8.1).
    Strict(u8),
    /// ETS share that the queue, which may send, gets of its port; more comes for it (IEEE 802.1Q, clause 37).
    EtsShare,
    /// Nothing can leave: its link is down.
    LinkDown,
    /// The host at the other end asks: its bus carries frames slower than they come.
    SlowHost,
    /// The port at the other end pauses whatever its buffers hold.
    Storm,
    /// The group has resumed, and the resume was lost.
    LostResume,
    /// Credits were lost, and what is left never covers its next frame.
    LostCredits,
    /// It ends by itself: a resume, or credits, are on their way, or a pause expires unrefreshed.
    Passing,
}

impl End {
    /// As reports name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GoesOn => "goes_on",
            Self::Circle => "circle",
            Self::Above => "above",
            Self::Oversubscribed => "oversubscribed",
            Self::Strict(_) => "strict",
            Self::EtsShare => "ets_share",
            Self::LinkDown => "link_down",
            Self::SlowHost => "slow_host",
            Self::Storm => "storm",
            Self::LostResume => "lost_resume",
            Self::LostCredits => "lost_credits",
            Self::Passing => "passing",
        }
    }

    /// Whether it is a root: what one must mend.
    #[must_use]
    pub const fn is_root(self) -> bool {
        !matches!(self, Self::GoesOn | Self::Above | Self::Passing)
    }
}

/// By what a queue is kept from sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// It is paused.
    Pause,
    /// It has no credits for its next frame.
    Credits,
}

/// One queue of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The egress queue.
    pub queue: Queue,
    /// How far down the chain; 0 is the queue that was asked about.
    pub depth: usize,
    /// What it holds of the group that pauses the queue one up, in bytes of memory.
    pub bytes: u64,
    /// All that the group holds; 0 of the first link.
    pub of: u64,
    /// How the chain goes on from here.
    pub end: End,
    /// By what it is kept from sending, if it is.
    pub means: Means,
}

/// Why a queue is paused: its links, each followed by what is behind it,
/// largest share first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// At least one.
    pub links: Vec<Link>,
}

impl Chain {
    /// The link that holds the largest share at every step: the root that
    /// counts most.
    #[must_use]
    pub fn main_root(&self) -> &Link {
        // Shares come largest first: the first end met going down is it.
        let ends = self.links.iter().find(|link| link.end != End::GoesOn);
        ends.unwrap_or(&self.links[0])
    }

    /// The queues that wait for each other in a circle, first to last; empty
    /// if no circle is in the chain.
    #[must_use]
    pub fn circle(&self) -> Vec<Queue> {
        let Some(at) = self.links.iter().position(|link| link.end == End::Circle) else { return Vec::new() };
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

/// Why `queue` may not send now; `None` if it may.
#[must_use]
pub fn why_paused(world: &World, queue: Queue) -> Option<Chain> {
    world.pauser(queue)?;
    let mut chain = Chain { links: Vec::new() };
    let mut seen = BTreeSet::new();
    let mut open = vec![(queue, 0, 0, 0)];
    let mut path: Vec<Queue> = Vec::new();
    while let Some((queue, depth, bytes, of)) = open.pop() {
        path.truncate(depth);
        let in_path = path.contains(&queue);
        let fresh = seen.insert(queue);
        path.push(queue);
        let (end, held) = if in_path {
            (End::Circle, Vec::new())
        } else if fresh {
            end_of(world, queue)
        } else {
            (End::Above, Vec::new())
        };
        let all = held.iter().map(|(_, bytes)| bytes).sum();
        // The last one pushed is the next one told.
        open.extend(held.iter().rev().map(|(queue, bytes)| (*queue, depth + 1, *bytes, all)));
        let end = refined(world, queue, end);
        let (port, priority) = queue;
        let is_paused = world.paused(port) >> priority & 1 == 1;
        let means = if is_paused { Means::Pause } else { Means::Credits };
        chain.links.push(Link { queue, depth, bytes, of, end, means });
    }
    Some(chain)
}

/// How the chain goes on from a queue that has not been met before, and the
/// queues that hold what pauses it, most bytes first; none but of [`End::GoesOn`].
pub(in crate::insight) fn end_of(world: &World, queue: Queue) -> (End, Vec<(Queue, u64)>) {
    let goes_on_or = |end: End| {
        let held = world.held_of(world.spec().ports[queue.0.index()].peer, queue.1);
        (if held.is_empty() { end } else { End::GoesOn }, held)
    };
    let end = match world.pauser(queue) {
        None if world.is_down(queue.0) => End::LinkDown,
        None => End::Oversubscribed,
        Some(Pauser::Storm) => End::Storm,
        Some(Pauser::LostResume) => End::LostResume,
        Some(Pauser::LostCredits) => End::LostCredits,
        Some(Pauser::Passing) => End::Passing,
        // A group that holds nothing any more is about to say so.
        Some(Pauser::Group | Pauser::Credits) => return goes_on_or(End::Passing),
        // Its requests wait for its own data to leave, or its bus is slow.
        Some(Pauser::Host) => return goes_on_or(End::SlowHost),
    };
    (end, Vec::new())
}
