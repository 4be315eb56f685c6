//! Counters of a flow.

use crate::fabric::frame::Frame;
use crate::units::Time;
use crate::wire::Ecn;

use super::{COUNTS, Latency};

/// Counters of one flow. Bytes are frame bytes of data unless stated otherwise. The fields that
/// every frame changes come first, in two cache lines.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct FlowCounters {
    /// Bytes handed to the NIC; of a saturating flow, bytes put on the wire.
    pub sent_bytes: u64,
    /// Frames handed to the NIC; of a saturating flow, frames put on the wire.
    pub sent_frames: u64,
    /// Sum over all frames of the time from the queue of the NIC to the wire.
    pub nic_wait: Time,
    /// Frames that were put on the wire.
    pub nic_frames: u64,
    /// Bytes delivered to the destination host.
    pub delivered_bytes: u64,
    /// Frames delivered to the destination host.
    pub delivered_frames: u64,
    /// Frames delivered with the ECN mark.
    pub marked_frames: u64,
    /// Payload bytes delivered in order.
    pub goodput_bytes: u64,
    /// Latency of delivered frames, from the queue of the NIC to the last bit at the destination.
    pub latency: Latency,
    /// Sequence number of the frame delivered last; `None` before the first.
    pub last_delivered: Option<u32>,
    /// Time at which the last byte of payload was delivered; `None` until then.
    pub finished: Option<Time>,
    /// Bytes of dropped frames, whatever the cause.
    pub dropped_bytes: u64,
    /// Dropped frames, whatever the cause.
    pub dropped_frames: u64,
    /// Time of the first drop, discards aside; `None` if there was none.
    pub first_dropped: Option<Time>,
    /// Time at which a queue first marked a frame; `None` if none did.
    pub first_marked: Option<Time>,
    /// Bytes of copies that switches made, for several receivers or by flooding.
    pub replicated_bytes: u64,
    /// Copies that switches made, for several receivers or by flooding.
    pub replicated_frames: u64,
    /// Frames of the flow that a switch flooded, acks included.
    pub flooded_frames: u64,
    /// Bytes delivered without use: copies made by flooding, and frames of a reliable flow that
    /// came out of order or twice.
    pub discarded_bytes: u64,
    /// Frames delivered without use.
    pub discarded_frames: u64,
    /// Read requests sent for the data of the flow.
    pub requests: u64,
    /// Acks that came back to the source.
    pub acks: u64,
    /// NAKs that came back to the source.
    pub naks: u64,
    /// Number of retransmissions after an ack timeout.
    pub timeouts: u64,
    /// Frame bytes retransmitted.
    pub resent_bytes: u64,
    /// Frames retransmitted.
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
    /// CNPs that the NIC of the receiver suppressed as repeats.
    pub cnps_merged: u64,
    /// CNPs that came back to the source.
    pub cnps_received: u64,
}

impl FlowCounters {
    /// Counts a frame handed to the NIC.
    #[inline]
    pub(in super::super) fn sent(&mut self, bytes: u16) {
        if COUNTS {
            self.sent_bytes += u64::from(bytes);
            self.sent_frames += 1;
        }
    }

    /// Counts a frame put on the wire after `waited` in the NIC.
    #[inline]
    pub(in super::super) fn started(&mut self, waited: Time) {
        if COUNTS {
            self.nic_frames += 1;
            self.nic_wait += waited;
        }
    }

    /// Counts a data frame delivered to its destination.
    #[inline]
    pub(in super::super) fn took(&mut self, frame: &Frame) {
        if COUNTS {
            self.delivered_bytes += u64::from(frame.bytes);
            self.delivered_frames += 1;
            self.marked_frames += u64::from(frame.ecn == Ecn::Marked);
        }
    }

    /// Time in recovery up to `now`, the current recovery included.
    #[must_use]
    pub fn lost_until(&self, now: Time) -> Time {
        self.time_lost + self.behind_since.map_or(Time::ZERO, |since| now.saturating_sub(since))
    }
}
