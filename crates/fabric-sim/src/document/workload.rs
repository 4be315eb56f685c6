use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::number::Whole;
use super::sizes::SizeDistribution;
use super::traffic::{FrameBytes, Priority};
use crate::units::Time;

/// Flows that start at random, of sizes drawn from a distribution, between
/// hosts drawn at random. The seed of the document decides every draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Unique among workloads, 1 to 64 bytes.
    pub name: String,
    /// Distribution of the sizes of its flows.
    pub sizes: SizeDistribution,
    /// Payload that each host starts to send, in percent of the rate of its
    /// link. Flows start as a Poisson process: load × link rate ÷ mean size of
    /// them a second.
    pub load: Whole<1, 100>,
    /// Hosts that take part; default: all that have a link.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 4096, _>"
    )]
    #[schemars(length(max = 4096))]
    pub hosts: Vec<String>,
    /// When the first flow may start.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub start: Time,
    /// When flows start no more; default: the horizon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Time>,
    /// Format of its frames, as for a flow; default `ip`.
    #[serde(default = "defaults::format", skip_serializing_if = "defaults::is_format")]
    pub format: String,
    /// Bytes of each frame, header through FCS; default 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameBytes>,
    /// Priority of its flows, 0 to 7; default 3.
    #[serde(default = "defaults::priority", skip_serializing_if = "defaults::is_priority")]
    pub priority: Priority,
}
