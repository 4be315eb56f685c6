//! Report of the lossless priority groups that dropped frames although they never requested a pause. Start
//! with [`DropsWithoutPause`].
//!
//! Pause requests count since the start of the run, even if they were cancelled. Drops count only in the
//! measurement window. The thresholds are read at the end of the window. Hosts are not reported.

use schemars::JsonSchema;
use serde::Serialize;

use super::WindowStart;
use super::amount::grouped;
use crate::engine::{DropCause, World};
use crate::fabric::buffer::{Scope, Threshold};

/// Lossless ingress priority group that dropped frames for lack of memory in the measurement window. It has
/// requested no pause since the start of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DropsWithoutPause {
    /// Ingress port, such as `s1.2`.
    pub port: String,
    /// Priority, 0 to 7.
    pub priority: u8,
    /// Number of lossless frames that the priority group dropped in the measurement window for lack of
    /// memory.
    pub lost_frames: u64,
    /// Greatest use of shared memory by the priority group since the start of the run, in bytes.
    pub shared_peak_bytes: u64,
    /// Static XOFF threshold of the priority group in bytes. Absent if the threshold is dynamic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xoff_bytes: Option<u64>,
    /// Configured headroom of the priority group in bytes.
    pub headroom_bytes: u64,
    /// Reason why the priority group requested no pause, in words.
    pub why: String,
}

/// Reports on the priority groups of switches that dropped lossless frames in the measurement window but have
/// requested no pause since the start of the run. The window starts at `window_start`. In the order of ports,
/// then of priorities.
pub(super) fn drops_without_pause(world: &World, window_start: &WindowStart) -> Vec<DropsWithoutPause> {
    let spec = world.spec();
    let mut reports = Vec::new();
    for window in window_start.priorities(world) {
        let (port, n, now) = (window.port, window.priority, window.now);
        let violations = DropCause::ALL.into_iter().filter(|cause| cause.is_violation());
        let lost_frames: u64 = violations.map(|cause| window.drops(cause)).sum();
        let has_requested = now.pauses_sent + now.cancelled > 0 || world.requests_pause(port, n);
        if lost_frames == 0 || has_requested || spec.switch_of(port).is_none() {
            continue;
        }
        let group = world.group(port, n);
        let xoff_bytes = match group.threshold {
            Threshold::Static(bytes) => Some(bytes),
            Threshold::Dynamic(_) => None,
        };
        let peak = grouped(now.shared_peak);
        let config = &spec.ports[port.index()].config;
        let sends = config.sender.enabled.contains(n);
        let why = if config.link_pause.is_some() && !sends {
            "its port sends no 802.3x pauses (link_pause is rx)".to_owned()
        } else if !sends {
            "its port sends no pauses for this priority (pfc_tx is off)".to_owned()
        } else if let Some(marks) = config.link_pause {
            let xoff = grouped(marks.xoff);
            format!("all priorities of its port together stayed below the link's XOFF of {xoff} B")
        } else {
            let used = match (xoff_bytes, group.scope) {
                (Some(xoff), Scope::Group) => {
                    format!("its shared use came to {peak} of {} B", grouped(xoff))
                }
                _ => format!("its shared use came to {peak} B, below its threshold"),
            };
            let headroom = if window.drops(DropCause::Violation) > 0 {
                format!("its headroom of {} B held none of them", grouped(group.headroom))
            } else {
                "the headroom pool of its switch had no room for them".to_owned()
            };
            format!("{used}, the frames that followed did not fit under XOFF, and {headroom}")
        };
        reports.push(DropsWithoutPause {
            port: spec.port_name(port),
            priority: n.get(),
            lost_frames,
            shared_peak_bytes: now.shared_peak,
            xoff_bytes,
            headroom_bytes: group.headroom,
            why,
        });
    }
    reports
}
