//! What watchdogs believed, beside what was true.

use crate::fabric::watchdog::{Mitigation, Rule, Verdict};
use crate::units::Time;

use super::Queue;

/// What was true of a queue at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It is stuck: in a deadlock, or behind one. Since when the circle cannot drain.
    Deadlock(Time),
    /// It waits, over whatever chain, for a queue that is paused again and
    /// again whatever the other end of its link holds.
    Storm {
        /// That queue.
        root: Queue,
        /// Since when it is paused, but for gaps.
        since: Time,
    },
    /// Likewise for a queue whose resume was lost.
    LostResume {
        /// That queue.
        root: Queue,
        /// Since when it is paused.
        since: Time,
    },
    /// Likewise for a queue whose credits were lost.
    LostCredits {
        /// That queue.
        root: Queue,
        /// Since when it waits for them.
        since: Time,
    },
    /// It is paused, and will go on by itself.
    Congestion,
    /// It is paused, and has nothing to send.
    Idle,
    /// It is not paused: if anything waits, the scheduler serves others first.
    NotPaused,
}

impl Truth {
    /// Whether the queue would stay paused for ever (or as long as the storm
    /// goes on) if nobody interfered.
    #[must_use]
    pub const fn is_hopeless(self) -> bool {
        self.since().is_some()
    }

    /// As reports name it.
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

    /// Since when it is hopeless.
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

/// A decision of a watchdog, and what was true when it was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// When.
    pub at: Time,
    /// Of which queue; of a NIC's own: its lowest priority with PFC.
    pub queue: Queue,
    /// What it believed.
    pub verdict: Verdict,
    /// By which rule; `None`: a NIC that stops its own pauses.
    pub rule: Option<Rule>,
    /// What it did about it.
    pub mitigation: Mitigation,
    /// What was true.
    pub truth: Truth,
    /// Frame bytes that its mitigation has lost so far.
    pub lost_bytes: u64,
    /// Frames of it.
    pub lost_frames: u64,
}

impl Judged {
    /// Whether a storm was called that is none.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.verdict == Verdict::Storm && !self.truth.is_hopeless()
    }

    /// How long what it found had been so.
    #[must_use]
    pub fn delay(&self) -> Option<Time> {
        self.truth.since().map(|since| self.at.saturating_sub(since))
    }
}

/// The decisions of all watchdogs since the start, first ones first.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    list: Vec<Judged>,
    storms: u64,
    false_storms: u64,
    missed: Vec<(Queue, Truth, Time)>,
}

impl Verdicts {
    /// How many storms and lost resumes that ended are told of.
    pub const MISSED: usize = 256;

    /// Storms that ended, and lost resumes that were made good, and that no
    /// watchdog had found: a queue that each held up, what was true of it, and
    /// until when.
    #[must_use]
    pub fn missed(&self) -> &[(Queue, Truth, Time)] {
        &self.missed
    }

    /// Whether what was true of some queue was found by a watchdog.
    #[must_use]
    pub fn has_found(&self, truth: Truth) -> bool {
        self.list.iter().any(|judged| judged.verdict == Verdict::Storm && judged.truth == truth)
    }

    /// What was true of `queue` ends at `now`.
    pub(in crate::engine) fn ends(&mut self, queue: Queue, truth: Truth, now: Time) {
        if !self.has_found(truth) && self.missed.len() < Self::MISSED {
            self.missed.push((queue, truth, now));
        }
    }

    /// How many are told of.
    pub const KEPT: usize = 4_096;

    /// The first [`Verdicts::KEPT`].
    #[must_use]
    pub fn list(&self) -> &[Judged] {
        &self.list
    }

    /// How many storms were called.
    #[must_use]
    pub const fn storms(&self) -> u64 {
        self.storms
    }

    /// How many of them were none.
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

    /// The mitigation of the watchdog of `queue` lost a frame.
    pub(in crate::engine) fn lost(&mut self, queue: Queue, bytes: u16) {
        let of = |judged: &&mut Judged| judged.queue == queue && judged.verdict == Verdict::Storm;
        if let Some(judged) = self.list.iter_mut().rev().find(of) {
            judged.lost_bytes += u64::from(bytes);
            judged.lost_frames += 1;
        }
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.list[..]) + size_of_val(&self.missed[..])
    }
}
