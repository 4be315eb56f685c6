//! Computation of the stuck queues from the present state, as a greatest fixed point. Start with
//! [`World::waits`].
//!
//! Only the present state determines the stuck queues. The result is empty if no queue with frames is paused
//! or lacks credits.

use super::credit::Shortage;
use super::waiting_bytes::{StuckMemory, WaitingBytes, priority_of};
use super::{PausedQueue, Pauser, WaitEdge, Waits};
use crate::engine::World;
use crate::engine::plan::Role;
use crate::engine::state::queue_index;
use crate::fabric::buffer::Scope;
use crate::ids::{PortId, Priority, PrioritySet};
use crate::units::Time;
use crate::wire::PRIORITIES;

/// Assumed size in bytes of a frame in a cable, used to estimate how many frames a search visits.
const FRAME_IN_CABLE: u32 = 512;

impl World {
    /// Computes the paused queues, the waits between them, and the stuck queues at this instant.
    /// The cost grows with the number of ports and of paused queues; in switches with single FIFOs
    /// also with the number of frames.
    #[must_use]
    pub fn waits(&self) -> Waits {
        let mut waits = self.paused_queues();
        let queues = waits.queues.clone();
        let waiting = self.waiting_bytes(&queues);
        let edges = |queue: &PausedQueue| match queue.by {
            Pauser::Group | Pauser::Credits => {
                let peer = self.plan[queue.port.index()].peer;
                let edges = |n: Priority| {
                    let by_group = self.plan[peer.index()].by_group.contains(n);
                    waiting.edges(queue_index(peer, n), by_group)
                };
                self.paused_with(peer, queue.priority).iter().flat_map(edges).collect()
            }
            Pauser::Host => self.requests_wait_for(queue, &waits.queues),
            _ => Vec::new(),
        };
        waits.edges = waits.queues.iter().map(edges).collect();
        waits.visits += waiting.read;
        waits.visits += waits.edges.iter().map(|edges| 1 + edges.len() as u64).sum::<u64>();
        let waits_for_others =
            |queue: &PausedQueue| matches!(queue.by, Pauser::Group | Pauser::Credits | Pauser::Host);
        waits.stuck = self.blocked_for_ever(&mut waits, &waiting, |queue| (waits_for_others(queue), false));
        waits.needs_intervention = self.blocked_for_ever(&mut waits, &waiting, |queue| {
            let for_good = matches!(queue.by, Pauser::Storm | Pauser::LostResume | Pauser::LostCredits);
            let lasts = queue.is_storm || for_good;
            (lasts || waits_for_others(queue), lasts)
        });
        waits.cut_off = waiting.cut_off(&waits.stuck);
        waits.find_cycles();
        waits
    }

    /// Greatest fixed point: starts from all candidate queues and removes every queue whose downstream PG can
    /// reach XON although the remaining queues transmit nothing. `may` returns two flags for a queue: whether
    /// it is a candidate, and whether it stays without this test. Returns for each queue of `waits.queues`
    /// whether it remains.
    fn blocked_for_ever(
        &self,
        waits: &mut Waits,
        waiting: &WaitingBytes,
        may: impl Fn(&PausedQueue) -> (bool, bool),
    ) -> Vec<bool> {
        let (mut set, stays): (Vec<bool>, Vec<bool>) = waits.queues.iter().map(may).unzip();
        // A removed queue drains. The PGs of its node may then resume further queues, so that node
        // is checked again.
        let mut open = Worklist::new(self, &waits.queues);
        while let Some(node) = open.next() {
            let at = &self.spec.nodes[node];
            let stuck = at.switch().map(|switch| waiting.stuck_memory(switch, &at.ports, &set));
            let paused: Vec<usize> = open.paused_by(node).collect();
            waits.visits += paused.len() as u64 + stuck.as_ref().map_or(0, |stuck| stuck.visits);
            for n in paused {
                if set[n] && !stays[n] && self.can_go(n, waits, &set, waiting, stuck.as_ref()) {
                    set[n] = false;
                    open.add(self.spec.ports[waits.queues[n].port.index()].node.index());
                }
            }
        }
        set
    }

    /// Index of the PG at the other end of the link of `queue`; the index is that of [`queue_index`].
    fn group_behind(&self, queue: &PausedQueue) -> usize {
        queue_index(self.plan[queue.port.index()].peer, queue.priority)
    }

    /// Queues that hold frames and are paused or lack credits, sorted by port and priority. Apart from
    /// `queues` and `visits`, the fields of the returned [`Waits`] are empty.
    fn paused_queues(&self) -> Waits {
        let mut waits = Waits { visits: self.state.ports.len() as u64, ..Waits::default() };
        for (n, port) in self.state.ports.iter().enumerate() {
            let id = PortId::new(n);
            for priority in self.blocked_priorities(id).iter() {
                let bytes = match self.plan[n].role {
                    Role::Switch(_) => self.state.queues[queue_index(id, priority)].bytes,
                    Role::Host(_) => 0,
                };
                if bytes > 0 || port.occupied.contains(priority) {
                    let starved = self.is_starved(id, priority);
                    let is_storm =
                        !starved && self.has_storm_source(self.plan[n].peer, PrioritySet::of(priority));
                    let counters = &self.counters.ports[n][priority.index()];
                    let since = if starved { counters.starved_since } else { counters.paused_since };
                    // Pauses in flight are searched among the frames of a cable.
                    let peer = &self.plan[self.plan[n].peer.index()];
                    let in_cable = peer.delay.ps() / peer.wire_time(FRAME_IN_CABLE).ps().max(1);
                    waits.visits += in_cable + self.state.sources.len() as u64;
                    waits.queues.push(PausedQueue {
                        port: id,
                        priority,
                        bytes,
                        since: since.unwrap_or(Time::ZERO),
                        by: if starved {
                            self.credited_by(id, priority)
                        } else {
                            self.pauser_of(id, priority, is_storm)
                        },
                        is_storm,
                    });
                }
            }
        }
        waits
    }

    /// Whether queue `n` can transmit again while the queues of `set` transmit nothing and all other queues
    /// drain. `stuck`: memory that then stays in use in the switch at the other end of the link; `None` if
    /// the other end is a host.
    fn can_go(
        &self,
        n: usize,
        waits: &Waits,
        set: &[bool],
        waiting: &WaitingBytes,
        stuck: Option<&StuckMemory>,
    ) -> bool {
        let queue = &waits.queues[n];
        let (port, priority) = (queue.port, queue.priority);
        let group = self.group_behind(queue);
        let is_host = queue.by == Pauser::Host;
        // At a host, only requests that wait for queues of the set stay.
        let stays = || waits.edges[n].iter().filter(|edge| set[edge.queue]).map(|edge| edge.bytes).sum();
        if queue.by == Pauser::Credits || is_host && self.is_starved(port, priority) {
            let Shortage { needs, max_credits } = self.shortage(port, priority);
            let held = if is_host { stays() } else { stuck.map_or(0, |stuck| stuck.of(group)) };
            return max_credits.saturating_sub(held) >= needs;
        }
        match (self.plan[group / PRIORITIES].role, stuck) {
            (Role::Host(host), _) if is_host => stays() <= self.receivers[host.index()].xon(priority),
            (_, Some(stuck)) => self.can_resume(group, waits, set, waiting, stuck),
            _ => true,
        }
    }

    /// Waits of `queue` for queues of the NIC of a host. The read requests that `queue` delivered to the host
    /// wait until the NIC has sent data. Each edge leads to a queue of the NIC, and has the bytes of the
    /// requests that wait for this queue.
    fn requests_wait_for(&self, queue: &PausedQueue, queues: &[PausedQueue]) -> Vec<WaitEdge> {
        let peer = self.plan[queue.port.index()].peer;
        let of = |(class, bytes): (Priority, u64)| {
            let is = |other: &PausedQueue| (other.port, other.priority) == (peer, class);
            Some(WaitEdge { queue: queues.iter().position(is)?, bytes })
        };
        self.waiting_requests_paused_together(peer, queue.priority).filter_map(of).collect()
    }

    /// Whether the PG with index `group`, which requests a pause, can resume while the queues of `set`
    /// transmit nothing and all other queues drain. The PG can resume if its remaining bytes are at or below
    /// XON.
    fn can_resume(
        &self,
        group: usize,
        waits: &Waits,
        set: &[bool],
        waiting: &WaitingBytes,
        stuck: &StuckMemory,
    ) -> bool {
        let (port, priority) = (PortId::new(group / PRIORITIES), priority_of(group));
        let plan = &self.plan[port.index()];
        let Some(switch) = plan.role.switch() else { return true };
        if let Some(link_pause) = self.spec.ports[port.index()].config.link_pause {
            return link_pause.may_resume(Priority::ALL.map(|n| stuck.of(queue_index(port, n))).iter().sum());
        }
        let free = self.state.pools[switch.index()].free() + stuck.freed;
        let is_above_threshold = |edge: &WaitEdge| {
            let queue = &waits.queues[edge.queue];
            edge.bytes > self.state.groups[queue_index(queue.port, queue.priority)].resume_threshold_at(free)
        };
        if waiting.pausing_queues(group, set).any(is_above_threshold) {
            return false;
        }
        if !plan.by_group.contains(priority) {
            return true;
        }
        let at = &self.state.groups[group];
        let threshold = at.resume_threshold_at(free);
        let shared = at.shared_of(stuck.of(group));
        let headroom_empties = shared <= at.shared();
        headroom_empties
            && match at.scope() {
                Scope::Group => shared <= threshold,
                Scope::Voq => waiting.max_per_output(group, set) <= threshold,
                Scope::Queue => true,
            }
    }
}

/// Nodes whose PGs are still to be checked, and for each node the queues that it pauses.
struct Worklist {
    /// Nodes to be checked; the last is checked next.
    open: Vec<usize>,
    /// Whether each node is in `open`, indexed by node.
    is_open: Vec<bool>,
    /// Highest index of the queues that a node (switch or host) pauses, indexed by node. `None` if the node
    /// pauses no queue.
    last: Vec<Option<usize>>,
    /// Next lower index among the queues that the same node pauses, indexed by queue. `None` for the lowest
    /// queue of a node.
    before: Vec<Option<usize>>,
}

impl Worklist {
    /// Creates a list of all nodes that pause one of `queues`.
    fn new(world: &World, queues: &[PausedQueue]) -> Self {
        let nodes = world.spec.nodes.len();
        let (mut last, mut before) = (vec![None; nodes], vec![None; queues.len()]);
        for (n, queue) in queues.iter().enumerate() {
            let peer = world.plan[queue.port.index()].peer;
            let node = world.spec.ports[peer.index()].node.index();
            before[n] = last[node].replace(n);
        }
        let mut worklist = Self { open: Vec::new(), is_open: vec![false; nodes], last, before };
        (0..nodes).for_each(|node| worklist.add(node));
        worklist
    }

    /// Removes the last node from the list of nodes to check, and returns it; `None` if the list is empty.
    fn next(&mut self) -> Option<usize> {
        let node = self.open.pop()?;
        self.is_open[node] = false;
        Some(node)
    }

    /// Adds `node` to the list. Does nothing if `node` is already on the list or pauses no queue.
    fn add(&mut self, node: usize) {
        if self.last[node].is_some() && !std::mem::replace(&mut self.is_open[node], true) {
            self.open.push(node);
        }
    }

    /// Indices of the queues that the switch or host `node` pauses, highest first.
    fn paused_by(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.last[node], |n| self.before[*n])
    }
}
