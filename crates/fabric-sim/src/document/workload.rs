use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::number::Whole;
use super::sizes::SizeDistribution;
use super::traffic::{FrameBytes, Priority};
use crate::units::Time;

/// Flows that start at random, each of a size drawn from a distribution, from
/// every host to others drawn at random. The same seed draws the same flows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Unique among workloads, 1 to 64 bytes.
    pub name: String,
    /// How large its flows are.
    pub sizes: SizeDistribution,
    /// Payload that each host starts to send, in percent of the rate of its
    /// link: flows start as a Poisson process of rate load × link rate ÷ mean size.
    pub load: Whole<1, 100>,
    /// Hosts that take part; default: all that have a link.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 4096, _>"
    )]
    #[schemars(length(max = 4096))]
    pub hosts: Vec<String>,
    /// No flow starts before.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub start: Time,
    /// No flow starts from here on; default: the horizon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Time>,
    /// Format of its frames, as of a flow; default `ip`.
    #[serde(default = "defaults::format", skip_serializing_if = "defaults::is_format")]
    pub format: String,
    /// Bytes of each frame, header through FCS; default 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameBytes>,
    /// 0 to 7; default 3.
    #[serde(default = "defaults::priority", skip_serializing_if = "defaults::is_priority")]
    pub priority: Priority,
}
