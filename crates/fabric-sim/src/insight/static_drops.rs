//! Report of the lossy priority groups that dropped frames at a static XOFF threshold.
//!
//! For a lossless class, XOFF is the threshold that requests pauses. For a lossy class, the same value is
//! the limit of shared memory above which frames are dropped. A document whose `lossless` is switched off
//! keeps the value.

use schemars::JsonSchema;
use serde::Serialize;

use super::Mark;
use crate::engine::{DropCause, PriorityCounters, World};
use crate::fabric::buffer::Threshold;
use crate::ids::PortId;
use crate::wire::PRIORITIES;

/// Lossy ingress priority group that dropped frames because its shared use had reached a static threshold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StaticDropReport {
    /// Ingress port, such as `s1.2`.
    pub port: String,
    /// Priority, 0 to 7.
    pub priority: u8,
    /// Frames dropped in the window.
    pub lost_frames: u64,
    /// Static XOFF threshold, in bytes of shared memory.
    pub xoff_bytes: u64,
}

/// Reports of the lossy groups of switches that dropped frames at a static threshold since `mark`, in the
/// order of ports and priorities.
pub(super) fn static_drops(world: &World, mark: &Mark) -> Vec<StaticDropReport> {
    let none = [PriorityCounters::default(); PRIORITIES];
    let mut reports = Vec::new();
    for (index, lanes) in world.counters().ports.iter().enumerate() {
        let port = PortId::new(index);
        let before = mark.ports().get(index).unwrap_or(&none);
        for (n, (now, before)) in (0..8u8).zip(lanes.iter().zip(before)) {
            let lost_frames = tail_drops(now) - tail_drops(before);
            if lost_frames == 0 {
                continue;
            }
            let group = world.group(port, n);
            if let Threshold::Static(xoff_bytes) = group.threshold
                && !group.lossless
            {
                reports.push(StaticDropReport {
                    port: world.spec().port_name(port),
                    priority: n,
                    lost_frames,
                    xoff_bytes,
                });
            }
        }
    }
    reports
}

/// Number of frames that were dropped at the threshold of their group.
fn tail_drops(counters: &PriorityCounters) -> u64 {
    let causes = DropCause::ALL.iter().zip(&counters.drops);
    causes.filter(|(cause, _)| **cause == DropCause::TailDrop).map(|(_, frames)| frames).sum()
}
