//! Conditions on a number of a run, such as `latency <= 40us`. A missing number fulfils only the
//! condition `= none`; a value that cannot be read fulfils none.

use fabric_sim::document::{Document, Problem};
use fabric_sim::engine::World;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Figures, Metric};

/// Comparison of a number of a run with a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// The number.
    pub metric: Metric,
    /// Comparison operator.
    pub is: Comparison,
    /// Value to compare with, in the unit of the metric: `0`, `12k`, `40us`, `90G`; or `none`, with
    /// `=`, if there must be no number, such as no time of a deadlock.
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

/// Result of a condition in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The number, as people read it; `none` if there is none.
    pub value: String,
    /// Whether the condition holds.
    pub holds: bool,
}

/// Word for a missing number.
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

    /// Operator as files write it.
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
    /// Refuses a condition that cannot be judged in a run of `document`, of which `world` is the
    /// start.
    ///
    /// # Errors
    /// The first problem, with its place.
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

    /// Judges the condition in a run; a condition that cannot be judged does not hold.
    #[must_use]
    pub fn judge(&self, figures: &Figures) -> Judged {
        Judged { value: figures.text(&self.metric), holds: self.holds(figures.get(&self.metric)) }
    }

    /// Whether the condition holds for `value`, the number of its metric; `None`: there is none.
    pub(crate) fn holds(&self, value: Option<u64>) -> bool {
        let with = self.metric.unit().ok().and_then(|unit| unit.parse(&self.value).ok());
        match (value, with) {
            (None, _) => self.value == NONE,
            (Some(value), Some(with)) => self.value != NONE && self.is.holds(value, with),
            (Some(_), None) => false,
        }
    }

    /// Whether the condition can hold only if its metric has a number.
    pub(crate) fn needs_number(&self) -> bool {
        self.value != NONE
    }
}
