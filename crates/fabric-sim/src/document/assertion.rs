//! Assertions about a run, which `fabric check` judges.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Claim about the run of a document up to its horizon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Assertion {
    /// No frame of a lossless priority is lost, whatever the cause.
    NoLosslessLoss,
    /// No deadlock forms.
    NoDeadlock,
    /// No flow has different classes at the two ends of a link where one of them is lossless.
    NoClassMismatch,
    /// No warning is given about a setting.
    NoWarning,
    /// Readings of a measure keep within bounds.
    Measure(MeasureBound),
}

/// Bounds of a measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasureBound {
    /// Name of the measure, as `fabric sweep --help` lists them: `p99_ps`.
    pub name: String,
    /// Flow by name, queue as `s1.2.3`, or collective by name; default: each that has a reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Every reading is below this: `20us`, `96k`, `10G` or a number, by the unit of the measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<String>,
    /// Every reading is above this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<String>,
}
