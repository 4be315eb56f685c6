//! Memory that keeps PGs above XON. For each PG: the bytes that stay in use while certain paused queues
//! transmit nothing. Start with `World::waiting_bytes`.
//!
//! In a single FIFO, bytes may be behind frames of several blocking queues; they count for each of these
//! queues. A PG has no entry if none of its bytes wait for a paused queue.

use std::collections::BTreeMap;
use std::ops::Range;

use super::backlog::Backlog;
use super::{PausedQueue, WaitEdge};
use crate::engine::World;
use crate::engine::state::queue_index;
use crate::fabric::buffer::Pg;
use crate::fabric::egress::EgressPauseState;
use crate::ids::{MAX_PORTS, PortId, PortSet, Priority, PrioritySet, QueueId, SwitchId};
use crate::sort;
use crate::wire::PRIORITIES;

/// Bytes of each PG that wait for paused queues. The key of a PG is its [`queue_index`].
pub(super) struct WaitingBytes<'a> {
    world: &'a World,
    queues: &'a [PausedQueue],
    /// Paused queues of each switch, as a range of indices in `queues`; indexed by switch.
    of_switch: Vec<Range<usize>>,
    /// Backlogs of the paused queues, indexed like `queues`; empty in switches with single FIFOs.
    backlogs: Vec<Backlog<'a>>,
    /// Bytes of each PG that wait for paused queues, in switches with single FIFOs. Keys are the indices of
    /// the PGs. A PG has one entry for each output and set of blocking queues.
    blocked_bytes: BTreeMap<usize, Vec<BlockedBytes>>,
    /// Paused queues whose frames block the single FIFO of an input, as indices in `queues`, in the order of
    /// the FIFO. The key is the input port.
    fifo_blockers: BTreeMap<PortId, Vec<usize>>,
    /// Paused queues that are above XOFF and pause a PG by the egress trigger. Each has all bytes of the
    /// queue, also those of other PGs. The key is the index of the PG.
    pausing_queues: BTreeMap<usize, Vec<WaitEdge>>,
    /// Number of frames that the computation of these bytes visited.
    pub read: u64,
}

/// Bytes of a PG that wait in a single FIFO for the same output queue, behind the same blocking queues.
#[derive(Clone, Copy, Debug)]
struct BlockedBytes {
    /// Index of the egress queue.
    output: usize,
    /// Index of the output queue among the paused queues; `None` if the output queue is not paused.
    own: Option<usize>,
    /// Number of blocking queues ahead of these bytes in the FIFO: the first entries of
    /// [`WaitingBytes::fifo_blockers`] for the input of these bytes.
    ahead: usize,
    bytes: u64,
}

/// Memory of the PGs of one switch that stays in use while certain queues transmit nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct StuckMemory {
    /// Bytes of each PG that stay in use. The index is the index of the PG minus `first`.
    bytes: Vec<u64>,
    /// Index of the first PG of the switch, as in [`queue_index`].
    first: usize,
    /// Bytes of the shared pool that become free if certain paused queues transmit nothing and all other
    /// frames leave.
    pub freed: u64,
    /// Number of PGs and inputs that the computation of this memory visited.
    pub visits: u64,
}

impl StuckMemory {
    /// Bytes that stay in use by the PG with index `group`.
    pub fn of(&self, group: usize) -> u64 {
        self.bytes[group - self.first]
    }
}

impl WaitingBytes<'_> {
    fn add(&mut self, group: usize, blocked: BlockedBytes) {
        let all = self.blocked_bytes.entry(group).or_default();
        let same = |other: &&mut BlockedBytes| (other.output, other.ahead) == (blocked.output, blocked.ahead);
        match all.iter_mut().rev().find(same) {
            Some(other) => other.bytes += blocked.bytes,
            None => all.push(blocked),
        }
    }

    /// Paused queues that block the bytes `blocked` of `group`; each alone is enough to block them. These are
    /// the output queue of the bytes, if it is paused, and the paused queues whose frames are ahead of the
    /// bytes in the FIFO.
    fn blocking_queues(&self, group: usize, blocked: &BlockedBytes) -> impl Iterator<Item = usize> {
        let blockers =
            self.fifo_blockers.get(&PortId::new(group / PRIORITIES)).map_or(&[][..], Vec::as_slice);
        let others = blockers[..blocked.ahead.min(blockers.len())].iter().copied();
        let own = blocked.own;
        own.into_iter().chain(others.filter(move |queue| Some(*queue) != own))
    }

    /// Paused output queues for which bytes of `group` wait: index of the queue, and number of these bytes.
    /// Empty in switches with single FIFOs.
    fn outputs(&self, group: usize) -> impl Iterator<Item = (usize, u64)> {
        let plan = &self.world.plan[group / PRIORITIES];
        let here = plan.role.switch().map_or(0..0, |switch| self.of_switch[switch.index()].clone());
        let of_class = move |n: &usize| self.queues[*n].priority.index() == group % PRIORITIES;
        let waits = |n: usize| (n, self.backlogs[n].of(plan.number));
        here.filter(of_class).map(waits).filter(|(_, bytes)| *bytes > 0)
    }

    /// Memory of the PGs of `switch` that stays in use while the queues of `set` transmit nothing
    /// and all other queues drain. `ports` are the ports of the switch.
    pub fn stuck_memory(&self, switch: SwitchId, ports: &Range<u32>, set: &[bool]) -> StuckMemory {
        let groups = &self.world.state.groups;
        let places = ports.start as usize * PRIORITIES..ports.end as usize * PRIORITIES;
        let visits = places.len() as u64;
        let mut stuck = StuckMemory { bytes: vec![0; places.len()], first: places.start, freed: 0, visits };
        for n in self.of_switch[switch.index()].clone().filter(|n| set[*n]) {
            for (input, bytes) in self.backlogs[n].by_input() {
                stuck.bytes[input.index() * PRIORITIES + self.queues[n].priority.index()] += bytes;
                stuck.visits += 1;
            }
        }
        for (group, all) in self.blocked_bytes.range(places.clone()) {
            let stays =
                |blocked: &&BlockedBytes| self.blocking_queues(*group, blocked).any(|queue| set[queue]);
            stuck.bytes[group - places.start] +=
                all.iter().filter(stays).map(|blocked| blocked.bytes).sum::<u64>();
        }
        let gives = |(group, left): (&Pg, &u64)| group.shared() - group.shared_of(*left).min(group.shared());
        stuck.freed = groups[places].iter().zip(&stuck.bytes).map(gives).sum();
        stuck
    }

    /// Greatest number of bytes of the PG `group` that wait for one output and stay in use while the queues
    /// of `set` transmit nothing.
    pub fn max_per_output(&self, group: usize, set: &[bool]) -> u64 {
        let mut sums: BTreeMap<usize, u64> = BTreeMap::new();
        let stays = |blocked: &&BlockedBytes| self.blocking_queues(group, blocked).any(|queue| set[queue]);
        for blocked in self.blocked_bytes.get(&group).into_iter().flatten().filter(stays) {
            *sums.entry(blocked.output).or_default() += blocked.bytes;
        }
        let others = self.outputs(group).filter(|(queue, _)| set[*queue]).map(|(_, bytes)| bytes);
        others.chain(sums.into_values()).max().unwrap_or(0)
    }

    /// Queues of `set` above XOFF that pause `group`. Empty without the egress trigger.
    pub fn pausing_queues(&self, group: usize, set: &[bool]) -> impl Iterator<Item = &WaitEdge> {
        self.pausing_queues.get(&group).into_iter().flatten().filter(|edge| set[edge.queue])
    }

    /// Queues that are not paused, but have frames that wait in single FIFOs behind frames of stuck queues.
    /// Sorted by port and priority. `set` has a flag for each paused queue: `true` if the queue is stuck.
    pub fn cut_off(&self, set: &[bool]) -> Vec<QueueId> {
        let all =
            self.blocked_bytes.iter().flat_map(|(group, all)| all.iter().map(|blocked| (*group, blocked)));
        let behind = all.filter(|(group, blocked)| {
            blocked.own.is_none() && self.blocking_queues(*group, blocked).any(|queue| set[queue])
        });
        let queue = |index: usize| QueueId::new(PortId::new(index / PRIORITIES), priority_of(index));
        let outputs = sort::set(behind.map(|(_, blocked)| queue(blocked.output)));
        outputs.into_iter().collect()
    }

    /// Paused queues for which the PG with index `group` waits, each with the bytes that wait for it. In the
    /// order of the queue indices. `by_group`: the bytes of the PG itself cause its pause request. Otherwise,
    /// only egress queues above XOFF are included.
    pub fn edges(&self, group: usize, by_group: bool) -> Vec<WaitEdge> {
        let pausing = self.pausing_queues.get(&group);
        let blocked_bytes = self.blocked_bytes.get(&group).filter(|_| by_group);
        if pausing.is_none() && blocked_bytes.is_none() {
            let outputs = by_group.then(|| self.outputs(group));
            return outputs.into_iter().flatten().map(|(queue, bytes)| WaitEdge { queue, bytes }).collect();
        }
        let mut edges: BTreeMap<usize, u64> = BTreeMap::new();
        if by_group {
            edges.extend(self.outputs(group));
            for blocked in blocked_bytes.into_iter().flatten() {
                self.blocking_queues(group, blocked)
                    .for_each(|queue| *edges.entry(queue).or_default() += blocked.bytes);
            }
        }
        for edge in pausing.into_iter().flatten() {
            edges.insert(edge.queue, edge.bytes);
        }
        edges.into_iter().map(|(queue, bytes)| WaitEdge { queue, bytes }).collect()
    }
}

impl World {
    /// Bytes of all PGs that wait for `queues`, which must be sorted by port.
    pub(super) fn waiting_bytes<'a>(&'a self, queues: &'a [PausedQueue]) -> WaitingBytes<'a> {
        let mut waiting = WaitingBytes {
            world: self,
            queues,
            of_switch: vec![0..0; self.spec.switches.len()],
            backlogs: vec![Backlog::default(); queues.len()],
            blocked_bytes: BTreeMap::new(),
            fifo_blockers: BTreeMap::new(),
            pausing_queues: BTreeMap::new(),
            read: 0,
        };
        let mut with_fifos = Vec::new();
        for (n, queue) in queues.iter().enumerate() {
            let port = queue.port;
            let Some(switch) = self.plan[port.index()].role.switch() else { continue };
            let here = &mut waiting.of_switch[switch.index()];
            let is_first = here.start == here.end;
            *here = if is_first { n..n + 1 } else { here.start..n + 1 };
            if self.has_fifos(switch) {
                self.add_past_fifo(&mut waiting, n, queue);
                with_fifos.extend(is_first.then_some((switch, &self.spec.owner(queue.port).ports)));
            } else {
                waiting.backlogs[n] = self.deadlocks.backlogs.at(queue_index(port, queue.priority));
            }
            self.add_self_paused(&mut waiting, n, queue);
        }
        for (switch, ports) in with_fifos {
            let place = |n: usize| (queue_index(queues[n].port, queues[n].priority), n);
            let numbers = sort::map(waiting.of_switch[switch.index()].clone().map(place));
            ports.clone().for_each(|input| self.add_in_fifo(&mut waiting, PortId(input), &numbers));
        }
        waiting
    }

    /// Adds the frames for paused queue `n` that have left the single FIFO of their input.
    fn add_past_fifo(&self, waiting: &mut WaitingBytes, n: usize, queue: &PausedQueue) {
        let mut sums = [0; MAX_PORTS];
        let mut read = 0;
        self.frames_not_before(queue.port, queue.priority, |frame| {
            sums[self.plan[frame.ingress().index()].number.index()] += self.memory_of(frame);
            read += 1;
        });
        waiting.read += read;
        let output = queue_index(queue.port, queue.priority);
        for (input, &bytes) in self.spec.owner(queue.port).ports.clone().map(PortId).zip(&sums) {
            if bytes > 0 {
                let group = queue_index(input, queue.priority);
                waiting.add(group, BlockedBytes { output, own: Some(n), ahead: 0, bytes });
            }
        }
    }

    /// If paused queue `n` is above XOFF, adds the queue to each PG that the queue pauses. Does nothing
    /// without the egress trigger.
    fn add_self_paused(&self, waiting: &mut WaitingBytes, n: usize, queue: &PausedQueue) {
        let EgressPauseState { above_xoff, paused_inputs: feeders } =
            self.egress_pause(queue.port, queue.priority);
        if !above_xoff {
            return;
        }
        let bytes = self.state.queues[queue_index(queue.port, queue.priority)].bytes;
        for input in self.spec.owner(queue.port).ports.clone().map(PortId) {
            let plan = &self.plan[input.index()];
            let feeds = feeders.contains(plan.number);
            if feeds && plan.by_queue.contains(queue.priority) {
                let group = queue_index(input, queue.priority);
                waiting.pausing_queues.entry(group).or_default().push(WaitEdge { queue: n, bytes });
            }
        }
    }

    /// Adds the frames that wait in the single FIFO of `input` or are about to join it. A frame counts if its
    /// own queue is paused, or if a frame before it finds no room in a paused queue. `numbers` maps the
    /// [`queue_index`] of each paused queue to its index in [`WaitingBytes::queues`].
    fn add_in_fifo(&self, waiting: &mut WaitingBytes, input: PortId, numbers: &BTreeMap<usize, usize>) {
        let mut blockers: Vec<usize> = Vec::new();
        self.frames_before(input, |output, frame, finds_room| {
            let output = queue_index(output, frame.priority);
            let own = numbers.get(&output).copied();
            if let Some(queue) = own.filter(|queue| !finds_room && !blockers.contains(queue)) {
                blockers.push(queue);
            }
            waiting.read += 1;
            if own.is_some() || !blockers.is_empty() {
                let bytes = self.memory_of(frame);
                waiting.add(
                    queue_index(input, frame.priority),
                    BlockedBytes { output, own, ahead: blockers.len(), bytes },
                );
            }
        });
        waiting.fifo_blockers.insert(input, blockers);
    }

    /// Queues, paused or not, for which the PG (`input`, `priority`) waits, each with the bytes that wait for
    /// it. Sorted by bytes, most first; queues with equal bytes by port and priority.
    ///
    /// A queue is listed if it holds bytes of the PG. With the egress trigger, a queue above XOFF that pauses
    /// the PG is listed with all bytes of the queue. In a single FIFO, a frame without room in its egress
    /// queue blocks the frames behind it: their bytes count for the egress queue of the blocked frame. At a
    /// host, send queues are listed, each with the bytes of the waiting read requests for data of the queue.
    #[must_use]
    pub fn queues_awaited_by(&self, input: PortId, priority: Priority) -> Vec<(QueueId, u64)> {
        let plan = &self.plan[input.index()];
        let together = self.paused_with(input, priority);
        let Some(switch) = plan.role.switch() else {
            let requests = self.waiting_requests_paused_together(input, priority);
            let mut waiting: Vec<(QueueId, u64)> =
                requests.map(|(class, bytes)| (QueueId::new(input, class), bytes)).collect();
            sort::by_key(&mut waiting, |(queue, bytes)| (u64::MAX - bytes, *queue));
            return waiting;
        };
        let mut waiting: BTreeMap<QueueId, u64> = BTreeMap::new();
        let by_group = plan.by_group.contains(priority);
        let by_queue = plan.by_queue.contains(priority);
        // With the egress trigger, the PG itself requests a pause only while it uses headroom.
        let requests_itself =
            by_group && (!by_queue || self.state.groups[queue_index(input, priority)].headroom() > 0);
        for output in self.spec.owner(input).ports.clone().map(PortId) {
            for n in together.iter() {
                self.frames_not_before(output, n, |frame| {
                    if frame.ingress() == input && requests_itself {
                        *waiting.entry(QueueId::new(output, n)).or_default() += self.memory_of(frame);
                    }
                });
            }
            let egress_pause = self.egress_pause(output, priority);
            if by_queue && egress_pause.above_xoff && egress_pause.paused_inputs.contains(plan.number) {
                waiting.insert(
                    QueueId::new(output, priority),
                    self.state.queues[queue_index(output, priority)].bytes,
                );
            }
        }
        if self.has_fifos(switch) && requests_itself {
            let mut blocked: Option<QueueId> = None;
            self.frames_before(input, |output, frame, finds_room| {
                let own = QueueId::new(output, frame.priority);
                let is_paused = self.tx_blocked_mask(own.port).contains(own.priority);
                if blocked.is_none() && is_paused && !finds_room {
                    blocked = Some(own);
                }
                if together.contains(frame.priority) {
                    *waiting.entry(blocked.unwrap_or(own)).or_default() += self.memory_of(frame);
                }
            });
        }
        let mut waiting: Vec<(QueueId, u64)> = waiting.into_iter().collect();
        sort::by_key(&mut waiting, |(queue, bytes)| (u64::MAX - bytes, *queue));
        waiting
    }

    /// Calls `each` with every paused queue that may keep the PG (`port`, `priority`) above XON.
    pub(super) fn queues_above_xon(&self, port: PortId, priority: Priority, mut each: impl FnMut(QueueId)) {
        let plan = &self.plan[port.index()];
        let Some(switch) = plan.role.switch() else {
            let waits = self.waiting_requests_paused_together(port, priority);
            let is_blocked = |class: &Priority| self.blocked_priorities(port).contains(*class);
            return waits
                .map(|(class, _)| class)
                .filter(is_blocked)
                .for_each(|n| each(QueueId::new(port, n)));
        };
        let by_queue = plan.by_queue.contains(priority);
        // In a single FIFO, a frame blocks the frames of every priority behind it.
        let all = if self.has_fifos(switch) { PrioritySet::ALL } else { self.paused_with(port, priority) };
        for output in self.spec.owner(port).ports.clone().map(PortId) {
            for n in all.iter() {
                let at = queue_index(output, n);
                let egress_pause = self.egress_pause(output, n);
                let requests_itself = by_queue && n == priority && egress_pause.above_xoff;
                let feeders = self.deadlocks.backlogs.inputs(at)
                    | if requests_itself { egress_pause.paused_inputs } else { PortSet::EMPTY };
                if feeders.contains(plan.number) {
                    each(QueueId::new(output, n));
                }
            }
        }
    }
}

pub(super) const fn priority_of(index: usize) -> Priority {
    Priority::from_index(index % PRIORITIES)
}
