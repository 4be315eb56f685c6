//! Flow as a plain object: its counts, rate and retransmission at one instant. Start with [`FlowObject`].
//!
//! Fields for rate control are absent if the flow has no rate control. Fields for retransmission are absent
//! if the flow does not retransmit.

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::{FlowView, RecoveryView};

/// Flow at one instant. Counts are sums since the start of the run.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "FlowState")]
pub(super) struct FlowObject<'a> {
    /// Name of the flow.
    name: &'a str,
    /// Bytes of the frames that the source has given to its NIC. For a saturating flow, bytes that the NIC
    /// has transmitted.
    sent_bytes: u64,
    /// Bytes of the frames that the destination has received.
    delivered_bytes: u64,
    /// Payload bytes that were delivered in order, without retransmissions.
    goodput_bytes: u64,
    /// Bytes of the dropped frames. Discards by the receiver, and copies that a host does not need, do not
    /// count.
    dropped_bytes: u64,
    /// Present rate in bits per second. Absent without rate control.
    #[serde(skip_serializing_if = "Option::is_none")]
    rate_bps: Option<u64>,
    /// Present congestion estimate of DCQCN, from 0 to 1. Absent for other rate controls, and without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    alpha: Option<f64>,
    /// Number of congestion notification packets that the destination has sent.
    cnp_sent: u64,
    /// Number of congestion notification packets that the source has received.
    cnp_received: u64,
    /// Retransmission. Absent unless the flow is reliable.
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery: Option<RecoveryObject>,
    /// Whether the source still gives frames to its NIC, or the NIC still has frames of the flow.
    active: bool,
}

/// Retransmission of a reliable flow at one instant. Counts and times are sums since the start of the run.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Recovery")]
struct RecoveryObject {
    /// Greatest number of frames that may be sent but not acknowledged.
    window_frames: u32,
    /// Number of frames that the source has sent and that are not yet acknowledged.
    unacked_frames: u32,
    /// Number of retransmitted frames.
    resent_frames: u64,
    /// Bytes of the retransmitted frames.
    resent_bytes: u64,
    /// Number of NAKs that the source has received.
    naks: u64,
    /// Number of times that the ack timeout has expired.
    timeouts: u64,
    /// Time in which the source could send no new frame because of a recovery, in picoseconds.
    time_lost_ps: u64,
}

impl<'a> FlowObject<'a> {
    pub(super) fn new(name: &'a str, flow: &FlowView) -> Self {
        Self {
            name,
            sent_bytes: flow.sent_bytes,
            delivered_bytes: flow.delivered_bytes,
            goodput_bytes: flow.goodput_bytes,
            dropped_bytes: flow.dropped_bytes,
            rate_bps: flow.control.map(|control| control.rate.bps()),
            alpha: flow.control.and_then(|control| control.alpha()),
            cnp_sent: flow.cnps_sent,
            cnp_received: flow.cnps_received,
            recovery: flow.recovery.map(RecoveryObject::new),
            active: flow.active,
        }
    }
}

impl RecoveryObject {
    const fn new(view: RecoveryView) -> Self {
        Self {
            window_frames: view.window,
            unacked_frames: view.unacked,
            resent_frames: view.resent_frames,
            resent_bytes: view.resent_bytes,
            naks: view.naks,
            timeouts: view.timeouts,
            time_lost_ps: view.recovery_time.ps(),
        }
    }
}
