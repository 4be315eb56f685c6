//! What a run came to for a flow.

use schemars::JsonSchema;
use serde::Serialize;

/// A flow over the window.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FlowReport {
    /// As the document names it; of an incast: its time, sender and receiver.
    pub name: String,
    /// What it does with its payload.
    pub operation: &'static str,
    /// The collective that it is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collective: Option<String>,
    /// Handed to the NIC; of a saturating flow: put on the wire.
    pub sent_bytes: u64,
    /// Delivered to the destination host.
    pub delivered_bytes: u64,
    /// Lost, whatever the cause.
    pub dropped_bytes: u64,
    /// Frame bytes delivered, in bits per second from the flow's start to its end, as far as
    /// they lie in the window.
    pub throughput_bps: u64,
    /// Payload delivered in order, in bits per second of the same time; of a multicast to all
    /// receivers together.
    pub goodput_bps: u64,
    /// From the NIC's queue to the last bit at the destination.
    pub latency: LatencyReport,
    /// Where that time went, if somebody listened to the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<ComponentReport>,
    /// Mean time from the NIC's queue to the wire, in picoseconds.
    pub nic_wait_ps: u64,
    /// Frames sent.
    pub sent_frames: u64,
    /// Frames delivered.
    pub delivered_frames: u64,
    /// Frames lost.
    pub dropped_frames: u64,
    /// Frames delivered with the mark of congestion.
    pub ecn_marked: u64,
    /// Requests for its data that were sent, if it is a read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests: Option<u64>,
    /// Acks that came back to the source.
    pub acks: u64,
    /// CNPs that its receiver sent.
    pub cnp_sent: u64,
    /// CNPs that the receiver's NIC swallowed as repeats.
    pub cnp_merged: u64,
    /// CNPs that came back to the source.
    pub cnp_received: u64,
    /// What its rate control allows at the end of the window, in bits per
    /// second; not there if nothing controls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_bps: Option<u64>,
    /// α of DCQCN then, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// What it did about frames that were lost, if it is reliable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery: Option<RecoveryReport>,
    /// Of a multicast: what each receiver got.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub receivers: Vec<ReceiverReport>,
    /// The credits between its ends, if it sends for any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credits: Option<FlowCreditReport>,
    /// When its last payload was delivered, in picoseconds since the start;
    /// of a collective: that of its last message so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished_ps: Option<u64>,
    /// Time from its start to its last payload; `None` if it has not finished. Measures read it.
    #[serde(skip)]
    pub completion_ps: Option<u64>,
}

/// One receiver of a multicast, since the start but for its rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReceiverReport {
    /// The host.
    pub node: String,
    /// Frames delivered to it.
    pub delivered_frames: u64,
    /// Their bytes.
    pub delivered_bytes: u64,
    /// Payload delivered in order.
    pub goodput_bytes: u64,
    /// That in bits per second, as [`FlowReport::goodput_bps`].
    pub goodput_bps: u64,
}

/// What losses cost a reliable flow, over the window; of the window of frames: at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RecoveryReport {
    /// Frames put on the wire again.
    pub resent_frames: u64,
    /// Their bytes.
    pub resent_bytes: u64,
    /// Time that the sender took to be again where it had been, in
    /// picoseconds: from when it went back, or began to wait for an ack in
    /// vain, until it could send what is new. Each instant counts once.
    pub time_lost_ps: u64,
    /// NAKs that came back to the source.
    pub naks: u64,
    /// Times that no ack came in time.
    pub timeouts: u64,
    /// Frames that its receiver threw away.
    pub discarded_frames: u64,
    /// Frames that may be under way without an ack.
    pub window_frames: u32,
    /// Frames that are.
    pub unacked_frames: u32,
}

/// The credits between the ends of a flow, in frame bytes: at the end of the
/// window, but for what is counted over it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FlowCreditReport {
    /// What may be under way.
    pub limit_bytes: u64,
    /// What of that may be sent.
    pub available_bytes: u64,
    /// Time over the window in which that covered no full frame. Picoseconds.
    pub starved_ps: u64,
    /// What frames took with them that were dropped, and no resync has given
    /// back: as far as the flow knows, this much is still under way.
    pub lost_bytes: u64,
    /// Updates over the window that did not come to the source.
    pub updates_lost: u64,
    /// Why frames that were covered were dropped since the start, by what
    /// causes, and what became of their credits; not there if none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Latency of the frames delivered in the window, in picoseconds; 0 if there were none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LatencyReport {
    /// Their mean.
    pub mean_ps: u64,
    /// The median, within 1 %.
    pub p50_ps: u64,
    /// What 99 of 100 did not exceed, within 1 %.
    pub p99_ps: u64,
    /// The longest since the start.
    pub max_ps: u64,
}

/// Mean latency of the frames delivered in the window by what it went into, in
/// picoseconds, each rounded down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ComponentReport {
    /// In the NIC, in front of crossbars, and for transmitters.
    pub queueing_ps: u64,
    /// Coming out of ports; in front of a switch that cuts it through, its header only.
    pub serialisation_ps: u64,
    /// In cables.
    pub propagation_ps: u64,
    /// Parsed and looked up in switches.
    pub ingress_ps: u64,
    /// In crossbars.
    pub crossbar_ps: u64,
    /// In the receiving host's buffer.
    pub receiving_ps: u64,
}
