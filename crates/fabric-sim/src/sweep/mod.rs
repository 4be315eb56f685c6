//! Sweeps: runs of one document with different values of a few keys. A key is the address of a parameter, or
//! a field such as `horizon`. Each combination of values is a point. The points can run in any order and in
//! parallel; the table of results is the same. Start with [`Sweep::new`].
//!
//! The value of the last key changes fastest. A point whose run failed has no row in the table. Without keys,
//! the only point is the document itself.

mod csv;
mod row;
mod table;

use std::fmt;
use std::sync::Arc;

use crate::document::params::Address;
use crate::document::{Document, Problem, Problems, Variation};
use crate::engine::World;
use crate::insight::Measure;
use crate::spec::Spec;
use crate::units::Time;

pub use csv::cell as csv_cell;
pub use row::SweepRow;
pub use table::Table;

/// Document, the values to vary, and the measures to read from each run.
#[derive(Clone, Debug)]
pub struct Sweep {
    document: Document,
    vary: Vec<Variation>,
    measures: Vec<&'static Measure>,
    until: Option<Time>,
    /// Values of the varied keys at each point, in the order of `vary`.
    points: Vec<Vec<String>>,
}

/// Value of a measure in one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Name of the table's column: the name of the measure. If the measure is of a flow, a queue or a
    /// collective, the name of this object follows after a space.
    pub column: String,
    /// Value in the unit at the end of the measure's name; `None` if the run gives no value.
    pub value: Option<u64>,
}

/// Reason why a point has no figures in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmeasured {
    /// The document is invalid with the values of the point, which are one combination of the varied values.
    Refused(Problems),
    /// The run did not reach its end within the allowed number of events.
    TooLong {
        /// Greatest number of events that the run may process.
        events: u64,
        /// Simulated time at which the run was stopped.
        reached: Time,
    },
}

impl fmt::Display for Unmeasured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(problems) => problems.fmt(f),
            Self::TooLong { events, reached } => {
                write!(f, "it takes too long: after {events} events it had come to {reached}")
            }
        }
    }
}

impl From<Problems> for Unmeasured {
    fn from(problems: Problems) -> Self {
        Self::Refused(problems)
    }
}

impl Sweep {
    /// Creates a sweep over every combination of the values in `vary`; the value of the last key changes
    /// fastest. Each run lasts up to and including `until`. If `until` is `None`, each run lasts to the
    /// horizon.
    ///
    /// # Errors
    /// If there are more than [`Variation::MAX_RUNS`] combinations, or if a key is varied twice.
    pub fn new(
        document: Document,
        vary: Vec<Variation>,
        measures: Vec<&'static Measure>,
        until: Option<Time>,
    ) -> Result<Self, Problem> {
        let points = Variation::combined(&vary)?;
        let points = points.into_iter().map(|row| row.into_iter().map(str::to_owned).collect()).collect();
        Ok(Self { document, vary, measures, until, points })
    }

    /// Number of points, which are the combinations of values.
    #[must_use]
    pub fn count(&self) -> usize {
        self.points.len()
    }

    /// Varied keys, each with its value at point `n`, counted from 0. Empty if there is no point `n`.
    pub fn pairs(&self, n: usize) -> impl Iterator<Item = (&str, &str)> + Clone {
        let values = self.points.get(n).map(Vec::as_slice).unwrap_or_default();
        self.vary.iter().map(|one| one.key.as_str()).zip(values.iter().map(String::as_str))
    }

    /// Document of point `n`, and the addresses of the parameters that the point sets. The unchanged document
    /// if there is no point `n`.
    ///
    /// # Errors
    /// If a value is not allowed for its key.
    pub fn document(&self, n: usize) -> Result<(Document, Vec<Address>), Problems> {
        let mut document = self.document.clone();
        let written = document.edit_all(self.pairs(n))?;
        Ok((document, written))
    }

    /// Specification of the fabric at point `n`, compiled from the document of the point.
    ///
    /// # Errors
    /// If a value is not allowed for its key, or the values contradict each other.
    pub fn spec(&self, n: usize) -> Result<Spec, Problems> {
        let (document, written) = self.document(n)?;
        document.compile_edited(&written)
    }

    /// Runs point `n`, with at most `events` events, and returns the values of the measures, in the order of
    /// the measures. A measure of several objects has its values one after the other.
    ///
    /// # Errors
    /// If the document of the point is invalid, or if its run does not reach its end.
    pub fn run(&self, n: usize, events: u64) -> Result<Vec<Figure>, Unmeasured> {
        let spec = Arc::new(self.spec(n)?);
        let until = self.until.unwrap_or(spec.horizon);
        let mut world = World::new(spec);
        let report = Measure::report(self.measures.iter().copied(), &mut world, until, events);
        let Some(report) = report else {
            return Err(Unmeasured::TooLong { events, reached: world.now() });
        };
        let of = |measure: &&'static Measure| {
            let column = |of: &str| {
                if of.is_empty() { measure.name.to_owned() } else { format!("{} {of}", measure.name) }
            };
            let readings = measure.of(&report).into_iter();
            readings.map(|one| Figure { column: column(&one.of), value: one.value }).collect::<Vec<_>>()
        };
        Ok(self.measures.iter().flat_map(of).collect())
    }

    /// Table of the results of the sweep: a row for each point, in the order of points. `figures` has the
    /// results of each point; a point with `None` has no row.
    #[must_use]
    pub fn table<'a>(&self, figures: impl Iterator<Item = Option<&'a [Figure]>> + Clone) -> Table {
        let known = figures.enumerate().filter_map(|(n, one)| Some((n, one?)));
        let keys: Vec<String> = self.vary.iter().map(|one| one.key.clone()).collect();
        let values = |n| self.pairs(n).map(|(_, value)| value.to_owned()).collect();
        Table::new(&keys, known.map(|(n, figures)| (values(n), figures)))
    }
}

#[cfg(test)]
mod tests;
