//! PFC watchdog of one priority of one port: detection, mitigation, restoration.
//!
//! The machine sees its own port only. Start reading at `Watchdog`.

use super::{Mitigation, Rule, WatchdogConfig};
use crate::digest::Digest;
use crate::units::Time;

/// What a watchdog sees of its queue when it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Whether anything waits in it.
    pub occupied: bool,
    /// Whether anything was sent since the last look.
    pub sent: bool,
}

/// What a watchdog decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is a storm: the mitigation begins.
    Storm,
    /// It is over: the mitigation ends.
    Over,
}

/// What it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Looks out for a storm; so many bad polls so far.
    Watching { bad: u64 },
    /// Has found one; so many clean polls so far.
    Acting { clean: u64 },
    /// Has switched PFC off, and waits to be armed again.
    Disarmed,
}

/// The watchdog of one priority of one port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watchdog {
    phase: Phase,
    /// The next look, or when the timer is over.
    deadline: Time,
    /// While a pause lasts: since when (of a timer that has fired: since then).
    paused_since: Option<Time>,
    /// Paused before that, since the last look.
    paused: Time,
    /// The last look.
    looked: Time,
    /// Whether a pause came in since.
    received: bool,
    /// Whether it stood paused at the last look.
    was_paused: bool,
}

impl Watchdog {
    /// One that begins to watch at time 0.
    #[must_use]
    pub fn new(config: &WatchdogConfig) -> Self {
        Self {
            phase: Phase::Watching { bad: 0 },
            deadline: if config.rule.polls() { config.poll } else { Time::NEVER },
            paused_since: None,
            paused: Time::ZERO,
            looked: Time::ZERO,
            received: false,
            was_paused: false,
        }
    }

    /// Whether its mitigation is in force.
    #[must_use]
    pub const fn acts(&self) -> bool {
        !matches!(self.phase, Phase::Watching { .. })
    }

    /// Whether it has switched PFC off and waits to be armed.
    #[must_use]
    pub const fn is_disarmed(&self) -> bool {
        matches!(self.phase, Phase::Disarmed)
    }

    /// How much of the detection has passed, of how much: bad polls, or the
    /// time in pause in picoseconds.
    #[must_use]
    pub fn clock(&self, config: &WatchdogConfig, now: Time) -> (u64, u64) {
        match self.phase {
            Phase::Watching { bad } if config.rule.polls() => (bad, config.bad_polls()),
            Phase::Watching { .. } => {
                let since = self.paused_since.map_or(Time::ZERO, |since| now.saturating_sub(since));
                (since.ps().min(config.detection.ps()), config.detection.ps())
            }
            Phase::Acting { .. } | Phase::Disarmed => (1, 1),
        }
    }

    /// A pause of the priority came in.
    pub fn receive(&mut self) {
        self.received = true;
    }

    /// The priority entered PAUSED (whether or not that is obeyed).
    pub fn pause(&mut self, config: &WatchdogConfig, now: Time) {
        if self.paused_since.is_none() {
            self.paused_since = Some(now);
            self.wind_up(config, now);
        }
    }

    /// It left PAUSED.
    pub fn resume(&mut self, config: &WatchdogConfig, now: Time) {
        if let Some(since) = self.paused_since.take() {
            self.paused += now.saturating_sub(since.max(self.looked));
            self.wind_up(config, now);
        }
    }

    /// A timer runs while the pause lasts and nothing was found.
    fn wind_up(&mut self, config: &WatchdogConfig, now: Time) {
        if !config.rule.polls() && !self.acts() {
            self.deadline = match self.paused_since {
                Some(_) => now.saturating_add(config.detection),
                None => Time::NEVER,
            };
        }
    }

    /// When [`Watchdog::look`] is to be called next.
    #[must_use]
    pub const fn deadline(&self) -> Time {
        self.deadline
    }

    /// The deadline is here.
    pub fn look(&mut self, config: &WatchdogConfig, now: Time, seen: Seen) -> Option<Verdict> {
        let since = self.paused_since.map_or(now, |since| since.max(self.looked));
        let paused = self.paused + now.saturating_sub(since);
        let is_paused = self.paused_since.is_some();
        let verdict = match self.phase {
            // The pause has lasted for the whole time.
            Phase::Watching { .. } if !config.rule.polls() => Some(self.found(config)),
            Phase::Watching { bad } => {
                let bad = self.count(config, bad, seen, paused, now);
                self.phase = Phase::Watching { bad };
                (bad >= config.bad_polls()).then(|| self.found(config))
            }
            Phase::Acting { clean } => self.ends(config, clean, is_paused),
            Phase::Disarmed => None,
        };
        (self.paused, self.looked) = (Time::ZERO, now);
        (self.received, self.was_paused) = (false, is_paused);
        self.deadline = now.saturating_add(config.poll);
        // If the pause goes on, a timer's next turn begins.
        self.paused_since = self.paused_since.map(|since| if config.rule.polls() { since } else { now });
        self.wind_up(config, now);
        verdict
    }

    /// Re-arms a disarmed watchdog. Returns whether it was disarmed.
    pub fn arm(&mut self, config: &WatchdogConfig, now: Time) -> bool {
        let was = self.is_disarmed();
        if was {
            self.phase = Phase::Watching { bad: 0 };
            self.wind_up(config, now);
        }
        was
    }

    /// Bad polls so far, with this one.
    fn count(&self, config: &WatchdogConfig, bad: u64, seen: Seen, paused: Time, now: Time) -> u64 {
        let Seen { occupied, sent } = seen;
        let poll = now.saturating_sub(self.looked);
        let over = |percent: u64| u128::from(paused.ps()) * 100 > u128::from(poll.ps()) * u128::from(percent);
        let is_bad = match config.rule {
            Rule::PauseDuration => occupied && !sent && over(99),
            Rule::PauseReceived if occupied => !sent && self.received,
            Rule::PauseReceived => !sent && over(80),
            // A pause that starts exactly at this poll does not count for the poll interval.
            Rule::PausedPolls => self.paused_since.is_some_and(|since| since < now),
            Rule::PauseTimer => false,
        };
        // Consecutive bad polls must belong to one pause: any transmission in between restarts the count.
        let goes_on = config.rule != Rule::PausedPolls || self.was_paused && !sent;
        match (is_bad, goes_on) {
            (true, true) => bad + 1,
            (true, false) => 1,
            (false, _) => 0,
        }
    }

    /// A storm is found.
    fn found(&mut self, config: &WatchdogConfig) -> Verdict {
        self.phase = match config.mitigation {
            Mitigation::Flush => Phase::Watching { bad: 0 },
            Mitigation::Disable => Phase::Disarmed,
            _ => Phase::Acting { clean: 0 },
        };
        Verdict::Storm
    }

    /// A poll while the mitigation is in force.
    fn ends(&mut self, config: &WatchdogConfig, clean: u64, is_paused: bool) -> Option<Verdict> {
        let is_clean = match config.rule {
            Rule::PausedPolls => !is_paused,
            _ => !self.received,
        };
        let clean = if is_clean { clean + 1 } else { 0 };
        self.phase = Phase::Acting { clean };
        if clean < config.clean_polls() {
            return None;
        }
        self.phase = Phase::Watching { bad: 0 };
        Some(Verdict::Over)
    }

    /// Takes the watchdog into the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        let (phase, count) = match self.phase {
            Phase::Watching { bad } => (0u8, bad),
            Phase::Acting { clean } => (1, clean),
            Phase::Disarmed => (2, 0),
        };
        let flags = u8::from(self.received) << 2 | u8::from(self.was_paused) << 3;
        digest.add(phase | flags | u8::from(self.paused_since.is_some()) << 4);
        digest.add(count);
        for time in [self.deadline, self.paused, self.looked, self.paused_since.unwrap_or_default()] {
            digest.time(time);
        }
    }
}

#[cfg(test)]
mod tests;
