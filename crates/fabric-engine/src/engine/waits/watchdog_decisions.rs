//! Decisions of watchdogs. Each is stored with the actual state of the queue just before the decision. Start
//! with [`CheckedDecision`].
//!
//! A detection is a false positive if the queue needed no intervention. A miss is a storm or a lost resume
//! that ended before any watchdog detected it. Only the first decisions and misses are kept, in order of
//! time.

use crate::fabric::watchdog::{Mitigation, Rule, WatchdogDecision};
use crate::ids::QueueId;
use crate::units::Time;

/// Actual state of a queue at one instant, found by the deadlock detection. Watchdogs do not know this state;
/// their decisions are compared with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Stuck: in a deadlock, or waiting for a deadlock. The time is the start of the deadlock.
    Deadlock(Time),
    /// Blocked by a pause storm: a pause source pauses this queue, or a queue for which it waits.
    Storm {
        /// Queue that the pause source pauses.
        root: QueueId,
        /// Start of the storm.
        since: Time,
    },
    /// Blocked by a lost resume of this queue, or of a queue for which it waits.
    LostResume {
        /// Queue whose resume was lost.
        root: QueueId,
        /// Start of the pause of the queue `root`.
        since: Time,
    },
    /// Blocked by lost credits of this queue, or of a queue for which it waits.
    LostCredits {
        /// Queue whose credits were lost.
        root: QueueId,
        /// Start of the wait of the queue `root` for credits.
        since: Time,
    },
    /// Blocked by a pause source that causes no storm: the source pauses this queue, or a queue for which it
    /// waits. The wait ends by itself.
    PauseSource,
    /// Paused or without credits, but the wait ends by itself.
    Congestion,
    /// Paused, but without frames.
    Idle,
    /// Not paused. The scheduler will send the frames of the queue, if there are any.
    NotPaused,
}

impl Truth {
    /// Whether the queue needs intervention: it is stuck, or blocked by a storm, a lost resume or lost
    /// credits. `true` for a storm, although a storm may end without intervention.
    #[must_use]
    pub const fn needs_intervention(self) -> bool {
        self.since().is_some()
    }

    /// Name of the state in reports, in snake case, such as `lost_resume`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deadlock(_) => "deadlock",
            Self::Storm { .. } => "storm",
            Self::LostResume { .. } => "lost_resume",
            Self::LostCredits { .. } => "lost_credits",
            Self::PauseSource => "pause_source",
            Self::Congestion => "congestion",
            Self::Idle => "idle",
            Self::NotPaused => "not_paused",
        }
    }

    /// Time from which the queue needs intervention: start of the deadlock, storm or loss. `None` if the
    /// queue needs no intervention.
    #[must_use]
    pub const fn since(self) -> Option<Time> {
        match self {
            Self::Deadlock(since)
            | Self::Storm { since, .. }
            | Self::LostResume { since, .. }
            | Self::LostCredits { since, .. } => Some(since),
            Self::PauseSource | Self::Congestion | Self::Idle | Self::NotPaused => None,
        }
    }
}

/// Decision of a watchdog, and the actual state of its queue just before the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedDecision {
    /// Time of the decision.
    pub at: Time,
    /// Queue of the watchdog. For a NIC watchdog: port of the NIC, and the lowest priority for which the NIC
    /// may send pauses (7 if there is none).
    pub queue: QueueId,
    /// Decision of the watchdog: a storm was detected, or the end of a storm.
    pub decision: WatchdogDecision,
    /// Detection rule of the watchdog; `None` for a NIC watchdog.
    pub rule: Option<Rule>,
    /// Mitigation that begins or ends with the decision.
    pub mitigation: Mitigation,
    /// Actual state of the queue just before the decision.
    pub truth: Truth,
    /// Bytes of frames that the mitigation has dropped so far; 0 for the end of a storm.
    pub lost_bytes: u64,
    /// Frames dropped by the mitigation so far; 0 for the end of a storm.
    pub lost_frames: u64,
}

impl CheckedDecision {
    /// Whether the decision is a false positive: the watchdog detected a storm, but the queue
    /// needed no intervention.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.decision == WatchdogDecision::Storm && !self.truth.needs_intervention()
    }

    /// Detection latency: time from the start of the deadlock, storm or loss to the decision. `None` if the
    /// queue needed no intervention.
    #[must_use]
    pub fn delay(&self) -> Option<Time> {
        self.truth.since().map(|since| self.at.saturating_sub(since))
    }
}

/// Decisions of all watchdogs since the start, in order of time.
#[derive(Clone, Debug, Default)]
pub struct WatchdogDecisions {
    /// Decisions, in order of time; only the first [`WatchdogDecisions::KEPT`].
    list: Vec<CheckedDecision>,
    storms: u64,
    false_storms: u64,
    /// Misses, in order of time: blocked queue, state of the queue, and time at which the state ended. Only
    /// the first [`WatchdogDecisions::MISSED`].
    missed: Vec<(QueueId, Truth, Time)>,
}

impl WatchdogDecisions {
    /// Maximum number of misses that are recorded.
    pub const MISSED: usize = 256;

    /// Misses: storms and lost resumes that ended without detection by a watchdog, in order of time. Each
    /// item has the blocked queue, the state of the queue, and the time at which this state ended. Only the
    /// first [`WatchdogDecisions::MISSED`] are kept.
    #[must_use]
    pub fn missed(&self) -> &[(QueueId, Truth, Time)] {
        &self.missed
    }

    /// Whether a watchdog of any queue has detected the state `truth`, with the same root queue and start
    /// time. Searches only the recorded decisions, the first [`WatchdogDecisions::KEPT`].
    #[must_use]
    pub fn has_found(&self, truth: Truth) -> bool {
        self.list.iter().any(|checked| checked.decision == WatchdogDecision::Storm && checked.truth == truth)
    }

    /// Records that `queue` leaves the state `truth` at `now`. This is a miss, unless a watchdog has detected
    /// this state.
    pub(in crate::engine) fn ends(&mut self, queue: QueueId, truth: Truth, now: Time) {
        if !self.has_found(truth) && self.missed.len() < Self::MISSED {
            self.missed.push((queue, truth, now));
        }
    }

    /// Maximum number of decisions that are recorded.
    pub const KEPT: usize = 4_096;

    /// Decisions of all watchdogs in order of time; only the first [`WatchdogDecisions::KEPT`].
    #[must_use]
    pub fn list(&self) -> &[CheckedDecision] {
        &self.list
    }

    /// Number of storms that watchdogs have detected, false positives included.
    #[must_use]
    pub const fn storms(&self) -> u64 {
        self.storms
    }

    /// Number of detected storms that were false positives.
    #[must_use]
    pub const fn false_storms(&self) -> u64 {
        self.false_storms
    }

    /// Counts a decision of a watchdog, and records it unless [`WatchdogDecisions::KEPT`] decisions are
    /// already recorded. If the decision detects a storm that was recorded as a miss, because its pause
    /// source has ended, the miss is removed.
    pub(in crate::engine) fn add(&mut self, checked: CheckedDecision) {
        if checked.decision == WatchdogDecision::Storm {
            self.missed.retain(|(_, truth, _)| *truth != checked.truth);
        }
        self.storms += u64::from(checked.decision == WatchdogDecision::Storm);
        self.false_storms += u64::from(checked.is_false());
        if self.list.len() < Self::KEPT {
            self.list.push(checked);
        }
    }

    /// Adds a frame of `bytes` to the losses of the storm that was detected last at `queue`; the mitigation
    /// of this queue has dropped the frame. No effect if no detected storm of the queue is recorded.
    pub(in crate::engine) fn lost(&mut self, queue: QueueId, bytes: u16) {
        let of = |checked: &&mut CheckedDecision| {
            checked.queue == queue && checked.decision == WatchdogDecision::Storm
        };
        if let Some(checked) = self.list.iter_mut().rev().find(of) {
            checked.lost_bytes += u64::from(bytes);
            checked.lost_frames += 1;
        }
    }

    /// Heap memory of the recorded decisions and misses, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.list[..]) + size_of_val(&self.missed[..])
    }
}
