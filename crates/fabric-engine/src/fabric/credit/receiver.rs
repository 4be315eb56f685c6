use super::update::ahead;
use crate::digest::Digest;

/// The receiving side of one virtual channel: what came in, what of it has
/// left its buffer again, and what of that the sender has been told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Receiver {
    received: u64,
    freed: u64,
    told: u64,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "totals are told modulo 2^32, and less than that at a time"
)]
impl Receiver {
    /// Counts a received frame of `bytes`.
    #[inline]
    pub const fn received(&mut self, bytes: u64) {
        self.received += bytes;
    }

    /// It takes no room any more.
    #[inline]
    pub const fn free(&mut self, bytes: u64) {
        self.freed += bytes;
    }

    /// What was freed and not told yet.
    #[must_use]
    pub const fn untold(&self) -> u64 {
        self.freed - self.told
    }

    /// Received bytes that still occupy the buffer.
    #[must_use]
    pub const fn held(&self) -> u64 {
        self.received.saturating_sub(self.freed)
    }

    /// Tells what was freed since it last told.
    #[inline]
    pub const fn tell(&mut self) -> u32 {
        let more = self.untold();
        self.told = self.freed;
        more as u32
    }

    /// Tells all that was ever freed, modulo 2³².
    pub const fn tell_total(&mut self) -> u32 {
        self.told = self.freed;
        self.freed as u32
    }

    /// The sender had sent `total`, modulo 2³², when what is in by now was all
    /// that was under way: what did not come of it was lost on the way, and
    /// takes no room (`InfiniBand`: the adjusted block count is set to FCTBS).
    /// Returns how much that is.
    pub const fn resync(&mut self, total: u32) -> u64 {
        let lost = ahead(total, self.received);
        self.received += lost;
        self.freed += lost;
        lost
    }

    /// The link is new, and `held` is still here.
    pub const fn restart(&mut self, held: u64) {
        (self.received, self.freed, self.told) = (held, 0, 0);
    }

    /// Takes it into the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        for bytes in [self.received, self.freed, self.told] {
            digest.add(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_tells_each_byte_once() {
        let mut receiver = Receiver::default();
        receiver.received(3_000);
        receiver.free(1_000);
        receiver.free(500);
        assert_eq!((receiver.held(), receiver.untold()), (1_500, 1_500));
        assert_eq!((receiver.tell(), receiver.tell()), (1_500, 0));
        receiver.free(1_500);
        assert_eq!(receiver.tell_total(), 3_000);
        assert_eq!(receiver.tell(), 0, "the total said it");
    }

    #[test]
    fn what_did_not_come_takes_no_room() {
        let mut receiver = Receiver::default();
        receiver.received(2_000);
        receiver.free(2_000);
        receiver.tell();
        assert_eq!(receiver.resync(5_000), 3_000);
        assert_eq!((receiver.held(), receiver.tell()), (0, 3_000));
        assert_eq!(receiver.resync(5_000), 0);
    }

    #[test]
    fn a_link_that_comes_up_begins_with_what_is_here() {
        let mut receiver = Receiver::default();
        receiver.received(2_000);
        receiver.restart(700);
        receiver.free(700);
        assert_eq!((receiver.held(), receiver.tell()), (0, 700));
    }
}
