//! Graph of waits: the nodes are paused queues, and an edge leads from a queue to each queue for which it
//! waits. Start with [`Waits`].
//!
//! Queues are sorted by port and priority. A queue has no edges if it waits for no paused queue, for example
//! because a host or a storm pauses it. A queue without frames is not listed.
//!
//! Functions that take an index into [`Waits::queues`] panic if the index is too large.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::Truth;
use crate::ids::{PortId, Priority, QueueId};
use crate::sort;
use crate::units::Time;

/// Reason why a queue is paused or has too few credits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pauser {
    /// The PG at the other end of the link requests the pause, and refreshes the pause before it expires.
    Group,
    /// The host at the other end requests the pause, or keeps the missing credits, because its receive buffer
    /// holds too many bytes. The buffer drains without help, except for read requests that wait until paused
    /// queues have sent data.
    Host,
    /// A pause source at the other end repeats the pause, whatever its buffers hold: a pause storm.
    Storm,
    /// The resume was lost. The PG no longer requests the pause, but no resume is in flight, and the pause
    /// cannot expire because it has no timer.
    LostResume,
    /// The next frame needs more credits than are left, and the switch buffer at the other end
    /// holds the missing bytes.
    Credits,
    /// Credits were lost, by loss of frames or of credit updates. The remaining credits can never cover the
    /// next frame, and no resync restores the lost credits.
    LostCredits,
    /// The wait ends by itself. Either a resume or credits are in flight, or the pause is not refreshed in
    /// time and therefore expires.
    Passing,
}

/// Egress queue that holds frames and may not send: it is paused or lacks credits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PausedQueue {
    /// Port of the queue.
    pub port: PortId,
    /// Priority of the queue, 0 to 7.
    pub priority: Priority,
    /// Memory that the frames of the queue occupy, in bytes; 0 at a host.
    pub bytes: u64,
    /// Start of the pause, or of the time without credits.
    pub since: Time,
    /// Reason for the pause or the missing credits.
    pub by: Pauser,
    /// Whether a pause source at the other end of the link also pauses the queue. The reason in `by` applies
    /// in any case. `false` for a queue that lacks credits.
    pub is_storm: bool,
}

impl PausedQueue {
    /// Port and priority of the queue.
    #[must_use]
    pub const fn queue(&self) -> QueueId {
        QueueId::new(self.port, self.priority)
    }

    /// Actual state of a queue that waits for this queue, if the resume or the credits of this queue were
    /// lost. `None` if neither was lost.
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

/// Edge of the graph of waits, from a paused queue to a queue for which it waits (target queue). The target
/// queue holds bytes of a PG and keeps this PG above XON; this PG pauses the waiting queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitEdge {
    /// Index in [`Waits::queues`] of the queue for which the other queue waits.
    pub queue: usize,
    /// Bytes of the waiting PG that cannot leave before the target queue transmits. In a single FIFO, bytes
    /// behind frames of the target queue are included. If the target queue itself requests the pause (egress
    /// trigger): all bytes of the target queue. Bytes that wait for several queues count in the edge to each
    /// of these queues. At a host: bytes of the read requests that wait until the target queue has sent data.
    pub bytes: u64,
}

/// Paused queues of a fabric at one instant, and the waits between these queues. Computed by
/// [`World::waits`](crate::engine::World::waits).
#[derive(Clone, Debug, Default)]
pub struct Waits {
    /// Paused queues, sorted by port and priority.
    pub queues: Vec<PausedQueue>,
    /// Waits of each queue, indexed like `queues`.
    pub(super) edges: Vec<Vec<WaitEdge>>,
    /// Whether each queue is stuck, indexed like `queues`.
    pub(super) stuck: Vec<bool>,
    /// Flag for each queue, indexed like `queues`: `true` if the queue is stuck. Also `true` if the queue
    /// stays blocked until a storm ends, or until a lost resume or lost credits are repaired.
    pub(super) needs_intervention: Vec<bool>,
    /// Queues that are not paused, but whose frames are behind frames of stuck queues in single
    /// FIFOs. Sorted by port and priority.
    pub(super) cut_off: Vec<QueueId>,
    /// Cycles of waits. Each cycle is a list of ascending indices into `queues`; the list of cycles is sorted
    /// by the first index.
    pub(super) cycles: Vec<Vec<usize>>,
    /// Number of ports, queues, inputs and frames that the computation visited.
    pub(super) visits: u64,
}

impl Waits {
    /// Waits of queue `n`: each edge leads to a queue that holds bytes of the PG that pauses queue `n`. Empty
    /// if `n` waits for no paused queue.
    #[must_use]
    pub fn edges(&self, n: usize) -> &[WaitEdge] {
        &self.edges[n]
    }

    /// Whether queue `n` is stuck: it cannot transmit again unless a frame of the stuck queues is
    /// dropped.
    #[must_use]
    pub fn is_stuck(&self, n: usize) -> bool {
        self.stuck[n]
    }

    /// Whether queue `n` stays blocked without intervention. The queue can transmit again only if a frame is
    /// dropped, a storm ends, or a lost resume or lost credits are repaired.
    #[must_use]
    pub fn needs_intervention(&self, n: usize) -> bool {
        self.needs_intervention[n]
    }

    /// Queues that are not paused, but whose frames are behind frames of stuck queues in single
    /// FIFOs. Sorted by port and priority.
    #[must_use]
    pub fn cut_off(&self) -> &[QueueId] {
        &self.cut_off
    }

    /// Index of each queue of `queues` in [`Waits::queues`], in the order of `queues`. Queues that are not
    /// paused have no index and are left out.
    #[must_use]
    pub fn places(&self, queues: &[QueueId]) -> Vec<usize> {
        let place = |queue: &QueueId| self.queues.binary_search_by_key(queue, PausedQueue::queue).ok();
        queues.iter().filter_map(place).collect()
    }

    /// Queue `n`, followed by the queues for which `n` waits, directly or through other queues; nearest
    /// first. If `n` needs intervention, waits for queues that need no intervention are not followed.
    #[must_use]
    pub fn behind(&self, n: usize) -> Vec<usize> {
        let mut is_reached = vec![false; self.queues.len()];
        is_reached[n] = true;
        let mut reached = vec![n];
        let mut next = 0;
        while let Some(&queue) = reached.get(next) {
            next += 1;
            for edge in self.edges(queue) {
                if self.needs_intervention[edge.queue] >= self.needs_intervention[n]
                    && !is_reached[edge.queue]
                {
                    is_reached[edge.queue] = true;
                    reached.push(edge.queue);
                }
            }
        }
        reached
    }

    /// Stuck queues that wait for one of `members`, directly or through other queues, sorted by port and
    /// priority. The members themselves are left out.
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

    /// Lists of the queues that need intervention and wait directly for a queue. The outer list is indexed by
    /// the queue for which they wait. All queues are indices into `queues`.
    pub(super) fn waiters(&self) -> Vec<Vec<usize>> {
        let mut waiters: Vec<Vec<usize>> = vec![Vec::new(); self.queues.len()];
        for (from, edges) in self.edges.iter().enumerate().filter(|(from, _)| self.needs_intervention[*from])
        {
            for edge in edges {
                waiters[edge.queue].push(from);
            }
        }
        waiters
    }

    /// Flag for each queue, indexed like `queues`. `true` for each queue of `members`, and for each queue
    /// that waits for a member, directly or through queues that need intervention. Members that need no
    /// intervention are ignored. `waiters` is the result of [`Waits::waiters`].
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

    /// Cycles of waits. Each cycle is a list of ascending indices into [`Waits::queues`]; the list of cycles
    /// is sorted by the first queue. The queues of a cycle are all stuck (deadlock) or all not stuck
    /// (congestion).
    #[must_use]
    pub fn cycles(&self) -> &[Vec<usize>] {
        &self.cycles
    }

    /// Cycles whose queues are all stuck, in the order of [`Waits::cycles`].
    pub fn deadlocks(&self) -> impl Iterator<Item = &[usize]> {
        let dead = |cycle: &&Vec<usize>| cycle.iter().all(|queue| self.stuck[*queue]);
        self.cycles.iter().filter(dead).map(Vec::as_slice)
    }

    /// Finds the cycles: strongly connected components of the graph. Edges between a stuck queue
    /// and a queue that is not stuck are ignored.
    pub(super) fn find_cycles(&mut self) {
        let mut graph: DiGraph<usize, ()> = DiGraph::new();
        let nodes: Vec<NodeIndex> = (0..self.queues.len()).map(|queue| graph.add_node(queue)).collect();
        for (from, edges) in self.edges.iter().enumerate() {
            for edge in edges.iter().filter(|edge| self.stuck[edge.queue] == self.stuck[from]) {
                graph.add_edge(nodes[from], nodes[edge.queue], ());
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
                sort::by(&mut queues, Ord::cmp);
                queues
            })
            .collect();
        sort::by(&mut cycles, Ord::cmp);
        self.cycles = cycles;
    }
}
