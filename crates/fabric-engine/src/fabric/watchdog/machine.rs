//! State machine of a PFC watchdog: detecting, mitigating, disarmed.
//!
//! Start with [`Watchdog::poll`]; the engine calls it at [`Watchdog::deadline`]. A poll that is not bad
//! resets the count of bad polls to 0. During a mitigation, a poll that is not clean resets the count of
//! clean polls. A pause that starts exactly at a poll does not make this poll bad.

use super::{Mitigation, Restoration, Rule, WatchdogConfig};
use crate::digest::Digest;
use crate::units::Time;

/// Observation of the queue at a poll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PollSample {
    /// Whether the queue is not empty.
    pub occupied: bool,
    /// Whether a frame was transmitted since the last poll.
    pub sent: bool,
}

/// Decision of a watchdog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchdogDecision {
    /// Storm detected: the mitigation begins.
    Storm,
    /// Storm ended: the mitigation ends.
    Ended,
}

/// State of a watchdog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WatchdogState {
    /// Detects storms. `bad`: number of consecutive bad polls (polls that indicate a storm) so far.
    Detecting { bad: u64 },
    /// Mitigates a storm. `clean`: number of consecutive clean polls (polls without a storm) so far.
    Mitigating { clean: u64 },
    /// PFC is disabled until the watchdog is armed again.
    Disarmed,
}

/// PFC watchdog of one priority of one port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watchdog {
    state: WatchdogState,
    /// Time of the next poll, or of the expiry of the timer. [`Time::NEVER`]: the timer does not
    /// run.
    deadline: Time,
    /// Start of the present pause. If the timer of [`Rule::PauseTimer`] has expired during this
    /// pause: time of the last expiry. `None`: the priority is not paused.
    paused_since: Option<Time>,
    /// Time in PAUSED since the last poll. The present pause is not included.
    paused: Time,
    /// Time of the last poll.
    last_poll: Time,
    /// Whether a pause was received since the last poll. With [`Restoration::NoPfc`], a resume counts, too.
    received: bool,
    /// Whether the priority left PAUSED since the last poll; recorded for [`Rule::Broadcom`] only.
    left: bool,
    /// Whether the priority was paused at the last poll.
    was_paused: bool,
}

impl Watchdog {
    /// Creates a watchdog that detects storms from time 0.
    #[must_use]
    pub fn new(config: &WatchdogConfig) -> Self {
        Self {
            state: WatchdogState::Detecting { bad: 0 },
            deadline: if config.rule.polls() { config.poll } else { Time::NEVER },
            paused_since: None,
            paused: Time::ZERO,
            last_poll: Time::ZERO,
            received: false,
            left: false,
            was_paused: false,
        }
    }

    /// Creates a watchdog that is enabled at `now`, during a run. `is_paused`: whether its priority is in
    /// PAUSED. The first poll covers the first whole polling interval that begins at `now` or later.
    #[must_use]
    pub fn enabled_at(config: &WatchdogConfig, now: Time, is_paused: bool) -> Self {
        let begins = Time(now.ps().next_multiple_of(config.poll.ps()));
        let mut watchdog = Self { last_poll: begins, ..Self::new(config) };
        if config.rule.polls() {
            watchdog.deadline = begins.saturating_add(config.poll);
        }
        if is_paused {
            watchdog.on_paused(config, now);
        }
        watchdog
    }

    /// Whether the mitigation is in force; also true while the watchdog is disarmed.
    #[must_use]
    pub const fn is_mitigating(&self) -> bool {
        !matches!(self.state, WatchdogState::Detecting { .. })
    }

    /// Whether the watchdog has disabled PFC and waits to be armed.
    #[must_use]
    pub const fn is_disarmed(&self) -> bool {
        matches!(self.state, WatchdogState::Disarmed)
    }

    /// Progress of the detection, and the progress at which the mitigation begins. Both are numbers of bad
    /// polls; with [`Rule::PauseTimer`] they are times in pause, in picoseconds. (1, 1) during a mitigation
    /// and while disarmed.
    #[must_use]
    pub fn detection_progress(&self, config: &WatchdogConfig, now: Time) -> (u64, u64) {
        match self.state {
            WatchdogState::Detecting { bad } if config.rule.polls() => (bad, config.bad_polls()),
            WatchdogState::Detecting { .. } => {
                let since = self.paused_since.map_or(Time::ZERO, |since| now.saturating_sub(since));
                (since.ps().min(config.detection.ps()), config.detection.ps())
            }
            WatchdogState::Mitigating { .. } | WatchdogState::Disarmed => (1, 1),
        }
    }

    /// Records a received PFC frame for the priority: a pause if `is_pause` is true, otherwise a resume.
    pub fn receive(&mut self, config: &WatchdogConfig, is_pause: bool) {
        self.received |= is_pause || config.restores == Restoration::NoPfc;
    }

    /// Records that the priority entered PAUSED, whether or not the pause is obeyed.
    pub fn on_paused(&mut self, config: &WatchdogConfig, now: Time) {
        if self.paused_since.is_none() {
            self.paused_since = Some(now);
            self.restart_timer(config, now);
        }
    }

    /// Records that the priority left PAUSED.
    pub fn on_resumed(&mut self, config: &WatchdogConfig, now: Time) {
        if let Some(since) = self.paused_since.take() {
            self.paused += now.saturating_sub(since.max(self.last_poll));
            self.left |= config.rule == Rule::Broadcom;
            self.restart_timer(config, now);
        }
    }

    /// Starts the timer of [`Rule::PauseTimer`] if the priority is paused; stops the timer otherwise.
    fn restart_timer(&mut self, config: &WatchdogConfig, now: Time) {
        if !config.rule.polls() && !self.is_mitigating() {
            self.deadline = match self.paused_since {
                Some(_) => now.saturating_add(config.detection),
                None => Time::NEVER,
            };
        }
    }

    /// Time of the next call of [`Watchdog::poll`]: the next poll, or with [`Rule::PauseTimer`] the expiry of
    /// the timer. During a mitigation, every rule polls at intervals of [`WatchdogConfig::poll`].
    /// [`Time::NEVER`] with [`Rule::PauseTimer`] while the watchdog detects and the priority is not paused.
    #[must_use]
    pub const fn deadline(&self) -> Time {
        self.deadline
    }

    /// Handles the time that [`Watchdog::deadline`] returns: polls the queue or, with [`Rule::PauseTimer`],
    /// handles the expiry of the timer. `None` if no mitigation begins or ends.
    pub fn poll(
        &mut self,
        config: &WatchdogConfig,
        now: Time,
        sample: PollSample,
    ) -> Option<WatchdogDecision> {
        let since = self.paused_since.map_or(now, |since| since.max(self.last_poll));
        let paused = self.paused + now.saturating_sub(since);
        let is_paused = self.paused_since.is_some();
        let decision = match self.state {
            // The pause has lasted for the detection time.
            WatchdogState::Detecting { .. } if !config.rule.polls() => Some(self.detect_storm(config)),
            WatchdogState::Detecting { bad } => {
                let bad = self.count_bad_polls(config, bad, sample, paused, now);
                self.state = WatchdogState::Detecting { bad };
                (bad >= config.bad_polls()).then(|| self.detect_storm(config))
            }
            WatchdogState::Mitigating { clean } => self.poll_restoration(config, clean, is_paused),
            WatchdogState::Disarmed => None,
        };
        (self.paused, self.last_poll) = (Time::ZERO, now);
        (self.received, self.left, self.was_paused) = (false, false, is_paused);
        self.deadline = now.saturating_add(config.poll);
        // If the pause still lasts, the timer starts again.
        self.paused_since = self.paused_since.map(|since| if config.rule.polls() { since } else { now });
        self.restart_timer(config, now);
        decision
    }

    /// Arms the watchdog again if it is disarmed. Returns whether it was disarmed. Detection restarts without
    /// bad polls; with [`Rule::PauseTimer`], a pause that lasts counts from `now`.
    pub fn arm(&mut self, config: &WatchdogConfig, now: Time) -> bool {
        let was_disarmed = self.is_disarmed();
        if was_disarmed {
            self.state = WatchdogState::Detecting { bad: 0 };
            self.restart_timer(config, now);
        }
        was_disarmed
    }

    /// Number of consecutive bad polls including the present poll; 0 if the present poll is not
    /// bad. `bad`: the number before this poll; `paused`: time in PAUSED since the last poll.
    fn count_bad_polls(
        &self,
        config: &WatchdogConfig,
        bad: u64,
        sample: PollSample,
        paused: Time,
        now: Time,
    ) -> u64 {
        let PollSample { occupied, sent } = sample;
        let poll = now.saturating_sub(self.last_poll);
        let over = |percent: u64| u128::from(paused.ps()) * 100 > u128::from(poll.ps()) * u128::from(percent);
        let is_bad = match config.rule {
            Rule::PauseDuration => occupied && !sent && over(99),
            Rule::PauseReceived if occupied => !sent && self.received,
            Rule::PauseReceived => !sent && over(80),
            // A pause that started exactly at this poll does not count as paused during the poll.
            Rule::PausedPolls | Rule::Cisco8000 => self.paused_since.is_some_and(|since| since < now),
            Rule::Broadcom => self.was_paused && self.paused_since.is_some() && self.received && !self.left,
            Rule::PauseTimer => false,
        };
        // Consecutive bad polls must belong to one pause: any transmission in between restarts the
        // count.
        let goes_on = config.rule != Rule::PausedPolls || self.was_paused && !sent;
        match (is_bad, goes_on) {
            (true, true) => bad + 1,
            (true, false) => 1,
            (false, _) => 0,
        }
    }

    /// Begins the mitigation. The mitigation [`Mitigation::Flush`] ends at once.
    fn detect_storm(&mut self, config: &WatchdogConfig) -> WatchdogDecision {
        self.state = match config.mitigation {
            Mitigation::Flush => WatchdogState::Detecting { bad: 0 },
            Mitigation::Disable => WatchdogState::Disarmed,
            _ => WatchdogState::Mitigating { clean: 0 },
        };
        WatchdogDecision::Storm
    }

    /// Handles a poll during the mitigation. Returns [`WatchdogDecision::Ended`] if the storm has ended.
    fn poll_restoration(
        &mut self,
        config: &WatchdogConfig,
        clean: u64,
        is_paused: bool,
    ) -> Option<WatchdogDecision> {
        let is_clean = match config.restores {
            Restoration::NoPfc | Restoration::NoPause => !self.received,
            Restoration::Unpaused => !is_paused,
            Restoration::Time => true,
        };
        let clean = if is_clean { clean + 1 } else { 0 };
        self.state = WatchdogState::Mitigating { clean };
        if clean < config.clean_polls() {
            return None;
        }
        self.state = WatchdogState::Detecting { bad: 0 };
        Some(WatchdogDecision::Ended)
    }

    /// Adds the watchdog to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        let (state, count) = match self.state {
            WatchdogState::Detecting { bad } => (0u8, bad),
            WatchdogState::Mitigating { clean } => (1, clean),
            WatchdogState::Disarmed => (2, 0),
        };
        let flags = u8::from(self.received) << 2 | u8::from(self.was_paused) << 3;
        digest.add(state | flags | u8::from(self.paused_since.is_some()) << 4 | u8::from(self.left) << 5);
        digest.add(count);
        for time in [self.deadline, self.paused, self.last_poll, self.paused_since.unwrap_or_default()] {
            digest.time(time);
        }
    }
}

#[cfg(test)]
mod tests;
