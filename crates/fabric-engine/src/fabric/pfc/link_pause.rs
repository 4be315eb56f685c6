//! Pause of a whole link (IEEE 802.3x; 802.3, annex 31B), in place of PFC.
//!
//! A pause stops all priorities of the peer together. The receiver is [`super::PfcReceiver`] with
//! indications that name all priorities, so that its eight state machines always agree. A port
//! requests a pause by the bytes that it holds in all priorities.

/// Thresholds of a port for the pause of its link, in bytes that the port holds in all priorities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkPause {
    /// Bytes at or above which the port requests a pause.
    pub xoff: u64,
    /// Bytes at or below which the port resumes the link; at most `xoff`.
    pub xon: u64,
}

impl LinkPause {
    /// XOFF condition: whether a port must request a pause if it holds `used` bytes in all priorities.
    #[must_use]
    pub const fn must_pause(&self, used: u64) -> bool {
        used >= self.xoff
    }

    /// XON condition: whether a port may resume the link if it holds `used` bytes in all priorities.
    #[must_use]
    pub const fn may_resume(&self, used: u64) -> bool {
        used <= self.xon
    }
}
