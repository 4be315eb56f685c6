use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// RDMA operation of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// RDMA write: the payload is written to memory whose address the receiver gave before.
    #[default]
    Write,
    /// Send: the receiver decides where the payload is stored when it arrives.
    Send,
    /// RDMA read: the receiver requests the payload. Requests travel to the source, data to the
    /// receiver.
    Read,
    /// Multicast: switches copy the frames for several hosts. Nobody acknowledges them.
    Multicast,
    /// Raw frames without a transport: they are neither acknowledged nor retransmitted.
    Raw,
}

impl Operation {
    /// Name in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Send => "send",
            Self::Read => "read",
            Self::Multicast => "multicast",
            Self::Raw => "raw",
        }
    }

    /// Name of a flow with this operation, with its article, for sentences.
    pub(super) const fn of_flow(self) -> &'static str {
        match self {
            Self::Write => "a write",
            Self::Send => "a send",
            Self::Read => "a read",
            Self::Multicast => "a multicast",
            Self::Raw => "a flow of raw frames",
        }
    }

    /// Whether the receiver acknowledges the frames, if the format allows it.
    #[must_use]
    pub(super) const fn is_acknowledged(self) -> bool {
        matches!(self, Self::Write | Self::Send | Self::Read)
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
