//! Settings of a share link that adapt the page to a lecture: the size of text, and the charts. Start with
//! [`TextSize`].
//!
//! Names of charts are lower-case and must match exactly. Sizes are the digits 1 to 4, without sign, zero or
//! space.

use std::collections::BTreeSet;
use std::str::FromStr;

/// Size of text and drawn marks on the page, from 1 (for a desk) to 4 (for a lecture hall).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextSize(u8);

impl TextSize {
    /// All text sizes, in ascending order.
    pub const ALL: [Self; 4] = [Self(1), Self(2), Self(3), Self(4)];

    /// Default text size, for a viewer at a desk.
    pub const DESK: Self = Self(1);

    /// Number of the text size in share links, from 1 to 4.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Factor by which text and drawn marks are larger than at size 1: 1, 1.25, 1.5 or 2.
    #[must_use]
    pub const fn factor(self) -> f64 {
        match self.0 {
            2 => 1.25,
            3 => 1.5,
            4 => 2.0,
            _ => 1.0,
        }
    }

    /// Next larger text size; the smallest size after the largest.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 % 4 + 1)
    }
}

impl FromStr for TextSize {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|size| size.0.to_string() == text).ok_or(())
    }
}

/// Chart on the common time axis of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chart {
    /// Queue length and occupancy of the selected priority.
    Queue,
    /// Rates of flows.
    Rates,
    /// Pause lanes: for each port and priority, the times at which the priority was paused.
    Lanes,
}

impl Chart {
    /// All charts, in their order on the page.
    pub const ALL: [Self; 3] = [Self::Queue, Self::Rates, Self::Lanes];

    /// Name of the chart in share links.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::Rates => "rates",
            Self::Lanes => "lanes",
        }
    }

    /// Title of the chart on the page.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Queue => "Queue depth",
            Self::Rates => "Rates",
            Self::Lanes => "Pause lanes",
        }
    }
}

/// Reads a list of chart names with commas between them. A name may occur twice. The order of names does not
/// count. `None` if a name is unknown or empty.
pub(super) fn charts(text: &str) -> Option<BTreeSet<Chart>> {
    let named = |name: &str| Chart::ALL.into_iter().find(|chart| chart.name() == name);
    text.split(',').map(named).collect()
}
