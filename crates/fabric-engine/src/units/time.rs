//! Simulated time in whole picoseconds, with its text form such as `12.5us`. Start with [`Time`].

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Sub};
use std::str::FromStr;

use super::text::{self, ParseError, Scale};

/// Simulated time, a point or a span, in whole picoseconds.
///
/// At every Ethernet rate up to 1.6 Tb/s, a byte lasts a whole number of picoseconds. Sums of frame times are
/// thus exact. 2⁶⁴ ps are 213 days. The operators panic on overflow in a debug build, and wrap otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Time(pub u64);

const SCALES: &[Scale] = &[
    ("ps", 1),
    ("ns", 1_000),
    ("us", 1_000_000),
    ("µs", 1_000_000),
    ("ms", 1_000_000_000),
    ("s", 1_000_000_000_000),
];

impl Time {
    /// Start of every run.
    pub const ZERO: Self = Self(0);
    /// Time after all others; means "not scheduled".
    pub const NEVER: Self = Self(u64::MAX);

    /// Time of `n` picoseconds.
    #[must_use]
    pub const fn from_ps(n: u64) -> Self {
        Self(n)
    }

    /// Time of `n` nanoseconds; `n` at most 18 446 744 073 709 551 (213 days).
    #[must_use]
    pub const fn from_ns(n: u64) -> Self {
        Self(n * 1_000)
    }

    /// Time of `n` microseconds; `n` at most 18 446 744 073 709 (213 days).
    #[must_use]
    pub const fn from_us(n: u64) -> Self {
        Self(n * 1_000_000)
    }

    /// Time of `n` milliseconds; `n` at most 18 446 744 073 (213 days).
    #[must_use]
    pub const fn from_ms(n: u64) -> Self {
        Self(n * 1_000_000_000)
    }

    /// Time in picoseconds.
    #[must_use]
    pub const fn ps(self) -> u64 {
        self.0
    }

    /// Time in seconds, for display only: a decision of the engine never uses a floating-point time.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "for display")]
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e12
    }

    /// Time from `earlier` to `self`; zero if `earlier` is later.
    #[must_use]
    pub const fn saturating_sub(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }

    /// Sum of `self` and `span`; [`Time::NEVER`] on overflow.
    #[must_use]
    pub const fn saturating_add(self, span: Self) -> Self {
        Self(self.0.saturating_add(span.0))
    }
}

impl Add for Time {
    type Output = Self;
    fn add(self, span: Self) -> Self {
        Self(self.0 + span.0)
    }
}

impl AddAssign for Time {
    fn add_assign(&mut self, span: Self) {
        self.0 += span.0;
    }
}

impl Sub for Time {
    type Output = Self;
    fn sub(self, earlier: Self) -> Self {
        Self(self.0 - earlier.0)
    }
}

impl Mul<u64> for Time {
    type Output = Self;
    fn mul(self, n: u64) -> Self {
        Self(self.0 * n)
    }
}

impl fmt::Display for Time {
    /// Writes the exact form in the largest unit that needs at most three decimals: `12.5us`, `330ns`, `0s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("0s");
        }
        text::write(
            f,
            self.0,
            &[("ps", 1), ("ns", 1_000), ("us", 1_000_000), ("ms", 1_000_000_000), ("s", 1_000_000_000_000)],
        )
    }
}

impl FromStr for Time {
    type Err = ParseError;

    /// Reads `12.5us`, `3ns`, `1s`. A unit is required unless the value is 0.
    fn from_str(s: &str) -> Result<Self, ParseError> {
        text::parse(s, SCALES, "a time such as 12.5us (ps, ns, us, ms, s), at most 3600s").map(Self)
    }
}
