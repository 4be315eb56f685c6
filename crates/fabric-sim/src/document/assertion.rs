//! Assertions of a document: claims about its run that `fabric check` tests.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Claim about the run of a document, from time 0 to the horizon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Assertion {
    /// No frame of a lossless priority is dropped, for any cause.
    NoLosslessLoss,
    /// No deadlock occurs.
    NoDeadlock,
    /// No frame of a flow changes its priority at a link where one of the two priorities is lossless. A
    /// sender and receiver with different priority maps cause this.
    NoClassMismatch,
    /// The run gives no warning about a setting.
    NoWarning,
    /// All readings of a measure are within bounds.
    Measure(MeasureBound),
}

/// Bounds for the readings of a measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasureBound {
    /// Name of the measure, such as `p99_ps`; `fabric sweep --help` lists all.
    pub name: String,
    /// Flow by name, queue as `s1.2.3` (node, port, priority) or collective by name. Default: all flows,
    /// queues or collectives that have a reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Upper bound, exclusive, in the unit of the measure: `20us`, `96k`, `10G` or a number; default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<String>,
    /// Lower bound, exclusive, in the unit of the measure: `20us`, `96k`, `10G` or a number; default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<String>,
}
