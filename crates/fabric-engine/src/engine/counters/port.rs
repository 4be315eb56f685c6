//! Counters of a priority of a port.

use crate::engine::DropCause;
use crate::units::Time;

use super::COUNTS;

/// Counters of one priority of one port. The fields that every frame changes come first, in one
/// cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct PriorityCounters {
    /// Bytes of data and ack frames sent by the port.
    pub tx_bytes: u64,
    /// Data and ack frames sent by the port.
    pub tx_frames: u64,
    /// Frame bytes received by the port.
    pub rx_bytes: u64,
    /// Frames received by the port.
    pub rx_frames: u64,
    /// Most reserve ever in use by the PG, in bytes.
    pub reserve_peak: u64,
    /// Most shared memory ever in use by the PG, in bytes.
    pub shared_peak: u64,
    /// Most headroom ever in use by the PG, in bytes.
    pub headroom_peak: u64,
    /// Most bytes ever in the egress queue.
    pub egress_peak: u64,
    /// Frames marked by ECN as they left by the port.
    pub marked: u64,
    /// Dropped frames that came in by the port, or, at a host, were to leave by it; by cause, in
    /// the order of [`DropCause::ALL`].
    pub drops: [u64; DropCause::ALL.len()],
    /// PFC frames sent by the port that pause this priority.
    pub pauses_sent: u64,
    /// PFC frames sent by the port that resume this priority.
    pub resumes_sent: u64,
    /// PFC frames received by the port that pause this priority.
    pub pauses_received: u64,
    /// PFC frames for this priority, pauses or resumes, that were lost on the way to the port.
    pub pfc_lost: u64,
    /// Pauses and resumes that cancelled each other before they were sent.
    pub cancelled: u64,
    /// Time in PAUSED, without the current pause.
    pub paused: Time,
    /// Start of the current pause; `None` if the priority is not paused.
    pub paused_since: Option<Time>,
    /// Time in which the transmitter was free but credits did not cover the next frame, without the
    /// current interval.
    pub starved: Time,
    /// Start of the current interval without credits; `None` if there is none.
    pub starved_since: Option<Time>,
    /// Credit updates of this virtual channel lost on arrival at this port.
    pub updates_lost: u64,
    /// Time of the first pause that took effect; `None` if there was none.
    pub first_paused: Option<Time>,
    /// Time of the first mark; `None` if there was none.
    pub first_marked: Option<Time>,
    /// Time of the first drop; `None` if there was none.
    pub first_dropped: Option<Time>,
}

impl PriorityCounters {
    /// Counts a frame whose transmission starts.
    #[inline]
    pub(in super::super) fn sent(&mut self, bytes: u32) {
        if COUNTS {
            self.tx_frames += 1;
            self.tx_bytes += u64::from(bytes);
        }
    }

    /// Counts a frame whose last bit has arrived.
    #[inline]
    pub(in super::super) fn received(&mut self, bytes: u16) {
        if COUNTS {
            self.rx_frames += 1;
            self.rx_bytes += u64::from(bytes);
        }
    }

    /// Time without credits for the next frame up to `now`.
    #[must_use]
    pub fn starved_until(&self, now: Time) -> Time {
        self.starved + self.starved_since.map_or(Time::ZERO, |since| now.saturating_sub(since))
    }

    /// Time in PAUSED up to `now`.
    #[must_use]
    pub fn paused_until(&self, now: Time) -> Time {
        self.paused + self.paused_since.map_or(Time::ZERO, |since| now.saturating_sub(since))
    }
}
