//! Workloads: groups of flows drawn at random, for reports.

use crate::ids::FlowId;

/// Flows with random sizes and start times, which reports group by size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkloadSpec {
    /// Name, unique among workloads.
    pub name: String,
    /// Name of the distribution from which the sizes of the flows are drawn.
    pub sizes: &'static str,
    /// First flow. The flows are adjacent in the spec, in the order of their starts.
    pub first: FlowId,
    /// Number of flows that the workload starts.
    pub flows: u32,
}
