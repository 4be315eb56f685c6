//! Configuration of a PFC watchdog: detection rule, mitigation, times. Start with [`WatchdogConfig`].
//!
//! Detection and restoration times count in whole polls: they are rounded up, and are at least one poll.
//! [`Rule::PauseTimer`] detects by a timer instead of polls. A pause that starts exactly at a poll does not
//! count for that poll.

use crate::units::Time;

/// Rule by which a watchdog detects a storm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// In every poll of the detection time, three conditions hold: the queue is not empty, nothing was
    /// transmitted, and the queue was paused for more than 99 % of the poll. SONiC, `pfc_detect_*.lua` since
    /// 2024.
    PauseDuration,
    /// SONiC before 2024: a poll is bad if the queue transmitted nothing since the previous poll, and one
    /// further condition holds. A queue with frames must have received a pause. An empty queue must have been
    /// paused for more than 80 % of the time between the polls. Every poll of the detection time must be bad.
    /// The rule also detects a storm at queues without traffic.
    PauseReceived,
    /// The queue is paused at all polls of the detection time and transmits nothing between them.
    PausedPolls,
    /// In every poll of the detection time, the queue is paused and was paused at the previous poll. Between
    /// the two polls a PFC frame arrived, and the queue never left the pause (SONiC,
    /// `orchagent/pfc_detect_broadcom.lua`: `PAUSE_STATUS`, `RX_PKTS` and `ON2OFF_RX_PKTS`).
    Broadcom,
    /// The queue is paused at all polls of the detection time, even if it transmits between them (SONiC,
    /// orchagent/pfc_detect_cisco-8000.lua).
    Cisco8000,
    /// The queue is paused for the detection time without interruption. Uses a timer instead of
    /// polls (a vendor's article; no public specification was found).
    PauseTimer,
}

impl Rule {
    /// Name of the rule in parameters and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PauseDuration => "sonic",
            Self::PauseReceived => "sonic_2023",
            Self::PausedPolls => "polls",
            Self::Broadcom => "sonic_broadcom",
            Self::Cisco8000 => "sonic_cisco",
            Self::PauseTimer => "timer",
        }
    }

    /// Whether the rule polls the queue; otherwise it uses a timer.
    #[must_use]
    pub const fn polls(self) -> bool {
        !matches!(self, Self::PauseTimer)
    }
}

/// Condition under which a poll counts towards the end of a mitigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restoration {
    /// No PFC frame of the priority arrived since the last poll, resumes included (SONiC,
    /// `orchagent/pfc_restore.lua`: `RX_PKTS`).
    NoPfc,
    /// A poll is clean if no pause of the priority arrived since the previous poll.
    NoPause,
    /// The priority is not paused at the poll (Cisco NX-OS; SONiC,
    /// orchagent/pfc_restore_cisco-8000.lua, which needs one more poll of this kind).
    Unpaused,
    /// Every poll is clean: the mitigation lasts for a fixed time, even if pauses arrive (recovery time of
    /// Junos).
    Time,
}

impl Restoration {
    /// Name of the condition in parameters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoPfc => "no_pfc",
            Self::NoPause => "no_pause",
            Self::Unpaused => "unpaused",
            Self::Time => "time",
        }
    }
}

/// Reaction of a PFC watchdog to a storm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mitigation {
    /// Drops queued and arriving frames of the queue; pauses are ignored.
    Drop,
    /// Ignores pauses, so that queued and arriving frames are transmitted.
    Forward,
    /// Ignores pauses, transmits queued frames, drops arriving frames.
    Drain,
    /// Reports the storm only.
    Alert,
    /// Drops all frames of all priorities that arrived by the port and are still in the switch. The groups of
    /// the port then resume. The mitigation ends at once.
    Flush,
    /// Disables PFC on the port, both sending and receiving, until the watchdog is armed again by
    /// hand.
    Disable,
}

impl Mitigation {
    /// Name of the mitigation in parameters and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Drop => "drop",
            Self::Forward => "forward",
            Self::Drain => "drain",
            Self::Alert => "alert",
            Self::Flush => "flush",
            Self::Disable => "disable",
        }
    }

    /// Whether received pauses of the priority are ignored during the mitigation.
    #[must_use]
    pub const fn ignores(self) -> bool {
        matches!(self, Self::Drop | Self::Forward | Self::Drain | Self::Disable)
    }
}

/// Configuration of a PFC watchdog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WatchdogConfig {
    /// Rule by which the watchdog detects a storm.
    pub rule: Rule,
    /// Reaction of the watchdog to a storm.
    pub mitigation: Mitigation,
    /// Polling interval, counted from time 0; at least 1 ps.
    pub poll: Time,
    /// Detection time: duration of a storm before the mitigation begins.
    pub detection: Time,
    /// Restoration time: duration of consecutive clean polls after which the mitigation ends;
    /// rounded up to whole polls, at least one.
    pub restoration: Time,
    /// Condition under which a poll is clean, that is, counts towards the end of the mitigation.
    pub restores: Restoration,
}

impl WatchdogConfig {
    /// Returns a copy in which every time (polling, detection, restoration) is divided by `scale` and rounded
    /// up.
    ///
    /// # Panics
    /// If `scale` is 0.
    #[must_use]
    pub const fn faster(self, scale: u64) -> Self {
        Self {
            poll: Time(self.poll.ps().div_ceil(scale)),
            detection: Time(self.detection.ps().div_ceil(scale)),
            restoration: Time(self.restoration.ps().div_ceil(scale)),
            ..self
        }
    }

    /// Consecutive bad polls that make a storm: the detection time in polls, rounded up, at least
    /// one.
    #[must_use]
    pub fn bad_polls(&self) -> u64 {
        self.detection.ps().div_ceil(self.poll.ps()).max(1)
    }

    /// Consecutive clean polls that end the mitigation: the restoration time in polls, rounded up, at least
    /// one. With [`Rule::Cisco8000`] and [`Restoration::Unpaused`] together, one poll more.
    #[must_use]
    pub fn clean_polls(&self) -> u64 {
        let polls = self.restoration.ps().div_ceil(self.poll.ps()).max(1);
        // The script of cisco-8000 restores one poll later than the other scripts.
        let is_cisco = self.rule == Rule::Cisco8000 && self.restores == Restoration::Unpaused;
        polls + u64::from(is_cisco)
    }
}
