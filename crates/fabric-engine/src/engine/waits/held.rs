//! What keeps ingress groups from their XON: of each, the memory that stays
//! taken as long as some paused queues send nothing.

use std::collections::BTreeMap;

use super::{Hold, PausedQueue, Queue};
use crate::engine::World;
use crate::engine::state::lane;
use crate::engine::transmit::number;
use crate::fabric::egress::Crossed;
use crate::ids::{PortId, priorities};
use crate::order;
use crate::wire::PRIORITIES;

/// By ingress group (its lane), what of it waits for paused queues.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    lots: BTreeMap<usize, Vec<Lot>>,
    /// By input port with a single FIFO: the paused queues whose frames stand
    /// in it and find no room behind the crossbar, first to leave first.
    heads: BTreeMap<usize, Vec<usize>>,
    /// By group with the egress trigger: the paused queues above XOFF that
    /// keep it, and all that waits for each.
    over: BTreeMap<usize, Vec<Hold>>,
}

/// Memory of one group that is kept by the same queues.
#[derive(Clone, Copy, Debug)]
struct Lot {
    /// The lane of the output that it waits for.
    output: usize,
    /// That queue, if it is paused.
    own: Option<usize>,
    /// So many of the heads of its input stand before it.
    ahead: usize,
    bytes: u64,
}

impl Held {
    fn add(&mut self, group: usize, lot: Lot) {
        let lots = self.lots.entry(group).or_default();
        let same = |other: &&mut Lot| (other.output, other.ahead) == (lot.output, lot.ahead);
        match lots.iter_mut().rev().find(same) {
            Some(other) => other.bytes += lot.bytes,
            None => lots.push(lot),
        }
    }

    /// The paused queues any of which keeps a lot of `group`.
    fn keepers(&self, group: usize, lot: &Lot) -> impl Iterator<Item = usize> {
        let heads = self.heads.get(&(group / PRIORITIES)).map_or(&[][..], Vec::as_slice);
        let others = heads[..lot.ahead.min(heads.len())].iter().copied();
        let own = lot.own;
        own.into_iter().chain(others.filter(move |queue| Some(*queue) != own))
    }

    /// Memory of `group` that stays taken while the queues of `set` stand
    /// still, by output lane.
    fn left(&self, group: usize, set: &[bool]) -> impl Iterator<Item = (usize, u64)> {
        let lots = self.lots.get(&group).map_or(&[][..], Vec::as_slice);
        let stays = move |lot: &&Lot| self.keepers(group, lot).any(|queue| set[queue]);
        lots.iter().filter(stays).map(|lot| (lot.output, lot.bytes))
    }

    /// All of it together.
    pub fn bytes(&self, group: usize, set: &[bool]) -> u64 {
        self.left(group, set).map(|(_, bytes)| bytes).sum()
    }

    /// The most of it that waits for one output.
    pub fn most(&self, group: usize, set: &[bool]) -> u64 {
        let mut sums: BTreeMap<usize, u64> = BTreeMap::new();
        self.left(group, set).for_each(|(output, bytes)| *sums.entry(output).or_default() += bytes);
        sums.into_values().max().unwrap_or(0)
    }

    /// The queues of `set` above XOFF that keep `group`.
    pub fn blockers(&self, group: usize, set: &[bool]) -> impl Iterator<Item = &Hold> {
        self.over.get(&group).into_iter().flatten().filter(|hold| set[hold.queue])
    }

    /// Queues that are not paused, of which something stands behind frames for
    /// queues of `set`.
    pub fn cut_off(&self, set: &[bool]) -> Vec<Queue> {
        let lots = self.lots.iter().flat_map(|(group, lots)| lots.iter().map(|lot| (*group, lot)));
        let behind = lots
            .filter(|(group, lot)| lot.own.is_none() && self.keepers(*group, lot).any(|queue| set[queue]));
        let queue = |lane: usize| (PortId::new(lane / PRIORITIES), priority(lane));
        let outputs = order::set(behind.map(|(_, lot)| queue(lot.output)));
        outputs.into_iter().collect()
    }

    /// The paused queues that `group` waits for, `by_group` for what it holds.
    pub fn holds(&self, group: usize, by_group: bool) -> Vec<Hold> {
        let mut holds: BTreeMap<usize, u64> = BTreeMap::new();
        if by_group {
            for lot in self.lots.get(&group).into_iter().flatten() {
                self.keepers(group, lot).for_each(|queue| *holds.entry(queue).or_default() += lot.bytes);
            }
        }
        for over in self.over.get(&group).into_iter().flatten() {
            holds.insert(over.queue, over.bytes);
        }
        holds.into_iter().map(|(queue, bytes)| Hold { queue, bytes }).collect()
    }
}

impl World {
    /// What of the ingress groups waits for these paused queues.
    pub(super) fn held(&self, queues: &[PausedQueue]) -> Held {
        let place = |(n, queue): (usize, &PausedQueue)| (lane(queue.port.index(), queue.priority), n);
        let numbers = order::map(queues.iter().enumerate().map(place));
        let mut held = Held::default();
        for (n, queue) in queues.iter().enumerate() {
            let port = queue.port.index();
            let Some(switch) = self.plan[port].role.switch() else { continue };
            let output = lane(port, queue.priority);
            // A frame adds to the sum of its input, an input to the lots: frames are many.
            let mut sums = [0; u64::BITS as usize];
            self.frames_not_before(port, queue.priority, |frame| {
                let input = &self.plan[frame.ingress().index()];
                sums[usize::from(input.number)] += self.state.pools[switch].charge(frame.bytes);
            });
            for (input, &bytes) in self.spec.owner(queue.port).ports.clone().zip(&sums) {
                if bytes > 0 {
                    let group = lane(input as usize, queue.priority);
                    held.add(group, Lot { output, own: Some(n), ahead: 0, bytes });
                }
            }
            self.keeps_by_itself(&mut held, n, queue);
        }
        for switch in self.spec.nodes.iter().filter(|node| node.switch().is_some_and(|n| self.has_fifos(n))) {
            let is_here = |(lane, _): (&usize, &usize)| switch.ports.contains(&number(lane / PRIORITIES));
            if numbers.iter().any(is_here) {
                switch.ports.clone().for_each(|input| self.held_in_fifo(&mut held, input as usize, &numbers));
            }
        }
        held
    }

    /// With the egress trigger: the inputs that `queue` has had paused, and
    /// keeps so until it falls to its XON.
    fn keeps_by_itself(&self, held: &mut Held, n: usize, queue: &PausedQueue) {
        let Crossed { over, feeders } = self.crossed(queue.port.index(), queue.priority);
        if !over {
            return;
        }
        let bytes = self.state.queues[lane(queue.port.index(), queue.priority)].bytes;
        for input in self.spec.owner(queue.port).ports.clone() {
            let plan = &self.plan[input as usize];
            let feeds = feeders >> plan.number & 1 == 1;
            if feeds && plan.by_queue >> queue.priority & 1 == 1 {
                let group = lane(input as usize, queue.priority);
                held.over.entry(group).or_default().push(Hold { queue: n, bytes });
            }
        }
    }

    /// What stands in the single FIFO of `input`, or is to join it: frames for
    /// paused queues, and what is behind those that find no room.
    fn held_in_fifo(&self, held: &mut Held, input: usize, numbers: &BTreeMap<usize, usize>) {
        let mut heads: Vec<usize> = Vec::new();
        self.frames_before(input, |output, frame, finds_room| {
            let output = lane(output, frame.priority);
            let own = numbers.get(&output).copied();
            if let Some(queue) = own.filter(|queue| !finds_room && !heads.contains(queue)) {
                heads.push(queue);
            }
            if own.is_some() || !heads.is_empty() {
                let Some(switch) = self.plan[input].role.switch() else { return };
                let bytes = self.state.pools[switch].charge(frame.bytes);
                held.add(lane(input, frame.priority), Lot { output, own, ahead: heads.len(), bytes });
            }
        });
        held.heads.insert(input, heads);
    }

    /// What the ingress group of `priority` of `input` waits for: the queues
    /// that hold its bytes, paused or not, or that ask for its pause
    /// themselves; in bytes of memory, most first. Of a host: the queues of its
    /// NIC whose data its requests wait for. What
    /// stands in a single FIFO behind a frame of a paused queue that finds no
    /// room counts for that queue.
    #[must_use]
    pub fn held_of(&self, input: PortId, priority: u8) -> Vec<(Queue, u64)> {
        let port = input.index();
        let plan = &self.plan[port];
        let Some(switch) = plan.role.switch() else {
            let waits = self.requests_held(port, priority);
            let mut held: Vec<(Queue, u64)> = waits.map(|(class, bytes)| ((input, class), bytes)).collect();
            order::by_key(&mut held, |(queue, bytes)| (u64::MAX - bytes, *queue));
            return held;
        };
        let mut held: BTreeMap<Queue, u64> = BTreeMap::new();
        let by_group = plan.by_group >> priority & 1 == 1;
        let by_queue = plan.by_queue >> priority & 1 == 1;
        // With thresholds of queues, the group itself asks for its headroom only.
        let asks_itself = by_group && (!by_queue || self.state.groups[lane(port, priority)].headroom() > 0);
        for output in self.spec.owner(input).ports.clone().map(PortId) {
            self.frames_not_before(output.index(), priority, |frame| {
                if frame.ingress() == input && asks_itself {
                    *held.entry((output, priority)).or_default() +=
                        self.state.pools[switch].charge(frame.bytes);
                }
            });
            let crossed = self.crossed(output.index(), priority);
            if by_queue && crossed.over && crossed.feeders >> plan.number & 1 == 1 {
                held.insert((output, priority), self.state.queues[lane(output.index(), priority)].bytes);
            }
        }
        if self.has_fifos(switch) && asks_itself {
            let mut blocked: Option<Queue> = None;
            self.frames_before(port, |output, frame, finds_room| {
                let own = (PortId::new(output), frame.priority);
                let is_paused = self.held_back(own.0) >> own.1 & 1 == 1;
                if blocked.is_none() && is_paused && !finds_room {
                    blocked = Some(own);
                }
                if frame.priority == priority {
                    *held.entry(blocked.unwrap_or(own)).or_default() +=
                        self.state.pools[switch].charge(frame.bytes);
                }
            });
        }
        let mut held: Vec<(Queue, u64)> = held.into_iter().collect();
        order::by_key(&mut held, |(queue, bytes)| (u64::MAX - bytes, *queue));
        held
    }

    /// The paused queues that could keep a group, `priority` of `port`, from its XON.
    pub(super) fn may_keep(&self, port: usize, priority: u8, mut each: impl FnMut(Queue)) {
        let plan = &self.plan[port];
        let Some(switch) = plan.role.switch() else {
            let waits = self.requests_held(port, priority);
            let stands = |class: &u8| self.stopped(port) >> class & 1 == 1;
            return waits.map(|(class, _)| class).filter(stands).for_each(|n| each((PortId::new(port), n)));
        };
        let by_queue = plan.by_queue >> priority & 1 == 1;
        // In a single FIFO a frame keeps those of every priority behind it.
        let all = if self.has_fifos(switch) { u8::MAX } else { 1 << priority };
        for output in self.spec.owner(PortId::new(port)).ports.clone() {
            for n in priorities(all) {
                let at = lane(output as usize, n);
                let crossed = self.crossed(output as usize, n);
                let asks_itself = by_queue && n == priority && crossed.over;
                let feeders = self.watch.feeders[at] | if asks_itself { crossed.feeders } else { 0 };
                if feeders >> plan.number & 1 == 1 {
                    each((PortId(output), n));
                }
            }
        }
    }
}

/// The priority of a lane.
#[expect(clippy::cast_possible_truncation, reason = "0 to 7")]
const fn priority(lane: usize) -> u8 {
    (lane % PRIORITIES) as u8
}
