//! How fast the fabric is played.

use std::collections::VecDeque;

use fabric_sim::units::{PS_PER_S, Time};

use crate::charts::{LogScale, decade};

/// How fast the fabric is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Picoseconds of simulated time for each second of the viewer.
    Speed(f64),
    /// Key events for each second.
    Events(f64),
}

/// The slowest: 1 ns a second.
pub const SLOWEST: f64 = 1e3;
/// The fastest: as in life, which only a fabric reaches in which hardly anything happens.
pub const FASTEST: f64 = 1e12;

/// Seconds of the viewer's over which the speed is averaged.
pub const MEASURED: f64 = 1.0;

/// The speed that was reached, measured over the last second of playing.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    /// Seconds of the viewer's and picoseconds of the fabric, oldest first.
    spans: VecDeque<(f64, f64)>,
    wall: f64,
    fabric: f64,
}

impl Meter {
    /// Takes in that the fabric went on by `fabric` picoseconds in `wall` seconds.
    pub fn take(&mut self, wall: f64, fabric: f64) {
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

    /// Picoseconds of the fabric in a second; `None` before a whole second has passed.
    #[must_use]
    pub fn speed(&self) -> Option<f64> {
        is_enough(self.wall).then(|| self.fabric / self.wall)
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Whether so many seconds are measured; sums of many small parts fall short by their rounding.
fn is_enough(wall: f64) -> bool {
    wall >= 0.999 * MEASURED
}

/// Range of the slider of the speed.
pub const SPEEDS: LogScale = LogScale { least: SLOWEST, most: FASTEST };
/// Range of the slider of events for each second.
pub const EVENTS: LogScale = LogScale { least: 0.25, most: 32.0 };

/// The next of 1, 2, 5 times a power of ten, faster or slower.
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

/// Whether nothing but the machine limits it.
#[must_use]
pub fn is_full(speed: f64) -> bool {
    speed >= 0.99 * FASTEST
}

/// How much slower than life: "a million times slower".
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

/// Whole picoseconds at `clock`, never before `from`.
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
    fn a_key_goes_to_the_next_round_speed_and_not_beyond_the_ends() {
        assert!((nudged(1e6, true) - 2e6).abs() < 1.0);
        assert!((nudged(2e6, true) - 5e6).abs() < 1.0);
        assert!((nudged(1e6, false) - 5e5).abs() < 1.0);
        assert!((nudged(SLOWEST, false) - SLOWEST).abs() < 1e-9);
        assert!((nudged(FASTEST, true) - FASTEST).abs() < 1e-3);
        assert!(is_full(SPEEDS.value(1.0)) && !is_full(SPEEDS.value(0.99)));
    }

    #[test]
    fn no_speed_is_known_before_a_second_was_measured_and_then_it_is_the_average_of_the_last() {
        let mut meter = Meter::default();
        for _ in 0..9 {
            meter.take(0.1, 5e6);
            assert_eq!(meter.speed(), None);
        }
        meter.take(0.1, 5e6);
        let about = |meter: &Meter, speed: f64| {
            let measured = meter.speed().expect("a second has passed");
            assert!((measured / speed - 1.0).abs() < 1e-9, "{measured}");
        };
        about(&meter, 5e7);
        for _ in 0..10 {
            meter.take(0.1, 1e6);
        }
        about(&meter, 1e7);
        // A picture that took long counts with all of its time.
        meter.take(4.0, 0.0);
        assert!(meter.speed().is_some_and(|speed| speed < 1e6));
        meter.clear();
        assert_eq!(meter.speed(), None);
    }

    #[test]
    fn slowness_is_said_in_words() {
        assert_eq!(slower(1e6), "1 million × slower");
        assert_eq!(slower(5e6), "200 thousand × slower");
        assert_eq!(slower(2e3), "500 million × slower");
    }
}
