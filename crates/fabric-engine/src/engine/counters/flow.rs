use crate::fabric::frame::Frame;
use crate::units::Time;
use crate::wire::Ecn;

use super::{COUNTS, Latency};

/// One flow. Bytes are frame bytes of data unless it says otherwise. What every
/// frame adds to comes first, in two lines of the cache.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct FlowCounters {
    /// Handed to the NIC; of a saturating flow: put on the wire.
    pub sent_bytes: u64,
    /// Retransmitted frames.
    pub sent_frames: u64,
    /// Sum over all frames of the time from the NIC's queue to the wire.
    pub nic_wait: Time,
    /// Frames that were put on the wire.
    pub nic_frames: u64,
    /// Delivered to the destination host.
    pub delivered_bytes: u64,
    /// Frames of it.
    pub delivered_frames: u64,
    /// Delivered with the mark of congestion.
    pub marked_frames: u64,
    /// Payload delivered in order.
    pub goodput_bytes: u64,
    /// From the NIC's queue to the last bit at the destination.
    pub latency: Latency,
    /// The number of the frame that was delivered last.
    pub last_delivered: Option<u32>,
    /// When its last payload was delivered.
    pub finished: Option<Time>,
    /// Lost, whatever the cause.
    pub dropped_bytes: u64,
    /// Frames of it.
    pub dropped_frames: u64,
    /// Copies made of its data by switches, for several receivers or by flooding.
    pub replicated_bytes: u64,
    /// Frames of it.
    pub replicated_frames: u64,
    /// Its frames that a switch flooded, acks among them.
    pub flooded_frames: u64,
    /// Data that came where it is of no use: copies made by flooding, and of a
    /// reliable flow what came out of order or again.
    pub discarded_bytes: u64,
    /// Frames of it.
    pub discarded_frames: u64,
    /// Requests for its data that were sent.
    pub requests: u64,
    /// Acks that came back to the source.
    pub acks: u64,
    /// NAKs that came back to the source.
    pub naks: u64,
    /// Number of retransmissions after an ack timeout.
    pub timeouts: u64,
    /// Frame bytes retransmitted.
    pub resent_bytes: u64,
    /// Frames of it.
    pub resent_frames: u64,
    /// Total time in go-back-N recovery: from the retransmission, or the start of the wait for a
    /// missing ack, until the source can send new frames.
    pub time_lost: Time,
    /// Start of the current go-back-N recovery; `None` while the source is not retransmitting.
    pub behind_since: Option<Time>,
    /// End of the recovery time counted so far, so that no time is counted twice.
    pub caught_up: Time,
    /// Congestion notification packets that the receiver sent.
    pub cnps_sent: u64,
    /// CNPs that the receiver's NIC swallowed as repeats.
    pub cnps_merged: u64,
    /// CNPs that came back to the source.
    pub cnps_received: u64,
}

impl FlowCounters {
    /// A frame of so many bytes was handed over.
    #[inline]
    pub(in super::super) fn sent(&mut self, bytes: u16) {
        if COUNTS {
            self.sent_bytes += u64::from(bytes);
            self.sent_frames += 1;
        }
    }

    /// A frame was put on the wire, after so long in the NIC.
    #[inline]
    pub(in super::super) fn started(&mut self, waited: Time) {
        if COUNTS {
            self.nic_frames += 1;
            self.nic_wait += waited;
        }
    }

    /// A data frame came to its destination.
    #[inline]
    pub(in super::super) fn took(&mut self, frame: &Frame) {
        if COUNTS {
            self.delivered_bytes += u64::from(frame.bytes);
            self.delivered_frames += 1;
            self.marked_frames += u64::from(frame.ecn == Ecn::Marked);
        }
    }

    /// [`FlowCounters::time_lost`] up to `now`.
    #[must_use]
    pub fn lost_until(&self, now: Time) -> Time {
        self.time_lost + self.behind_since.map_or(Time::ZERO, |since| now.saturating_sub(since))
    }
}
