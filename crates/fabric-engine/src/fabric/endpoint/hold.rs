//! Reasons that prevent a flow from sending.

/// Reason that prevents a flow from sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Rate control, until the time of the next frame.
    Rate = 1,
    /// Full send window, until an ack arrives.
    Window = 2,
    /// End-to-end credits that do not cover a full frame.
    Credits = 4,
}

/// Set of the reasons that prevent a flow from sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Holds(u8);

impl Holds {
    /// Whether the set is not empty.
    #[must_use]
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set contains `hold`.
    #[must_use]
    pub const fn has(self, hold: Hold) -> bool {
        self.0 & hold as u8 != 0
    }

    /// Bits for the state's hash.
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// Sets or clears one reason to hold the flow.
    #[inline]
    pub const fn set(&mut self, hold: Hold, holds: bool) {
        let bit = hold as u8;
        self.0 = if holds { self.0 | bit } else { self.0 & !bit };
    }
}
