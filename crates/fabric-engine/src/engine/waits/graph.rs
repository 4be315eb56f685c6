use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::{Queue, Truth};
use crate::ids::PortId;
use crate::order;
use crate::units::Time;

/// What keeps a queue paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pauser {
    /// The ingress group at the other end of its link asks, and goes on asking.
    Group,
    /// The host at the other end asks for its receive buffer, which drains by itself.
    Host,
    /// A pause source keeps saying it, whatever the buffers hold: a storm.
    Storm,
    /// The group has resumed, no resume is on its way, and the pause does not
    /// expire: the resume was lost.
    LostResume,
    /// Its next frame needs more credits than it has, and the buffer at the
    /// other end holds what would cover it.
    Credits,
    /// Credits were lost on their way back, or with their frames, and what is
    /// left of them never covers its next frame: no resync makes up for it.
    LostCredits,
    /// It ends by itself: a resume, or credits, are on their way, or it expires unrefreshed.
    Passing,
}

/// An egress queue that has something to send and may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PausedQueue {
    /// The port that may not send.
    pub port: PortId,
    /// 0 to 7.
    pub priority: u8,
    /// Memory that waits for it, in bytes; 0 of a host's NIC.
    pub bytes: u64,
    /// Since when it is paused.
    pub since: Time,
    /// What keeps it so.
    pub by: Pauser,
    /// Whether a pause source goes on pausing it, too, whatever else does.
    pub stormed: bool,
}

impl PausedQueue {
    /// Its port and priority.
    #[must_use]
    pub const fn queue(&self) -> Queue {
        (self.port, self.priority)
    }

    /// What is true of queues that wait for this one, if its resume, or its
    /// credits, were lost.
    #[must_use]
    pub const fn lost(&self) -> Option<Truth> {
        let (root, since) = ((self.port, self.priority), self.since);
        match self.by {
            Pauser::LostResume => Some(Truth::LostResume { root, since }),
            Pauser::LostCredits => Some(Truth::LostCredits { root, since }),
            _ => None,
        }
    }
}

/// A queue waits for another: this keeps the group that pauses it from its XON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The queue that does, by its place among [`Waits::queues`].
    pub queue: usize,
    /// Memory that it keeps, in bytes: what waits for it of the group, and in
    /// a single FIFO what is behind that; of an egress queue that asks by
    /// itself, all that waits for it. What several keep, each of them counts.
    pub bytes: u64,
}

/// The paused queues of a fabric at one instant, and who waits for whom.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    /// By port and priority.
    pub queues: Vec<PausedQueue>,
    /// By queue: the paused queues that it waits for.
    pub(super) holds: Vec<Vec<Hold>>,
    /// By queue: whether it is stuck.
    pub(super) stuck: Vec<bool>,
    /// By queue: whether it is stuck, or blocked for as long as a storm goes
    /// on or a lost resume is not made good.
    pub(super) hopeless: Vec<bool>,
    /// Queues that are not paused and get nothing.
    pub(super) cut_off: Vec<Queue>,
    /// Queues that wait for each other in a circle, by cycle.
    pub(super) cycles: Vec<Vec<usize>>,
    /// Ports, queues, inputs and frames that were looked at to compute this.
    pub(super) looks: u64,
}

impl Waits {
    /// The paused queues that hold bytes of the group that pauses queue `n`.
    #[must_use]
    pub fn holds(&self, n: usize) -> &[Hold] {
        &self.holds[n]
    }

    /// Whether queue `n` can never send again unless something is dropped.
    #[must_use]
    pub fn is_stuck(&self, n: usize) -> bool {
        self.stuck[n]
    }

    /// Whether queue `n` can never send again unless something is dropped, a
    /// storm ends or a lost resume is made good.
    #[must_use]
    pub fn is_hopeless(&self, n: usize) -> bool {
        self.hopeless[n]
    }

    /// Queues that are not paused, of which frames stand in single FIFOs behind
    /// those of stuck queues, and come to them no more; by port and priority.
    #[must_use]
    pub fn cut_off(&self) -> &[Queue] {
        &self.cut_off
    }

    /// The places of `queues` among [`Waits::queues`]; those that are not paused have none.
    #[must_use]
    pub fn places(&self, queues: &[Queue]) -> Vec<usize> {
        let place = |queue: &Queue| self.queues.binary_search_by_key(queue, PausedQueue::queue).ok();
        queues.iter().filter_map(place).collect()
    }

    /// The queues that queue `n` waits for, over whatever chain, itself among
    /// them; of one that is hopeless: those that are.
    #[must_use]
    pub fn behind(&self, n: usize) -> Vec<usize> {
        let mut is_reached = vec![false; self.queues.len()];
        is_reached[n] = true;
        let mut reached = vec![n];
        let mut next = 0;
        while let Some(&queue) = reached.get(next) {
            next += 1;
            for hold in self.holds(queue) {
                if self.hopeless[hold.queue] >= self.hopeless[n] && !is_reached[hold.queue] {
                    is_reached[hold.queue] = true;
                    reached.push(hold.queue);
                }
            }
        }
        reached
    }

    /// Stuck queues that wait for one of `members`, and are none of them.
    #[must_use]
    pub fn tributaries(&self, members: &[Queue]) -> Vec<Queue> {
        let members = self.places(members);
        let mut waits = self.waiting_for(&members, &self.waiters());
        for member in &members {
            waits[*member] = false;
        }
        let stuck = (0..self.queues.len()).filter(|n| waits[*n] && self.stuck[*n]);
        stuck.map(|n| self.queues[n].queue()).collect()
    }

    /// By queue: the hopeless queues that wait for it.
    pub(super) fn waiters(&self) -> Vec<Vec<usize>> {
        let mut waiters: Vec<Vec<usize>> = vec![Vec::new(); self.queues.len()];
        for (from, holds) in self.holds.iter().enumerate().filter(|(from, _)| self.hopeless[*from]) {
            for hold in holds {
                waiters[hold.queue].push(from);
            }
        }
        waiters
    }

    /// By queue: whether it waits for one of `members` over a chain of hopeless
    /// queues, or is one of them. Each of the `waiters` is looked at once.
    pub(super) fn waiting_for(&self, members: &[usize], waiters: &[Vec<usize>]) -> Vec<bool> {
        let mut waits = vec![false; self.queues.len()];
        let mut open: Vec<usize> = members.iter().copied().filter(|member| self.hopeless[*member]).collect();
        while let Some(queue) = open.pop() {
            if !std::mem::replace(&mut waits[queue], true) {
                open.extend(&waiters[queue]);
            }
        }
        waits
    }

    /// Queues that wait for each other in a circle: congestion if they can
    /// still drain, a deadlock if they are stuck.
    #[must_use]
    pub fn cycles(&self) -> &[Vec<usize>] {
        &self.cycles
    }

    /// The cycles that cannot drain.
    pub fn deadlocks(&self) -> impl Iterator<Item = &[usize]> {
        let dead = |cycle: &&Vec<usize>| cycle.iter().all(|queue| self.stuck[*queue]);
        self.cycles.iter().filter(dead).map(Vec::as_slice)
    }

    /// Finds the circles: strongly connected queues, those that are stuck
    /// apart from those that are not.
    pub(super) fn find_cycles(&mut self) {
        let mut graph: DiGraph<usize, ()> = DiGraph::new();
        let nodes: Vec<NodeIndex> = (0..self.queues.len()).map(|queue| graph.add_node(queue)).collect();
        for (from, holds) in self.holds.iter().enumerate() {
            for hold in holds.iter().filter(|hold| self.stuck[hold.queue] == self.stuck[from]) {
                graph.add_edge(nodes[from], nodes[hold.queue], ());
            }
        }
        let circles = |members: &Vec<NodeIndex>| {
            members.len() > 1 || members.iter().any(|node| graph.contains_edge(*node, *node))
        };
        let mut cycles: Vec<Vec<usize>> = tarjan_scc(&graph)
            .into_iter()
            .filter(circles)
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
