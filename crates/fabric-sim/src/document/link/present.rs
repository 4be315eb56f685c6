use std::collections::BTreeSet;
use std::str::FromStr;

/// Size of text and marks: 1 for a desk, up to 4 for a lecture hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(u8);

impl Size {
    /// All sizes, the smallest first.
    pub const ALL: [Self; 4] = [Self(1), Self(2), Self(3), Self(4)];

    /// Size of a page whose link names none.
    pub const DESK: Self = Self(1);

    /// Number of the size, from 1 to 4.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Factor by which text and marks are larger than on a desk: 1, 1.25, 1.5 or 2.
    #[must_use]
    pub const fn factor(self) -> f64 {
        match self.0 {
            2 => 1.25,
            3 => 1.5,
            4 => 2.0,
            _ => 1.0,
        }
    }

    /// Next larger size; the smallest after the largest.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 % 4 + 1)
    }
}

impl FromStr for Size {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|size| size.0.to_string() == text).ok_or(())
    }
}

/// Chart on the axis of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chart {
    /// Queue depth.
    Queue,
    /// Rates of flows.
    Rates,
    /// Pause lanes.
    Lanes,
}

impl Chart {
    /// All charts, in the order of the page.
    pub const ALL: [Self; 3] = [Self::Queue, Self::Rates, Self::Lanes];

    /// Name of the chart in links.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::Rates => "rates",
            Self::Lanes => "lanes",
        }
    }
}

/// Charts of a list with commas; `None` if it contains an unknown name.
pub(super) fn charts(text: &str) -> Option<BTreeSet<Chart>> {
    let named = |name: &str| Chart::ALL.into_iter().find(|chart| chart.name() == name);
    text.split(',').map(named).collect()
}
