use crate::fabric::endpoint::CollectiveConfig;
use crate::ids::FlowId;
use crate::units::Time;

/// A collective: flows whose messages begin when others have arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectiveSpec {
    /// Unique among collectives.
    pub name: String,
    /// As reports name its kind.
    pub kind: &'static str,
    /// The first of its flows, which are adjacent in the spec.
    pub first: FlowId,
    /// Its messages and their order.
    pub config: CollectiveConfig,
    /// Bytes of payload of each message.
    pub message: u64,
    /// When it begins.
    pub start: Time,
}

impl CollectiveSpec {
    /// Whether a flow is one of its.
    #[must_use]
    pub const fn has(&self, flow: FlowId) -> bool {
        self.first.0 <= flow.0 && flow.0 - self.first.0 < self.config.flows
    }
}
