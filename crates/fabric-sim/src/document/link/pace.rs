//! Pace at which the page plays a run from one key event to the next. Text has at most three decimals, such
//! as `0.5`. Start with [`EventPace`].

use std::fmt;
use std::str::FromStr;

use super::super::as_text::as_text;

/// Pace of playing: 0.25 to 32 key events per second. The field holds thousandths of an event per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventPace(u32);

impl EventPace {
    const MIN: u32 = 250;
    const MAX: u32 = 32_000;

    /// Creates a pace of `thousandths` of a key event per second. A value below 250 becomes 250, and a value
    /// above 32 000 becomes 32 000.
    #[must_use]
    pub const fn nearest(thousandths: u32) -> Self {
        Self(if thousandths < Self::MIN {
            Self::MIN
        } else if thousandths > Self::MAX {
            Self::MAX
        } else {
            thousandths
        })
    }

    /// Pace in thousandths of a key event per second.
    #[must_use]
    pub const fn thousandths(self) -> u32 {
        self.0
    }
}

impl fmt::Display for EventPace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:03}", self.0 / 1_000, self.0 % 1_000);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl FromStr for EventPace {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        if part.len() > 3 || !part.bytes().all(|sign| sign.is_ascii_digit()) {
            return Err(());
        }
        let (whole, part): (u32, u32) =
            (whole.parse().map_err(|_| ())?, format!("{part:0<3}").parse().map_err(|_| ())?);
        let all = whole.checked_mul(1_000).and_then(|whole| whole.checked_add(part)).ok_or(())?;
        if (Self::MIN..=Self::MAX).contains(&all) { Ok(Self(all)) } else { Err(()) }
    }
}

as_text!(
    EventPace,
    "events worth telling in a second, from 0.25 to 32, such as 2 or 0.5",
    r"^[0-9]+(\.[0-9]{1,3})?$"
);
