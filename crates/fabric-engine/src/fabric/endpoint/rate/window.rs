//! Window limit of RC Link: frame bytes that a flow may start in each window of time (`CC_WINDOW`,
//! `length_thr`).
//!
//! The last frame of a window may exceed the limit; the excess counts in the next windows. The limit
//! does not react to marks or losses.

use crate::digest::Digest;
use crate::units::{PS_PER_S, Rate, Time};

/// Configuration of a window limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowConfig {
    /// `CC_WINDOW`: duration of a window; above 0.
    pub window: Time,
    /// `length_thr`: frame bytes that may start in a window; above 0.
    pub bytes: u64,
}

/// Limit on the frame bytes that a flow may start in each window of time. The last frame may exceed the
/// limit; the excess counts in the next windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowLimit {
    config: WindowConfig,
    /// End of the latest window in which a frame started; [`Time::NEVER`] before the first frame of the flow.
    ends: Time,
    /// Frame bytes that count for the window that ends at `ends`. Bytes by which earlier windows exceeded the
    /// limit are included.
    sent: u64,
}

impl WindowLimit {
    /// Creates the state; the first window begins with the first frame.
    #[must_use]
    pub const fn new(config: WindowConfig) -> Self {
        Self { config, ends: Time::NEVER, sent: 0 }
    }

    /// Records a frame of `bytes` that starts at `now`. Returns the earliest start of the next
    /// frame: `now`, or the start of a later window if the limit is used up.
    pub fn on_transmit(&mut self, bytes: u16, now: Time) -> Time {
        let WindowConfig { window, bytes: limit } = self.config;
        if self.ends == Time::NEVER {
            self.ends = now + window;
        }
        if now >= self.ends {
            let over = (now - self.ends).ps() / window.ps() + 1;
            self.sent = self.sent.saturating_sub(limit.saturating_mul(over));
            self.ends += Time(window.ps() * over);
        }
        self.sent += u64::from(bytes);
        // The bytes so far fill this number of windows.
        match self.sent / limit {
            0 => now,
            full => self.ends.saturating_add(Time(window.ps().saturating_mul(full - 1))),
        }
    }

    /// Average rate that the limit allows: `length_thr` for each window, rounded down, at least 1 b/s.
    #[must_use]
    pub fn rate(&self) -> Rate {
        let bits = u128::from(self.config.bytes) * 8 * u128::from(PS_PER_S);
        let bps = u64::try_from(bits / u128::from(self.config.window.ps())).unwrap_or(u64::MAX);
        Rate::from_bps(bps.max(1)).unwrap_or(Rate::MAX)
    }

    /// Adds the window limit to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        digest.time(self.ends);
        digest.add(self.sent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(bytes: u64) -> WindowLimit {
        WindowLimit::new(WindowConfig { window: Time::from_us(10), bytes })
    }

    #[test]
    fn excess_of_one_window_counts_in_the_next() {
        let mut flow = limit(2_500);
        let us = Time::from_us;
        assert_eq!(flow.on_transmit(1_000, us(5)), us(5));
        assert_eq!(flow.on_transmit(1_000, us(6)), us(6));
        assert_eq!(flow.on_transmit(1_000, us(7)), us(15), "the window began with the first frame");
        // The excess of 500 B counts in the next window.
        assert_eq!(flow.on_transmit(1_000, us(15)), us(15));
        assert_eq!(flow.on_transmit(1_000, us(16)), us(25), "2500 B");
        assert_eq!(flow.on_transmit(1_000, us(25)), us(25), "nothing is left of it");
    }

    #[test]
    fn a_frame_longer_than_the_limit_waits_for_several_windows() {
        let mut flow = limit(400);
        let us = Time::from_us;
        assert_eq!(flow.on_transmit(1_000, us(0)), us(20));
        // After two windows 200 B of the excess are left.
        assert_eq!(flow.on_transmit(1_000, us(20)), us(50));
    }

    #[test]
    fn windows_that_pass_idle_save_nothing_up() {
        let mut flow = limit(2_000);
        let us = Time::from_us;
        flow.on_transmit(1_000, us(0));
        assert_eq!(flow.on_transmit(1_000, us(1_005)), us(1_005));
        assert_eq!(flow.on_transmit(1_000, us(1_006)), us(1_010));
    }

    #[test]
    fn average_rate_is_the_limit_per_window() {
        let mut flow = limit(3_300);
        let (mut now, mut bytes) = (Time::ZERO, 0);
        while now < Time::from_ms(10) {
            bytes += 1_000;
            now = flow.on_transmit(1_000, now).max(now + Time::from_ns(80));
        }
        // The limit of a thousand windows.
        assert!((3_300_000..3_302_000).contains(&bytes), "{bytes}");
        assert_eq!(flow.rate(), Rate::from_bps(2_640_000_000).unwrap());
    }
}
