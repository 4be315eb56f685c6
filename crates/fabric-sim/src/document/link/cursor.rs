//! Moment of a run, as a share link (URL) gives it. Cursors are ordered by time, then by number of events.
//! Start with [`Cursor`].
//!
//! A time above 3600 s is refused. A time such as `12us+0` is read, but written as `12us`.

use std::fmt;
use std::str::FromStr;

use super::super::as_text::as_text;
use super::super::problem::Problem;
use super::keys::value_problem;
use crate::units::Time;

/// Moment of a run: a time, and the number of events of that time that have happened. Written `12.5us+3`, or
/// `12.5us` if the number is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Cursor {
    /// Simulated time of the moment.
    pub time: Time,
    /// Number of events of the time `time` that have happened.
    pub nth: u32,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.time.fmt(f)?;
        if self.nth > 0 { write!(f, "+{}", self.nth) } else { Ok(()) }
    }
}

impl FromStr for Cursor {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || value_problem("t", text);
        let (time, nth) = text.split_once('+').unwrap_or((text, "0"));
        let time: Time = time.parse().map_err(|_| wrong())?;
        if time > Time::LONGEST {
            return Err(wrong());
        }
        Ok(Self { time, nth: nth.parse().map_err(|_| wrong())? })
    }
}

as_text!(
    Cursor,
    "a time of at most 3600s, in ps, ns, us, ms or s, such as 12.5us, or 12.5us+3",
    r"^[0-9]+(\.[0-9]+)?(ps|ns|us|ms|s)(\+[0-9]+)?$"
);
