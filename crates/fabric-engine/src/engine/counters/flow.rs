//! Counters of a flow: frames, bytes, latency, losses and retransmissions. Start with [`FlowCounters`].

use crate::fabric::frame::Frame;
use crate::units::Time;
use crate::wire::Ecn;

use super::{COUNTS, Latency};

/// Counters of one flow. Bytes are frame bytes of data unless stated otherwise. The fields that
/// every frame changes come first, in two cache lines.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct FlowCounters {
    /// Bytes handed to the NIC. For a saturating flow (a frame is always ready): bytes that the NIC started
    /// to transmit. Frames that are built again for a retransmission count again.
    pub sent_bytes: u64,
    /// Frames handed to the NIC. For a saturating flow (a frame is always ready): frames that the NIC started
    /// to transmit. Frames that are built again for a retransmission count again.
    pub sent_frames: u64,
    /// Sum of the times that the frames of the flow waited in the NIC before their transmission started.
    pub nic_wait: Time,
    /// Frames whose transmission by the NIC has started; `nic_wait` is the sum over these frames.
    pub nic_frames: u64,
    /// Bytes delivered to the destination host. For a multicast flow: sum over all receivers.
    pub delivered_bytes: u64,
    /// Frames delivered to the destination host. For a multicast flow: sum over all receivers.
    pub delivered_frames: u64,
    /// Frames delivered with the ECN mark.
    pub marked_frames: u64,
    /// Payload bytes delivered in order. For a multicast flow: sum over all receivers.
    pub goodput_bytes: u64,
    /// Latency of delivered frames, from the queue of the NIC to the last bit at the destination.
    pub latency: Latency,
    /// Sequence number of the frame of the flow that was delivered last; `None` before the first delivery.
    pub last_delivered: Option<u32>,
    /// Time at which the last byte of payload was delivered. `None` if payload is missing, or if the flow is
    /// endless.
    pub finished: Option<Time>,
    /// Bytes of dropped frames; bytes counted in `discarded_bytes` are not included.
    pub dropped_bytes: u64,
    /// Dropped frames; frames counted in `discarded_frames` are not included.
    pub dropped_frames: u64,
    /// Time of the first drop counted in `dropped_frames`; `None` if there was no such drop. A drop does not
    /// count here if the queue in the NIC of the source was full.
    pub first_dropped: Option<Time>,
    /// Time at which a switch first marked a frame with ECN; `None` before.
    pub first_marked: Option<Time>,
    /// Bytes of frame copies that switches made, by flooding or for the receivers of a multicast.
    pub replicated_bytes: u64,
    /// Frame copies that switches made, by flooding or for the receivers of a multicast.
    pub replicated_frames: u64,
    /// Frames of the flow that a switch flooded, acks included.
    pub flooded_frames: u64,
    /// Bytes of frames that hosts dropped without a loss of data for the flow. Copies made by flooding count,
    /// and frames of a reliable flow that arrived out of order or twice.
    pub discarded_bytes: u64,
    /// Frames that hosts dropped without a loss of data for the flow; see `discarded_bytes`.
    pub discarded_frames: u64,
    /// Read requests that the destination has sent for the data of the flow, repeats included.
    pub requests: u64,
    /// Acks that arrived at the source.
    pub acks: u64,
    /// NAKs that arrived at the source.
    pub naks: u64,
    /// Number of retransmissions after an ack timeout.
    pub timeouts: u64,
    /// Frame bytes that the flow has retransmitted.
    pub resent_bytes: u64,
    /// Number of frames that the flow has retransmitted.
    pub resent_frames: u64,
    /// Total time in recovery (go-back-N or go-back-0), without the current recovery. A recovery begins with
    /// the retransmission; after a timeout, with the start of the wait for the ack. A recovery ends when the
    /// source can send new frames.
    pub recovery_time: Time,
    /// Start of the current recovery; `None` while the source is not retransmitting.
    pub recovery_since: Option<Time>,
    /// End of the time that `recovery_time` already covers. If the next recovery begins earlier, only the
    /// part after this time is added, so that no time counts twice.
    pub recovery_counted_until: Time,
    /// CNPs that the receiver sent.
    pub cnps_sent: u64,
    /// CNPs that the NIC of the receiver did not send, because it had sent another CNP of the flow
    /// shortly before.
    pub cnps_merged: u64,
    /// CNPs that arrived at the source.
    pub cnps_received: u64,
    /// Frames counted in `dropped_frames` that did not leave their source, because the queue in the NIC of
    /// the source was full.
    pub unsent_frames: u64,
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

    /// Counts a frame whose transmission starts. `waited` is the time for which the frame waited in the NIC.
    #[inline]
    pub(in super::super) fn started(&mut self, waited: Time) {
        if COUNTS {
            self.nic_frames += 1;
            self.nic_wait += waited;
        }
    }

    /// Counts a data frame delivered to its destination.
    #[inline]
    pub(in super::super) fn delivered(&mut self, frame: &Frame) {
        if COUNTS {
            self.delivered_bytes += u64::from(frame.bytes);
            self.delivered_frames += 1;
            self.marked_frames += u64::from(frame.ecn == Ecn::Marked);
        }
    }

    /// Total time in recovery up to `now`, the current recovery included. Zero for a flow that never
    /// retransmitted.
    #[must_use]
    pub fn recovery_time_until(&self, now: Time) -> Time {
        self.recovery_time + self.recovery_since.map_or(Time::ZERO, |since| now.saturating_sub(since))
    }
}
