//! Decisions of watchdogs, each with the true state of its queue.

use crate::fabric::watchdog::{Mitigation, Rule, Verdict};
use crate::ids::QueueId;
use crate::units::Time;

/// True state of a queue at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Stuck, in a deadlock or behind one; time since which the cycle cannot drain.
    Deadlock(Time),
    /// Blocked, directly or indirectly, by a queue that a pause source pauses.
    Storm {
        /// Queue at the end of the chain.
        root: QueueId,
        /// Start of the storm.
        since: Time,
    },
    /// Blocked, directly or indirectly, by a queue whose resume was lost.
    LostResume {
        /// Queue at the end of the chain.
        root: QueueId,
        /// Start of the pause.
        since: Time,
    },
    /// Blocked, directly or indirectly, by a queue whose credits were lost.
    LostCredits {
        /// Queue at the end of the chain.
        root: QueueId,
        /// Start of the wait for credits.
        since: Time,
    },
    /// Paused, and will be resumed.
    Congestion,
    /// Paused and empty.
    Idle,
    /// Not paused; frames in it wait for the scheduler only.
    NotPaused,
}

impl Truth {
    /// Whether the queue stays blocked for ever, or for the length of a storm, without
    /// intervention.
    #[must_use]
    pub const fn needs_intervention(self) -> bool {
        self.since().is_some()
    }

    /// Name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deadlock(_) => "deadlock",
            Self::Storm { .. } => "storm",
            Self::LostResume { .. } => "lost_resume",
            Self::LostCredits { .. } => "lost_credits",
            Self::Congestion => "congestion",
            Self::Idle => "idle",
            Self::NotPaused => "not_paused",
        }
    }

    /// Time since which the queue needs intervention; `None` if it needs none.
    #[must_use]
    pub const fn since(self) -> Option<Time> {
        match self {
            Self::Deadlock(since)
            | Self::Storm { since, .. }
            | Self::LostResume { since, .. }
            | Self::LostCredits { since, .. } => Some(since),
            Self::Congestion | Self::Idle | Self::NotPaused => None,
        }
    }
}

/// Decision of a watchdog, and the true state of its queue at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Time of the decision.
    pub at: Time,
    /// Queue of the watchdog; of a NIC watchdog, its lowest priority with PFC.
    pub queue: QueueId,
    /// Decision: a storm, or its end.
    pub verdict: Verdict,
    /// Detection rule; `None`: a NIC watchdog.
    pub rule: Option<Rule>,
    /// Mitigation that the decision begins or ends.
    pub mitigation: Mitigation,
    /// True state of the queue.
    pub truth: Truth,
    /// Frame bytes dropped by the mitigation so far.
    pub lost_bytes: u64,
    /// Frames dropped by the mitigation so far.
    pub lost_frames: u64,
}

impl Judged {
    /// Whether the decision is a false positive: a storm where the queue needed no intervention.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.verdict == Verdict::Storm && !self.truth.needs_intervention()
    }

    /// Detection latency: time from the start of the true condition to the decision; `None` without
    /// a true condition.
    #[must_use]
    pub fn delay(&self) -> Option<Time> {
        self.truth.since().map(|since| self.at.saturating_sub(since))
    }
}

/// Decisions of all watchdogs since the start, first ones first.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    list: Vec<Judged>,
    storms: u64,
    false_storms: u64,
    missed: Vec<(QueueId, Truth, Time)>,
}

impl Verdicts {
    /// Maximum number of recorded misses.
    pub const MISSED: usize = 256;

    /// Misses: storms and lost resumes that ended undetected, with a queue that each blocked, its
    /// state, and the end.
    #[must_use]
    pub fn missed(&self) -> &[(QueueId, Truth, Time)] {
        &self.missed
    }

    /// Whether a watchdog has detected the condition `truth`.
    #[must_use]
    pub fn has_found(&self, truth: Truth) -> bool {
        self.list.iter().any(|judged| judged.verdict == Verdict::Storm && judged.truth == truth)
    }

    /// Records that the condition `truth` of `queue` ends at `now`.
    pub(in crate::engine) fn ends(&mut self, queue: QueueId, truth: Truth, now: Time) {
        if !self.has_found(truth) && self.missed.len() < Self::MISSED {
            self.missed.push((queue, truth, now));
        }
    }

    /// Maximum number of recorded decisions.
    pub const KEPT: usize = 4_096;

    /// Recorded decisions: the first [`Verdicts::KEPT`].
    #[must_use]
    pub fn list(&self) -> &[Judged] {
        &self.list
    }

    /// Number of detected storms.
    #[must_use]
    pub const fn storms(&self) -> u64 {
        self.storms
    }

    /// Number of false positives.
    #[must_use]
    pub const fn false_storms(&self) -> u64 {
        self.false_storms
    }

    pub(in crate::engine) fn add(&mut self, judged: Judged) {
        self.storms += u64::from(judged.verdict == Verdict::Storm);
        self.false_storms += u64::from(judged.is_false());
        if self.list.len() < Self::KEPT {
            self.list.push(judged);
        }
    }

    /// Records a frame of `bytes` dropped by the mitigation of `queue`.
    pub(in crate::engine) fn lost(&mut self, queue: QueueId, bytes: u16) {
        let of = |judged: &&mut Judged| judged.queue == queue && judged.verdict == Verdict::Storm;
        if let Some(judged) = self.list.iter_mut().rev().find(of) {
            judged.lost_bytes += u64::from(bytes);
            judged.lost_frames += 1;
        }
    }

    /// Heap memory in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.list[..]) + size_of_val(&self.missed[..])
    }
}
