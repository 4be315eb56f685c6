//! A sweep under way: which points are still to be run, what the others came
//! to, and what is drawn of them.

use std::rc::Rc;

use fabric_sim::document::Document;
use fabric_sim::document::link::Link;
use fabric_sim::document::params::{Address, Kind};
use fabric_sim::sweep::{Figure, Table};

use super::opened::{Edition, same_network};
use super::sweep_form::Plan;
use super::{Lab, Trouble};
use crate::charts::spots;

/// Events that a point may take: about a minute.
pub const MOST_EVENTS: u64 = 50_000_000;

/// Result of a point: figures, or the error.
pub type Came = Result<Vec<Figure>, String>;

/// A sweep under way, or over.
#[derive(Clone, Debug)]
pub struct Sweeping {
    plan: Rc<Plan>,
    came: Vec<Option<Came>>,
    /// Points that were handed out.
    given: usize,
    stopped: bool,
}

/// A point of the plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// Its number.
    pub n: usize,
    /// Its place from 0 to 1.
    pub x: f64,
    /// Its value, as documents write it.
    pub value: String,
    /// The figure; `None`: there is none, or not yet.
    pub figure: Option<u64>,
    /// Why it has none.
    pub refused: Option<String>,
    /// Whether it was run.
    pub known: bool,
}

impl Sweeping {
    /// Nothing was run yet.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        Self { came: vec![None; plan.sweep.count()], plan: Rc::new(plan), given: 0, stopped: false }
    }

    /// Plan of the sweep.
    #[must_use]
    pub fn plan(&self) -> &Rc<Plan> {
        &self.plan
    }

    /// The next point to be run.
    pub fn hand_out(&mut self) -> Option<usize> {
        let next = self.given;
        (!self.stopped && next < self.came.len()).then(|| {
            self.given += 1;
            next
        })
    }

    /// Takes what point `n` came to.
    pub fn take(&mut self, n: usize, came: Came) {
        if let Some(place) = self.came.get_mut(n) {
            *place = Some(came);
        }
    }

    /// Runs no further.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Whether somebody ended it before its time.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.stopped && self.done() < self.count()
    }

    /// How many points there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.came.len()
    }

    /// How many are done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.came.iter().flatten().count()
    }

    /// Whether there is nothing left to do.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stopped || self.done() == self.count()
    }

    /// Seconds that are left, if the rest goes as what is done did in `spent`.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "hundreds of points")]
    pub fn left(&self, spent: f64) -> Option<f64> {
        let done = self.done();
        (done > 0).then(|| spent / done as f64 * (self.count() - done) as f64)
    }

    /// A row of every point that has figures.
    #[must_use]
    pub fn table(&self) -> Table {
        let measured = self.came.iter().map(|came| came.as_ref()?.as_deref().ok());
        self.plan.sweep.table(measured)
    }

    /// The points without figures: value, and why.
    #[must_use]
    pub fn refused(&self) -> Vec<(String, String)> {
        let of = |(n, came): (usize, &Option<Came>)| {
            let why = came.as_ref()?.as_ref().err()?;
            Some((self.value(n).to_owned(), why.clone()))
        };
        self.came.iter().enumerate().filter_map(of).collect()
    }

    /// The document of point `n`, and what the sweep wrote in it.
    #[must_use]
    pub fn document(&self, n: usize) -> Option<(Document, Vec<Address>)> {
        self.plan.sweep.document(n).ok()
    }

    /// The points of the plot for a column of the table.
    #[must_use]
    pub fn dots(&self, column: &str) -> Vec<Dot> {
        let places = self.places();
        let dot = |(n, (x, came)): (usize, (f64, &Option<Came>))| {
            let figures = came.as_ref().and_then(|came| came.as_ref().ok());
            let found = figures.and_then(|all| all.iter().find(|one| one.column == column));
            Dot {
                n,
                x,
                value: self.value(n).to_owned(),
                figure: found.and_then(|one| one.value),
                refused: came.as_ref().and_then(|came| came.as_ref().err()).cloned(),
                known: came.is_some(),
            }
        };
        places.into_iter().zip(&self.came).enumerate().map(dot).collect()
    }

    fn value(&self, n: usize) -> &str {
        self.plan.sweep.pairs(n).next().map_or("", |(_, value)| value)
    }

    /// Where the points stand, from 0 to 1.
    fn places(&self) -> Vec<f64> {
        let read = |n| {
            let text = self.value(n);
            match self.plan.param {
                None => text.parse::<u64>().ok(),
                Some(param) if param.kind == Kind::Choice => None,
                Some(param) => param.kind.parse(text),
            }
        };
        let values: Option<Vec<u64>> = (0..self.count()).map(read).collect();
        spots(values.as_deref(), self.count(), self.plan.factors)
    }
}

impl Lab {
    /// Makes `document`, of a point, the open one: as an edit from the start if
    /// it is of the same network, else as another document.
    pub(super) fn open_point(&mut self, mut document: Document, written: &[Address]) {
        let before = self.before();
        if !same_network(&before.document, &document) {
            let link = Link { page: self.page_of_another(), ..Link::new(document.clone()) };
            match Edition::edited(document, written) {
                Ok(edition) => {
                    let mut next = Self::new(edition, &link, None);
                    next.left = self.way_back();
                    self.take_over(next);
                }
                Err(problems) => self.trouble = Some(Trouble::new(&problems)),
            }
            return;
        }
        // What is looked at is no edit.
        document.view.clone_from(&before.document.view);
        match Edition::edited(document, written) {
            Ok(next) if next.document == before.document => {}
            Ok(next) => {
                self.adopt(next, None);
                self.edited(before);
            }
            Err(problems) => self.trouble = Some(Trouble::new(&problems)),
        }
    }
}
