//! Runs of one document that differ in a few values, and what they come to side
//! by side. Whoever has cores, workers or patience runs the points in any
//! order; the table is the same.

mod csv;
mod table;

use std::fmt;
use std::sync::Arc;

use crate::document::params::Address;
use crate::document::{Document, Problem, Problems, Variation};
use crate::engine::{Stop, World};
use crate::insight::{Measure, Report};
use crate::spec::Spec;
use crate::units::Time;

pub use table::Table;

/// What is run, and what it is measured by.
#[derive(Clone, Debug)]
pub struct Sweep {
    document: Document,
    vary: Vec<Variation>,
    measures: Vec<&'static Measure>,
    until: Option<Time>,
    points: Vec<Vec<String>>,
}

/// One figure of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The measure, and of which flow, queue or collective.
    pub column: String,
    /// In the unit that the measure's name ends with; `None`: there is none.
    pub value: Option<u64>,
}

/// Why a point has no figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmeasured {
    /// Its values make no document.
    Refused(Problems),
    /// It did not come to its end.
    TooLong {
        /// Events that it was given.
        events: u64,
        /// Where it was then.
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
    /// Every combination of what is varied in `document`, the last key changing
    /// first; each is run up to and including `until`, or else the horizon.
    ///
    /// # Errors
    /// If there are more than [`Variation::MOST_RUNS`].
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

    /// How many runs.
    #[must_use]
    pub fn count(&self) -> usize {
        self.points.len()
    }

    /// What is varied, key by key, and the value that point `n` gives it.
    pub fn pairs(&self, n: usize) -> impl Iterator<Item = (&str, &str)> + Clone {
        let values = self.points.get(n).map(Vec::as_slice).unwrap_or_default();
        self.vary.iter().map(|one| one.key.as_str()).zip(values.iter().map(String::as_str))
    }

    /// The document of point `n`, and the addresses that its values are at.
    ///
    /// # Errors
    /// If a value is none of its key's.
    pub fn document(&self, n: usize) -> Result<(Document, Vec<Address>), Problems> {
        let mut document = self.document.clone();
        let written = document.edit_all(self.pairs(n))?;
        Ok((document, written))
    }

    /// The fabric of point `n`.
    ///
    /// # Errors
    /// If its values make no sense together.
    pub fn spec(&self, n: usize) -> Result<Spec, Problems> {
        let (document, written) = self.document(n)?;
        document.compile_edited(&written)
    }

    /// Runs point `n`, `events` at most, and reads its figures.
    ///
    /// # Errors
    /// If it is no fabric, or does not come to its end.
    pub fn run(&self, n: usize, events: u64) -> Result<Vec<Figure>, Unmeasured> {
        let spec = Arc::new(self.spec(n)?);
        let until = self.until.unwrap_or(spec.horizon);
        let mut world = World::new(spec);
        if world.run(until, events) != Stop::Reached {
            return Err(Unmeasured::TooLong { events, reached: world.now() });
        }
        let report = Report::of(&world);
        let of = |measure: &&'static Measure| {
            let column = |of: &str| {
                if of.is_empty() { measure.name.to_owned() } else { format!("{} {of}", measure.name) }
            };
            let readings = measure.of(&report).into_iter();
            readings.map(|one| Figure { column: column(&one.of), value: one.value }).collect::<Vec<_>>()
        };
        Ok(self.measures.iter().flat_map(of).collect())
    }

    /// What the points came to, by their number; those without figures have no row.
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
