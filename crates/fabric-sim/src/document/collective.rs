use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::number::Whole;
use super::traffic::{FrameBytes, Priority, TransferBytes};
use crate::units::Time;

/// Flows between several hosts whose messages begin when others have arrived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Collective {
    /// Unique among collectives, 1 to 64 bytes.
    pub name: String,
    /// Pattern of senders and receivers.
    pub kind: CollectiveKind,
    /// The hosts that take part, in the order of the ring; default: all that have a link.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 4096, _>"
    )]
    #[schemars(length(max = 4096))]
    pub hosts: Vec<String>,
    /// Of an incast: the one of them that all others send to; default: the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Of an incast: how many hosts send, the first ones in their order beside
    /// the receiver; default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub senders: Option<Whole<1, 65_535>>,
    /// Payload: of each message, or of a ring all-reduce of what each host has
    /// to reduce, which goes round in as many parts as there are hosts.
    pub bytes: TransferBytes,
    /// When it begins.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub start: Time,
    /// How often it is done, each time when the one before is over; default 1.
    #[serde(default = "defaults::once", skip_serializing_if = "defaults::is_once")]
    pub repeats: Whole<1, 65_535>,
    /// Frame format of its flows; default `ip`.
    #[serde(default = "defaults::format", skip_serializing_if = "defaults::is_format")]
    pub format: String,
    /// Bytes of each frame, header through FCS; default 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameBytes>,
    /// 0 to 7; default 3.
    #[serde(default = "defaults::priority", skip_serializing_if = "defaults::is_priority")]
    pub priority: Priority,
}

/// Pattern of senders and receivers in a collective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CollectiveKind {
    /// All to one.
    Incast,
    /// Each to each other.
    AllToAll,
    /// Each to the next, in a ring, 2(n − 1) times: what a host sends is what
    /// has arrived the time before.
    RingAllReduce,
    /// Each to one other, no two to the same; drawn anew each time.
    Permutation,
    /// Each to one other drawn at random, whoever else sends there; drawn anew each time.
    UniformRandom,
}

impl CollectiveKind {
    /// As documents and reports name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Incast => "incast",
            Self::AllToAll => "all_to_all",
            Self::RingAllReduce => "ring_all_reduce",
            Self::Permutation => "permutation",
            Self::UniformRandom => "uniform_random",
        }
    }
}
