//! Who waits for whom: paused queues, what keeps each paused, and whose bytes
//! that holds; which of them can never move again.
//!
//! An egress queue is *stuck* if it belongs to the largest set of paused,
//! non-empty queues such that each is paused by a group downstream that cannot
//! fall to its XON unless some queue of the set sends. A pause counts only
//! while it would be said again: one that expires unrefreshed holds nothing
//! for ever. A cycle of waits that can still drain is congestion, a cycle among
//! the stuck is a deadlock, and what else is stuck are its tributaries
//! (Dally and Seitz 1987; for PFC: Hu et al., HotNets 2016).

mod held;
mod stuck;

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::ids::{PortId, priorities};
use crate::units::Time;

use super::World;
use super::plan::Role;
use super::state::lane;

/// What keeps a queue paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pauser {
    /// The ingress group at the other end of its link asks, and will go on asking.
    Group,
    /// The host at the other end asks while its receive buffer is full: it drains by itself.
    Host,
    /// Pauses are sent there whatever the buffers hold: a storm.
    Storm,
    /// The group has resumed, no resume is on its way, and the pause does not
    /// expire: the resume was lost.
    LostResume,
    /// The pause ends by itself: a resume is on its way, or it expires unrefreshed.
    Passing,
}

/// An egress queue that holds something and may not send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PausedQueue {
    /// The port that may not send.
    pub port: PortId,
    /// 0 to 7.
    pub priority: u8,
    /// What waits in it, in bytes of memory; of a host's NIC 0.
    pub bytes: u64,
    /// Since when it has been paused.
    pub since: Time,
    /// What keeps it paused.
    pub by: Pauser,
}

/// The paused queues of a fabric at one instant.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    /// By port and priority.
    pub queues: Vec<PausedQueue>,
    /// By queue: the paused queues that hold bytes of the group that pauses
    /// it, which is whom it waits for, with these bytes.
    waits_for: Vec<Vec<(usize, u64)>>,
    /// By queue: whether it is stuck.
    stuck: Vec<bool>,
    /// By queue: the cycle that it is part of, if any.
    cycle: Vec<Option<usize>>,
    /// The queues of each cycle, each waiting for the next.
    cycles: Vec<Vec<usize>>,
}

impl Waits {
    /// The paused queues that queue `n` waits for, with the bytes that each
    /// holds of the group that pauses it.
    #[must_use]
    pub fn waits_for(&self, n: usize) -> &[(usize, u64)] {
        &self.waits_for[n]
    }

    /// Whether queue `n` can never send again unless something is dropped.
    #[must_use]
    pub fn is_stuck(&self, n: usize) -> bool {
        self.stuck[n]
    }

    /// The cycles of waits, each as its queues in order.
    #[must_use]
    pub fn cycles(&self) -> &[Vec<usize>] {
        &self.cycles
    }

    /// The cycle that queue `n` is part of.
    #[must_use]
    pub fn cycle_of(&self, n: usize) -> Option<usize> {
        self.cycle[n]
    }

    /// Whether a cycle is a deadlock: its queues are stuck.
    #[must_use]
    pub fn is_deadlock(&self, cycle: usize) -> bool {
        self.cycles[cycle].iter().all(|queue| self.stuck[*queue])
    }

    /// Whether there is a deadlock.
    #[must_use]
    pub fn deadlocked(&self) -> bool {
        (0..self.cycles.len()).any(|cycle| self.is_deadlock(cycle))
    }
}
