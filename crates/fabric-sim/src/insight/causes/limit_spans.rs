//! Spans of time in which one reason limited a root of pauses that may transmit. Examples of reasons are a
//! strict class, the ETS share of the root, or more arrivals than its port carries. The reason can change
//! during a run, so each span is a cause of its own. Start with [`LimitSpans`].
//!
//! The reason is found for samples: periods in which the root's port starts 64 frames. A sample also ends
//! when another class begins to transmit, or when a new cause pauses the root queue itself. A sample is added
//! to the span before it if the reason is equal. The sample is also added if the classes had about equal
//! shares of the bytes, because then only the rounding to whole frames makes the reasons differ.

use std::collections::BTreeMap;

use super::cause::Cause;
use super::draining::Sources;
use super::recorder::Causes;
use crate::engine::World;
use crate::ids::{PortId, Priority, PrioritySet, QueueId};
use crate::insight::ChainOutcome;
use crate::insight::bandwidth_limits::{PortUsage, limit};
use crate::units::Time;

/// Number of frames that a port starts in a full sample.
const SAMPLE_FRAMES: u32 = 64;
/// Least length of a sample whose own reason is used, in frames of the greatest length in the fabric. A
/// shorter sample is added to the sample before it.
const LEAST_FRAMES: u64 = 16;
/// Greatest number of spans of time that are kept for one root. If there are more, the shortest span is
/// merged into the span before it.
const MAX_SPANS: usize = 8;
/// Difference between two shares of one class above which a sample differs from the span of time before it,
/// in percent of all bytes.
const LEAST_DIFFERENCE: u128 = 15;

/// Present sample of one port: number and classes of the frames that the port has started in it, and the
/// root queues of the port that may transmit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PortSamples {
    /// Priorities of the queues of this port that are roots of pauses.
    pub roots: PrioritySet,
    /// Number of frames that the port has started in the present sample.
    frames: u32,
    /// Classes of the frames that the port has started in the present sample.
    classes: PrioritySet,
}

/// Span of time in which one reason limited a root queue.
#[derive(Clone, Debug)]
pub(super) struct LimitSpan {
    /// Reason that limited the root queue, found from the bytes that its port sent in the whole span of
    /// time.
    pub reason: ChainOutcome,
    /// Pauses that the root caused in this span of time, and bytes that its port sent in this time.
    pub cause: Cause,
}

/// Spans of time in each of which one reason limited a root queue that may transmit: by root, in order of
/// time, at most 8 for each root. A span consists of complete samples; the present sample is not included.
#[derive(Clone, Debug, Default)]
pub(super) struct LimitSpans(BTreeMap<QueueId, Vec<LimitSpan>>);

impl LimitSpans {
    /// Iterates over all spans of time in which one reason limited a root, each with its root. In the order
    /// of roots, then of time.
    pub fn iter(&self) -> impl Iterator<Item = (QueueId, &LimitSpan)> {
        self.0.iter().flat_map(|(root, spans)| spans.iter().map(|span| (*root, span)))
    }

    /// Iterates over the causes of all spans of time of all roots, so that the caller can change them. Each
    /// cause has the pauses and bytes of one span.
    pub fn causes_mut(&mut self) -> impl Iterator<Item = &mut Cause> {
        self.0.values_mut().flatten().map(|span| &mut span.cause)
    }

    /// Latest span of time in which one reason limited the root queue `root`; `None` if no sample of `root`
    /// is complete.
    fn last(&self, root: QueueId) -> Option<&LimitSpan> {
        self.0.get(&root)?.last()
    }

    /// Start of the latest span of time in which one reason limited `root`; zero if there is no such span.
    pub fn start_of_last(&self, root: QueueId) -> Time {
        self.last(root).map_or(Time::ZERO, |span| span.cause.from)
    }

    /// Shortens the present pause of `queue` in the latest span of time of `root`: the pause ends there at
    /// the time `from`. Another cause counts the time after `from`.
    pub fn shorten(&mut self, root: QueueId, queue: QueueId, from: Time) {
        if let Some(last) = self.0.get_mut(&root).and_then(|spans| spans.last_mut()) {
            last.cause.shorten(queue, from);
        }
    }

    /// Adds a sample of `root` to the last span of time of this root, or begins a new span with the sample.
    /// `reason` calculates the reason that limited the root from the bytes of a cause. A sample of less than
    /// `min_bytes` bytes never begins a new span, unless it is the first sample of the root.
    fn add(&mut self, root: QueueId, sample: Cause, min_bytes: u64, reason: impl Fn(&Cause) -> ChainOutcome) {
        let spans = self.0.entry(root).or_default();
        let of_sample = reason(&sample);
        match spans.last_mut() {
            Some(last) if sample.usage.total() < min_bytes || !differ(last, of_sample, &sample) => {
                last.join(sample, &reason);
            }
            _ => spans.push(LimitSpan { reason: of_sample, cause: sample }),
        }
        if spans.len() > MAX_SPANS {
            // The latest span stays, because it still grows.
            let shortest = (0..spans.len() - 1).min_by_key(|n| spans[*n].cause.measured).unwrap_or(0);
            let joined = spans.remove(shortest.max(1));
            spans[shortest.max(1) - 1].join(joined.cause, &reason);
        }
    }
}

impl LimitSpan {
    fn join(&mut self, other: Cause, reason: &impl Fn(&Cause) -> ChainOutcome) {
        let (usage, measured) = (other.usage, other.measured);
        self.cause.join(other);
        self.cause.usage.add(&PortUsage::default(), &usage);
        self.cause.measured += measured;
        self.reason = reason(&self.cause);
    }
}

/// Whether `sample` begins a new span of time instead of continuing the span `last`. `of_sample` is the
/// reason that limited the root in the sample. `true` if the last pause of the root queue itself had another
/// cause, because the root then sends another backlog. Also `true` if the reasons differ, and the classes
/// have different shares of the bytes. Shares cannot show a maximum rate, so a maximum rate differs from
/// every reason but other classes, whatever the shares.
fn differ(last: &LimitSpan, of_sample: ChainOutcome, sample: &Cause) -> bool {
    let by_rate = |end| matches!(end, ChainOutcome::MaxRate | ChainOutcome::PortMaxRate);
    let (before, now) = (&last.cause.usage, &sample.usage);
    let (all_before, all_now) = (u128::from(before.total()), u128::from(now.total()));
    let moved = |class: Priority| {
        let of = |usage: &PortUsage| u128::from(usage.sent[class.index()]);
        (of(before) * all_now).abs_diff(of(now) * all_before) * 100 > LEAST_DIFFERENCE * all_before * all_now
    };
    let is_unseen = |rate: ChainOutcome, other: ChainOutcome| by_rate(rate) && !other.is_by_classes();
    last.cause.last_own_root != sample.last_own_root
        || last.reason != of_sample
            && (is_unseen(last.reason, of_sample)
                || is_unseen(of_sample, last.reason)
                || Priority::ALL.into_iter().any(moved))
}

impl Causes {
    /// Reason that limits the root queue `root` now; the queue may transmit. The reason is that of the
    /// present sample. If the sample is short, it is the reason of the span of time before the sample.
    /// Without such a span, it is the reason since the queue began to fill. `None` if the root has never
    /// blocked a queue and does not fill.
    pub(super) fn present_limit(&self, world: &World, root: QueueId) -> Option<ChainOutcome> {
        let sample = self.found.get(&(root, ChainOutcome::Oversubscribed));
        let long = sample.filter(|sample| sample.usage.total() >= LEAST_FRAMES * longest(world));
        long.map(|sample| self.limit_of(world, root, sample))
            .or_else(|| Some(self.spans.last(root)?.reason))
            .or_else(|| self.limit_while_filling(world, root))
            .or_else(|| Some(self.limit_of(world, root, sample?)))
    }

    /// Reason that has limited the queue `root` since it began to fill. `None` if the queue does not fill.
    fn limit_while_filling(&self, world: &World, root: QueueId) -> Option<ChainOutcome> {
        let (from, before) = self.filling.since(root)?;
        let mut usage = PortUsage::default();
        usage.add(&before, &PortUsage::of(world, root));
        let is_present = self.sources.present(world, (from, world.now()));
        Some(limit(world, root, &usage, world.now() - from, is_present))
    }

    /// Reason that limited `root` over the time of `cause`. Only flows that were active in this time are
    /// considered.
    pub(super) fn limit_of(&self, world: &World, root: QueueId, cause: &Cause) -> ChainOutcome {
        limit_in(world, &self.sources, root, cause)
    }

    /// Counts a frame of `class` that starts at `port` for the present sample of the port. If the sample is
    /// then complete, ends the present samples of all root queues of the port.
    pub(super) fn observe_samples(&mut self, world: &World, port: PortId, class: Priority) {
        let Some(at) = self.samples.get_mut(port.index()).filter(|at| !at.roots.is_empty()) else { return };
        let is_new = !(at.classes | at.roots).contains(class);
        let frames = at.frames;
        let is_complete = frames >= SAMPLE_FRAMES || is_new && frames > 0;
        (at.frames, at.classes) =
            if is_complete { (1, PrioritySet::of(class)) } else { (frames + 1, at.classes) };
        at.classes.insert(class);
        if !is_complete {
            return;
        }
        for root in at.roots.iter().map(|n| QueueId::new(port, n)) {
            // A short sample is merged into the span before it.
            if u64::from(frames) >= LEAST_FRAMES || self.spans.last(root).is_some() {
                self.end_sample(world, root);
            }
        }
    }

    /// Ends the present sample of `root`, of any length. Queues that are paused now continue in a new sample.
    pub(super) fn end_sample(&mut self, world: &World, root: QueueId) {
        let key = (root, ChainOutcome::Oversubscribed);
        self.kind_of(world, key);
        let paused: Vec<QueueId> =
            self.open.iter().filter(|(_, open)| open.cause == key).map(|(queue, _)| *queue).collect();
        for queue in &paused {
            self.account_until(world, *queue, world.now());
        }
        let Some(cause) = self.found.get_mut(&key) else { return };
        cause.count_service(world, root);
        let sample = cause.take_sample(world.now(), &paused);
        let Self { spans, sources, .. } = self;
        spans.add(root, sample, LEAST_FRAMES * longest(world), |cause| limit_in(world, sources, root, cause));
    }

    /// Ends the present sample of each root queue that may transmit, so that a report includes these
    /// samples.
    pub(super) fn end_samples(&mut self, world: &World) {
        let limited = |(_, end): &&(QueueId, ChainOutcome)| *end == ChainOutcome::Oversubscribed;
        let roots: Vec<QueueId> = self.found.keys().filter(limited).map(|(root, _)| *root).collect();
        for root in roots {
            self.end_sample(world, root);
        }
    }
}

fn limit_in(world: &World, sources: &Sources, root: QueueId, cause: &Cause) -> ChainOutcome {
    limit(world, root, &cause.usage, cause.measured, sources.present(world, cause.span()))
}

fn longest(world: &World) -> u64 {
    u64::from(world.spec().longest_frame())
}

/// Span of time, from its start to its end.
pub(super) type Span = (Time, Time);
