//! Recorder that finds the cause of each pause while the run advances. A pause is assigned to one root at a
//! time. If the root changes, the time up to the change counts for the old root. Start with [`Causes`].
//!
//! Pauses that are in force at the start count from then on. At most 1024 causes are kept; pauses with
//! further causes are only counted.

use std::collections::{BTreeMap, BTreeSet};

use super::cause::{BlockedQueue, Cause};
use super::draining::Sources;
use super::filling::FillingQueues;
use super::limit_spans::{LimitSpans, PortSamples};
use super::report::SourceReport;
use super::root::{is_paused, root_of, root_of_group};
use super::sources::sources_of;
use crate::engine::{EventKind, FrameStep, Recorder, TraceEvent, World};
use crate::fabric::frame::Frame;
use crate::ids::{FlowId, PortId, QueueId};
use crate::insight::service::queues_at;
use crate::insight::{ChainOutcome, why_paused};
use crate::units::Time;

/// Greatest number of causes that are kept. Pauses with further causes are only counted.
const MAX_CAUSES: usize = 1_024;
/// Number of first pauses of a queue at each of which its waiting flows are looked up. After these, the flows
/// are looked up only at pauses whose number is a power of two.
const LOOKED_UP: u64 = 16;

/// Recorder of the causes of all pauses. Create it at the start of the period to be explained.
#[derive(Clone, Debug, Default)]
pub struct Causes {
    /// Causes by their root: its queue, and the reason why it does not drain. At most [`MAX_CAUSES`]. A root
    /// that may transmit has the kind [`ChainOutcome::Oversubscribed`], and only its present sample here.
    pub(super) found: BTreeMap<(QueueId, ChainOutcome), Cause>,
    /// Causes of pause sources that have ended, in the order of their ends. Other sources have paused the same
    /// root since.
    pub(super) ended: Vec<((QueueId, ChainOutcome), Cause)>,
    /// Complete samples of the roots that may transmit, with their reasons.
    pub(super) spans: LimitSpans,
    /// Roots in `found` that may transmit, and their samples, by port.
    pub(super) samples: Vec<PortSamples>,
    /// Queues that are paused now, each with its present pause.
    pub(super) open: BTreeMap<QueueId, CurrentPause>,
    /// Root of the last pause that the other end sent, found when the PFC frame left. The key is the queue
    /// that the PFC frame pauses. An entry outlasts its pause, because a further pause may be on its way when
    /// the pause ends.
    announced: BTreeMap<QueueId, (QueueId, ChainOutcome)>,
    /// Paused queues whose resume was lost. A queue is removed when its pause ends or when another pause
    /// arrives.
    unresumed: BTreeSet<QueueId>,
    /// Last pause of each queue in which the queue had frames.
    pub(super) last: BTreeMap<QueueId, PauseSpan>,
    /// Last pause of each queue in which the queue had no frames.
    last_idle: BTreeMap<QueueId, PauseSpan>,
    pub(super) filling: FillingQueues,
    pub(super) sources: Sources,
    /// Flows that send from each queue of a NIC, in the order of their numbers.
    senders: BTreeMap<QueueId, Vec<FlowId>>,
    /// Number of flows when `senders` was filled. If `world` has more flows, actions have added flows since.
    flows: usize,
    /// Number of pauses whose cause is not kept, because [`MAX_CAUSES`] causes are kept already. A pause
    /// counts again each time its root changes.
    pub(super) left_out: u64,
}

/// Pause of one queue, with its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PauseSpan {
    /// Start of the pause.
    pub from: Time,
    /// End of the pause. While the pause lasts, the time of the last update; [`Causes::settle`] makes one.
    pub until: Time,
    /// Whether the pause is still in force.
    pub lasts: bool,
    /// Queue at the root, according to the last update.
    pub root: QueueId,
    /// Kind of the root.
    pub end: ChainOutcome,
}

/// Current pause of a queue, with its root.
#[derive(Clone, Copy, Debug)]
pub(super) struct CurrentPause {
    /// Start of the pause.
    pub from: Time,
    /// Time up to which the duration of the pause has been added to its cause.
    pub counted_until: Time,
    /// Whether the queue had frames at the time `counted_until`.
    was_held: bool,
    /// Queue at the root, and the kind of the root.
    pub cause: (QueueId, ChainOutcome),
}

impl Causes {
    /// Creates a recorder that starts at the time of `world`. Pauses that are already in force count from
    /// this time on.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let samples = vec![PortSamples::default(); world.spec().ports.len()];
        let mut causes = Self { filling: FillingQueues::of(world), samples, ..Self::default() };
        for port in (0..world.spec().ports.len()).map(PortId::new) {
            world.paused(port).iter().for_each(|n| causes.begin_pause(world, QueueId::new(port, n)));
        }
        causes
    }

    /// Records the event `kind` at `port`, while `world` is processing the event.
    // Function of a part of the page (xtask/parts.toml), so its name must remain in the program.
    #[inline(never)]
    pub fn observe(&mut self, world: &World, port: PortId, kind: &EventKind) {
        match kind {
            EventKind::Paused(n) => {
                self.begin_pause(world, QueueId::new(port, *n));
                self.update_causes(world, |open| open.cause.0 == QueueId::new(port, *n));
            }
            EventKind::Resumed(n) | EventKind::Expired(n) | EventKind::Ignored(n) => {
                self.end_pause(world, QueueId::new(port, *n));
                self.update_causes(world, |open| open.cause.0 == QueueId::new(port, *n));
            }
            // The mitigation may drop the frames that waited until now.
            EventKind::WatchdogDecided(n, ..) => self.account(world, QueueId::new(port, *n)),
            EventKind::PfcSent(indication) => {
                let peer = world.spec().ports[port.index()].peer;
                for n in indication.pauses.iter() {
                    let queue = QueueId::new(peer, n);
                    let root = root_of_group(world, port, n, &self.unresumed);
                    match root.map(|root| self.cause_of(world, root)) {
                        Some(root) => self.announced.insert(queue, root),
                        None => self.announced.remove(&queue),
                    };
                }
            }
            EventKind::PfcReceived(indication) => {
                for n in indication.pauses.iter() {
                    self.unresumed.remove(&QueueId::new(port, n));
                    self.update_cause(world, QueueId::new(port, n));
                }
            }
            EventKind::PfcLost(indication) => {
                for n in indication.resumes.iter() {
                    self.resume_lost(world, QueueId::new(port, n));
                }
            }
            EventKind::CyclesChanged(..) => self.update_causes(world, |_| true),
            EventKind::Rerouted(_) => self.routes_changed(),
            EventKind::LinkDown | EventKind::LinkUp => {
                self.routes_changed();
                let gone: Vec<QueueId> =
                    self.open.keys().copied().filter(|queue| !is_paused(world, *queue)).collect();
                for queue in gone {
                    self.end_pause(world, queue);
                }
                self.update_causes(world, |_| true);
            }
            _ => {}
        }
    }

    /// Records the step `step` of `frame` at `port`, while `world` is processing it.
    pub fn frame(&mut self, world: &World, port: PortId, frame: &Frame, step: FrameStep) {
        if step == FrameStep::Start {
            self.sources.started(world, port, frame);
            self.filling.observe(world, port);
            self.observe_samples(world, port, frame.priority);
        }
    }

    /// Adds the time of all present pauses, up to the time of `world`, to their causes. A second call at this
    /// time changes nothing.
    pub fn settle(&mut self, world: &World) {
        self.update_causes(world, |_| true);
        for open in self.open.values() {
            if let Some(cause) = self.found.get_mut(&open.cause) {
                cause.count_service(world, open.cause.0);
            }
        }
    }

    /// Present pause of `queue`. Without one, the last pause in which the queue had frames. `None` if there
    /// was no such pause, or if its cause is not kept.
    #[must_use]
    pub fn last(&self, queue: QueueId) -> Option<PauseSpan> {
        let lasts = self.open.get(&queue).map(|open| {
            let (root, end) = open.cause;
            PauseSpan { from: open.from, until: open.counted_until, lasts: true, root, end }
        });
        lasts.or_else(|| self.last.get(&queue).copied())
    }

    /// Last pause of `queue` in which the queue had no frames; `None` if there was no such pause.
    #[must_use]
    pub fn last_idle(&self, queue: QueueId) -> Option<PauseSpan> {
        self.last_idle.get(&queue).copied()
    }

    /// Pause sources that sent the pauses of the root `root` of the kind `end`, by name.
    pub fn pause_sources(&self, root: QueueId, end: ChainOutcome) -> impl Iterator<Item = &SourceReport> {
        self.found.get(&(root, end)).into_iter().flat_map(|cause| &cause.sources)
    }

    /// Number of pauses whose cause is not kept, because at most 1024 causes are kept. A pause counts again
    /// each time its root changes.
    #[must_use]
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Cause of a pause whose search ended at `root`: usually `root` itself. If the search ended at a queue
    /// that is about to be resumed, it is the cause of the pause of that queue. A pause of a pause source
    /// that lasts longer than its storm is a cause of its own.
    fn cause_of(&mut self, world: &World, root: (QueueId, ChainOutcome)) -> (QueueId, ChainOutcome) {
        let root = self.kind_of(world, root);
        let open = self.open.get(&root.0).filter(|_| root.1 == ChainOutcome::Passing);
        open.map(|open| open.cause).filter(|(_, end)| *end != ChainOutcome::Storm).unwrap_or(root)
    }

    fn begin_pause(&mut self, world: &World, queue: QueueId) {
        let now = world.now();
        let mut root = root_of(world, queue, &self.unresumed);
        if root.0 != queue {
            root = self.cause_of(world, root);
        }
        if root.1 == ChainOutcome::Passing {
            // The priority group has drained since it requested the pause. The cause is the root at the time
            // of the request.
            root = self.announced.get(&queue).copied().unwrap_or(root);
        }
        self.set_cause(world, queue, root, (now, true));
    }

    /// Gives the present pause of `queue`, which began at `from`, the cause `root` from now on. `is_new` says
    /// whether the pause begins now; if not, only its root has changed.
    fn set_cause(
        &mut self,
        world: &World,
        queue: QueueId,
        root: (QueueId, ChainOutcome),
        (from, is_new): (Time, bool),
    ) {
        let now = world.now();
        self.block(world, queue, root, (now, is_new));
        self.set_holder(world, queue, root);
        let was_held = world.holds_frames(queue);
        self.open.insert(queue, CurrentPause { from, counted_until: now, was_held, cause: root });
        self.look_up_held(world, queue, root, was_held);
    }

    /// Ends the sample of `queue` as a root if its own last pause had another cause than `cause`, which pauses
    /// it now. The backlog that it sends after this pause is that of `cause`.
    fn set_holder(&mut self, world: &World, queue: QueueId, cause: (QueueId, ChainOutcome)) {
        let key = (queue, ChainOutcome::Oversubscribed);
        if self.found.get(&key).is_some_and(|sample| sample.held_by != Some(cause)) {
            self.end_sample(world, queue);
            if let Some(sample) = self.found.get_mut(&key) {
                sample.held_by = Some(cause);
            }
        }
    }

    /// Adds `queue` to the queues that `root` blocks since `from`. `is_new` says whether the pause of the queue
    /// begins then; if not, only its root has changed. Counts the pause as left out if no further cause can be
    /// kept.
    pub(super) fn block(
        &mut self,
        world: &World,
        queue: QueueId,
        root: (QueueId, ChainOutcome),
        (from, is_new): (Time, bool),
    ) {
        let sources = sources_of(world, root.0, root.1);
        if self.found.get(&root).is_some_and(|cause| cause.is_over_for(&sources))
            && let Some(ended) = self.found.remove(&root)
        {
            self.ended.push((root, ended));
        }
        if !self.found.contains_key(&root) && self.found.len() + self.ended.len() >= MAX_CAUSES {
            self.left_out += 1;
            return;
        }
        let held_by = self.last(root.0).map(|last| (last.root, last.end));
        let cause = self.found.entry(root).or_insert_with(|| Cause::new(from, held_by));
        cause.sources.extend(sources);
        if root.1 == ChainOutcome::Oversubscribed {
            self.samples[root.0.port.index()].roots.insert(root.0.priority);
        }
        if cause.at_root.is_empty() {
            cause.at_root = queues_at(world, root.0, root.1);
            if root.1 == ChainOutcome::Cycle {
                cause.at_root.extend(why_paused(world, queue).into_iter().flat_map(|chain| chain.cycle()));
            }
        }
        if cause.queues.is_empty() {
            (cause.from, cause.until) = (from, from);
        }
        let held = cause.queues.entry(queue).or_insert_with(|| BlockedQueue::new(from));
        held.pauses += u64::from(is_new || held.pauses == 0);
        cause.blocked_now += 1;
        if cause.blocked_now == 1 {
            cause.begin(world, root.0, self.filling.since(root.0));
        }
    }

    /// Adds the flows that wait in `queue` to the flows that `root` has blocked. Does nothing if the cause is
    /// not kept.
    fn look_up_flows(&mut self, world: &World, queue: QueueId, root: (QueueId, ChainOutcome)) {
        if self.flows != world.counters().flows.len() {
            self.flows = world.counters().flows.len();
            self.senders.clear();
            for flow in (0..self.flows).map(FlowId::new) {
                self.senders.entry(world.flow_source(flow)).or_default().push(flow);
            }
        }
        let Some(cause) = self.found.get_mut(&root) else { return };
        if world.spec().switch_of(queue.port).is_some() {
            world.frames_at(queue.port, queue.priority, |frame| {
                cause.flows.insert(frame.flow);
            });
        } else {
            let senders = self.senders.get(&queue).into_iter().flatten();
            cause.flows.extend(senders.filter(|flow| world.is_flow_active(**flow)));
        }
    }

    /// Adds the time since the last update to the cause of the present pause of `queue`, then searches for
    /// the root again. If the root has changed, the pause has another cause from now on. Does nothing if the
    /// queue is not paused.
    fn update_cause(&mut self, world: &World, queue: QueueId) {
        self.account(world, queue);
        let Some(CurrentPause { from, cause, .. }) = self.open.get(&queue).copied() else { return };
        let root = root_of(world, queue, &self.unresumed);
        let mut root = self.kind_of(world, root);
        if root.1 == ChainOutcome::Passing && cause == (queue, ChainOutcome::LostResume) {
            // Another pause has arrived, but its priority group has drained since then.
            root = self.announced.get(&queue).copied().unwrap_or(root);
        }
        // A resume is on its way, or the root is the same: the cause stays.
        if root == cause || root.1 == ChainOutcome::Passing {
            return;
        }
        self.unblock(world, cause);
        self.set_cause(world, queue, root, (from, false));
    }

    /// Looks up the flows that wait in `queue`, if `holds` is true. Does so for the first [`LOOKED_UP`]
    /// pauses of the queue, and later only for pauses whose number is a power of two.
    fn look_up_held(&mut self, world: &World, queue: QueueId, root: (QueueId, ChainOutcome), holds: bool) {
        let pauses = self.found.get(&root).and_then(|cause| cause.queues.get(&queue)).map(|held| held.pauses);
        if holds && pauses.is_some_and(|pauses| pauses <= LOOKED_UP || pauses.is_power_of_two()) {
            self.look_up_flows(world, queue, root);
        }
    }

    /// Records that the resume of `queue` was lost. Searches for the roots again for all pauses with the same
    /// root as the pause of `queue`.
    fn resume_lost(&mut self, world: &World, queue: QueueId) {
        let Some(root) = self.open.get(&queue).map(|open| open.cause.0) else { return };
        self.unresumed.insert(queue);
        self.update_causes(world, |open| open.cause.0 == root);
    }

    fn update_causes(&mut self, world: &World, which: impl Fn(&CurrentPause) -> bool) {
        let queues = self.open.iter().filter(|(_, open)| which(open)).map(|(queue, _)| *queue);
        let queues: Vec<QueueId> = queues.collect();
        for queue in queues {
            self.update_cause(world, queue);
        }
    }

    fn end_pause(&mut self, world: &World, queue: QueueId) {
        self.account(world, queue);
        if let Some(open) = self.open.remove(&queue) {
            self.unblock(world, open.cause);
            for last in [self.last.get_mut(&queue), self.last_idle.get_mut(&queue)].into_iter().flatten() {
                last.lasts = false;
            }
        }
        self.unresumed.remove(&queue);
    }

    /// Adds the time since the last update to the cause of the present pause of `queue`. A root that has begun
    /// to drain only is another cause since then.
    fn account(&mut self, world: &World, queue: QueueId) {
        let Some(cause) = self.open.get(&queue).map(|open| open.cause) else { return };
        self.kind_of(world, cause);
        self.account_until(world, queue, world.now());
    }

    /// Adds the time from the last update to `now` to the cause of the present pause of `queue`. The time does
    /// not count if the queue was empty at both ends of it.
    pub(super) fn account_until(&mut self, world: &World, queue: QueueId, now: Time) {
        let Some(open) = self.open.get_mut(&queue) else { return };
        let since = std::mem::replace(&mut open.counted_until, now);
        let holds = world.holds_frames(queue);
        let (from, (root, end)) = (open.from, open.cause);
        let span = PauseSpan { from, until: now, lasts: true, root, end };
        if !std::mem::replace(&mut open.was_held, holds) && !holds {
            self.last_idle.insert(queue, span);
            return;
        }
        let bytes = world.priority(queue.port, queue.priority).egress_bytes;
        let Some(cause) = self.found.get_mut(&open.cause) else { return };
        cause.until = now;
        cause.root_bytes = cause.root_bytes.max(world.priority(root.port, root.priority).egress_bytes);
        if let Some(held) = cause.queues.get_mut(&queue) {
            held.until = now;
            held.paused += now - since;
            held.bytes = held.bytes.max(bytes);
        }
        self.look_up_held(world, queue, (root, end), holds);
        self.last.insert(queue, span);
    }

    /// Records that `root` blocks one queue less.
    pub(super) fn unblock(&mut self, world: &World, root: (QueueId, ChainOutcome)) {
        if let Some(cause) = self.found.get_mut(&root) {
            cause.blocked_now = cause.blocked_now.saturating_sub(1);
            cause.count_service(world, root.0);
            if cause.blocked_now == 0 {
                cause.updated = None;
            }
        }
    }
}

impl Recorder for Causes {
    const RECORDS_EVENTS: bool = true;
    const RECORDS_ADMISSIONS: bool = false;

    // The state of `world` at the event is enough, so the event itself is not recorded.
    fn records_event(&mut self, world: &World, port: PortId, kind: &EventKind) -> bool {
        self.observe(world, port, kind);
        false
    }

    fn records_frame(&mut self, world: &World, port: PortId, frame: &Frame, step: FrameStep) -> bool {
        self.frame(world, port, frame, step);
        false
    }

    fn record(&mut self, _: TraceEvent) {}
}
