use crate::units::Time;

/// What a watchdog takes for a storm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// In every poll of the detection time: something waits, nothing was sent,
    /// and it was paused for more than 99 % of the poll (SONiC,
    /// `pfc_detect_*.lua` since 2024).
    PauseDuration,
    /// In every poll of the detection time: something waits, nothing was sent
    /// and a pause came in; or nothing waits, nothing was sent and it was
    /// paused for more than 80 % of the poll (SONiC before 2024, which takes a
    /// queue for stuck that only has no traffic).
    PauseReceived,
    /// It is paused at as many polls in a row as the detection time has, and
    /// sends nothing between them.
    PausedPolls,
    /// It is paused for the detection time without a break. No polls: a timer
    /// (a vendor's article; no public specification was found).
    PauseTimer,
}

impl Rule {
    /// As parameters and reports name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PauseDuration => "sonic",
            Self::PauseReceived => "sonic_2023",
            Self::PausedPolls => "polls",
            Self::PauseTimer => "timer",
        }
    }

    /// Whether it looks at its queue now and then, rather than by a timer.
    #[must_use]
    pub const fn polls(self) -> bool {
        !matches!(self, Self::PauseTimer)
    }
}

/// What a watchdog does about a storm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mitigation {
    /// What waits is dropped, and what comes in for the queue; pauses are ignored.
    Drop,
    /// Pauses are ignored: what waits is sent.
    Forward,
    /// Pauses are ignored, what waits is sent, what comes in is dropped.
    Drain,
    /// It is only reported.
    Alert,
    /// The port's receive buffer is emptied, of all priorities, which makes its
    /// groups resume; over at once.
    Flush,
    /// PFC is switched off on the port, both ways, until it is armed again by hand.
    Disable,
}

impl Mitigation {
    /// As parameters and reports name it.
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

    /// Whether pauses of the priority are ignored while it lasts.
    #[must_use]
    pub const fn ignores(self) -> bool {
        matches!(self, Self::Drop | Self::Forward | Self::Drain | Self::Disable)
    }
}

/// How a watchdog is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WatchdogConfig {
    /// What it takes for a storm.
    pub rule: Rule,
    /// What it does then.
    pub mitigation: Mitigation,
    /// It looks at every multiple of this, from time 0; at least 1 ps.
    pub poll: Time,
    /// How long a storm lasts before it acts.
    pub detection: Time,
    /// How long no pause may come in before it ends what it does, in whole
    /// polls and at least one.
    pub restoration: Time,
}

impl WatchdogConfig {
    /// The same with every time `scale` times shorter, rounded up.
    #[must_use]
    pub const fn faster(self, scale: u64) -> Self {
        Self {
            poll: Time(self.poll.ps().div_ceil(scale)),
            detection: Time(self.detection.ps().div_ceil(scale)),
            restoration: Time(self.restoration.ps().div_ceil(scale)),
            ..self
        }
    }

    /// Bad polls that make a storm: those that the detection time has, begun
    /// ones counted, and at least one.
    #[must_use]
    pub fn bad_polls(&self) -> u64 {
        self.detection.ps().div_ceil(self.poll.ps()).max(1)
    }

    /// Clean polls that end it.
    #[must_use]
    pub fn clean_polls(&self) -> u64 {
        self.restoration.ps().div_ceil(self.poll.ps()).max(1)
    }
}
