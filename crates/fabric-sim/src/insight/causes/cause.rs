//! Cause of pauses: a root, the queues that it blocked, and the time in which the root blocked at least one
//! queue. Start with [`Cause`].

use std::collections::{BTreeMap, BTreeSet};

use super::limit_spans::Span;
use super::report::SourceReport;
use crate::engine::World;
use crate::ids::{FlowId, QueueId};
use crate::insight::ChainOutcome;
use crate::insight::bandwidth_limits::PortUsage;
use crate::sort;
use crate::units::Time;

/// Cause of pauses: a root, which is the queue for which other queues waited, and the queues that it blocked.
/// `from` is the start of the first pause. `until` is the end of the last pause, or the time of the last
/// update while this pause lasts.
#[derive(Clone, Debug)]
pub(super) struct Cause {
    pub from: Time,
    pub until: Time,
    /// Sum of the periods in which the root blocked at least one queue, counted up to the time `updated`.
    pub active: Time,
    /// Time up to which the bytes and times of this cause have been counted. `None` while the root blocks no
    /// queue.
    pub updated: Option<Time>,
    /// Last reading of the counters of the root's port, which count since the start of the run, and the time
    /// of the reading. While the root blocks no queue, this is the reading at the last resume. `None` before
    /// the first reading.
    read: Option<(Time, PortUsage)>,
    /// Number of queues that the root blocks now.
    pub blocked_now: usize,
    /// Bytes that the root's port sent, and times in which token buckets limited the root queue, in the
    /// periods in which the root filled or blocked queues. A period begins when the root queue begins to
    /// fill, or with the first pause. The period ends with the last resume.
    pub usage: PortUsage,
    /// Sum of the periods over which `usage` was measured.
    pub measured: Time,
    /// Start of the first period that is measured in `usage`. `None` before the first period.
    measured_from: Option<Time>,
    /// Greatest number of bytes that waited in the queue of the root.
    pub root_bytes: u64,
    /// Queues at the root: the root's own queue, queues that are blocked together with this queue, and, if
    /// the root is a cycle, all queues of the cycle.
    pub at_root: BTreeSet<QueueId>,
    /// Queues that the root has blocked, each with the figures of its pauses.
    pub queues: BTreeMap<QueueId, BlockedQueue>,
    /// Flows that waited in the blocked queues.
    pub flows: BTreeSet<FlowId>,
    /// Flows of `flows` whose path led through the root under earlier routes.
    pub bound_before: BTreeSet<FlowId>,
    /// Pause sources that sent the pauses of the root, in the order of their names.
    pub sources: BTreeSet<SourceReport>,
    /// Queues that, after their own pause, sent the frames that had waited (the backlog). Each queue has the
    /// sum of the pauses that its backlog caused, and the end of the last of these pauses. Empty before
    /// [`Self::merge_backlog`].
    pub backlogs: BTreeMap<QueueId, BacklogPauses>,
    /// Cause of the last pause of the root queue itself: the root of that pause, and the reason why that
    /// root did not drain. Only pauses before this root blocked a queue count. `None` if there was no such
    /// pause.
    pub last_own_root: Option<(QueueId, ChainOutcome)>,
}

/// Queue that a root blocked. `from` is the start of the first pause of this queue by the root, `until` the
/// end of the last, and `pauses` the number of these pauses.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockedQueue {
    pub from: Time,
    pub until: Time,
    /// Time for which this root paused the queue: the sum of all these pauses.
    pub paused: Time,
    pub pauses: u64,
    /// Greatest number of bytes that waited in the queue.
    pub bytes: u64,
}

/// Pauses that a queue causes while it sends the backlog of its own earlier pause. They count for the cause
/// of this earlier pause.
#[derive(Clone, Copy, Debug)]
pub(super) struct BacklogPauses {
    /// Sum of the pauses of all queues that the backlog blocked.
    pub paused: Time,
    /// End of the last pause that the backlog caused.
    pub until: Time,
}

impl BlockedQueue {
    /// Creates the record of a queue that the root begins to block at the time `now`. The number and sum of
    /// its pauses are still 0.
    pub(super) const fn new(now: Time) -> Self {
        Self { from: now, until: now, paused: Time::ZERO, pauses: 0, bytes: 0 }
    }
}

impl Cause {
    /// Creates the cause of a root that blocks no queue yet. `last_own_root` is the cause of the last pause
    /// of the root queue itself; `None` if the root queue was never paused.
    pub(super) fn new(now: Time, last_own_root: Option<(QueueId, ChainOutcome)>) -> Self {
        Self {
            from: now,
            until: now,
            active: Time::ZERO,
            updated: None,
            read: None,
            blocked_now: 0,
            usage: PortUsage::default(),
            measured: Time::ZERO,
            measured_from: None,
            root_bytes: 0,
            at_root: BTreeSet::new(),
            queues: BTreeMap::new(),
            flows: BTreeSet::new(),
            bound_before: BTreeSet::new(),
            sources: BTreeSet::new(),
            backlogs: BTreeMap::new(),
            last_own_root,
        }
    }

    /// Whether the root blocks no queue now, and all of `sources` are new: none of them sent the earlier
    /// pauses of this cause. False if `sources` or the pause sources of the cause are empty.
    pub(super) fn is_over_for(&self, sources: &[SourceReport]) -> bool {
        let is_new = |source: &SourceReport| !self.sources.contains(source);
        self.blocked_now == 0 && !self.sources.is_empty() && !sources.is_empty() && sources.iter().all(is_new)
    }

    /// Sum of the pauses of all queues that the root blocked.
    pub(super) fn paused(&self) -> Time {
        self.queues.values().fold(Time::ZERO, |sum, blocked| sum + blocked.paused)
    }

    /// Adds the cause `backlog` to this cause, as [`Self::join`] does. `backlog` has the pauses that the
    /// queue `root` caused while it sent its own backlog. A flow that passes `root` but not the root of this
    /// cause is a victim of this cause.
    pub(super) fn merge_backlog(&mut self, root: QueueId, backlog: Self) {
        let of_others = backlog.backlogs.values().fold(Time::ZERO, |sum, other| sum + other.paused);
        let paused = backlog.queues.values().filter(|blocked| blocked.paused > Time::ZERO);
        let until = paused.map(|blocked| blocked.until).max().unwrap_or_default();
        let own = BacklogPauses { paused: backlog.paused().saturating_sub(of_others), until };
        self.add_backlog(root, own);
        self.join(backlog);
    }

    fn add_backlog(&mut self, queue: QueueId, backlog: BacklogPauses) {
        let sum = self.backlogs.entry(queue).or_insert(BacklogPauses { paused: Time::ZERO, ..backlog });
        sum.paused += backlog.paused;
        sum.until = sum.until.max(backlog.until);
    }

    /// Adds the times, queues, flows and backlogs of `other` to this cause. A time in which both causes
    /// blocked queues counts twice in `active`. The fields `usage`, `measured` and `at_root` of this cause
    /// stay as they are.
    pub(super) fn join(&mut self, other: Self) {
        self.measured_from = self.measured_from.into_iter().chain(other.measured_from).min();
        self.from = self.from.min(other.from);
        self.until = self.until.max(other.until);
        self.active += other.active;
        self.root_bytes = self.root_bytes.max(other.root_bytes);
        self.flows.extend(other.flows);
        self.bound_before.extend(other.bound_before);
        self.sources.extend(other.sources);
        other.backlogs.into_iter().for_each(|(queue, backlog)| self.add_backlog(queue, backlog));
        for (queue, blocked) in other.queues {
            let own =
                self.queues.entry(queue).or_insert(BlockedQueue { paused: Time::ZERO, pauses: 0, ..blocked });
            own.from = own.from.min(blocked.from);
            own.until = own.until.max(blocked.until);
            own.paused += blocked.paused;
            own.pauses += blocked.pauses;
            own.bytes = own.bytes.max(blocked.bytes);
        }
    }

    /// Ends the pause of `queue` in this cause at `from`, and subtracts the pause time that was counted after
    /// `from`. The pause must have lasted without a break from `from` to the last update of the pause.
    pub(super) fn shorten(&mut self, queue: QueueId, from: Time) {
        let Some(blocked) = self.queues.get_mut(&queue).filter(|blocked| blocked.until > from) else {
            return;
        };
        let from = from.max(blocked.from);
        blocked.paused = blocked.paused.saturating_sub(blocked.until - from);
        blocked.until = from;
        self.until = self.queues.values().map(|blocked| blocked.until).max().unwrap_or(from);
    }

    /// Begins a period in which the root blocks queues. `filling` is the time at which the root queue began
    /// to fill, with the counters of its port at that time. `None` if the root queue does not fill.
    pub(super) fn begin(&mut self, world: &World, root: QueueId, filling: Option<(Time, PortUsage)>) {
        self.updated = Some(world.now());
        let from = filling.unwrap_or_else(|| (world.now(), PortUsage::of(world, root)));
        // If the queue began to fill before the last resume, the measurement continues from that resume.
        if self.read.is_none_or(|(last, _)| last < from.0) {
            self.read = Some(from);
        }
        let begun = self.read.as_ref().map(|(time, _)| *time);
        self.measured_from = self.measured_from.or(begun);
    }

    /// Period of this cause: from the first pause to the end of the last pause. If the measurement of
    /// `usage` began before the first pause, the period begins there.
    pub(super) fn span(&self) -> Span {
        (self.measured_from.unwrap_or(self.from).min(self.from), self.until)
    }

    /// Ends the present sample: moves the pauses and the counters so far out of this cause, and returns them
    /// as a separate cause. The queues in `paused` remain in this cause, with a pause that begins at `now`.
    pub(super) fn take_sample(&mut self, now: Time, paused: &[QueueId]) -> Self {
        let fresh = Self {
            updated: self.updated,
            read: self.read,
            blocked_now: self.blocked_now,
            measured_from: self.read.as_ref().map(|(time, _)| *time),
            at_root: self.at_root.clone(),
            sources: self.sources.clone(),
            queues: sort::map(paused.iter().map(|queue| (*queue, BlockedQueue::new(now)))),
            ..Self::new(now, self.last_own_root)
        };
        std::mem::replace(self, fresh)
    }

    /// Adds to this cause what has happened since its last update: the bytes and times of the root's port,
    /// and the elapsed time. Does nothing while the root blocks no queue.
    pub(super) fn count_service(&mut self, world: &World, root: QueueId) {
        let Some(since) = self.updated else { return };
        let now = PortUsage::of(world, root);
        if let Some((from, before)) = &self.read {
            self.usage.add(before, &now);
            self.measured += world.now() - *from;
        }
        self.read = Some((world.now(), now));
        self.active += world.now() - since;
        self.updated = Some(world.now());
    }
}
