//! Result of one run of a sweep, as a plain object for JavaScript. The run has one combination of the varied
//! values, called a point. Start with [`SweepRow`].

use schemars::JsonSchema;
use serde::Serialize;

use super::{Figure, Sweep};

/// Result of a point, which is one combination of values.
#[derive(Serialize, JsonSchema)]
pub struct SweepRow<'a> {
    /// Value of each varied parameter, in the order of the parameters, in the notation of documents.
    values: Vec<&'a str>,
    /// Measures of the run.
    figures: Vec<ExactFigure<'a>>,
}

/// Value of a measure as decimal digits, because it may exceed the exact integers of JavaScript.
#[derive(Serialize, JsonSchema)]
struct ExactFigure<'a> {
    /// Name of the measure.
    name: &'a str,
    /// Whole number in the unit at the end of the name; `null` if the run has no such value.
    value: Option<String>,
}

impl<'a> SweepRow<'a> {
    /// Creates the object for point `n` of `sweep`, counted from 0. `figures` has the results of its run.
    #[must_use]
    pub fn new(sweep: &'a Sweep, n: usize, figures: &'a [Figure]) -> Self {
        let exact = |figure: &'a Figure| ExactFigure {
            name: &figure.column,
            value: figure.value.map(|value| value.to_string()),
        };
        let values = sweep.pairs(n).map(|(_, value)| value).collect();
        Self { values, figures: figures.iter().map(exact).collect() }
    }
}
