//! Sweep in progress: points to run, their results, and the points of the plot.
//!
//! Workers take points in order and may finish in any order. A point that is refused, or needs more
//! than 50 million events, has a reason in place of figures. A stopped sweep keeps its results.

use std::rc::Rc;

use fabric_sim::document::Document;
use fabric_sim::document::link::ShareLink;
use fabric_sim::document::params::{Address, ValueKind};
use fabric_sim::sweep::{Figure, Table};

use super::opened::{CompiledDocument, same_network};
use super::sweep_form::Plan;
use super::{Lab, UserError};
use crate::charts::spots;

/// Greatest number of events of a point: about a minute.
pub const MAX_EVENTS: u64 = 50_000_000;

/// Result of a point: figures, or the error.
pub type PointResult = Result<Vec<Figure>, String>;

/// Sweep, in progress or over.
#[derive(Clone, Debug)]
pub struct SweepProgress {
    plan: Rc<Plan>,
    results: Vec<Option<PointResult>>,
    /// Number of the next point to give to a worker, from 0.
    next: usize,
    stopped: bool,
}

/// Point of the plot.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPoint {
    /// Index of the point.
    pub n: usize,
    /// Horizontal position from 0 to 1.
    pub x: f64,
    /// Varied value in the notation of documents.
    pub value: String,
    /// Measured figure; `None` if there is none, or none yet.
    pub figure: Option<u64>,
    /// Reason why there is no figure.
    pub refused: Option<String>,
    /// Whether the point has run.
    pub known: bool,
}

impl SweepProgress {
    /// Sweep of which no point has run.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        Self { results: vec![None; plan.sweep.count()], plan: Rc::new(plan), next: 0, stopped: false }
    }

    /// Plan of the sweep.
    #[must_use]
    pub fn plan(&self) -> &Rc<Plan> {
        &self.plan
    }

    /// Takes the next point to run; `None` if there is none.
    pub fn next_point(&mut self) -> Option<usize> {
        let next = self.next;
        (!self.stopped && next < self.results.len()).then(|| {
            self.next += 1;
            next
        })
    }

    /// Records the result of point `n`.
    pub fn record(&mut self, n: usize, result: PointResult) {
        if let Some(place) = self.results.get_mut(n) {
            *place = Some(result);
        }
    }

    /// Stops the sweep: no further point is run.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Whether the user stopped the sweep before its end.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.stopped && self.done() < self.count()
    }

    /// Number of points.
    #[must_use]
    pub fn count(&self) -> usize {
        self.results.len()
    }

    /// Number of points that have run.
    #[must_use]
    pub fn done(&self) -> usize {
        self.results.iter().flatten().count()
    }

    /// Whether no point is left to run.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stopped || self.done() == self.count()
    }

    /// Estimated seconds left, if the finished points took `spent` seconds; `None` before the first
    /// result.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "hundreds of points")]
    pub fn left(&self, spent: f64) -> Option<f64> {
        let done = self.done();
        (done > 0).then(|| spent / done as f64 * (self.count() - done) as f64)
    }

    /// Table with a row for each point that has figures.
    #[must_use]
    pub fn table(&self) -> Table {
        let measured = self.results.iter().map(|result| result.as_ref()?.as_deref().ok());
        self.plan.sweep.table(measured)
    }

    /// Points without figures: value and reason.
    #[must_use]
    pub fn refused(&self) -> Vec<(String, String)> {
        let of = |(n, result): (usize, &Option<PointResult>)| {
            let why = result.as_ref()?.as_ref().err()?;
            Some((self.value(n).to_owned(), why.clone()))
        };
        self.results.iter().enumerate().filter_map(of).collect()
    }

    /// Document of point `n`, and the addresses that the sweep set.
    #[must_use]
    pub fn document(&self, n: usize) -> Option<(Document, Vec<Address>)> {
        self.plan.sweep.document(n).ok()
    }

    /// Points of the plot for a column of the table.
    #[must_use]
    pub fn points(&self, column: &str) -> Vec<SweepPoint> {
        let positions = self.positions();
        let point = |(n, (x, result)): (usize, (f64, &Option<PointResult>))| {
            let figures = result.as_ref().and_then(|result| result.as_ref().ok());
            let found = figures.and_then(|all| all.iter().find(|one| one.column == column));
            SweepPoint {
                n,
                x,
                value: self.value(n).to_owned(),
                figure: found.and_then(|one| one.value),
                refused: result.as_ref().and_then(|result| result.as_ref().err()).cloned(),
                known: result.is_some(),
            }
        };
        positions.into_iter().zip(&self.results).enumerate().map(point).collect()
    }

    fn value(&self, n: usize) -> &str {
        self.plan.sweep.pairs(n).next().map_or("", |(_, value)| value)
    }

    /// Horizontal positions of the points, from 0 to 1.
    fn positions(&self) -> Vec<f64> {
        let read = |n| {
            let text = self.value(n);
            match self.plan.param {
                None => text.parse::<u64>().ok(),
                Some(param) if param.kind == ValueKind::Choice => None,
                Some(param) => param.kind.parse(text),
            }
        };
        let values: Option<Vec<u64>> = (0..self.count()).map(read).collect();
        spots(values.as_deref(), self.count(), self.plan.factors)
    }
}

impl Lab {
    /// Opens `document`, that of a point: as an edit from the start if it describes the same network,
    /// else as another document.
    pub(super) fn open_point(&mut self, mut document: Document, written: &[Address]) {
        let before = self.before();
        if !same_network(&before.document, &document) {
            let link = ShareLink { page: self.page_of_another(), ..ShareLink::new(document.clone()) };
            match CompiledDocument::edited(document, written) {
                Ok(compiled) => {
                    let mut next = Self::new(compiled, &link, None);
                    next.left = self.way_back();
                    self.take_over(next);
                }
                Err(problems) => self.error = Some(UserError::new(&problems)),
            }
            return;
        }
        // What is looked at is no edit.
        document.view.clone_from(&before.document.view);
        match CompiledDocument::edited(document, written) {
            Ok(next) if next.document == before.document => {}
            Ok(next) => {
                self.adopt(next, None);
                self.edited(before);
            }
            Err(problems) => self.error = Some(UserError::new(&problems)),
        }
    }
}
