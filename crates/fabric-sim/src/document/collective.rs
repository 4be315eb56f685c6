//! Collectives as a document writes them. They compile into flows, in `compile/collectives.rs`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::number::Whole;
use super::traffic::{FrameBytes, Priority, TransferBytes};
use crate::units::Time;

/// Collective transfer: flows between several hosts whose messages begin when others have arrived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Collective {
    /// Name, unique among collectives, 1 to 64 bytes.
    pub name: String,
    /// Pattern of senders and receivers.
    pub kind: CollectiveKind,
    /// Participating hosts, in the order of the ring; default: all hosts with a link.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 4096, _>"
    )]
    #[schemars(length(max = 4096))]
    pub hosts: Vec<String>,
    /// Receiver of an incast; default: the first of the hosts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Number of senders of an incast: the first hosts in their order, without the receiver;
    /// default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub senders: Option<Whole<1, 65_535>>,
    /// Payload in bytes of each message; for a ring all-reduce, the data of each host, which is
    /// divided by the number of hosts.
    pub bytes: TransferBytes,
    /// Start time.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub start: Time,
    /// Number of repetitions; each starts when the one before has ended; default 1.
    #[serde(default = "defaults::once", skip_serializing_if = "defaults::is_once")]
    pub repeats: Whole<1, 65_535>,
    /// Frame format of the flows; default `ip`.
    #[serde(default = "defaults::format", skip_serializing_if = "defaults::is_format")]
    pub format: String,
    /// Bytes of each frame, header through FCS; default 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameBytes>,
    /// Priority, 0 to 7; default 3.
    #[serde(default = "defaults::priority", skip_serializing_if = "defaults::is_priority")]
    pub priority: Priority,
}

/// Pattern of senders and receivers in a collective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CollectiveKind {
    /// All hosts send to one.
    Incast,
    /// Each host sends to every other host.
    AllToAll,
    /// Each of n hosts sends 2(n − 1) messages to the next host of a ring; each message after the
    /// first starts when one from the host before has arrived.
    RingAllReduce,
    /// Each host sends to another host, no two to the same one; drawn at random for each
    /// repetition.
    Permutation,
    /// Each host sends to another host drawn at random, independently of the others, for each
    /// repetition.
    UniformRandom,
}

impl CollectiveKind {
    /// Name in documents and reports.
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
