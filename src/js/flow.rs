//! Figures of a flow for JavaScript.

use fabric_sim::engine::{FlowView, RecoveryView};
use serde::Serialize;

/// Flow at one instant. Counts are sums since the start of the run.
#[derive(Serialize)]
pub(super) struct Flow<'a> {
    name: &'a str,
    sent_bytes: u64,
    delivered_bytes: u64,
    goodput_bytes: u64,
    dropped_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate_bps: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alpha: Option<f64>,
    cnp_sent: u64,
    cnp_received: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery: Option<Recovery>,
    active: bool,
}

#[derive(Serialize)]
struct Recovery {
    window_frames: u32,
    unacked_frames: u32,
    resent_frames: u64,
    resent_bytes: u64,
    naks: u64,
    timeouts: u64,
    time_lost_ps: u64,
}

impl<'a> Flow<'a> {
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
            recovery: flow.recovery.map(Recovery::new),
            active: flow.active,
        }
    }
}

impl Recovery {
    const fn new(view: RecoveryView) -> Self {
        Self {
            window_frames: view.window,
            unacked_frames: view.unacked,
            resent_frames: view.resent_frames,
            resent_bytes: view.resent_bytes,
            naks: view.naks,
            timeouts: view.timeouts,
            time_lost_ps: view.time_lost.ps(),
        }
    }
}
