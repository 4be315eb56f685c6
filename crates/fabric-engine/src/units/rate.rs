//! Rates, and transmission times at a rate.

use std::fmt;
use std::str::FromStr;

use super::text::{self, ParseError, Scale};
use super::{PS_PER_S, Time};

/// Rate in bits per second, above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate(u64);

const SCALES: &[Scale] = &[
    ("", 1),
    ("k", 1_000),
    ("M", 1_000_000),
    ("G", 1_000_000_000),
    ("T", 1_000_000_000_000),
    ("kb/s", 1_000),
    ("Mb/s", 1_000_000),
    ("Gb/s", 1_000_000_000),
    ("Tb/s", 1_000_000_000_000),
];

impl Rate {
    /// Highest rate that a document may contain: 10 Tb/s.
    pub const MAX: Self = Self(10_000_000_000_000);

    /// Rate of `bps` bits per second; `None` for 0 and above [`Rate::MAX`].
    #[must_use]
    pub const fn from_bps(bps: u64) -> Option<Self> {
        if bps == 0 || bps > Self::MAX.0 { None } else { Some(Self(bps)) }
    }

    /// Rate of `g` gigabits per second, for tables and tests.
    ///
    /// # Panics
    /// If `g` is 0 or more than 10 000.
    #[must_use]
    pub const fn gbps(g: u64) -> Self {
        assert!(g > 0 && g <= 10_000, "a rate is between 1 and 10 000 Gb/s");
        Self(g * 1_000_000_000)
    }

    /// Rate in bits per second.
    #[must_use]
    pub const fn bps(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Rate {
    /// Shortest exact form: `100G`, `2.5G`, `800M`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(
            f,
            self.0,
            &[("", 1), ("k", 1_000), ("M", 1_000_000), ("G", 1_000_000_000), ("T", 1_000_000_000_000)],
        )
    }
}

impl FromStr for Rate {
    type Err = ParseError;

    /// Reads `100G`, `2.5G`, `400Gb/s`. A number without suffix is in bits per second.
    fn from_str(s: &str) -> Result<Self, ParseError> {
        const WHAT: &str = "a rate such as 100G, above 0 and at most 10T";
        let bps = text::parse(s, SCALES, WHAT)?;
        Self::from_bps(bps).ok_or_else(|| ParseError::new(s, WHAT))
    }
}

/// Transmission time of `bytes` at `bps` bits per second (above 0), rounded up to a whole
/// picosecond. [`Time::NEVER`] if the result exceeds the range of [`Time`].
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "saturated")]
pub const fn lasting(bytes: u64, bps: u64) -> Time {
    if let Some(ps_bits) = bytes.checked_mul(8 * PS_PER_S) {
        return Time(ps_bits.div_ceil(bps));
    }
    let ps = (bytes as u128 * 8 * PS_PER_S as u128).div_ceil(bps as u128);
    Time(if ps > u64::MAX as u128 { u64::MAX } else { ps as u64 })
}

/// Transmission times on a wire: a rate with precomputed picoseconds for each byte, so that the
/// event loop multiplies instead of dividing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireClock {
    rate: Rate,
    /// Picoseconds per byte if this is a whole number; otherwise 0.
    exact: u32,
}

impl WireClock {
    /// Creates the clock of a wire of this rate.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "checked against u32::MAX")]
    pub const fn new(rate: Rate) -> Self {
        let per_byte = 8 * PS_PER_S / rate.0;
        let whole = (8 * PS_PER_S).is_multiple_of(rate.0) && per_byte <= u32::MAX as u64;
        Self { rate, exact: if whole { per_byte as u32 } else { 0 } }
    }

    /// Rate of the wire.
    #[must_use]
    pub const fn rate(self) -> Rate {
        self.rate
    }

    /// Transmission time of `bytes`, rounded up to a whole picosecond (exact for 10, 25, 40, 50,
    /// 100, 200, 400, 800 Gb/s and 1.6 Tb/s). Every value of `bytes` is in range: a product above
    /// 64 bits is computed in 128.
    #[must_use]
    #[inline]
    pub const fn time(self, bytes: u32) -> Time {
        if self.exact != 0 { Time(bytes as u64 * self.exact as u64) } else { Self::odd(bytes, self.rate.0) }
    }

    #[cold]
    #[inline(never)]
    const fn odd(bytes: u32, bps: u64) -> Time {
        lasting(bytes as u64, bps)
    }
}
