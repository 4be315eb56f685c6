use crate::engine::DropCause;
use crate::units::Time;

use super::COUNTS;

/// One priority of one port. What every frame adds to comes first, a line of the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct PriorityCounters {
    /// Frame bytes of data and acks sent by this port.
    pub tx_bytes: u64,
    /// Frames sent.
    pub tx_frames: u64,
    /// Frame bytes received by this port.
    pub rx_bytes: u64,
    /// Frames received.
    pub rx_frames: u64,
    /// Most reserve ever in use by the ingress group.
    pub reserve_peak: u64,
    /// Most shared memory.
    pub shared_peak: u64,
    /// Maximum headroom in use, in bytes.
    pub headroom_peak: u64,
    /// Most bytes that ever waited for this output.
    pub egress_peak: u64,
    /// Frames marked on leaving by this port.
    pub marked: u64,
    /// Frames that came in by this port and were lost (or, of a host, were to
    /// leave by it), by cause in the order of [`DropCause::ALL`].
    pub drops: [u64; DropCause::ALL.len()],
    /// PFC frames sent by this port that pause this priority.
    pub pauses_sent: u64,
    /// PFC frames sent by this port with a resume of this priority.
    pub resumes_sent: u64,
    /// PFC frames received by this port that pause it.
    pub pauses_received: u64,
    /// PFC frames that were to pause or resume it and did not come in by this port.
    pub pfc_lost: u64,
    /// Pauses and resumes that cancelled while they waited to be sent.
    pub cancelled: u64,
    /// Time in PAUSED, up to the last time that it was left.
    pub paused: Time,
    /// When PAUSED was entered, while it lasts.
    pub paused_since: Option<Time>,
    /// Time in which its transmitter was free and credits did not cover its
    /// next frame, up to the last time that this ended.
    pub starved: Time,
    /// When that began, while it lasts.
    pub starved_since: Option<Time>,
    /// Credit updates of this virtual channel lost on arrival at this port.
    pub updates_lost: u64,
}

impl PriorityCounters {
    /// A frame of so many bytes began to leave.
    #[inline]
    pub(in super::super) fn sent(&mut self, bytes: u32) {
        if COUNTS {
            self.tx_frames += 1;
            self.tx_bytes += u64::from(bytes);
        }
    }

    /// A frame of so many bytes is in.
    #[inline]
    pub(in super::super) fn received(&mut self, bytes: u16) {
        if COUNTS {
            self.rx_frames += 1;
            self.rx_bytes += u64::from(bytes);
        }
    }

    /// Time without credits for its next frame up to `now`.
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
