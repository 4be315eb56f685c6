//! Progress of a sweep: its points (one run each), their results, and the points of its plot. Start with
//! [`SweepProgress::next_point`] and [`SweepProgress::record`].
//!
//! Web workers take points in order and may finish in any order. A point that is refused, or needs more than
//! 50 million events, has a reason in place of figures. A stopped sweep keeps its results.

use std::rc::Rc;

use fabric_sim::document::Document;
use fabric_sim::document::link::ShareLink;
use fabric_sim::document::params::{Address, ValueKind};
use fabric_sim::sweep::{Figure, Table};

use super::opened::{CompiledDocument, same_network};
use super::slider_drag::value_label;
use super::sweep_form::SweepPlan;
use super::{Lab, UserError};
use crate::charts::spots;

/// Greatest number of events that the run of a point may need: about a minute of work.
pub const MAX_EVENTS: u64 = 50_000_000;

/// Result of a sweep point (one run): its figures, or the reason why it has no figures.
pub type PointResult = Result<Vec<Figure>, String>;

/// Sweep that is in progress or has ended.
#[derive(Clone, Debug)]
pub struct SweepProgress {
    plan: Rc<SweepPlan>,
    /// Results, indexed by point; `None` for a point that has not run.
    results: Vec<Option<PointResult>>,
    /// Number of the next point to give to a worker, from 0.
    next: usize,
    stopped: bool,
}

/// Point in the plot of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPoint {
    /// Index of the point in the sweep, from 0.
    pub n: usize,
    /// Horizontal position of the point in the plot, from 0 to 1.
    pub x: f64,
    /// Label of the varied value, such as `40.0 kB`.
    pub value: String,
    /// Figure that the plot shows, in the unit of the measure. `None` if the point has not run, or if the
    /// result of the point has no such figure.
    pub figure: Option<u64>,
    /// Reason why the point was refused; `None` if the point was not refused.
    pub refused: Option<String>,
    /// Whether the point has a result, which is figures or a refusal.
    pub known: bool,
}

impl SweepProgress {
    /// Creates the progress of a sweep of which no point has run.
    #[must_use]
    pub fn new(plan: SweepPlan) -> Self {
        Self { results: vec![None; plan.sweep.count()], plan: Rc::new(plan), next: 0, stopped: false }
    }

    /// Plan of the sweep: its points, measure and document.
    #[must_use]
    pub fn plan(&self) -> &Rc<SweepPlan> {
        &self.plan
    }

    /// Returns the index of the next point to run, and counts the point as taken. `None` if no point is left,
    /// or if the sweep was stopped.
    pub fn next_point(&mut self) -> Option<usize> {
        let next = self.next;
        (!self.stopped && next < self.results.len()).then(|| {
            self.next += 1;
            next
        })
    }

    /// Records the result of point `n`, in place of an earlier result. Results that arrive after a stop are
    /// also recorded. Does nothing if there is no such point.
    pub fn record(&mut self, n: usize, result: PointResult) {
        if let Some(place) = self.results.get_mut(n) {
            *place = Some(result);
        }
    }

    /// Stops the sweep: points that no worker has taken are not run.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Whether the user stopped the sweep before its end.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.stopped && self.done() < self.count()
    }

    /// Number of points (runs) of the sweep.
    #[must_use]
    pub fn count(&self) -> usize {
        self.results.len()
    }

    /// Number of points (runs) with a result.
    #[must_use]
    pub fn done(&self) -> usize {
        self.results.iter().flatten().count()
    }

    /// Whether every point has a result, or the sweep was stopped.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stopped || self.done() == self.count()
    }

    /// Estimated remaining time in seconds, if the finished points took `spent` seconds. `None` before the
    /// first result; 0 when all points have a result.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "hundreds of points")]
    pub fn left(&self, spent: f64) -> Option<f64> {
        let done = self.done();
        (done > 0).then(|| spent / done as f64 * (self.count() - done) as f64)
    }

    /// Table with a row for each point that has figures, in the order of the points. Refused points are left
    /// out.
    #[must_use]
    pub fn table(&self) -> Table {
        let measured = self.results.iter().map(|result| result.as_ref()?.as_deref().ok());
        self.plan.sweep.table(measured)
    }

    /// Points that were refused: the value of the varied parameter, and the reason of the refusal. The order
    /// is that of the points.
    #[must_use]
    pub fn refused(&self) -> Vec<(String, String)> {
        let of = |(n, result): (usize, &Option<PointResult>)| {
            let why = result.as_ref()?.as_ref().err()?;
            Some((self.value_label(self.value(n)), why.clone()))
        };
        self.results.iter().enumerate().filter_map(of).collect()
    }

    /// Document of point `n`, and the addresses of the parameters that the sweep set in it. `None` if the
    /// point is refused. `n` must be below [`SweepProgress::count`].
    #[must_use]
    pub fn document(&self, n: usize) -> Option<(Document, Vec<Address>)> {
        self.plan.sweep.document(n).ok()
    }

    /// All points of the plot in order, with the figures of the column `column` of the table. Points without
    /// a result are included. An unknown column gives points without figures.
    #[must_use]
    pub fn points(&self, column: &str) -> Vec<SweepPoint> {
        let positions = self.positions();
        let point = |(n, (x, result)): (usize, (f64, &Option<PointResult>))| {
            let figures = result.as_ref().and_then(|result| result.as_ref().ok());
            let found = figures.and_then(|all| all.iter().find(|one| one.column == column));
            SweepPoint {
                n,
                x,
                value: self.value_label(self.value(n)),
                figure: found.and_then(|one| one.value),
                refused: result.as_ref().and_then(|result| result.as_ref().err()).cloned(),
                known: result.is_some(),
            }
        };
        positions.into_iter().zip(&self.results).enumerate().map(point).collect()
    }

    /// Label of `text`, a value of the varied parameter in the notation of documents. Seeds and words are not
    /// changed.
    #[must_use]
    pub fn value_label(&self, text: &str) -> String {
        let param = self.plan.param.filter(|param| param.kind != ValueKind::Choice);
        let known = param.and_then(|param| Some((param, param.kind.parse(text)?)));
        known.map_or_else(|| text.to_owned(), |(param, value)| value_label(param, value))
    }

    /// Value of the varied parameter in point `n`.
    fn value(&self, n: usize) -> &str {
        self.plan.sweep.pairs(n).next().map_or("", |(_, value)| value)
    }

    /// Horizontal positions of all points in the plot, from 0 to 1, indexed by point. If the values are
    /// words, such as those of a choice, the distances are equal.
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
    /// Opens the document of a point; `written` are the addresses of the parameters that the sweep set in
    /// this document. A document of the same network is opened as an edit from the start of the run; any
    /// other, as another document. A document equal to the open one changes nothing. A refused document shows
    /// an error.
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
        // A change of the view is no edit.
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
