//! Roots of pauses that only drain, because their flows have ended, or bring no more than the port sends.
//! The pauses during this time get a separate cause. Start with [`Causes::kind_of`].

use std::sync::Arc;

use super::cause::Cause;
use super::limit_spans::Span;
use super::recorder::Causes;
use crate::engine::World;
use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::{FlowId, PortId, QueueId};
use crate::insight::ChainOutcome;
use crate::insight::bandwidth_limits::{is_oversubscribed, is_replaced_while_draining};
use crate::insight::inflow::{Inflows, is_port_oversubscribed};
use crate::units::Time;

/// Flows that can bring frames to a root of pauses, and the times of their last frames.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources {
    /// Paths of all flows by the present routes. `None` until the paths are needed.
    inflows: Option<Arc<Inflows>>,
    /// Number of flows in the run when `inflows` was calculated.
    flows: usize,
    /// Start of the last data frame of each flow at its source, indexed by flow; zero if the flow has sent no
    /// frame.
    last_frames: Vec<Time>,
}

impl Sources {
    /// Records that the data frame `frame` started at port `port`.
    pub fn started(&mut self, world: &World, port: PortId, frame: &Frame) {
        let flow = frame.flow;
        if frame.kind == FrameKind::Data && world.flow_source(flow).port == port {
            if self.last_frames.len() <= flow.index() {
                self.last_frames.resize(flow.index() + 1, Time::ZERO);
            }
            self.last_frames[flow.index()] = world.now();
        }
    }

    /// Returns a condition on a flow: `true` if the flow was active at some time in `span`.
    pub fn present(&self, world: &World, (from, until): Span) -> impl Fn(FlowId) -> bool {
        move |id| {
            let starts = world.flow_specs().nth(id.index()).is_some_and(|flow| flow.start <= until);
            let last = self.last_frames.get(id.index()).copied().unwrap_or(Time::ZERO);
            starts && (world.is_flow_active(id) || last >= from)
        }
    }

    fn inflows(&mut self, world: &World) -> Arc<Inflows> {
        let flows = world.counters().flows.len();
        if flows != self.flows {
            (self.flows, self.inflows) = (flows, None);
        }
        let found = self.inflows.get_or_insert_with(|| Arc::new(Inflows::of(world, |_| true)));
        Arc::clone(found)
    }
}

impl Causes {
    /// Discards the paths of the flows, because the routes may have changed. Before, each cause records which
    /// of its flows had a path through its root.
    pub(super) fn routes_changed(&mut self) {
        let Some(inflows) = self.sources.inflows.take() else { return };
        let ended = self.ended.iter_mut().map(|(_, cause)| cause);
        for cause in self.found.values_mut().chain(ended).chain(self.spans.causes_mut()) {
            let Cause { flows, at_root, bound_before, .. } = cause;
            let brings = |flow: &&FlowId| at_root.iter().any(|queue| inflows.brings(*queue, **flow));
            bound_before.extend(flows.iter().filter(brings));
        }
    }

    /// Cause for a pause whose root is `root`. The cause is usually `root` itself. If the root queue only
    /// sends the backlog of its own last pause, it is the cause of that pause. If the root only drains for
    /// another reason, [`ChainOutcome::Draining`] replaces [`ChainOutcome::Oversubscribed`]. The present
    /// pauses by this root then change to the new cause, from the time at which the root began to only
    /// drain.
    pub(super) fn kind_of(
        &mut self,
        world: &World,
        root: (QueueId, ChainOutcome),
    ) -> (QueueId, ChainOutcome) {
        if root.1 != ChainOutcome::Oversubscribed {
            return root;
        }
        let inflows = self.sources.inflows(world);
        if !inflows.is_draining(world, root.0) {
            return root;
        }
        if let Some(cause) = self.found.get_mut(&root) {
            cause.count_service(world, root.0);
        }
        if self.present_limit(world, root.0).is_some_and(|end| !is_replaced_while_draining(end)) {
            return root;
        }
        if let Some(cause) = self.cause_of_backlog(world, root.0) {
            return cause;
        }
        let draining = (root.0, ChainOutcome::Draining);
        let paused: Vec<QueueId> =
            self.open.iter().filter(|(_, open)| open.cause == root).map(|(queue, _)| *queue).collect();
        if !paused.is_empty() {
            let last =
                |flow: FlowId| self.sources.last_frames.get(flow.index()).copied().unwrap_or(Time::ZERO);
            let since = inflows.draining_since(world, root.0, last).min(world.now());
            self.split(world, &paused, draining, since);
        }
        draining
    }

    /// Cause of the last pause of `queue`, which has only drained since this pause. `None` if `queue` was
    /// never paused, or if the cause is not kept. Also `None` if the flows that were active since the start
    /// of this pause exceed the rate of the port, because `queue` could then have filled without the pause.
    fn cause_of_backlog(&self, world: &World, queue: QueueId) -> Option<(QueueId, ChainOutcome)> {
        let last = self.last(queue)?;
        let cause = (last.root, last.end);
        let is_found = last.end != ChainOutcome::Draining && self.found.contains_key(&cause);
        (is_found && self.holds_backlog(world, queue, ChainOutcome::Oversubscribed)).then_some(cause)
    }

    /// Whether the frames in `queue` are the backlog of its last pause. `true` if the flows that were active
    /// since the start of that pause bring no more than the rate of the port. Only delayed frames can then
    /// have filled the queue. `end` is the reason that seems to limit the queue: if it is other classes, the
    /// flows of all classes count. `false` if `queue` was never paused, or if `end` is neither other classes
    /// nor an oversubscribed port.
    pub(super) fn holds_backlog(&self, world: &World, queue: QueueId, end: ChainOutcome) -> bool {
        self.last(queue).is_some_and(|last| self.fits_on_port(world, queue, end, (last.from, world.now())))
    }

    /// Whether the port of `queue` could carry the flows that were active in `span`. `end` is the reason
    /// that seems to limit the queue. If the port seems oversubscribed, only the flows of `queue` count. If
    /// other classes seem to limit the queue, the flows of all classes count. `false` for any other reason.
    pub(super) fn fits_on_port(&self, world: &World, queue: QueueId, end: ChainOutcome, span: Span) -> bool {
        let is_present = self.sources.present(world, span);
        match end {
            ChainOutcome::Oversubscribed => !is_oversubscribed(world, queue, is_present),
            end => end.is_by_classes() && !is_port_oversubscribed(world, queue.port, is_present),
        }
    }

    /// Root of the last pause of `queue`. If `queue` only drains, the queue sends the backlog of this pause.
    /// `None` if `queue` was never paused, or if `queue` itself is that root.
    #[must_use]
    pub fn backlog_root(&self, queue: QueueId) -> Option<QueueId> {
        self.last(queue).map(|last| last.root).filter(|root| *root != queue)
    }

    /// Changes the cause of the present pauses of `queues` to `new`, from the time `since` on. Until then,
    /// all these pauses must have one cause.
    fn split(&mut self, world: &World, queues: &[QueueId], new: (QueueId, ChainOutcome), since: Time) {
        let mut active_from = world.now();
        let mut old = new;
        for queue in queues {
            let Some(open) = self.open.get(queue) else { continue };
            let counted_until = open.counted_until;
            let from = since.max(open.from).max(self.spans.start_of_last(new.0));
            (active_from, old) = (active_from.min(from), open.cause);
            if from < counted_until {
                // Samples of the old cause have already counted a part of the time in which the root only
                // drains.
                self.spans.shorten(new.0, *queue, from);
                if let Some(cause) = self.found.get_mut(&old) {
                    cause.shorten(*queue, from);
                }
            } else {
                self.account_until(world, *queue, from);
            }
            self.unblock(world, old);
            self.block(world, *queue, new, (from, false));
            if let Some(open) = self.open.get_mut(queue) {
                (open.cause, open.counted_until) = (new, from);
            }
        }
        // The old cause has counted the time up to now as active.
        let drained = world.now() - active_from;
        if let Some(cause) = self.found.get_mut(&old) {
            cause.active = cause.active.saturating_sub(drained);
        }
        if let Some(cause) = self.found.get_mut(&new) {
            cause.active += drained;
        }
    }
}
