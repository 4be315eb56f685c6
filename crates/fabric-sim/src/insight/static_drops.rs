//! Report of the lossy priority groups that dropped frames at a static XOFF threshold. Start with
//! [`StaticDropReport`].
//!
//! In a lossless class, a group requests a pause at XOFF. In a lossy class, the same value limits the shared
//! memory: frames above XOFF are dropped. If a document makes a class lossy but leaves its XOFF in place,
//! XOFF thus causes drops.

use schemars::JsonSchema;
use serde::Serialize;

use super::WindowStart;
use crate::engine::{DropCause, World};
use crate::fabric::buffer::Threshold;

/// Lossy ingress priority group that dropped frames because its shared memory had reached a static threshold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StaticDropReport {
    /// Ingress port, such as `s1.2`.
    pub port: String,
    /// Priority, 0 to 7.
    pub priority: u8,
    /// Number of frames that the priority group dropped in the measurement window because of the threshold.
    pub lost_frames: u64,
    /// Static XOFF threshold, in bytes of shared memory.
    pub xoff_bytes: u64,
}

/// Reports on the lossy priority groups of switches that dropped frames at a static threshold in the
/// measurement window, which starts at `window_start`. In the order of ports and priorities.
pub(super) fn static_drops(world: &World, window_start: &WindowStart) -> Vec<StaticDropReport> {
    let mut reports = Vec::new();
    for window in window_start.priorities(world) {
        let lost_frames = window.drops(DropCause::TailDrop);
        if lost_frames == 0 {
            continue;
        }
        let group = world.group(window.port, window.priority);
        if let Threshold::Static(xoff_bytes) = group.threshold
            && !group.lossless
        {
            reports.push(StaticDropReport {
                port: world.spec().port_name(window.port),
                priority: window.priority.get(),
                lost_frames,
                xoff_bytes,
            });
        }
    }
    reports
}
