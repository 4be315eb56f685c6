//! Recorder that finds the cause of each pause while the run advances. A pause has one root at a time: the
//! queue or cycle that keeps the paused queue from draining. If the root changes, the time up to the change
//! counts for the old root. Start with [`Causes`].
//!
//! Pauses that are in force when the recorder starts count from the start of the recorder on. At most 1024
//! causes are kept; pauses with further causes are only counted.

use std::collections::{BTreeMap, BTreeSet};

use super::cause::Cause;
use super::draining::Sources;
use super::filling::FillingQueues;
use super::limit_spans::{LimitSpans, PortSamples};
use super::report::SourceReport;
use super::root::{is_never_resumed, is_paused, root_of, root_of_group};
use crate::engine::{EventKind, FrameStep, Recorder, TraceEvent, World};
use crate::fabric::frame::Frame;
use crate::ids::{FlowId, PortId, QueueId};
use crate::insight::ChainOutcome;
use crate::units::Time;

/// Recorder of the causes of all pauses. Create it at the start of the period to be explained.
#[derive(Clone, Debug, Default)]
pub struct Causes {
    /// Causes, at most 1024. The key is the root queue and the reason why the root does not drain. For a
    /// root that may transmit, the reason in the key is [`ChainOutcome::Oversubscribed`]. Its entry has only
    /// the pauses since the start of the present sample; `spans` has the earlier ones.
    pub(super) found: BTreeMap<(QueueId, ChainOutcome), Cause>,
    /// Ended causes whose pauses came from pause sources, in the order of their ends. A cause ends when other
    /// pause sources pause the same root queue.
    pub(super) ended: Vec<((QueueId, ChainOutcome), Cause)>,
    /// Complete samples of the roots that may transmit, joined to spans of time with one reason each.
    pub(super) spans: LimitSpans,
    /// Present sample of each port, and the root queues of the port that may transmit, indexed by port.
    pub(super) samples: Vec<PortSamples>,
    /// Queues that are paused now, each with its present pause.
    pub(super) open: BTreeMap<QueueId, CurrentPause>,
    /// Root of the last pause that the peer sent for a queue, found when the PFC frame left the peer. The key
    /// is the queue that the PFC frame pauses. An entry stays after the end of the pause, because a further
    /// pause may be in the cable when the pause ends.
    announced: BTreeMap<QueueId, (QueueId, ChainOutcome)>,
    /// Paused queues whose resume was lost. A queue is removed when its pause ends or when another pause
    /// arrives.
    unresumed: BTreeSet<QueueId>,
    /// Last pause of each queue during which the queue had frames.
    pub(super) last: BTreeMap<QueueId, PauseSpan>,
    /// Last pause of each queue during which the queue had no frames.
    pub(super) last_idle: BTreeMap<QueueId, PauseSpan>,
    /// True if any port of the fabric sends no resumes (`explicit_xon` off).
    without_resumes: bool,
    pub(super) filling: FillingQueues,
    pub(super) sources: Sources,
    /// Flows that send from each queue of a NIC, in the order of flow numbers.
    pub(super) senders: BTreeMap<QueueId, Vec<FlowId>>,
    /// Number of flows when `senders` was filled. If `world` has more flows, actions have added flows since.
    pub(super) flows: usize,
    /// Number of pauses whose cause is not kept, because 1024 causes are kept already. A pause counts once
    /// more each time its root changes.
    pub(super) left_out: u64,
}

/// Pause of one queue, with the root queue that causes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PauseSpan {
    /// Start of the pause.
    pub from: Time,
    /// End of the pause. While the pause lasts, the time of its last update; [`Causes::settle`] updates all
    /// pauses.
    pub until: Time,
    /// Whether the pause is still in force.
    pub lasts: bool,
    /// Root queue for which the paused queue waits. If the pause lasts, the root at the time of the last
    /// update.
    pub root: QueueId,
    /// Reason why the root queue does not drain.
    pub end: ChainOutcome,
}

/// Current pause of a queue, with the root queue that causes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CurrentPause {
    /// Start of the pause.
    pub from: Time,
    /// Time up to which the duration of the pause has been added to the cause of the pause.
    pub counted_until: Time,
    /// Whether the queue had frames at the time `counted_until`.
    pub had_frames: bool,
    /// Root queue for which the paused queue waits, and the reason why the root queue does not drain.
    pub cause: (QueueId, ChainOutcome),
}

impl Causes {
    /// Creates a recorder that starts at the time of `world`. Pauses that are already in force count from
    /// this time on.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let samples = vec![PortSamples::default(); world.spec().ports.len()];
        let mut ports = world.spec().ports.iter();
        let without_resumes = ports.any(|port| !port.config.sender.explicit_xon);
        let filling = FillingQueues::of(world);
        let mut causes = Self { samples, without_resumes, filling, ..Self::default() };
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

    /// Records the step `step` of `frame` at `port`, while `world` is processing this step.
    pub fn frame(&mut self, world: &World, port: PortId, frame: &Frame, step: FrameStep) {
        if step == FrameStep::Start {
            self.sources.started(world, port, frame);
            self.filling.observe(world, port);
            self.observe_samples(world, port, frame.priority);
        } else if self.without_resumes {
            // The frame has left the priority groups of the switch that sent it. No event reports that these
            // groups no longer request a pause.
            let ports = &world.spec().ports;
            let sender = &world.spec().owner(ports[port.index()].peer).ports;
            let is_new = |queue: QueueId, open: &CurrentPause| {
                sender.contains(&ports[queue.port.index()].peer.0)
                    && open.cause != (queue, ChainOutcome::LostResume)
                    && is_never_resumed(world, queue)
            };
            let found = self.open.iter().filter(|(queue, open)| is_new(**queue, open));
            let found: Vec<QueueId> = found.map(|(queue, _)| *queue).collect();
            for queue in found {
                self.update_cause(world, queue);
            }
        }
    }

    /// Adds the duration of each present pause, up to the time of `world`, to the cause of this pause. A
    /// second call at this time changes nothing.
    pub fn settle(&mut self, world: &World) {
        self.update_causes(world, |_| true);
        for open in self.open.values() {
            if let Some(cause) = self.found.get_mut(&open.cause) {
                cause.count_service(world, open.cause.0);
            }
        }
    }

    /// Present pause of `queue`. If the queue is not paused, its last pause during which it had frames.
    /// `None` if there was no such pause, or if the cause of the pause is not kept.
    #[must_use]
    pub fn last(&self, queue: QueueId) -> Option<PauseSpan> {
        let lasts = self.open.get(&queue).map(|open| {
            let (root, end) = open.cause;
            PauseSpan { from: open.from, until: open.counted_until, lasts: true, root, end }
        });
        lasts.or_else(|| self.last.get(&queue).copied())
    }

    /// Last pause of `queue` during which the queue had no frames; `None` if there was no such pause.
    #[must_use]
    pub fn last_idle(&self, queue: QueueId) -> Option<PauseSpan> {
        self.last_idle.get(&queue).copied()
    }

    /// Pause sources that sent the pauses of the root queue `root`, in the order of their names. `end` is the
    /// reason why the root does not drain.
    pub fn pause_sources(&self, root: QueueId, end: ChainOutcome) -> impl Iterator<Item = &SourceReport> {
        self.found.get(&(root, end)).into_iter().flat_map(|cause| &cause.sources)
    }

    /// Number of pauses whose cause is not kept, because at most 1024 causes are kept. A pause counts once
    /// more each time its root changes.
    #[must_use]
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Cause of a pause for which the search for a root ended at `root`. This is usually `root` itself. If
    /// `root` is a queue that will soon be resumed, it is the cause of the pause of this queue. Only if that
    /// cause is a storm, `root` is returned, because its pause has outlasted the storm.
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

    /// Sets the cause of the present pause of `queue` to `root` from now on. The pause began at `from`.
    /// `is_new` is `true` if the pause begins now, and `false` if only the root of the pause has changed.
    fn set_cause(
        &mut self,
        world: &World,
        queue: QueueId,
        root: (QueueId, ChainOutcome),
        (from, is_new): (Time, bool),
    ) {
        let now = world.now();
        self.block(world, queue, root, (now, is_new));
        self.set_own_cause(world, queue, root);
        let had_frames = world.holds_frames(queue);
        self.open.insert(queue, CurrentPause { from, counted_until: now, had_frames, cause: root });
        self.look_up_waiting_flows(world, queue, root, had_frames);
    }

    /// Records that `cause` now pauses `queue`, if this queue is itself a root that may transmit. Does
    /// nothing if `cause` also caused the last pause of the queue. Otherwise ends the present sample,
    /// because the root will next send the backlog of another cause.
    fn set_own_cause(&mut self, world: &World, queue: QueueId, cause: (QueueId, ChainOutcome)) {
        let key = (queue, ChainOutcome::Oversubscribed);
        if self.found.get(&key).is_some_and(|sample| sample.last_own_root != Some(cause)) {
            self.end_sample(world, queue);
            if let Some(sample) = self.found.get_mut(&key) {
                sample.last_own_root = Some(cause);
            }
        }
    }

    /// Adds the time since the last update of the present pause of `queue` to the cause of this pause, then
    /// searches for the root again. If the root has changed, the pause has a new cause from now on. Does
    /// nothing if the queue is not paused.
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

    /// Records that the resume of `queue` was lost. Then searches again for the root of each pause that has
    /// the same root as the pause of `queue`.
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

    /// Adds the time since the last update of the present pause of `queue` to the cause of this pause. If the
    /// root has begun to only drain, the time since this beginning counts for a separate cause.
    fn account(&mut self, world: &World, queue: QueueId) {
        let Some(cause) = self.open.get(&queue).map(|open| open.cause) else { return };
        self.kind_of(world, cause);
        self.account_until(world, queue, world.now());
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
