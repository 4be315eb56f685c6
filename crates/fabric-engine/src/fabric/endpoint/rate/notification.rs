//! Notification point (NP) of DCQCN: decides when a receiver sends a CNP (Zhu et al., SIGCOMM 2015,
//! section 3.1).
//!
//! The first marked frame of a flow causes a CNP. Further marks within the interval cause no CNP. With jitter
//! the CNP waits for a random time. Marks of different flows are independent.

use crate::digest::Digest;
use crate::ids::Priority;
use crate::units::Time;

/// Configuration of the notification point (NP) of DCQCN: intervals, delay and priority of CNPs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotificationConfig {
    /// Smallest interval between CNPs of a flow.
    pub interval: Time,
    /// Largest random delay of a CNP; 0: CNPs are not delayed.
    pub jitter: Time,
    /// Time during which the NIC of the receiver suppresses further CNPs of a flow after a CNP
    /// ([`super::MergeBuffer`]); `None`: no merging.
    pub merge: Option<Time>,
    /// Priority of CNPs.
    pub priority: Priority,
}

impl NotificationConfig {
    /// Usual priority of CNPs, above data (NVIDIA, `cnp_802p_prio`).
    pub const PRIORITY: Priority = Priority::P6;

    /// Parameters of the paper: one CNP each 50 µs (Zhu et al., SIGCOMM 2015, section 3.1).
    pub const PAPER: Self =
        Self { interval: Time::from_us(50), jitter: Time::ZERO, merge: None, priority: Self::PRIORITY };

    /// Defaults of `ConnectX` adapters: `min_time_between_cnps` is 4 µs (NVIDIA, DCQCN parameters).
    pub const CONNECTX: Self = Self { interval: Time::from_us(4), ..Self::PAPER };
}

/// Notification point of DCQCN for one flow: decides which marked frame causes a CNP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notifier {
    /// Earliest time of the next CNP.
    next: Time,
    /// Time at which the waiting CNP is sent; [`Time::NEVER`] if none waits.
    due: Time,
}

impl Default for Notifier {
    fn default() -> Self {
        Self { next: Time::ZERO, due: Time::NEVER }
    }
}

impl Notifier {
    /// Handles a marked frame that arrives at `now`. Returns the time at which the resulting CNP is sent.
    /// `None` if the frame causes no CNP, because a CNP waits, or the last CNP was caused less than the
    /// interval ago. `draw` returns 64 random bits and is called only with jitter. The interval counts from
    /// the marked frame, not from the transmission of the CNP.
    pub fn marked(
        &mut self,
        config: &NotificationConfig,
        now: Time,
        draw: impl FnOnce() -> u64,
    ) -> Option<Time> {
        if now < self.next || self.due != Time::NEVER {
            return None;
        }
        self.next = now.saturating_add(config.interval);
        let wait = if config.jitter == Time::ZERO { 0 } else { draw() % (config.jitter.ps() + 1) };
        self.due = now + Time(wait);
        Some(self.due)
    }

    /// Records that the waiting CNP was sent.
    pub const fn sent(&mut self) {
        self.due = Time::NEVER;
    }

    /// Time at which the waiting CNP is sent; [`Time::NEVER`] if none waits.
    #[must_use]
    pub const fn deadline(&self) -> Time {
        self.due
    }

    /// Adds the notification point to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        digest.time(self.next);
        digest.time(self.due);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times of the CNPs, in µs, if a marked frame arrives every microsecond for 200 µs.
    fn cnps(config: &NotificationConfig, mut draw: impl FnMut() -> u64) -> Vec<u64> {
        let mut notifier = Notifier::default();
        let mut sent = Vec::new();
        for us in 0..200 {
            let now = Time::from_us(us);
            if notifier.deadline() <= now {
                notifier.sent();
                sent.push(us);
            }
            if notifier.marked(config, now, &mut draw) == Some(now) {
                notifier.sent();
                sent.push(us);
            }
        }
        sent
    }

    #[test]
    fn first_cnp_is_immediate_and_later_ones_at_least_50_us_apart() {
        let no_chance = || unreachable!("no jitter, no draw");
        assert_eq!(cnps(&NotificationConfig::PAPER, no_chance), [0, 50, 100, 150]);
        assert_eq!(cnps(&NotificationConfig::CONNECTX, no_chance).len(), 50);
    }

    #[test]
    fn a_jitter_delays_each_by_a_draw_up_to_its_length() {
        let config = NotificationConfig { jitter: Time::from_us(10), ..NotificationConfig::PAPER };
        let mut draws = [0, 3_000_000, 10_000_000, 10_000_001].into_iter();
        assert_eq!(cnps(&config, || draws.next().unwrap()), [0, 53, 110, 150]);
    }
}
