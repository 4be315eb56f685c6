//! Report of the causes of pauses. Start with [`Causes::report`].
//!
//! A recorder updates each pause from time to time. The time between two updates counts only if the paused
//! queue had frames at one of the two updates. Shares in percent are not rounded; they are 0 if the total is
//! 0. Flows are in the order of their numbers.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::cause::{BacklogPauses, Cause};
use super::recorder::Causes;
use crate::engine::World;
use crate::ids::{FlowId, Priority, QueueId};
use crate::insight::bandwidth_limits::is_bound_for;
use crate::insight::blocked::at;
use crate::insight::{Chain, ChainOutcome, Report};
use crate::sort;
use crate::units::Time;

/// Greatest number of queues, and of flows, that the report of a cause lists; further ones are only counted.
const LISTED: usize = 64;

/// Cause of pauses in the measurement window: a root, and the queues that it blocked. The root may no longer
/// exist.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CauseReport {
    /// Queue at the root. If the root is a cycle, this is the queue of the cycle at the lowest port.
    pub root: String,
    /// Reason why the root does not drain. `circle`: a cycle of waits. `oversubscribed`: arrivals exceed the
    /// rate of the port. `draining`: the flows that filled the queue have ended or slowed down, and the queue
    /// only drains. `strict`: higher strict classes take the port. `ets_share`: arrivals exceed the ETS share
    /// of the queue. `min_rate`: minimum rates of other classes take the port. `max_rate` or `port_max_rate`:
    /// arrivals exceed the maximum rate of the queue or of the port. `crossbar`: the crossbar brings less
    /// than the port can send. `passing`: the pauses end by themselves, because each expires or is resumed
    /// soon. The other reasons are `slow_host`, `storm`, `lost_resume`, `lost_credits` and `link_down`.
    pub kind: &'static str,
    /// Strict class that sent the most bytes through the port of the root, while the root queue filled or
    /// blocked other queues. For the kind `min_rate`, class that sent the most bytes because of its minimum
    /// rate. Absent unless the kind is `strict` or `min_rate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_class: Option<u8>,
    /// Pause sources that sent the pauses of the root, in the order of their names. Absent if there are none,
    /// or if the kind is neither `storm` nor `passing`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pause_sources: Vec<SourceReport>,
    /// Start of the first pause, in picoseconds since the start of the run.
    pub from_ps: u64,
    /// End of the last pause, in picoseconds since the start of the run. If the pause still lasts, the end of
    /// the measurement window.
    pub until_ps: u64,
    /// Time in which the root blocked at least one queue, in picoseconds.
    pub active_ps: u64,
    /// Sum of the pauses of all queues that the root blocked, in picoseconds.
    pub held_ps: u64,
    /// Share of this cause in the sum of `held_ps` over all causes, in percent.
    pub time_percent: f64,
    /// Greatest number of bytes that waited at the root, plus the greatest number of bytes that waited in
    /// each blocked queue.
    pub bytes: u64,
    /// Share of this cause in the sum of `bytes` over all causes, in percent. Bytes in NICs do not count.
    pub bytes_percent: f64,
    /// Shares of the classes in the bytes that the port of the root sent while the root filled or blocked
    /// queues, in percent. Keys are classes, 0 to 7. Classes that sent nothing are left out.
    pub sent_percent: BTreeMap<u8, f64>,
    /// Time to which `sent_percent` refers, in picoseconds: the sum of the periods in which the root filled
    /// or blocked queues. A period begins when the root queue rises above the smallest XON of its inputs, or
    /// with a pause. The period ends with the last resume. If the queue falls to half of this XON, the next
    /// rise begins a new period.
    pub sent_over_ps: u64,
    /// Queues that the root blocked for some time, at most 64. The queue with the longest sum of pauses comes
    /// first; queues with equal sums are in the order of their names.
    pub queues: Vec<BlockedQueueReport>,
    /// Number of all queues that were blocked for some time, including those that are not listed.
    pub queue_count: usize,
    /// Names of blocked flows whose path leads through the root, or is unknown, in the order of flow numbers,
    /// at most 64.
    pub flows: Vec<String>,
    /// Number of all blocked flows whose path leads through the root, including those that are not listed.
    pub flow_count: usize,
    /// Victims: names of blocked flows whose path does not lead through the root, in the order of flow
    /// numbers, at most 64.
    pub victims: Vec<String>,
    /// Number of all victims, including those that are not listed.
    pub victim_count: usize,
    /// Queues that this root paused and that later sent the frames that had waited (the backlog), at most
    /// 64. All figures of this cause include the pauses that these backlogs caused. The queue whose backlog
    /// caused the longest sum of pauses comes first. Queues with equal sums are in the order of their names.
    /// Absent if no backlog caused a pause.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub backlogs: Vec<BacklogReport>,
}

/// Pauses that a queue caused while it sent the frames that had waited during its own pause (the backlog).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BacklogReport {
    /// Queue that sent the backlog, written as node, port, priority: `s1.2.3`.
    pub queue: String,
    /// Time for which the backlog of this queue paused other queues: the sum of all these pauses, in
    /// picoseconds.
    pub held_ps: u64,
    /// End of the last pause that the backlog of this queue caused, in picoseconds since the start of the
    /// run. If the pause still lasts, the end of the measurement window.
    pub until_ps: u64,
}

/// Pause source of a document: a port that sends pauses whatever its buffers contain.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(rename = "PauseSourceReport")]
pub struct SourceReport {
    /// Name of the pause source.
    pub name: String,
    /// Port that sends the pauses, written as node and port: `r.0`.
    pub port: String,
}

/// Queue that a root blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "HeldReport")]
pub struct BlockedQueueReport {
    /// Queue, written as node, port, priority: `s1.2.3`.
    pub queue: String,
    /// Start of the first pause of the queue by this root, in picoseconds since the start of the run.
    pub from_ps: u64,
    /// End of the last pause of the queue by this root, in picoseconds since the start of the run. If the
    /// pause still lasts, the end of the measurement window.
    pub until_ps: u64,
    /// Sum of the pauses of the queue by this root, in picoseconds.
    pub paused_ps: u64,
    /// Number of pauses of the queue by this root. If another root takes over during a pause, the pause
    /// still counts for the first root. It counts for the new root, too, in two cases: its resume was lost,
    /// or the new root has caused no other pause of the queue.
    pub pauses: u64,
    /// Greatest number of bytes that waited in the queue. 0 for a queue of a NIC.
    pub bytes: u64,
}

impl Causes {
    /// Causes of the pauses up to the time of `world`. The cause with the longest sum of pauses comes first;
    /// causes with equal sums are in the order of the names of their roots. Causes without any paused time
    /// are left out.
    #[must_use]
    pub fn report(&self, world: &World) -> Vec<CauseReport> {
        let mut settled = self.clone();
        settled.settle(world);
        settled.end_samples(world);
        let merged = settled.with_backlogs_merged(world);
        let time: u64 = merged.iter().map(|(.., cause)| cause.paused().ps()).sum();
        let memory: u64 = merged.iter().map(|(.., cause)| bytes(cause)).sum();
        let names: Vec<&str> = world.flow_specs().map(|flow| flow.name.as_str()).collect();
        let mut reports: Vec<CauseReport> = merged
            .iter()
            .map(|(root, end, cause)| {
                let mut report = one(world, &names, *root, *end, cause);
                report.time_percent = percent(report.held_ps, time);
                report.bytes_percent = percent(report.bytes, memory);
                report
            })
            .collect();
        sort::by_key(&mut reports, |report| (u64::MAX - report.held_ps, report.root.clone(), report.from_ps));
        reports
    }

    /// Causes with paused time, each with its root queue and the reason why the root does not drain. A cause
    /// is merged into another cause if its root queue was paused before and only sends the backlog of that
    /// pause. The other cause is the one of the root queue's last pause, if it is known. Otherwise it is the
    /// cause that paused the root queue for the longest time. A root queue only sends its backlog if the
    /// flows that were active meanwhile do not exceed the rate of its port. If other classes delay the
    /// queue, the flows of all classes count.
    fn with_backlogs_merged(self, world: &World) -> Vec<(QueueId, ChainOutcome, Cause)> {
        let drains = |end: ChainOutcome| {
            matches!(end, ChainOutcome::Oversubscribed | ChainOutcome::Draining) || end.is_by_classes()
        };
        let of_spans = self.spans.iter().map(|(root, span)| (root, span.reason, span.cause.clone()));
        let whole = self.found.iter().filter(|((_, end), _)| *end != ChainOutcome::Oversubscribed);
        let mut all: Vec<(QueueId, ChainOutcome, Cause)> =
            whole.map(|((root, end), cause)| (*root, *end, cause.clone())).chain(of_spans).collect();
        all.extend(self.ended.iter().map(|((root, end), cause)| (*root, *end, cause.clone())));
        all.retain(|(.., cause)| cause.paused() > Time::ZERO);
        let mut n = 0;
        while n < all.len() {
            let (root, end, cause) = &all[n];
            let limit = match *end {
                ChainOutcome::Oversubscribed | ChainOutcome::Draining => {
                    Some(self.limit_of(world, *root, cause))
                        .filter(|end| *end == ChainOutcome::Oversubscribed)
                }
                end => Some(end).filter(|end| end.is_by_classes()),
            };
            let is_free = limit.is_some_and(|limit| self.fits_on_port(world, *root, limit, cause.span()));
            let own_causes = all.iter().enumerate().filter_map(|(other, (at, kind, own_cause))| {
                let blocked = own_cause.queues.get(root).filter(|blocked| blocked.paused > Time::ZERO)?;
                let is_before = blocked.from <= cause.from && (at != root || !drains(*kind));
                let is_last = cause.last_own_root.is_some_and(|(queue, end)| {
                    queue == *at && (end == *kind || end == ChainOutcome::Oversubscribed && kind.is_limited())
                });
                is_before.then_some(((is_last, blocked.paused), other))
            });
            match own_causes.max().filter(|_| is_free) {
                Some((_, own_cause)) => {
                    let (root, _, backlog) = all.remove(n);
                    all[own_cause - usize::from(own_cause > n)].2.merge_backlog(root, backlog);
                }
                None => n += 1,
            }
        }
        all
    }

    /// Improves the reasons in `chain` by the recorded causes. Each queue that may transmit gets the reason
    /// that limits it now, not since the start of the run. If the queue sends the backlog of an earlier
    /// pause, it gets [`ChainOutcome::Draining`]. A paused queue whose resume was lost gets
    /// [`ChainOutcome::LostResume`], even if the pause will expire.
    pub fn refine(&self, world: &World, chain: &mut Chain) {
        let mut settled = self.clone();
        settled.settle(world);
        for link in &mut chain.links {
            if link.end == ChainOutcome::Passing {
                let cause = settled.open.get(&link.queue).map(|open| open.cause);
                let has_no_resume = cause == Some((link.queue, ChainOutcome::LostResume));
                link.end = if has_no_resume { ChainOutcome::LostResume } else { link.end };
            } else if link.end.is_limited() {
                let end = settled.present_limit(world, link.queue).unwrap_or(link.end);
                link.end =
                    if settled.holds_backlog(world, link.queue, end) { ChainOutcome::Draining } else { end };
            }
        }
    }
}

impl Report {
    /// Adds the causes of pauses that `causes` has recorded. `causes` must have recorded the measurement
    /// window of the report. Roots of [`Report::blocked`] that may transmit get the reasons of the recorded
    /// causes. A root without a recorded cause may send the backlog of an earlier pause; the report then
    /// names the root of that pause.
    #[must_use]
    pub fn with_causes(mut self, causes: &Causes, world: &World) -> Self {
        self.causes = causes.report(world);
        let named = |name: &str| causes.last.keys().find(|queue| at(world.spec(), **queue) == name);
        let holds_backlog =
            |name: &str, end| named(name).is_some_and(|queue| causes.holds_backlog(world, *queue, end));
        let is_limited = |kind: &str| ChainOutcome::named(kind, None).is_some_and(ChainOutcome::is_limited);
        for root in &mut self.blocked.roots {
            // At a single instant, a root behind a slow crossbar looks like a root that only drains.
            let seems_to_drain = root.kind == ChainOutcome::Draining.name();
            let is_crossbar = |kind: &str| kind == ChainOutcome::Crossbar.name();
            let replaces =
                |kind: &str| is_limited(root.kind) && is_limited(kind) || seems_to_drain && is_crossbar(kind);
            let its = self.causes.iter().filter(|cause| cause.root == root.queue && replaces(cause.kind));
            if let Some(cause) = its.max_by_key(|cause| cause.until_ps) {
                (root.kind, root.by_class) = (cause.kind, cause.by_class);
            } else if ChainOutcome::named(root.kind, None).is_some_and(|end| holds_backlog(&root.queue, end))
            {
                (root.kind, root.by_class) = (ChainOutcome::Draining.name(), None);
            }
            if root.kind == ChainOutcome::Draining.name() {
                let cause = named(&root.queue).and_then(|queue| causes.backlog_root(*queue));
                root.backlog_of = cause.map(|cause| at(world.spec(), cause));
            }
        }
        self.pauses_left_out = causes.left_out;
        self
    }
}

fn one(world: &World, names: &[&str], root: QueueId, end: ChainOutcome, cause: &Cause) -> CauseReport {
    let spec = world.spec();
    let (bound, victims): (Vec<FlowId>, Vec<FlowId>) = cause
        .flows
        .iter()
        .partition(|flow| cause.bound_before.contains(flow) || is_bound_for(world, **flow, &cause.at_root));
    let listed = |flows: &[FlowId]| {
        let name = |flow: &FlowId| names.get(flow.index()).map(|name| (*name).to_owned());
        flows.iter().take(LISTED).filter_map(name).collect()
    };
    let mut queues: Vec<BlockedQueueReport> = cause
        .queues
        .iter()
        .map(|(queue, blocked)| BlockedQueueReport {
            queue: at(spec, *queue),
            from_ps: blocked.from.ps(),
            until_ps: blocked.until.ps(),
            paused_ps: blocked.paused.ps(),
            pauses: blocked.pauses.max(1),
            bytes: blocked.bytes,
        })
        .filter(|blocked| blocked.paused_ps > 0)
        .collect();
    sort::by_key(&mut queues, |blocked| (u64::MAX - blocked.paused_ps, blocked.queue.clone()));
    let from_ps = queues.iter().map(|blocked| blocked.from_ps).min().unwrap_or(cause.from.ps());
    let until_ps = queues.iter().map(|blocked| blocked.until_ps).max().unwrap_or(cause.until.ps());
    let queue_count = queues.len();
    queues.truncate(LISTED);
    let all: u64 = cause.usage.sent.iter().sum();
    let sent = Priority::ALL.into_iter().zip(cause.usage.sent).filter(|(_, bytes)| *bytes > 0);
    CauseReport {
        root: at(spec, root),
        kind: end.name(),
        by_class: end.class_before().map(Priority::get),
        pause_sources: cause.sources.iter().cloned().collect(),
        from_ps,
        until_ps,
        active_ps: cause.active.ps(),
        held_ps: cause.paused().ps(),
        time_percent: 0.0,
        bytes: bytes(cause),
        bytes_percent: 0.0,
        sent_percent: sort::map(sent.map(|(class, bytes)| (class.get(), percent(bytes, all)))),
        sent_over_ps: cause.measured.ps(),
        queues,
        queue_count,
        flows: listed(&bound),
        flow_count: bound.len(),
        victims: listed(&victims),
        victim_count: victims.len(),
        backlogs: backlogs(world, cause),
    }
}

/// Reports of the queues that sent a backlog of `cause`. Backlogs that caused no pauses are left out.
fn backlogs(world: &World, cause: &Cause) -> Vec<BacklogReport> {
    let with_pauses = cause.backlogs.iter().filter(|(_, backlog)| backlog.paused > Time::ZERO);
    let report = |(queue, backlog): (&QueueId, &BacklogPauses)| BacklogReport {
        queue: at(world.spec(), *queue),
        held_ps: backlog.paused.ps(),
        until_ps: backlog.until.ps(),
    };
    let mut all: Vec<BacklogReport> = with_pauses.map(report).collect();
    sort::by_key(&mut all, |backlog| (u64::MAX - backlog.held_ps, backlog.queue.clone()));
    all.truncate(LISTED);
    all
}

fn bytes(cause: &Cause) -> u64 {
    cause.root_bytes + cause.queues.values().map(|blocked| blocked.bytes).sum::<u64>()
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
fn percent(part: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { 100.0 * part as f64 / of as f64 }
}
