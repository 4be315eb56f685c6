use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Operation of a flow on its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// Writes it to memory that its receiver has named before.
    #[default]
    Write,
    /// Sends it to where its receiver says as it comes.
    Send,
    /// Sends it as its receiver asks for it: requests go one way, data the other.
    Read,
    /// Sends it to several hosts at once: switches copy its frames. Nobody acknowledges them.
    Multicast,
    /// Frames without a transport: nothing of them is acknowledged, or sent again.
    Raw,
}

impl Operation {
    /// As documents name it.
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

    /// Kind of flow with this operation, as a sentence.
    pub(super) const fn of_flow(self) -> &'static str {
        match self {
            Self::Write => "a write",
            Self::Send => "a send",
            Self::Read => "a read",
            Self::Multicast => "a multicast",
            Self::Raw => "a flow of raw frames",
        }
    }

    /// Whether its receiver acknowledges it, where its format can.
    #[must_use]
    pub(super) const fn is_acknowledged(self) -> bool {
        matches!(self, Self::Write | Self::Send | Self::Read)
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
