//! Assertions of a document: claims on its run that `fabric check` tests. Without assertions, the command
//! tests three: no lossless loss, no deadlock and no class mismatch. Start with [`Assertion`].
//!
//! A measured value equal to a bound breaks the assertion. With `above`, a flow, queue or collective without
//! a measured value breaks the assertion, too. With `below` alone, such an object breaks nothing, unless no
//! object has a value.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// Claim on the run of a document, from time 0 to the horizon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Assertion {
    /// No frame of a lossless priority is dropped, except by a full queue of its own NIC.
    NoLosslessLoss,
    /// No deadlock occurs.
    NoDeadlock,
    /// No frame of a flow changes its priority at a link, if one of the two priorities is lossless. Different
    /// priority maps of sender and receiver cause such a change. All flows count, even a flow that starts
    /// after the horizon.
    NoClassMismatch,
    /// The run gives no warnings on settings.
    NoWarning,
    /// All measured values of a measure are within the bounds.
    Measure(MeasureBound),
}

/// Bounds for the measured values of one measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasureBound {
    /// Name of the measure, such as `p99_ps`; `fabric sweep --help` lists all.
    pub name: String,
    /// Name of a flow or collective, or of a queue, written as `s1.2.3` (node, port, priority). Default: all
    /// flows, queues or collectives that have a measured value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Upper bound in the unit of the measure: `20us`, `96k`, `10G` or a number. Measured values must be
    /// below the bound. Default: no upper bound.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text_or_number")]
    #[schemars(schema_with = "bound_schema")]
    pub below: Option<String>,
    /// Lower bound in the unit of the measure: `20us`, `96k`, `10G` or a number. Measured values must be
    /// above the bound. Default: no lower bound.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text_or_number")]
    #[schemars(schema_with = "bound_schema")]
    pub above: Option<String>,
}

/// Reads a bound that is text or a number.
fn text_or_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        Value::Number(number) => Ok(Some(number.to_string())),
        Value::Bool(value) => Err(D::Error::invalid_type(Unexpected::Bool(value), &BOUND)),
        Value::Array(_) => Err(D::Error::invalid_type(Unexpected::Seq, &BOUND)),
        Value::Object(_) => Err(D::Error::invalid_type(Unexpected::Map, &BOUND)),
    }
}

/// Allowed values of a bound, as error messages describe them.
const BOUND: &str = "text or a number";

fn bound_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["string", "number", "null"] })
}
