use crate::ids::FlowId;

/// Flows whose sizes and starts were drawn at random, as reports group them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkloadSpec {
    /// Unique among workloads.
    pub name: String,
    /// The first of its flows, which are adjacent in the spec, by their start.
    pub first: FlowId,
    /// How many flows it has.
    pub flows: u32,
}
