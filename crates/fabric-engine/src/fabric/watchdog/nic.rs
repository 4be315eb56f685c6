use crate::digest::Digest;
use crate::units::Time;

/// A NIC's own watchdog: one that has sent pauses for a while without
/// carrying any frame to memory stops sending them (Guo et al., "RDMA over
/// commodity Ethernet at scale", SIGCOMM 2016: 100 ms).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NicWatchdog {
    /// The first pause since a frame was carried, or a resume sent.
    since: Option<Time>,
    tripped: bool,
}

impl NicWatchdog {
    /// The NIC sends a pause.
    pub fn pauses(&mut self, now: Time) {
        self.since = self.since.or(Some(now)).filter(|_| !self.tripped);
    }

    /// It has carried a frame to memory, or let its peer go on.
    pub fn moves(&mut self) {
        self.since = None;
    }

    /// Deadline of the next [`NicWatchdog::look`], for the limit `limit`.
    #[must_use]
    pub fn deadline(&self, limit: Time) -> Time {
        self.since.map_or(Time::NEVER, |since| since.saturating_add(limit))
    }

    /// Since when it has paused its peer without moving.
    #[must_use]
    pub const fn since(&self) -> Option<Time> {
        self.since
    }

    /// The deadline is here: the NIC is to stop its pauses.
    pub fn look(&mut self) {
        (self.since, self.tripped) = (None, true);
    }

    /// Whether it has stopped its pauses.
    #[must_use]
    pub const fn has_tripped(&self) -> bool {
        self.tripped
    }

    /// Armed again by hand. Returns whether it had tripped.
    pub fn arm(&mut self) -> bool {
        std::mem::take(&mut self.tripped)
    }

    /// Takes the watchdog into the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(u8::from(self.tripped) | u8::from(self.since.is_some()) << 1);
        digest.time(self.since.unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Time = Time::from_ms(100);

    #[test]
    fn a_nic_that_pauses_and_carries_nothing_trips_once_until_it_is_armed() {
        let mut dog = NicWatchdog::default();
        assert_eq!(dog.deadline(LIMIT), Time::NEVER);
        dog.pauses(Time::from_ms(5));
        dog.pauses(Time::from_ms(50));
        assert_eq!(dog.deadline(LIMIT), Time::from_ms(105));
        dog.look();
        dog.pauses(Time::from_ms(200));
        assert_eq!((dog.has_tripped(), dog.deadline(LIMIT)), (true, Time::NEVER));
        assert!(dog.arm() && !dog.arm());
        dog.pauses(Time::from_ms(300));
        assert_eq!(dog.deadline(LIMIT), Time::from_ms(400));
    }

    #[test]
    fn every_frame_that_it_carries_starts_its_clock_anew() {
        let mut dog = NicWatchdog::default();
        dog.pauses(Time::from_ms(5));
        dog.moves();
        assert_eq!(dog.deadline(LIMIT), Time::NEVER);
        dog.pauses(Time::from_ms(60));
        assert_eq!(dog.deadline(LIMIT), Time::from_ms(160));
    }
}
