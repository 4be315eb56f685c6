//! Pace of playing: simulated time, or key events, per second of wall time. Start with [`Pace`].
//!
//! The speed is 1 ns to 1 s of simulated time per second of wall time. If the machine is too slow, the
//! simulated time advances more slowly. The meter averages the speed that is reached over one second.

use std::collections::VecDeque;

use fabric_sim::units::{PS_PER_S, Time};

use crate::charts::{LogScale, decade};

/// Pace of playing, per second of wall time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Simulated picoseconds per second of wall time.
    Speed(f64),
    /// Key events per second of wall time.
    Events(f64),
}

/// Lowest speed: 1 ns per second.
pub const SLOWEST: f64 = 1e3;
/// Highest speed: 1 s of simulated time per second. Only nearly idle fabrics reach it.
pub const FASTEST: f64 = 1e12;

/// Seconds of wall time over which the reached speed is averaged.
pub const MEASURED: f64 = 1.0;

/// Meter of the speed that the run reached during the last second of playing.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    /// Measured intervals, oldest first: wall time in seconds, and simulated time in picoseconds.
    spans: VecDeque<(f64, f64)>,
    wall: f64,
    fabric: f64,
}

impl Meter {
    /// Records that the run advanced by `fabric` picoseconds of simulated time in `wall` seconds. Does
    /// nothing if `wall` and `fabric` are both 0.
    pub fn record(&mut self, wall: f64, fabric: f64) {
        if wall <= 0.0 && fabric <= 0.0 {
            return;
        }
        self.spans.push_back((wall, fabric));
        self.wall += wall;
        self.fabric += fabric;
        while let Some((first, passed)) = self.spans.front().copied()
            && is_enough(self.wall - first)
        {
            self.spans.pop_front();
            self.wall -= first;
            self.fabric -= passed;
        }
    }

    /// Measured speed in simulated picoseconds per second of wall time; `None` until one second is measured.
    #[must_use]
    pub fn speed(&self) -> Option<f64> {
        is_enough(self.wall).then(|| self.fabric / self.wall)
    }

    /// Discards all intervals over which the speed was measured.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Whether `wall` seconds are enough for a measurement of the speed. A difference of 0.1 % is allowed for
/// rounding errors.
fn is_enough(wall: f64) -> bool {
    wall >= 0.999 * MEASURED
}

/// Range of the slider for the playback speed, in simulated picoseconds per second.
pub const SPEEDS: LogScale = LogScale { least: SLOWEST, most: FASTEST };
/// Range of the slider for key events per second.
pub const EVENTS: LogScale = LogScale { least: 0.25, most: 32.0 };

/// Next round speed above `speed` (`faster`) or below it: 1, 2 or 5 times a power of ten, between [`SLOWEST`]
/// and [`FASTEST`]. A speed within 1 % of a round value counts as that value.
#[must_use]
pub fn nudged(speed: f64, faster: bool) -> f64 {
    let power = decade(speed);
    let steps = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0].map(|step| step * power);
    let next = if faster {
        steps.into_iter().find(|step| *step > speed * 1.01)
    } else {
        steps.into_iter().rev().find(|step| *step < speed * 0.99)
    };
    next.unwrap_or(speed).clamp(SLOWEST, FASTEST)
}

/// Whether the speed is the highest one, so that only the machine limits it. A speed up to 1 % below the
/// highest counts as the highest.
#[must_use]
pub fn is_full(speed: f64) -> bool {
    speed >= 0.99 * FASTEST
}

/// Text on the ratio of real time to simulated time, such as "1 million × slower". `speed` is in simulated
/// picoseconds per second. The number has at most one decimal; thousands, millions and billions are written
/// as words.
#[must_use]
pub fn slower(speed: f64) -> String {
    let factor = ps_per_s() / speed;
    let (number, word) = match factor {
        f if f >= 0.9995e9 => (f / 1e9, " billion"),
        f if f >= 0.9995e6 => (f / 1e6, " million"),
        f if f >= 0.9995e3 => (f / 1e3, " thousand"),
        f => (f, ""),
    };
    let digits = if number >= 9.95 { format!("{number:.0}") } else { format!("{number:.1}") };
    let digits = digits.strip_suffix(".0").unwrap_or(&digits);
    format!("{digits}{word} × slower")
}

/// Rounds `clock`, a time in picoseconds, down to a whole number. The result is at least `from`.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative")]
pub fn whole(clock: f64, from: Time) -> Time {
    Time(clock.max(0.0) as u64).max(from)
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
const fn ps_per_s() -> f64 {
    PS_PER_S as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_selects_the_next_round_speed_and_none_beyond_the_ends() {
        assert!((nudged(1e6, true) - 2e6).abs() < 1.0);
        assert!((nudged(2e6, true) - 5e6).abs() < 1.0);
        assert!((nudged(1e6, false) - 5e5).abs() < 1.0);
        assert!((nudged(SLOWEST, false) - SLOWEST).abs() < 1e-9);
        assert!((nudged(FASTEST, true) - FASTEST).abs() < 1e-3);
        assert!(is_full(SPEEDS.value(1.0)) && !is_full(SPEEDS.value(0.99)));
    }

    #[test]
    fn the_measured_speed_is_the_average_of_the_last_second() {
        let mut meter = Meter::default();
        for _ in 0..9 {
            meter.record(0.1, 5e6);
            assert_eq!(meter.speed(), None);
        }
        meter.record(0.1, 5e6);
        let about = |meter: &Meter, speed: f64| {
            let measured = meter.speed().expect("a second has passed");
            assert!((measured / speed - 1.0).abs() < 1e-9, "{measured}");
        };
        about(&meter, 5e7);
        for _ in 0..10 {
            meter.record(0.1, 1e6);
        }
        about(&meter, 1e7);
        // The measurement includes the whole time of a slow video frame.
        meter.record(4.0, 0.0);
        assert!(meter.speed().is_some_and(|speed| speed < 1e6));
        meter.clear();
        assert_eq!(meter.speed(), None);
    }

    #[test]
    fn the_speed_has_a_label_in_words() {
        assert_eq!(slower(1e6), "1 million × slower");
        assert_eq!(slower(5e6), "200 thousand × slower");
        assert_eq!(slower(2e3), "500 million × slower");
    }
}
