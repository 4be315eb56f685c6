//! Conditions on a metric of a run, such as `latency <= 40us`. If the run has no value for the metric, only
//! the condition `= none` holds. If the value of a condition cannot be read, the condition does not hold.
//! Start reading with [`Condition`]. Values are compared exactly, in the unit of the metric, without
//! rounding.

use fabric_sim::document::{Document, Problem};
use fabric_sim::engine::World;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Metric, MetricValues};

/// Condition: comparison of a metric of a run with a fixed value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Metric whose value in the run is compared.
    pub metric: Metric,
    /// Comparison operator.
    pub is: Comparison,
    /// Value to compare with, in the unit of the metric: `0`, `12k`, `40us`, `90G`. With the operator `=`
    /// also `none`, which holds if the run has no value for the metric. For example, a run without a
    /// deadlock has no time of a deadlock.
    pub value: String,
}

/// Comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Comparison {
    /// Less than (`<`).
    #[serde(rename = "<")]
    Below,
    /// Less than or equal to (`<=`).
    #[serde(rename = "<=")]
    AtMost,
    /// Equal to (`=`).
    #[serde(rename = "=")]
    Equal,
    /// Greater than or equal to (`>=`).
    #[serde(rename = ">=")]
    AtLeast,
    /// Greater than (`>`).
    #[serde(rename = ">")]
    Above,
}

/// Result of judging a condition in one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionResult {
    /// Value of the metric as people read it, such as `13.5 kB`; `none` if the run has no value.
    pub value: String,
    /// Whether the condition holds.
    pub holds: bool,
}

/// Value of a condition that holds only if the run has no value for the metric.
const NONE: &str = "none";

impl Comparison {
    fn holds(self, value: u64, with: u64) -> bool {
        match self {
            Self::Below => value < with,
            Self::AtMost => value <= with,
            Self::Equal => value == with,
            Self::AtLeast => value >= with,
            Self::Above => value > with,
        }
    }

    /// Operator as files write it: `<`, `<=`, `=`, `>=` or `>`.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Below => "<",
            Self::AtMost => "<=",
            Self::Equal => "=",
            Self::AtLeast => ">=",
            Self::Above => ">",
        }
    }
}

impl Condition {
    /// Refuses a condition that cannot be judged in a run of `document`: its metric does not exist, or its
    /// value cannot be read. `world` is the run of `document` at time 0.
    ///
    /// # Errors
    /// The first problem, with its place in the condition. The problem names `metric`, `is` or `value`. With
    /// the value `none`, each operator except `=` is refused.
    pub fn check(&self, document: &Document, world: &World) -> Result<(), Problem> {
        self.metric.check(document, world).map_err(|problem| crate::check::at("metric", &problem))?;
        let unit = self.metric.unit()?;
        if self.value == NONE {
            return match self.is {
                Comparison::Equal => Ok(()),
                _ => Err(Problem::range(
                    "is",
                    format_args!("\"{}\"", self.is.sign()),
                    "= where the value is none",
                )),
            };
        }
        let value = unit.parse(&self.value);
        value.map(|_| ()).map_err(|range| Problem::range("value", format_args!("\"{}\"", self.value), range))
    }

    /// Judges the condition by the numbers `figures` of a run. A condition whose value cannot be read does
    /// not hold.
    #[must_use]
    pub fn judge(&self, figures: &MetricValues) -> ConditionResult {
        ConditionResult { value: figures.text(&self.metric), holds: self.holds(figures.get(&self.metric)) }
    }

    /// Whether the condition holds if its metric has the value `value` in the run. `None`: the run has no
    /// value; then the condition holds only if its own value is `none`, with any operator. If the run has a
    /// value, a condition with the value `none` does not hold.
    pub(crate) fn holds(&self, value: Option<u64>) -> bool {
        let with = self.metric.unit().ok().and_then(|unit| unit.parse(&self.value).ok());
        match (value, with) {
            (None, _) => self.value == NONE,
            (Some(value), Some(with)) => self.value != NONE && self.is.holds(value, with),
            (Some(_), None) => false,
        }
    }

    /// Whether the condition holds only if the run has measured its metric. `false` for a condition that
    /// compares the metric with `none`, that is, requires that there is no measurement.
    pub(crate) fn needs_number(&self) -> bool {
        self.value != NONE
    }
}
