//! Collectives as a document writes them. `compile/collectives.rs` compiles them into flows. Start with
//! [`Collective`].
//!
//! A repetition starts when all messages of the previous one have arrived. The messages of a repetition start
//! together, except in a ring all-reduce, where each message waits for a message from the previous host.
//!
//! Reading does not check hosts. Compiling refuses unknown hosts, hosts without a link, a host that is named
//! twice, and fewer than two hosts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::number::Whole;
use super::traffic::{FrameBytes, TransferBytes};
use crate::ids::Priority;
use crate::units::Time;

/// Collective: messages between several hosts. Some messages start only when other messages have arrived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Collective {
    /// Name, unique among collectives, 1 to 64 bytes.
    pub name: String,
    /// Pattern of senders and receivers.
    pub kind: CollectiveKind,
    /// Hosts that take part in the collective. A ring connects them in this order. Default: all hosts that
    /// have a link.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 4096, _>"
    )]
    #[schemars(length(max = 4096))]
    pub hosts: Vec<String>,
    /// Name of the receiver of an incast, which must be one of the hosts; default: the first host. For
    /// another pattern, a receiver is an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Number of senders of an incast. The senders are the first hosts of the list, without the receiver.
    /// Default: all hosts but the receiver. A greater number is an error. A number for another pattern is an
    /// error, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub senders: Option<Whole<1, 65_535>>,
    /// Payload of each message in bytes. For a ring all-reduce of n hosts, the data of each host in bytes. A
    /// message has 1/n of the data, rounded up to a whole byte.
    pub bytes: TransferBytes,
    /// Start time of the collective; default 0.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub start: Time,
    /// Number of repetitions; each starts when the previous repetition has ended. Default 1.
    #[serde(default = "defaults::once", skip_serializing_if = "defaults::is_once")]
    pub repeats: Whole<1, 65_535>,
    /// Format of the frames of the flows; default `ip`.
    #[serde(default = "defaults::format", skip_serializing_if = "defaults::is_format")]
    pub format: String,
    /// Length of each frame in bytes, from header to FCS; default 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameBytes>,
    /// Priority of all frames of the collective, 0 to 7; default 3.
    #[serde(default = "defaults::priority", skip_serializing_if = "defaults::is_priority")]
    pub priority: Priority,
}

/// Pattern of senders and receivers in a collective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CollectiveKind {
    /// All hosts send to one host.
    Incast,
    /// Each host sends to every other host.
    AllToAll,
    /// Each of n hosts sends 2(n − 1) messages to the next host of a ring. The first message starts at once.
    /// Each later message starts when a message from the previous host has arrived.
    RingAllReduce,
    /// Each host sends to another host, and each host receives from exactly one host. The receivers are drawn
    /// at random for each repetition.
    Permutation,
    /// Each host sends to another host. The receiver is drawn at random for each host and repetition.
    UniformRandom,
}

impl CollectiveKind {
    /// Name of the pattern in documents and reports.
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
