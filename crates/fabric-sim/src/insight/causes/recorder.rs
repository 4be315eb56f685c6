//! Recorder of the causes of pauses.

use std::collections::{BTreeMap, BTreeSet};

use super::cause::{Cause, HeldQueue};
use super::root::{is_paused, root_of, root_of_group};
use crate::engine::{EventKind, FrameStep, Queue, Recorder, TraceEvent, World};
use crate::fabric::frame::Frame;
use crate::ids::{FlowId, PortId, priorities};
use crate::insight::service::{Service, queues_at};
use crate::insight::{ChainOutcome, why_paused};
use crate::units::Time;

/// Largest number of causes that are kept; further ones are only counted.
const MAX_CAUSES: usize = 1_024;
/// Number of pauses of a queue whose flows are looked up one by one; after that, only for pauses
/// whose number is a power of two.
const LOOKED_UP: u64 = 16;

/// Recorder of the causes of all pauses. Attach it at the start of the time to be explained.
#[derive(Clone, Debug, Default)]
pub struct Causes {
    pub(super) found: BTreeMap<(Queue, ChainOutcome), Cause>,
    /// Queues that are paused now, each with its cause.
    open: BTreeMap<Queue, Open>,
    /// Roots for queues that a PFC frame in flight will pause.
    announced: BTreeMap<Queue, (Queue, ChainOutcome)>,
    /// Paused queues whose resume was lost, until their pause ends or another one arrives.
    unresumed: BTreeSet<Queue>,
    /// Last pause, by queue.
    pub(super) last: BTreeMap<Queue, HeldSpan>,
    /// Flows by the NIC queue that they send from, each with its start.
    senders: BTreeMap<Queue, Vec<(FlowId, Time)>>,
    /// Number of flows in `senders`.
    flows: usize,
    /// Roots of pauses that exceeded the number that is kept; a pause counts again when its root changes.
    pub(super) left_out: u64,
}

/// Pause of one queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldSpan {
    /// Start of the pause.
    pub from: Time,
    /// End of the pause; while it lasts, the time up to which it is accounted for
    /// ([`Causes::settle`]).
    pub until: Time,
    /// Whether the pause is still in force.
    pub lasts: bool,
    /// Queue at the root, at the last look.
    pub root: Queue,
    /// Kind of the root.
    pub end: ChainOutcome,
}

/// Pause that lasts.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Start of the pause.
    from: Time,
    /// Time up to which the pause is accounted for, and whether the queue held frames then.
    since: Time,
    was_held: bool,
    cause: (Queue, ChainOutcome),
}

impl Causes {
    /// Recorder that starts at the present time of `world`. Pauses that already last count from now on.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let mut causes = Self::default();
        for port in (0..world.spec().ports.len()).map(PortId::new) {
            priorities(world.paused(port)).for_each(|n| causes.begins(world, (port, n)));
        }
        causes
    }

    /// Records an event of `world`, while the event is being processed.
    pub fn observe(&mut self, world: &World, port: PortId, kind: &EventKind) {
        match kind {
            EventKind::Paused(n) => {
                self.begins(world, (port, *n));
                self.look_again_at(world, |open| open.cause.0 == (port, *n));
            }
            EventKind::Resumed(n) | EventKind::Expired(n) | EventKind::Ignored(n) => {
                self.ends(world, (port, *n));
                self.look_again_at(world, |open| open.cause.0 == (port, *n));
            }
            EventKind::PfcSent(indication) => {
                let peer = world.spec().ports[port.index()].peer;
                for n in priorities(indication.pauses) {
                    match root_of_group(world, port, n, &self.unresumed) {
                        Some(root) => self.announced.insert((peer, n), root),
                        None => self.announced.remove(&(peer, n)),
                    };
                }
            }
            EventKind::PfcReceived(indication) => {
                for n in priorities(indication.pauses) {
                    self.unresumed.remove(&(port, n));
                    self.update_cause(world, (port, n));
                }
            }
            EventKind::PfcLost(indication) => {
                for n in priorities(indication.resumes) {
                    self.resume_lost(world, (port, n));
                }
            }
            EventKind::Cycles(..) => self.look_again_at(world, |_| true),
            EventKind::LinkDown | EventKind::LinkUp => {
                let gone: Vec<Queue> =
                    self.open.keys().copied().filter(|queue| !is_paused(world, *queue)).collect();
                for queue in gone {
                    self.ends(world, queue);
                }
                self.look_again_at(world, |_| true);
            }
            _ => {}
        }
    }

    /// Accounts for the pauses that last, up to the present time of `world`.
    pub fn settle(&mut self, world: &World) {
        self.look_again_at(world, |_| true);
        for open in self.open.values() {
            if let Some(cause) = self.found.get_mut(&open.cause) {
                cause.count_service(world, open.cause.0);
            }
        }
    }

    /// Pause of a queue that lasts, or its last one while it held frames; `None`: there was none.
    #[must_use]
    pub fn last(&self, queue: Queue) -> Option<HeldSpan> {
        let lasts = self.open.get(&queue).map(|open| {
            let (root, end) = open.cause;
            HeldSpan { from: open.from, until: open.since, lasts: true, root, end }
        });
        lasts.or_else(|| self.last.get(&queue).copied())
    }

    /// Number of roots of pauses that exceeded the number that is kept; a pause counts again when its root
    /// changes.
    #[must_use]
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    fn begins(&mut self, world: &World, queue: Queue) {
        let now = world.now();
        let mut root = root_of(world, queue, &self.unresumed);
        if root.1 == ChainOutcome::Passing {
            // The group has drained meanwhile: what held it when it asked is the cause.
            root = self.announced.get(&queue).copied().unwrap_or(root);
        }
        let was_held = world.holds_frames(queue);
        self.open.insert(queue, Open { from: now, since: now, was_held, cause: root });
        self.joins(world, queue, root, true);
    }

    /// Adds `queue` to the queues that a root holds.
    fn joins(&mut self, world: &World, queue: Queue, root: (Queue, ChainOutcome), is_new: bool) {
        let now = world.now();
        if !self.found.contains_key(&root) && self.found.len() >= MAX_CAUSES {
            self.left_out += 1;
            return;
        }
        let cause = self.found.entry(root).or_insert_with(|| Cause::new(now));
        if cause.at_root.is_empty() {
            cause.at_root = queues_at(world, root.0, root.1);
            if root.1 == ChainOutcome::Cycle {
                cause.at_root.extend(why_paused(world, queue).into_iter().flat_map(|chain| chain.cycle()));
            }
        }
        let held = cause.queues.entry(queue).or_insert(HeldQueue {
            from: now,
            until: now,
            paused: Time::ZERO,
            pauses: 0,
            bytes: 0,
        });
        held.pauses += u64::from(is_new || held.pauses == 0);
        cause.holding += 1;
        if cause.holding == 1 {
            cause.holds_since = Some((now, Service::of(world, root.0)));
        }
    }

    /// Adds the flows that wait in the queue to those that the root holds.
    fn look_up_flows(&mut self, world: &World, queue: Queue, root: (Queue, ChainOutcome)) {
        if self.flows != world.counters().flows.len() {
            self.flows = world.counters().flows.len();
            self.senders.clear();
            for (flow, spec) in (0..self.flows).map(FlowId::new).zip(world.flow_specs()) {
                self.senders.entry(world.flow_source(flow)).or_default().push((flow, spec.start));
            }
        }
        let Some(cause) = self.found.get_mut(&root) else { return };
        if world.spec().switch_of(queue.0).is_some() {
            world.frames_at(queue.0, queue.1, |frame| {
                cause.flows.insert(frame.flow);
            });
        } else {
            let goes_on = |(flow, start): &&(FlowId, Time)| {
                *start <= world.now() && world.counters().flows[flow.index()].finished.is_none()
            };
            let senders = self.senders.get(&queue).into_iter().flatten();
            cause.flows.extend(senders.filter(goes_on).map(|(flow, _)| *flow));
        }
    }

    /// Accounts for the pause of a queue so far, and searches for its root again.
    fn update_cause(&mut self, world: &World, queue: Queue) {
        let Some(Open { from, cause, .. }) = self.open.get(&queue).copied() else { return };
        self.account(world, queue);
        let mut root = root_of(world, queue, &self.unresumed);
        if root.1 == ChainOutcome::Passing && cause == (queue, ChainOutcome::LostResume) {
            // Another pause has arrived, and its group has drained meanwhile.
            root = self.announced.get(&queue).copied().unwrap_or(root);
        }
        // A resume is on its way: the cause was the one before.
        if root == cause || root.1 == ChainOutcome::Passing {
            return;
        }
        self.leaves(world, cause);
        self.joins(world, queue, root, false);
        let was_held = world.holds_frames(queue);
        self.open.insert(queue, Open { from, since: world.now(), was_held, cause: root });
    }

    /// Looks again at a paused queue whose resume was lost, and at the queues that wait for it.
    fn resume_lost(&mut self, world: &World, queue: Queue) {
        let Some(root) = self.open.get(&queue).map(|open| open.cause.0) else { return };
        self.unresumed.insert(queue);
        self.look_again_at(world, |open| open.cause.0 == root);
    }

    fn look_again_at(&mut self, world: &World, which: impl Fn(&Open) -> bool) {
        let queues = self.open.iter().filter(|(_, open)| which(open)).map(|(queue, _)| *queue);
        let queues: Vec<Queue> = queues.collect();
        for queue in queues {
            self.update_cause(world, queue);
        }
    }

    fn ends(&mut self, world: &World, queue: Queue) {
        self.account(world, queue);
        if let Some(open) = self.open.remove(&queue) {
            self.leaves(world, open.cause);
            if let Some(last) = self.last.get_mut(&queue) {
                last.lasts = false;
            }
        }
        self.announced.remove(&queue);
        self.unresumed.remove(&queue);
    }

    /// Adds the time since the last search to the root found then. An empty queue does not count as
    /// blocked.
    fn account(&mut self, world: &World, queue: Queue) {
        let now = world.now();
        let Some(open) = self.open.get_mut(&queue) else { return };
        let since = std::mem::replace(&mut open.since, now);
        let holds = world.holds_frames(queue);
        if !std::mem::replace(&mut open.was_held, holds) && !holds {
            return;
        }
        let bytes = world.priority(queue.0, queue.1).egress_bytes;
        let (from, (root, end)) = (open.from, open.cause);
        let Some(cause) = self.found.get_mut(&open.cause) else { return };
        cause.until = now;
        cause.root_bytes = cause.root_bytes.max(world.priority(root.0, root.1).egress_bytes);
        if let Some(held) = cause.queues.get_mut(&queue) {
            held.until = now;
            held.paused += now - since;
            held.bytes = held.bytes.max(bytes);
            if holds && (held.pauses <= LOOKED_UP || held.pauses.is_power_of_two()) {
                self.look_up_flows(world, queue, (root, end));
            }
        }
        self.last.insert(queue, HeldSpan { from, until: now, lasts: true, root, end });
    }

    /// Ends the hold of a root on one queue.
    fn leaves(&mut self, world: &World, root: (Queue, ChainOutcome)) {
        if let Some(cause) = self.found.get_mut(&root) {
            cause.holding = cause.holding.saturating_sub(1);
            cause.count_service(world, root.0);
            if cause.holding == 0 {
                cause.holds_since = None;
            }
        }
    }
}

impl Recorder for Causes {
    const LISTENS: bool = true;
    const EXPLAINS: bool = false;

    // The state at the event is all that is needed: no event need be made.
    fn records_event(&mut self, world: &World, port: usize, kind: &EventKind) -> bool {
        self.observe(world, PortId::new(port), kind);
        false
    }

    fn records_frame(&mut self, _: &World, _: usize, _: &Frame, _: FrameStep) -> bool {
        false
    }

    fn record(&mut self, _: TraceEvent) {}
}
