//! Sending side of link credits: bytes sent, bytes freed, credits left (InfiniBand Architecture 1.2.1, volume
//! 1, 7.9: FCTBS and FCCL). Start with [`CreditSender`].
//!
//! A frame may start only if the credits cover the whole frame. Returned credits never exceed the bytes sent.
//! Only a resync restores the credits of lost updates.

use super::update::ahead;
use crate::digest::Digest;

/// Sending side of one virtual channel. Credits left = limit + bytes freed − bytes sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CreditSender {
    limit: u64,
    sent: u64,
    freed: u64,
}

impl CreditSender {
    /// Creates the sender for an empty buffer of `limit` bytes.
    #[must_use]
    pub const fn new(limit: u64) -> Self {
        Self { limit, sent: 0, freed: 0 }
    }

    /// Size in bytes of the buffer at the other end.
    #[must_use]
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Credits left, in bytes. At least 0.
    #[must_use]
    #[inline]
    pub const fn available(&self) -> u64 {
        (self.limit + self.freed).saturating_sub(self.sent)
    }

    /// Whether the credits cover a frame of `bytes`. Credits equal to `bytes` suffice.
    #[must_use]
    #[inline]
    pub const fn covers(&self, bytes: u64) -> bool {
        self.available() >= bytes
    }

    /// Total bytes sent, modulo 2³², for a resync. `starting`: bytes of the frame in transmission, which are
    /// not included in the total; 0 without such a frame.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "modulo 2^32")]
    pub const fn sent_total(&self, starting: u64) -> u32 {
        (self.sent - starting) as u32
    }

    /// Bytes sent whose credits are not yet returned.
    #[must_use]
    pub const fn outstanding(&self) -> u64 {
        self.sent.saturating_sub(self.freed)
    }

    /// Consumes the credits of a frame of `bytes`. The caller has checked [`CreditSender::covers`].
    #[inline]
    pub const fn consume(&mut self, bytes: u64) {
        self.sent += bytes;
    }

    /// Adds `bytes` of returned credits. The sum of returned credits is limited to the bytes sent. If a data
    /// frame arrives twice, the receiver may return its bytes twice.
    #[inline]
    pub const fn return_credits(&mut self, bytes: u32) {
        let freed = self.freed + bytes as u64;
        self.freed = if freed < self.sent { freed } else { self.sent };
    }

    /// Handles a resync: the receiver has freed `total` bytes, modulo 2³². Restores the credits of
    /// lost updates; an old total changes nothing.
    pub const fn resync(&mut self, total: u32) {
        #[expect(clippy::cast_possible_truncation, reason = "less than 2^31")]
        self.return_credits(ahead(total, self.freed) as u32);
    }

    /// Restarts the counters after the link came up; the buffer at the other end holds `held`
    /// bytes.
    pub const fn restart(&mut self, held: u64) {
        (self.sent, self.freed) = (held, 0);
    }

    /// Adds the sender to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        for bytes in [self.limit, self.sent, self.freed] {
            digest.add(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_is_covered_by_available_credits_to_the_last_byte() {
        let mut sender = CreditSender::new(3_000);
        assert!(sender.covers(3_000) && !sender.covers(3_001));
        sender.consume(1_000);
        sender.consume(1_500);
        assert_eq!((sender.available(), sender.outstanding()), (500, 2_500));
        assert!(sender.covers(500) && !sender.covers(501));
        sender.return_credits(1_000);
        assert_eq!((sender.available(), sender.outstanding()), (1_500, 1_500));
    }

    #[test]
    fn resync_restores_credits_of_lost_updates_once() {
        let mut sender = CreditSender::new(4_000);
        sender.consume(4_000);
        sender.return_credits(1_000);
        // Two updates of 1000 B are lost. The resync carries the total of 3000 B.
        sender.resync(3_000);
        assert_eq!(sender.available(), 3_000);
        sender.resync(3_000);
        assert_eq!(sender.available(), 3_000);
        sender.resync(2_000);
        assert_eq!(sender.available(), 3_000, "an old total takes nothing back");
    }

    #[test]
    fn returned_credits_never_exceed_spent_credits() {
        let mut sender = CreditSender::new(4_000);
        sender.consume(1_000);
        // The credits of one frame are returned twice, because a copy of the frame arrived on
        // another path.
        sender.return_credits(1_000);
        sender.return_credits(1_000);
        assert_eq!((sender.available(), sender.outstanding()), (4_000, 0));
        sender.resync(2_000);
        assert_eq!(sender.available(), 4_000);
    }

    #[test]
    fn totals_wrap_modulo_2_to_the_32() {
        let mut sender = CreditSender::new(10_000);
        for _ in 0..5_000_000 {
            sender.consume(1_000);
            sender.return_credits(1_000);
        }
        sender.consume(2_000);
        let total = u32::try_from((5_000_000_000u64 + 2_000) % (1 << 32)).unwrap();
        sender.resync(total);
        assert_eq!((sender.available(), sender.outstanding()), (10_000, 0));
    }

    #[test]
    fn restarted_sender_subtracts_the_bytes_in_the_buffer() {
        let mut sender = CreditSender::new(4_000);
        sender.consume(4_000);
        sender.restart(1_500);
        assert_eq!(sender.available(), 2_500);
    }
}
