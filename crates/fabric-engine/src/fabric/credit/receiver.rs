//! Receiving side of link credits: bytes received, freed and returned (InfiniBand Architecture 1.2.1,
//! volume 1, 7.9: adjusted block count and FCCL).
//!
//! Totals in updates are modulo 2³². A resync treats every byte that was sent and not received as lost
//! and frees it.

use super::update::ahead;
use crate::digest::Digest;

/// Receiving side of one virtual channel: total bytes received, freed from the buffer, and returned
/// to the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CreditReceiver {
    received: u64,
    freed: u64,
    returned_total: u64,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "totals are sent modulo 2^32, and an update is below that"
)]
impl CreditReceiver {
    /// Records a received frame of `bytes`.
    #[inline]
    pub const fn received(&mut self, bytes: u64) {
        self.received += bytes;
    }

    /// Records that `bytes` left the buffer.
    #[inline]
    pub const fn free(&mut self, bytes: u64) {
        self.freed += bytes;
    }

    /// Bytes freed and not yet returned to the sender.
    #[must_use]
    pub const fn unreturned(&self) -> u64 {
        self.freed - self.returned_total
    }

    /// Bytes in the buffer.
    #[must_use]
    pub const fn held(&self) -> u64 {
        self.received.saturating_sub(self.freed)
    }

    /// Returns the bytes freed since the last update, as content of the next update. These bytes
    /// then count as returned.
    #[inline]
    pub const fn return_credits(&mut self) -> u32 {
        let more = self.unreturned();
        self.returned_total = self.freed;
        more as u32
    }

    /// Returns the total bytes freed, modulo 2³², as content of a resync. All freed bytes then
    /// count as returned.
    pub const fn resync_total(&mut self) -> u32 {
        self.returned_total = self.freed;
        self.freed as u32
    }

    /// Handles a resync: the sender had sent `total` bytes, modulo 2³². All bytes that were sent and not
    /// received are lost. They count as received and freed (`InfiniBand`: the adjusted block count is set to
    /// FCTBS). Returns the number of lost bytes. An old total changes nothing and gives 0.
    pub const fn resync(&mut self, total: u32) -> u64 {
        let lost = ahead(total, self.received);
        self.received += lost;
        self.freed += lost;
        lost
    }

    /// Restarts the counters after the link came up, with `held` bytes in the buffer.
    pub const fn restart(&mut self, held: u64) {
        (self.received, self.freed, self.returned_total) = (held, 0, 0);
    }

    /// Adds the receiver to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        for bytes in [self.received, self.freed, self.returned_total] {
            digest.add(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_freed_byte_is_returned_once() {
        let mut receiver = CreditReceiver::default();
        receiver.received(3_000);
        receiver.free(1_000);
        receiver.free(500);
        assert_eq!((receiver.held(), receiver.unreturned()), (1_500, 1_500));
        assert_eq!((receiver.return_credits(), receiver.return_credits()), (1_500, 0));
        receiver.free(1_500);
        assert_eq!(receiver.resync_total(), 3_000);
        assert_eq!(receiver.return_credits(), 0, "the total said it");
    }

    #[test]
    fn resync_frees_lost_bytes() {
        let mut receiver = CreditReceiver::default();
        receiver.received(2_000);
        receiver.free(2_000);
        receiver.return_credits();
        assert_eq!(receiver.resync(5_000), 3_000);
        assert_eq!((receiver.held(), receiver.return_credits()), (0, 3_000));
        assert_eq!(receiver.resync(5_000), 0);
    }

    #[test]
    fn restarted_receiver_counts_the_bytes_in_the_buffer() {
        let mut receiver = CreditReceiver::default();
        receiver.received(2_000);
        receiver.restart(700);
        receiver.free(700);
        assert_eq!((receiver.held(), receiver.return_credits()), (0, 700));
    }
}
