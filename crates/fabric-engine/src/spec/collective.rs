//! Collectives, as data: flows and the order of their messages.

use crate::fabric::endpoint::CollectiveConfig;
use crate::ids::FlowId;
use crate::units::Time;

/// Collective: flows that start messages when other messages have arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectiveSpec {
    /// Name, unique among collectives.
    pub name: String,
    /// Kind of the collective for reports, such as `ring_all_reduce`.
    pub kind: &'static str,
    /// First flow of the collective. The other flows have the following ids.
    pub first: FlowId,
    /// Order and number of the messages.
    pub config: CollectiveConfig,
    /// Payload bytes of each message of each flow.
    pub message: u64,
    /// Time at which the first messages start.
    pub start: Time,
}

impl CollectiveSpec {
    /// Whether `flow` belongs to the collective.
    #[must_use]
    pub const fn has(&self, flow: FlowId) -> bool {
        self.first.0 <= flow.0 && flow.0 - self.first.0 < self.config.flows
    }
}
