//! Records which queues a root blocks. A pause is added to a cause when the pause begins, or when the root of
//! the pause changes. From then on, the duration, bytes and waiting flows of the pause are added to this
//! cause. Start with [`Causes::block`].
//!
//! The time between two updates of a pause does not count if the queue was empty at both updates. To save
//! time, the flows that wait in a queue are looked up at only few of its pauses.

use super::cause::{BlockedQueue, Cause};
use super::recorder::{Causes, PauseSpan};
use super::sources::sources_of;
use crate::engine::World;
use crate::ids::{FlowId, QueueId};
use crate::insight::bandwidth_limits::queues_at;
use crate::insight::{ChainOutcome, why_paused};
use crate::units::Time;

/// Greatest number of causes that are kept. Pauses with further causes are only counted.
const MAX_CAUSES: usize = 1_024;
/// Number of pauses of a queue, from the first, at which the flows that wait in the queue are looked up.
/// Later the flows are looked up only at pauses whose number is a power of two, to save time.
const LOOKED_UP: u64 = 16;

impl Causes {
    /// Records that `root` blocks `queue` from the time `from` on. `is_new` is `true` if the pause of the
    /// queue begins at this time, and `false` if only the root of the pause has changed. Counts the pause as
    /// left out if no further cause can be kept.
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
        let last_own_root = self.last(root.0).map(|last| (last.root, last.end));
        let cause = self.found.entry(root).or_insert_with(|| Cause::new(from, last_own_root));
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
        let blocked = cause.queues.entry(queue).or_insert_with(|| BlockedQueue::new(from));
        // A pause becomes a lost resume only after it has begun, so `is_new` is false for it.
        let is_lost = root.1 == ChainOutcome::LostResume;
        blocked.pauses += u64::from(is_new || is_lost || blocked.pauses == 0);
        cause.blocked_now += 1;
        if cause.blocked_now == 1 {
            cause.begin(world, root.0, self.filling.since(root.0));
        }
    }

    /// Records that `root` has ceased to block one of its blocked queues.
    pub(super) fn unblock(&mut self, world: &World, root: (QueueId, ChainOutcome)) {
        if let Some(cause) = self.found.get_mut(&root) {
            cause.blocked_now = cause.blocked_now.saturating_sub(1);
            cause.count_service(world, root.0);
            if cause.blocked_now == 0 {
                cause.updated = None;
            }
        }
    }

    /// Adds the time from the last update of the present pause of `queue` until `now` to the cause of this
    /// pause. This time does not count if the queue was empty both at the last update and at `now`.
    pub(super) fn account_until(&mut self, world: &World, queue: QueueId, now: Time) {
        let Some(open) = self.open.get_mut(&queue) else { return };
        let since = std::mem::replace(&mut open.counted_until, now);
        let holds = world.holds_frames(queue);
        let (from, (root, end)) = (open.from, open.cause);
        let span = PauseSpan { from, until: now, lasts: true, root, end };
        if !std::mem::replace(&mut open.had_frames, holds) && !holds {
            if now > since {
                self.last_idle.insert(queue, span);
            }
            return;
        }
        let bytes = world.priority(queue.port, queue.priority).egress_bytes;
        let Some(cause) = self.found.get_mut(&open.cause) else { return };
        cause.until = now;
        cause.root_bytes = cause.root_bytes.max(world.priority(root.port, root.priority).egress_bytes);
        if let Some(blocked) = cause.queues.get_mut(&queue) {
            blocked.until = now;
            blocked.paused += now - since;
            blocked.bytes = blocked.bytes.max(bytes);
        }
        self.look_up_waiting_flows(world, queue, (root, end), holds);
        self.last.insert(queue, span);
    }

    /// Looks up the flows that wait in `queue`, at the first [`LOOKED_UP`] pauses of the queue, and later
    /// only at pauses whose number is a power of two. Does nothing if `holds` is false, which means that the
    /// queue is empty.
    pub(super) fn look_up_waiting_flows(
        &mut self,
        world: &World,
        queue: QueueId,
        root: (QueueId, ChainOutcome),
        holds: bool,
    ) {
        let pauses =
            self.found.get(&root).and_then(|cause| cause.queues.get(&queue)).map(|blocked| blocked.pauses);
        if holds && pauses.is_some_and(|pauses| pauses <= LOOKED_UP || pauses.is_power_of_two()) {
            self.look_up_flows(world, queue, root);
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
}
