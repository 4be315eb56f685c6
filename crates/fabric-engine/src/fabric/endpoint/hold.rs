/// What holds a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Its rate control, until its time has come.
    Rate = 1,
    /// Its window, which is full until an ack comes.
    Window = 2,
    /// The credits between its ends, which do not cover a full frame.
    Credits = 4,
}

/// All that holds a flow, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Holds(u8);

impl Holds {
    /// Whether anything holds it.
    #[must_use]
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether `hold` is among what holds it.
    #[must_use]
    pub const fn has(self, hold: Hold) -> bool {
        self.0 & hold as u8 != 0
    }

    /// As bits of a state's hash.
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
