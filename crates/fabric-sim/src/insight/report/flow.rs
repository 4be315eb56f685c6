//! Reports of flows.

use schemars::JsonSchema;
use serde::Serialize;

/// Flow over the window.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FlowReport {
    /// Name in the document; for a flow of an incast: its time, sender and receiver.
    pub name: String,
    /// Operation of the flow: `write`, `send`, `read`, `multicast` or `raw`.
    pub operation: &'static str,
    /// Collective that the flow belongs to; absent if none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collective: Option<String>,
    /// Bytes handed to the NIC; for a saturating flow, bytes transmitted.
    pub sent_bytes: u64,
    /// Bytes delivered to the destination host.
    pub delivered_bytes: u64,
    /// Bytes dropped, all causes.
    pub dropped_bytes: u64,
    /// Rate of delivered frame bytes, in bits per second, over the part of the window between the
    /// flow's start and its end.
    pub throughput_bps: u64,
    /// Rate of payload delivered in order, in bits per second over the same time; for a multicast,
    /// the sum over all receivers.
    pub goodput_bps: u64,
    /// Latency from the NIC's queue to the last bit at the destination.
    pub latency: LatencyReport,
    /// Parts of that latency. Absent if the run was not recorded for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<ComponentReport>,
    /// Mean time from the NIC's queue to the wire, in picoseconds.
    pub nic_wait_ps: u64,
    /// Frames sent.
    pub sent_frames: u64,
    /// Frames delivered.
    pub delivered_frames: u64,
    /// Frames dropped.
    pub dropped_frames: u64,
    /// Frames delivered with an ECN mark.
    pub ecn_marked: u64,
    /// Requests sent for the data of the flow. Absent if the flow is no read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests: Option<u64>,
    /// Acks received by the source.
    pub acks: u64,
    /// CNPs sent by the receiver.
    pub cnp_sent: u64,
    /// CNPs that the receiver's NIC merged with an earlier one.
    pub cnp_merged: u64,
    /// CNPs received by the source.
    pub cnp_received: u64,
    /// Rate allowed by rate control at the end of the window, in bits per second. Absent without
    /// rate control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_bps: Option<u64>,
    /// α of DCQCN at the end of the window, 0 to 1. Absent without DCQCN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// Retransmission. Absent if the flow is not reliable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery: Option<RecoveryReport>,
    /// Receivers of a multicast. Absent for other flows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub receivers: Vec<ReceiverReport>,
    /// End-to-end credits. Absent if the flow has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credits: Option<FlowCreditReport>,
    /// Time at which the last payload was delivered, in picoseconds since the start; for a flow of
    /// a collective, that of its last message so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished_ps: Option<u64>,
    /// Time at which a queue first marked a frame of the flow, since the start. Absent if none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_mark_ps: Option<u64>,
    /// Time of the first drop of a data frame, since the start; discards do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_drop_ps: Option<u64>,
    /// Time at which the NIC first stopped the priority of the flow for a pause, since the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_pause_ps: Option<u64>,
    /// Time from its start to its last payload; `None` if it has not finished. Measures read it.
    #[serde(skip)]
    pub completion_ps: Option<u64>,
}

/// Receiver of a multicast, since the start; its rate is over the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReceiverReport {
    /// Name of the host.
    pub node: String,
    /// Frames delivered to this host.
    pub delivered_frames: u64,
    /// Bytes delivered to this host.
    pub delivered_bytes: u64,
    /// Payload delivered in order to this host, in bytes.
    pub goodput_bytes: u64,
    /// Rate of payload delivered in order, in bits per second over the time of
    /// [`FlowReport::goodput_bps`].
    pub goodput_bps: u64,
}

/// Retransmission of a reliable flow, over the window; `window_frames` and `unacked_frames` are at
/// its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RecoveryReport {
    /// Frames retransmitted.
    pub resent_frames: u64,
    /// Bytes retransmitted.
    pub resent_bytes: u64,
    /// Time lost to recovery, in picoseconds: from the go-back, or from the start of an unanswered
    /// wait for an ack, until the source can send a new frame. Overlapping recoveries count once.
    pub time_lost_ps: u64,
    /// NAKs received by the source.
    pub naks: u64,
    /// Expiries of the ack timeout.
    pub timeouts: u64,
    /// Frames discarded by the receiver.
    pub discarded_frames: u64,
    /// Largest number of frames that may be unacknowledged.
    pub window_frames: u32,
    /// Frames that are unacknowledged.
    pub unacked_frames: u32,
}

/// End-to-end credits of a flow, in frame bytes at the end of the window; `starved_ps` and
/// `updates_lost` are over the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FlowCreditReport {
    /// Largest number of bytes that may be in flight.
    pub limit_bytes: u64,
    /// Bytes that may be sent now.
    pub available_bytes: u64,
    /// Time in which the credits did not cover a full frame. Picoseconds.
    pub starved_ps: u64,
    /// Credits of dropped frames that no resync has returned yet; the source counts their bytes as
    /// in flight.
    pub lost_bytes: u64,
    /// Credit updates that were lost before the source received them.
    pub updates_lost: u64,
    /// Causes of the drops since the start of frames that were covered by credits, and the fate of
    /// those credits. Absent if there were no such drops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Latency of the frames delivered in the window, in picoseconds; 0 if there were none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LatencyReport {
    /// Mean latency.
    pub mean_ps: u64,
    /// Median latency, within 1 %.
    pub p50_ps: u64,
    /// 99th percentile of the latency, within 1 %.
    pub p99_ps: u64,
    /// Largest latency since the start.
    pub max_ps: u64,
}

/// Parts of the mean latency of the frames delivered in the window, in picoseconds, each rounded
/// down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ComponentReport {
    /// Time of waiting in the NIC, for crossbars and for transmitters.
    pub queueing_ps: u64,
    /// Time of transmission by ports; of a frame that the next switch cuts through, only of its
    /// header.
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
