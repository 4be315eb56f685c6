//! RDMA operation of a flow, as a document writes it. Start with [`Operation`].
//!
//! A flow without an operation is a write. Writes, sends and reads are acknowledged, if the frame format
//! allows acks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// RDMA operation of a flow (InfiniBand Architecture 1.2.1, volume 1, 9.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// RDMA write: the source writes the payload to an address in the memory of the receiver. How the source
    /// got the address is not simulated.
    #[default]
    Write,
    /// Send: the receiver chooses the address of the payload when the payload arrives.
    Send,
    /// RDMA read: the receiver requests the payload. The requests go to the source, and the payload goes to
    /// the receiver.
    Read,
    /// Multicast: switches copy each frame for several receivers. Receivers send no acks.
    Multicast,
    /// Raw frames without a transport protocol. Receivers send no acks, and lost frames are not
    /// retransmitted.
    Raw,
}

impl Operation {
    /// Name of the operation in documents.
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

    /// The operation with its article, such as `a write`, for messages about a flow.
    pub(super) const fn of_flow(self) -> &'static str {
        match self {
            Self::Write => "a write",
            Self::Send => "a send",
            Self::Read => "a read",
            Self::Multicast => "a multicast",
            Self::Raw => "a flow of raw frames",
        }
    }

    /// Whether receivers acknowledge the frames of the operation, if the format of the frames allows acks.
    #[must_use]
    pub(super) const fn is_acknowledged(self) -> bool {
        matches!(self, Self::Write | Self::Send | Self::Read)
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
