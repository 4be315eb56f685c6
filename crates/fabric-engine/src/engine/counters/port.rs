//! Counters of a priority of a port: frames, peaks of memory, drops and pauses. Start with
//! [`PriorityCounters`].

use crate::engine::DropCause;
use crate::units::Time;

use super::COUNTS;

/// Counters of one priority of one port. The fields that every frame changes come first, in one
/// cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct PriorityCounters {
    /// Bytes of frames sent by the port, without PFC frames and link credit updates. A frame counts as a
    /// whole when its transmission starts.
    pub tx_bytes: u64,
    /// Frames sent by the port, without PFC frames and link credit updates. A frame counts when its
    /// transmission starts.
    pub tx_frames: u64,
    /// Bytes of frames that arrived whole at the port, without PFC frames and link credit updates.
    pub rx_bytes: u64,
    /// Frames that arrived whole at the port, without PFC frames and link credit updates.
    pub rx_frames: u64,
    /// Maximum reserve in use by the PG since the start, in bytes.
    pub reserve_peak: u64,
    /// Maximum shared memory in use by the PG since the start, in bytes.
    pub shared_peak: u64,
    /// Maximum headroom in use by the PG since the start, in bytes.
    pub headroom_peak: u64,
    /// Maximum number of bytes in the egress queue since the start. 0 at a host.
    pub egress_peak: u64,
    /// Frames that the egress queue of the port marked with ECN.
    pub marked: u64,
    /// Dropped frames, indexed by cause in the order of [`DropCause::ALL`]. A frame counts if it arrived at
    /// the port; at a host, also if it waited for transmission by the port.
    pub drops: [u64; DropCause::ALL.len()],
    /// PFC frames sent by the port that pause this priority, refreshes and frames of a pause source included.
    pub pauses_sent: u64,
    /// PFC frames sent by the port that resume this priority.
    pub resumes_sent: u64,
    /// PFC frames received by the port that pause this priority, refreshes included. Lost frames are not
    /// counted.
    pub pauses_received: u64,
    /// PFC frames that pause or resume this priority, and that were lost on the way to the port.
    pub pfc_lost: u64,
    /// Pauses that a later resume cancelled before they were sent, and resumes that a later pause cancelled
    /// before they were sent.
    pub cancelled: u64,
    /// Total time for which this priority of the port was paused, without the current pause. Time in which a
    /// watchdog ignores the pause does not count.
    pub paused: Time,
    /// Start of the current pause; `None` if the priority is not paused.
    pub paused_since: Option<Time>,
    /// Total time in which the transmitter was free but credits did not cover the next frame. The current
    /// interval (`starved_since`) is not included.
    pub starved: Time,
    /// Start of the current interval in which the transmitter is free but credits do not cover the next
    /// frame. `None` if there is no such interval now.
    pub starved_since: Option<Time>,
    /// Credit updates of this priority lost on arrival at the port.
    pub updates_lost: u64,
    /// Time at which the first pause took effect; `None` if there was none.
    pub first_paused: Option<Time>,
    /// Time of the first ECN mark by the egress queue; `None` if there was none.
    pub first_marked: Option<Time>,
    /// Time of the first drop that lost data of its flow ([`DropCause::loses_no_data`] is false). Drops by a
    /// full queue of a NIC do not count. `None` if no drop counted.
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

    /// Total time without credits for the next frame up to `now`, the current interval included.
    #[must_use]
    pub fn starved_until(&self, now: Time) -> Time {
        self.starved + self.starved_since.map_or(Time::ZERO, |since| now.saturating_sub(since))
    }

    /// Total time for which this priority of the port was paused, up to `now` and including the current
    /// pause.
    #[must_use]
    pub fn paused_until(&self, now: Time) -> Time {
        self.paused + self.paused_since.map_or(Time::ZERO, |since| now.saturating_sub(since))
    }
}
