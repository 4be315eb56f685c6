//! Reasons that prevent a flow from sending.

/// Reason that prevents a flow from sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendBlock {
    /// Rate control: the next frame may start only at a later time.
    Rate = 1,
    /// The send window is full until an ack arrives.
    Window = 2,
    /// The end-to-end credits do not cover a full frame.
    Credits = 4,
}

/// Set of the reasons that prevent a flow from sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SendBlocks(u8);

impl SendBlocks {
    /// Whether at least one reason prevents the flow from sending.
    #[must_use]
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set contains `block`.
    #[must_use]
    pub const fn has(self, block: SendBlock) -> bool {
        self.0 & block as u8 != 0
    }

    /// Bits of the set, for the hash of the simulation state.
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// Adds the reason `block` to the set if `blocks` is true; otherwise removes this reason.
    #[inline]
    pub const fn set(&mut self, block: SendBlock, blocks: bool) {
        let bit = block as u8;
        self.0 = if blocks { self.0 | bit } else { self.0 & !bit };
    }
}
