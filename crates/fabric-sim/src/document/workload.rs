//! Workload of a document. Start with [`Workload`].
//!
//! Flows start at `start` or later, and before `stop`. A flow that has started is not cut off at `stop`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::number::Whole;
use super::sizes::SizeDistribution;
use super::traffic::FrameBytes;
use crate::ids::Priority;
use crate::units::Time;

/// Workload: flows with random start times, sizes and hosts. The seed of the document determines all these
/// random values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Name, unique among workloads, 1 to 64 bytes.
    pub name: String,
    /// Distribution of flow sizes.
    pub sizes: SizeDistribution,
    /// Mean payload rate that each host offers, in percent of the rate of the host's link. The flows of a
    /// host start as a Poisson process. Their mean number per second is load × link rate ÷ mean flow size.
    pub load: Whole<1, 100>,
    /// Names of the hosts that are sources and destinations. Default: all hosts that have a link.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 4096, _>"
    )]
    #[schemars(length(max = 4096))]
    pub hosts: Vec<String>,
    /// Time from which flows start; default 0.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub start: Time,
    /// Time from which no more flows start. Default: the horizon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Time>,
    /// Format of the frames of the flows; default `ip`.
    #[serde(default = "defaults::format", skip_serializing_if = "defaults::is_format")]
    pub format: String,
    /// Length of each frame in bytes, from header to FCS; default 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameBytes>,
    /// Priority of the flows, 0 to 7; default 3.
    #[serde(default = "defaults::priority", skip_serializing_if = "defaults::is_priority")]
    pub priority: Priority,
}
