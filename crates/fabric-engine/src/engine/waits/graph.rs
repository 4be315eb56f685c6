//! Graph of waits: paused queues as nodes, waits as edges, cycles of waits.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::Truth;
use crate::ids::{PortId, QueueId};
use crate::order;
use crate::units::Time;

/// Reason why a queue is paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pauser {
    /// The PG at the other end of the link requests the pause and refreshes it in time.
    Group,
    /// The host at the other end requests the pause for its receive buffer, which drains by itself.
    Host,
    /// A pause source repeats the pause, whatever the buffers hold: a storm.
    Storm,
    /// The resume was lost: the PG has resumed, no resume is in flight, and the pause does not
    /// expire.
    LostResume,
    /// The next frame needs more credits than are left, and the buffer at the other end holds the
    /// missing bytes.
    Credits,
    /// Credits were lost, alone or with their frames. The credits left never cover the next frame,
    /// and no resync restores them.
    LostCredits,
    /// The pause ends by itself: a resume or credits are in flight, or the pause expires without a
    /// refresh.
    Passing,
}

/// Egress queue that is not empty and is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PausedQueue {
    /// Port of the queue.
    pub port: PortId,
    /// Priority of the queue, 0 to 7.
    pub priority: u8,
    /// Memory of its frames, in bytes; 0 at a host's NIC.
    pub bytes: u64,
    /// Start of the pause.
    pub since: Time,
    /// Reason for the pause.
    pub by: Pauser,
    /// Whether a pause source also pauses the queue, whatever else does.
    pub stormed: bool,
}

impl PausedQueue {
    /// Port and priority.
    #[must_use]
    pub const fn queue(&self) -> QueueId {
        QueueId::new(self.port, self.priority)
    }

    /// State of the queues that wait for this one, if its resume or its credits were lost; `None`
    /// otherwise.
    #[must_use]
    pub const fn lost(&self) -> Option<Truth> {
        let (root, since) = (self.queue(), self.since);
        match self.by {
            Pauser::LostResume => Some(Truth::LostResume { root, since }),
            Pauser::LostCredits => Some(Truth::LostCredits { root, since }),
            _ => None,
        }
    }
}

/// Edge of the graph: a queue that keeps the PG which pauses another queue above XON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Index of the holding queue in [`Waits::queues`].
    pub queue: usize,
    /// Memory in bytes that the queue holds of the PG; in a single FIFO also the frames behind it;
    /// of an egress queue that requests the pause itself, all its bytes. Bytes that several queues
    /// hold count for each.
    pub bytes: u64,
}

/// Paused queues of a fabric at one instant, and the waits between them.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    /// Paused queues, sorted by port and priority.
    pub queues: Vec<PausedQueue>,
    /// Paused queues for which a queue waits, indexed by queue.
    pub(super) holds: Vec<Vec<Hold>>,
    /// Whether a queue is stuck, indexed by queue.
    pub(super) stuck: Vec<bool>,
    /// Whether a queue is stuck, or blocked until a storm ends or a lost resume is repaired;
    /// indexed by queue.
    pub(super) needs_intervention: Vec<bool>,
    /// Queues that are not paused and receive no frames.
    pub(super) cut_off: Vec<QueueId>,
    /// Cycles, each as ascending indices into `queues`.
    pub(super) cycles: Vec<Vec<usize>>,
    /// Number of ports, queues, inputs and frames visited.
    pub(super) looks: u64,
}

impl Waits {
    /// Paused queues that hold bytes of the PG that pauses queue `n`.
    #[must_use]
    pub fn holds(&self, n: usize) -> &[Hold] {
        &self.holds[n]
    }

    /// Whether queue `n` is stuck: it never transmits again unless a frame is dropped.
    #[must_use]
    pub fn is_stuck(&self, n: usize) -> bool {
        self.stuck[n]
    }

    /// Whether queue `n` never transmits again unless a frame is dropped, a storm ends or a lost
    /// resume is repaired.
    #[must_use]
    pub fn needs_intervention(&self, n: usize) -> bool {
        self.needs_intervention[n]
    }

    /// Queues that are not paused and whose frames are in single FIFOs behind frames of stuck
    /// queues, by port and priority.
    #[must_use]
    pub fn cut_off(&self) -> &[QueueId] {
        &self.cut_off
    }

    /// Indices of `queues` in [`Waits::queues`], without those that are not paused.
    #[must_use]
    pub fn places(&self, queues: &[QueueId]) -> Vec<usize> {
        let place = |queue: &QueueId| self.queues.binary_search_by_key(queue, PausedQueue::queue).ok();
        queues.iter().filter_map(place).collect()
    }

    /// Queues for which queue `n` waits, directly or indirectly, and `n` itself; for an `n` that needs intervention,
    /// `n`, only queues that need intervention.
    #[must_use]
    pub fn behind(&self, n: usize) -> Vec<usize> {
        let mut is_reached = vec![false; self.queues.len()];
        is_reached[n] = true;
        let mut reached = vec![n];
        let mut next = 0;
        while let Some(&queue) = reached.get(next) {
            next += 1;
            for hold in self.holds(queue) {
                if self.needs_intervention[hold.queue] >= self.needs_intervention[n]
                    && !is_reached[hold.queue]
                {
                    is_reached[hold.queue] = true;
                    reached.push(hold.queue);
                }
            }
        }
        reached
    }

    /// Stuck queues that wait for one of `members` and are not members.
    #[must_use]
    pub fn tributaries(&self, members: &[QueueId]) -> Vec<QueueId> {
        let members = self.places(members);
        let mut waits = self.waiting_for(&members, &self.waiters());
        for member in &members {
            waits[*member] = false;
        }
        let stuck = (0..self.queues.len()).filter(|n| waits[*n] && self.stuck[*n]);
        stuck.map(|n| self.queues[n].queue()).collect()
    }

    /// Queues that wait for each queue and need intervention, indexed by queue.
    pub(super) fn waiters(&self) -> Vec<Vec<usize>> {
        let mut waiters: Vec<Vec<usize>> = vec![Vec::new(); self.queues.len()];
        for (from, holds) in self.holds.iter().enumerate().filter(|(from, _)| self.needs_intervention[*from])
        {
            for hold in holds {
                waiters[hold.queue].push(from);
            }
        }
        waiters
    }

    /// Whether a queue waits for one of `members` through queues that need intervention, or is a member; indexed
    /// by queue. Visits each of the `waiters` once.
    pub(super) fn waiting_for(&self, members: &[usize], waiters: &[Vec<usize>]) -> Vec<bool> {
        let mut waits = vec![false; self.queues.len()];
        let mut open: Vec<usize> =
            members.iter().copied().filter(|member| self.needs_intervention[*member]).collect();
        while let Some(queue) = open.pop() {
            if !std::mem::replace(&mut waits[queue], true) {
                open.extend(&waiters[queue]);
            }
        }
        waits
    }

    /// Cycles of queues, as indices: congestion if they can still drain, a deadlock if they are
    /// stuck.
    #[must_use]
    pub fn cycles(&self) -> &[Vec<usize>] {
        &self.cycles
    }

    /// Cycles that cannot drain.
    pub fn deadlocks(&self) -> impl Iterator<Item = &[usize]> {
        let dead = |cycle: &&Vec<usize>| cycle.iter().all(|queue| self.stuck[*queue]);
        self.cycles.iter().filter(dead).map(Vec::as_slice)
    }

    /// Finds the cycles: strongly connected components, separately for queues that are stuck and
    /// queues that are not.
    pub(super) fn find_cycles(&mut self) {
        let mut graph: DiGraph<usize, ()> = DiGraph::new();
        let nodes: Vec<NodeIndex> = (0..self.queues.len()).map(|queue| graph.add_node(queue)).collect();
        for (from, holds) in self.holds.iter().enumerate() {
            for hold in holds.iter().filter(|hold| self.stuck[hold.queue] == self.stuck[from]) {
                graph.add_edge(nodes[from], nodes[hold.queue], ());
            }
        }
        let is_cycle = |members: &Vec<NodeIndex>| {
            members.len() > 1 || members.iter().any(|node| graph.contains_edge(*node, *node))
        };
        let mut cycles: Vec<Vec<usize>> = tarjan_scc(&graph)
            .into_iter()
            .filter(is_cycle)
            .map(|members| {
                let mut queues: Vec<usize> = members.into_iter().map(|node| graph[node]).collect();
                order::by(&mut queues, Ord::cmp);
                queues
            })
            .collect();
        order::by(&mut cycles, Ord::cmp);
        self.cycles = cycles;
    }
}
