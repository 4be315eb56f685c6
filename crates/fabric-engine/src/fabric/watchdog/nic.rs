//! Watchdog of a NIC against its own pause storm (Guo et al., SIGCOMM 2016, 4.3). The watchdog trips if, for
//! the detection time, the NIC has sent pauses and has carried no received frame to host memory. The NIC then
//! sends no pauses.
//!
//! Pauses stay off until the watchdog is armed again. Frames that then do not fit the receive buffer of
//! the host are dropped.

use crate::digest::Digest;
use crate::units::Time;

/// Watchdog of a NIC. A NIC stops sending pauses if, for the detection time, it has paused its peer and has
/// carried no received frame to host memory. Source: Guo et al., "RDMA over commodity Ethernet at scale",
/// SIGCOMM 2016 (100 ms).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NicWatchdog {
    /// Time of the first pause that the NIC has sent since it last carried a frame to memory or sent a
    /// resume; `None` if the NIC has sent no pause since then.
    since: Option<Time>,
    tripped: bool,
}

impl NicWatchdog {
    /// Records that the NIC sends a pause at `now`. No effect while the watchdog has tripped.
    pub fn on_pause_sent(&mut self, now: Time) {
        self.since = self.since.or(Some(now)).filter(|_| !self.tripped);
    }

    /// Records that the NIC carried a frame to memory or resumed its peer.
    pub fn on_frame_to_memory(&mut self) {
        self.since = None;
    }

    /// Time of the next call of [`NicWatchdog::trip`] if the detection time is `limit`. [`Time::NEVER`] if
    /// the NIC has sent no pause since it last carried a frame to memory or sent a resume.
    #[must_use]
    pub fn deadline(&self, limit: Time) -> Time {
        self.since.map_or(Time::NEVER, |since| since.saturating_add(limit))
    }

    /// Time of the first pause that the NIC has sent since it last carried a frame to memory or sent a
    /// resume. `None` if the NIC has sent no pause since then, or if the watchdog has tripped.
    #[must_use]
    pub const fn since(&self) -> Option<Time> {
        self.since
    }

    /// Handles the deadline of [`NicWatchdog::deadline`]: the NIC sends no pauses until
    /// [`NicWatchdog::arm`].
    pub fn trip(&mut self) {
        (self.since, self.tripped) = (None, true);
    }

    /// Whether the NIC has stopped its pauses.
    #[must_use]
    pub const fn has_tripped(&self) -> bool {
        self.tripped
    }

    /// Arms the watchdog again. Returns whether it had tripped. Detection begins with the next pause that the
    /// NIC sends.
    pub fn arm(&mut self) -> bool {
        std::mem::take(&mut self.tripped)
    }

    /// Adds the watchdog to the hash of the simulation state.
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
    fn nic_watchdog_trips_once_until_armed() {
        let mut dog = NicWatchdog::default();
        assert_eq!(dog.deadline(LIMIT), Time::NEVER);
        dog.on_pause_sent(Time::from_ms(5));
        dog.on_pause_sent(Time::from_ms(50));
        assert_eq!(dog.deadline(LIMIT), Time::from_ms(105));
        dog.trip();
        dog.on_pause_sent(Time::from_ms(200));
        assert_eq!((dog.has_tripped(), dog.deadline(LIMIT)), (true, Time::NEVER));
        assert!(dog.arm() && !dog.arm());
        dog.on_pause_sent(Time::from_ms(300));
        assert_eq!(dog.deadline(LIMIT), Time::from_ms(400));
    }

    #[test]
    fn each_carried_frame_restarts_the_nic_watchdog() {
        let mut dog = NicWatchdog::default();
        dog.on_pause_sent(Time::from_ms(5));
        dog.on_frame_to_memory();
        assert_eq!(dog.deadline(LIMIT), Time::NEVER);
        dog.on_pause_sent(Time::from_ms(60));
        assert_eq!(dog.deadline(LIMIT), Time::from_ms(160));
    }
}
