//! Interval of the time line that charts and pause lanes show, as documents and share links write it.
//!
//! An interval of exactly [`Zoom::LEAST`] is allowed. An end at or before the start is refused. Spaces around
//! the times are ignored. Whether the interval is within the run is not checked. Start with [`Zoom`].

use std::fmt;
use std::str::FromStr;

use super::as_text::as_text;
use super::problem::Problem;
use crate::units::Time;

/// Interval of the time line that charts and pause lanes show. Written as `12us..14us`. The interval is at
/// least [`Zoom::LEAST`] long and does not end after [`Time::LONGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zoom {
    from: Time,
    to: Time,
}

const ZOOM: &str = "two times of at most 3600s, at least 2ns apart, such as 12us..14us";

impl Zoom {
    /// Shortest interval: 2 ns, about the time that a minimal frame takes at 400 Gb/s.
    pub const LEAST: Time = Time::from_ns(2);

    /// Creates an interval. `None` if it is shorter than [`Zoom::LEAST`] or ends after [`Time::LONGEST`].
    #[must_use]
    pub fn new(from: Time, to: Time) -> Option<Self> {
        let is_enough = from.saturating_add(Self::LEAST) <= to && to <= Time::LONGEST;
        is_enough.then_some(Self { from, to })
    }

    /// Start of the shown interval of the time line.
    #[must_use]
    pub const fn from(self) -> Time {
        self.from
    }

    /// End of the shown interval of the time line. The end is later than the start.
    #[must_use]
    pub const fn to(self) -> Time {
        self.to
    }
}

impl fmt::Display for Zoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}

impl FromStr for Zoom {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let ends = text.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        let zoom = ends.and_then(|(from, to)| Self::new(from, to));
        zoom.ok_or_else(|| Problem::range("zoom", format_args!("\"{text}\""), ZOOM))
    }
}

as_text!(Zoom, ZOOM, r"^[0-9]+(\.[0-9]+)?(ps|ns|us|ms|s)\.\.[0-9]+(\.[0-9]+)?(ps|ns|us|ms|s)$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zoom_is_two_ascending_times_with_a_minimum_distance() {
        for text in ["12us..14us", "0s..2ns", "12403.5ns..12405.5ns", "3599s..3600s"] {
            assert_eq!(text.parse::<Zoom>().map(|zoom| zoom.to_string()), Ok(text.to_owned()));
        }
        for text in
            ["", "12us", "..", "12us..", "14us..12us", "12us..12us", "0s..1.999ns", "1s..3601s", "1..2us"]
        {
            let refusal = text.parse::<Zoom>().map_err(|problem| problem.to_string());
            assert_eq!(refusal, Err(format!("zoom: is \"{text}\", but must be {ZOOM}")));
        }
        assert_eq!(Zoom::new(Time::NEVER, Time::NEVER), None);
    }
}
