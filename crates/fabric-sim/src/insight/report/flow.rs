//! Reports of flows. Start with [`FlowReport`].
//!
//! Counts, rates and latencies are over the measurement window; `finished_ps` and the fields `first_…_ps` are
//! times since the start of the run. Times are in picoseconds, amounts in frame bytes.

use schemars::JsonSchema;
use serde::Serialize;

use super::is_zero;

/// Figures of a flow over the measurement window.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FlowReport {
    /// Name of the flow in the document. The name of a flow of an incast action contains the time, the sender
    /// and the receiver.
    pub name: String,
    /// Operation of the flow: `write`, `send`, `read`, `multicast` or `raw`.
    pub operation: &'static str,
    /// Name of the collective to which the flow belongs. Absent if it belongs to no collective.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collective: Option<String>,
    /// Bytes of the frames that the source gave to its NIC. For a saturating flow, bytes that the NIC
    /// transmitted.
    pub sent_bytes: u64,
    /// Bytes delivered to the destination host.
    pub delivered_bytes: u64,
    /// Bytes of the dropped frames. Discards by the receiver, and copies that a host does not need, do not
    /// count.
    pub dropped_bytes: u64,
    /// Rate of delivered frame bytes, in bits per second. The rate is over the part of the measurement window
    /// between the start and the end of the flow.
    pub throughput_bps: u64,
    /// Rate of payload delivered in order, in bits per second, over the same time as `throughput_bps`. A
    /// multicast has the sum over all receivers.
    pub goodput_bps: u64,
    /// Latency of the delivered frames, from the NIC's queue to the last bit at the destination.
    pub latency: LatencyReport,
    /// Mean latency, divided by component. Absent if no frame was delivered, or if latencies were not
    /// recorded by component.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<ComponentReport>,
    /// Mean time that a frame waited at the NIC before its transmission began, in picoseconds. 0 if the NIC
    /// transmitted no frame of the flow.
    pub nic_wait_ps: u64,
    /// Number of frames that the source gave to its NIC. For a saturating flow, number of frames that the NIC
    /// transmitted.
    pub sent_frames: u64,
    /// Number of frames delivered to the destination host.
    pub delivered_frames: u64,
    /// Number of dropped frames, counted as for `dropped_bytes`, including `unsent_frames`.
    pub dropped_frames: u64,
    /// Number of the dropped frames that never entered the fabric, because the queue of the NIC was full. The
    /// text report counts these frames apart. Absent if 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub unsent_frames: u64,
    /// Number of frames delivered with an ECN mark.
    pub ecn_marked: u64,
    /// Number of read requests sent for the data of the flow. Absent unless the operation is `read`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests: Option<u64>,
    /// Number of acks that the source received.
    pub acks: u64,
    /// Number of CNPs that the receiver sent.
    pub cnp_sent: u64,
    /// Number of CNPs that the NIC of the receiver did not send, because less than the CNP interval had
    /// passed since its last CNP.
    pub cnp_merged: u64,
    /// Number of CNPs that the source received.
    pub cnp_received: u64,
    /// Rate allowed by rate control at the end of the measurement window, in bits per second. Absent without
    /// rate control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_bps: Option<u64>,
    /// α of DCQCN at the end of the measurement window, 0 to 1. Absent without DCQCN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// Figures of the retransmissions. Absent if the flow is not reliable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery: Option<RecoveryReport>,
    /// Figures of each receiver of a multicast. Absent for other operations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub receivers: Vec<ReceiverReport>,
    /// Figures of the end-to-end credits. Absent if the flow has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credits: Option<FlowCreditReport>,
    /// Time at which the last payload was delivered, in picoseconds since the start of the run. For a flow of
    /// a collective, time at which the last message of its last repetition was delivered. Absent if the flow
    /// has not finished, or if the flow was started again and the new payload is not yet delivered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished_ps: Option<u64>,
    /// Time at which a queue first marked a frame of the flow with ECN, in picoseconds since the start of the
    /// run. Absent if no frame was marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_mark_ps: Option<u64>,
    /// Time of the first drop of a data frame of the flow, in picoseconds since the start of the run.
    /// Discards by the receiver and `unsent_frames` do not count. Absent without a drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_drop_ps: Option<u64>,
    /// Time at which the NIC of the flow was first paused for the priority of the flow, in picoseconds since
    /// the start of the run. Absent if the NIC was never paused for this priority.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_pause_ps: Option<u64>,
    /// Start of the flow without jitter, in picoseconds since the start of the run. A flow of a collective
    /// starts with the first repetition in which the flow sends. `None` if the flow has not started. Not in
    /// JSON; tables of flows have this field.
    #[serde(skip)]
    pub start_ps: Option<u64>,
    /// Time from the start of the flow to the delivery of its last payload, in picoseconds; `None` if the
    /// flow has not finished. Not in JSON; the measures of completion times read this field.
    #[serde(skip)]
    pub completion_ps: Option<u64>,
}

impl FlowReport {
    /// Number of frames that the fabric dropped: all dropped frames without `unsent_frames`, which never
    /// entered the fabric.
    #[must_use]
    pub const fn lost_frames(&self) -> u64 {
        self.dropped_frames - self.unsent_frames
    }
}

/// Figures of a receiver of a multicast since the start of the run. Only `goodput_bps` is over the
/// measurement window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReceiverReport {
    /// Name of the host.
    pub node: String,
    /// Number of frames delivered to this host.
    pub delivered_frames: u64,
    /// Bytes delivered to this host.
    pub delivered_bytes: u64,
    /// Payload delivered in order to this host, in bytes.
    pub goodput_bytes: u64,
    /// Rate of payload delivered in order, in bits per second, over the same time as
    /// [`FlowReport::goodput_bps`].
    pub goodput_bps: u64,
}

/// Retransmission of a reliable flow over the measurement window. `window_frames` and `unacked_frames` are
/// values at the end of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RecoveryReport {
    /// Number of frames that the source retransmitted.
    pub resent_frames: u64,
    /// Bytes that the source retransmitted.
    pub resent_bytes: u64,
    /// Time in which the source could send no new frame because of a recovery, in picoseconds. A recovery
    /// begins when the source goes back to an earlier frame. If an ack timeout expires, the recovery includes
    /// the wait for the ack. Overlapping recoveries count once.
    pub time_lost_ps: u64,
    /// Number of NAKs that the source received.
    pub naks: u64,
    /// Number of times that the ack timeout expired.
    pub timeouts: u64,
    /// Number of frames that the receiver discarded as out of order or duplicate.
    pub discarded_frames: u64,
    /// Greatest number of frames that may be sent but not yet acknowledged (the send window).
    pub window_frames: u32,
    /// Number of frames that the source has sent and that are not yet acknowledged, at the end of the
    /// measurement window.
    pub unacked_frames: u32,
}

/// End-to-end credits of a flow at the end of the measurement window, in frame bytes. Only `starved_ps` and
/// `updates_lost` are over the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FlowCreditReport {
    /// Greatest number of bytes that the credits allow in flight.
    pub limit_bytes: u64,
    /// Bytes that the source may send without further credits.
    pub available_bytes: u64,
    /// Time in which the credits did not cover a full frame, in picoseconds.
    pub starved_ps: u64,
    /// Credits that dropped frames have consumed and that no resync has returned yet, in bytes. The source
    /// still counts these bytes as in flight.
    pub lost_bytes: u64,
    /// Number of credit updates that were lost on their way to the source.
    pub updates_lost: u64,
    /// Sentence on frames that were dropped although credits covered them, since the start of the run. It
    /// gives the causes of the drops, and says whether resyncs have returned the credits. Absent without
    /// such drops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Latency of the frames delivered in the measurement window, in picoseconds. All values are 0 if no frame
/// was delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LatencyReport {
    /// Mean latency.
    pub mean_ps: u64,
    /// Median latency, accurate to 1 %.
    pub p50_ps: u64,
    /// 99th percentile of the latency, accurate to 1 %.
    pub p99_ps: u64,
    /// Greatest latency, accurate to 1 %; exact if the value exceeds all latencies before the measurement
    /// window.
    pub max_ps: u64,
}

/// Mean latency of the frames delivered in the measurement window, divided by component, in picoseconds. Each
/// value is rounded down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ComponentReport {
    /// Time of waiting in the NIC, for crossbars, and for transmitters.
    pub queueing_ps: u64,
    /// Time of transmission by ports. If the next switch cuts the frame through, only the header counts.
    pub serialisation_ps: u64,
    /// Time of propagation in cables.
    pub propagation_ps: u64,
    /// Time of parsing and look-up in switches.
    pub ingress_ps: u64,
    /// Time of transfers through crossbars.
    pub crossbar_ps: u64,
    /// Time of waiting in the receive buffer of the host.
    pub receiving_ps: u64,
}
