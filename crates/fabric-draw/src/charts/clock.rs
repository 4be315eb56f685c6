//! Format of simulated time on the page, with every digit down to the picosecond. Start with [`ClockFace`].
//! The end of a time line sets its unit: ns below 1 µs, µs below 20 ms, ms below 20 s, otherwise s.
//!
//! All times of a time line have this unit, with two exceptions. A time of at least 1 s is in s. A time T
//! below a hundredth of the end has the unit of a time line that ends at 100 × T.

use fabric_sim::units::{PS_PER_S, Time};

/// Number of digits that a clock shows below the nanosecond.
const SMALL: usize = 3;

/// Format of the clock for one time line, such as `12.505818 µs`.
///
/// Every picosecond is shown, so that two events with different times look different. The unit fits the end
/// of the time line, so that the decimal point rarely moves while the run plays. Only times below a hundredth
/// of the end, and times from 1 s, can have another unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFace {
    /// Unit in which times are shown: `ns`, `µs`, `ms` or `s`.
    pub unit: &'static str,
    /// Number of characters of the longest time of the time line, which is its end. The characters of the
    /// unit count.
    pub letters: usize,
    decimals: u32,
}

const SECONDS: ClockFace = ClockFace { unit: "s", letters: 0, decimals: 12 };

impl ClockFace {
    /// Format of the clock on a time line that ends at the simulated time `end`.
    #[must_use]
    pub fn until(end: Time) -> Self {
        let (unit, decimals) = match end.ps() {
            0..1_000_000 => ("ns", 3),
            1_000_000..20_000_000_000 => ("µs", 6),
            20_000_000_000..20_000_000_000_000 => ("ms", 9),
            _ => ("s", 12),
        };
        let face = Self { unit, letters: 0, decimals };
        let (digits, small) = face.digits(end);
        Self { letters: digits.len() + small.len() + 1 + unit.chars().count(), ..face }
    }

    /// Format of the time `now` on a time line that ends at `end`. The unit is that of [`ClockFace::until`],
    /// with two exceptions: `now` is at least 1 s, or `now` is below a hundredth of `end` and not 0.
    /// [`ClockFace::letters`] does not depend on `now`.
    #[must_use]
    pub fn at(now: Time, end: Time) -> Self {
        let whole = Self::until(end);
        if now.ps() >= PS_PER_S {
            return Self { letters: whole.letters, ..SECONDS };
        }
        let least = Time(now.ps().saturating_mul(100));
        if now == Time::ZERO || least >= end {
            whole
        } else {
            Self { letters: whole.letters, ..Self::until(least) }
        }
    }

    /// Digits of `time` in the unit of the clock, in two parts: the digits down to the nanosecond, and the
    /// three digits below the nanosecond.
    #[must_use]
    pub fn digits(self, time: Time) -> (String, String) {
        let scale = 10u64.pow(self.decimals);
        let (whole, part) = (time.ps() / scale, time.ps() % scale);
        let mut digits = format!("{whole}.{part:0width$}", width = self.decimals as usize);
        let small = digits.split_off(digits.len() - SMALL);
        (digits, small)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(face: ClockFace, ps: u64) -> String {
        let (digits, small) = face.digits(Time(ps));
        format!("{digits}{small} {}", face.unit)
    }

    #[test]
    fn a_clock_shows_every_picosecond_for_any_end_of_the_time_line() {
        for (end, text) in [
            (900_000, "505.819 ns"),
            (40_000_000, "0.505819 µs"),
            (4_000_000_000_000, "0.000505819 ms"),
            (3_600_000_000_000_000, "0.000000505819 s"),
        ] {
            let face = ClockFace::until(Time(end));
            assert_eq!(shown(face, 505_819), text);
            assert_ne!(shown(face, 505_819), shown(face, 505_820));
        }
    }

    #[test]
    fn a_time_much_shorter_than_the_time_line_has_a_fitting_unit() {
        let end = Time(2_000_000_000_000);
        for (ps, text) in [
            (0, "0.000000000 ms"),
            (40_000_000, "40.000000 µs"),
            (500_000_000, "0.500000000 ms"),
            (1_000_000_000_000, "1.000000000000 s"),
        ] {
            let face = ClockFace::at(Time(ps), end);
            assert_eq!((shown(face, ps).as_str(), face.letters), (text, ClockFace::until(end).letters));
        }
        assert_eq!(ClockFace::at(Time::from_us(1), Time::from_us(40)), ClockFace::until(Time::from_us(40)));
    }

    #[test]
    fn no_time_is_wider_than_the_end_of_the_time_line() {
        for end in [900_000, 40_000_000, 19_999_999_999, 4_000_000_000_000, 3_600_000_000_000_000] {
            let face = ClockFace::until(Time(end));
            assert_eq!(shown(face, end).chars().count(), face.letters);
            assert!(shown(face, end / 3).chars().count() <= face.letters);
        }
        assert_eq!(shown(ClockFace::until(Time(40_000_000)), 12_505_818), "12.505818 µs");
    }
}
