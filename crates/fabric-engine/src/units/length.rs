//! Lengths of cables.

use std::fmt;
use std::str::FromStr;

use super::Time;
use super::text::{self, ParseError, Scale};

/// Length of a cable, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(u64);

const SCALES: &[Scale] = &[("mm", 1), ("cm", 10), ("m", 1_000), ("km", 1_000_000)];

impl Length {
    /// Longest cable that a document may contain: 1000 km.
    pub const MAX: Self = Self(1_000_000_000);

    /// Length of `n` metres; `n` at most 18 446 744 073 709 551.
    #[must_use]
    pub const fn from_m(n: u64) -> Self {
        Self(n * 1_000)
    }

    /// Length of `n` millimetres.
    #[must_use]
    pub const fn from_mm(n: u64) -> Self {
        Self(n)
    }

    /// Length in millimetres.
    #[must_use]
    pub const fn mm(self) -> u64 {
        self.0
    }

    /// Propagation delay in glass or copper: 5 ns for each metre, two thirds of the speed of light.
    #[must_use]
    pub const fn delay(self) -> Time {
        Time(self.0 * 5)
    }
}

impl fmt::Display for Length {
    /// Writes the shortest exact form: `5m`, `1.5km`, `30cm`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            mm if mm < 1_000 && mm.is_multiple_of(10) => write!(f, "{}cm", mm / 10),
            mm => text::write(f, mm, &[("mm", 1), ("m", 1_000), ("km", 1_000_000)]),
        }
    }
}

impl FromStr for Length {
    type Err = ParseError;

    /// Reads `5m`, `300 m`, `1.5km`. A unit is required unless the value is 0.
    fn from_str(s: &str) -> Result<Self, ParseError> {
        const WHAT: &str = "a length such as 5m or 2km (mm, cm, m, km), at most 1000km";
        let mm = text::parse(s, SCALES, WHAT)?;
        Some(Self(mm)).filter(|length| *length <= Self::MAX).ok_or_else(|| ParseError::new(s, WHAT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cable_delays_by_5_ns_a_metre() {
        for (text, ps) in [("5m", 25_000), ("1.5km", 7_500_000), ("30cm", 1_500), ("0", 0)] {
            let length: Length = text.parse().unwrap();
            assert_eq!(length.delay(), Time(ps));
            assert_eq!(length.to_string().parse(), Ok(length), "{text}");
        }
        assert!("5".parse::<Length>().is_err());
        assert!("1001km".parse::<Length>().is_err());
    }
}
