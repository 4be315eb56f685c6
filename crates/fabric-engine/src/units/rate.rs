//! Rates in bits per second.

use std::fmt;
use std::str::FromStr;

use super::text::{self, ParseError, Scale};

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
    /// Writes the shortest exact form: `100G`, `2.5G`, `800M`.
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
