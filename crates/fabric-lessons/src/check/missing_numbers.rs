//! Checks that the metrics of goals and predictions have a value in the runs of the lesson. Start reading
//! with [`missing`].

use fabric_sim::document::{Document, Problem};
use fabric_sim::engine::World;
use fabric_sim::insight::Report;

use crate::{Challenge, Metric, Prediction, Proof, run};

impl Challenge {
    /// Problem of the first goal that no student can meet: its metric has no value in the run of the first
    /// sample solution. Goals with the value `none` need no value. `start` is the document of the
    /// challenge, `world` its run at time 0. `None` if there is no such goal, if there is no sample
    /// solution, or if the solution cannot be applied.
    pub(super) fn missing_number(&self, start: &Document, world: &World) -> Option<Problem> {
        let goals = self.goals.iter().enumerate().filter(|(_, goal)| goal.when.needs_number());
        let needed: Vec<(usize, &Metric)> = goals.map(|(n, goal)| (n, &goal.when.metric)).collect();
        let mut made = start.clone();
        self.answers.first()?.change.apply(&mut made).ok()?;
        made.horizon = start.horizon;
        let (n, reason) = missing(&made, world, &needed)?;
        let message = format!("{reason} in the run of challenge.answers[0]; take another measure, or = none");
        Some(Problem::new(format!("challenge.goals[{n}].when.metric"), message))
    }
}

impl Prediction {
    /// Problem if the metric that the student must predict has no value in the run of `document`; `None` if
    /// the metric has a value. `world` is the run at time 0.
    pub(super) fn missing_number(&self, document: &Document, world: &World) -> Option<Problem> {
        let (_, reason) = missing(document, world, &[(0, &self.number.as_ref()?.metric)])?;
        let message = format!("{reason} in the run of the prediction; take another measure");
        Some(Problem::new("prediction.number.metric", message))
    }
}

/// Finds the first of the `needed` metrics that has no value in the run of `document`. Returns the index
/// that is paired with the metric, and the reason; `None` if all metrics have a value. `world` is the run
/// at time 0. The document is run only if a metric has no value at time 0. If the run needs more events
/// than [`Proof::WHOLE`] allows, the metrics have no value.
fn missing(document: &Document, world: &World, needed: &[(usize, &Metric)]) -> Option<(usize, String)> {
    let report = Report::of(world);
    let late: Vec<&(usize, &Metric)> =
        needed.iter().filter(|(_, metric)| metric.read(document, &report).is_none()).collect();
    let (first, _) = late.first()?;
    match run(document, late.iter().map(|(_, metric)| *metric), Proof::WHOLE.events) {
        Err(unjudged) => Some((*first, format!("there is no number: {unjudged}"))),
        Ok(figures) => {
            let (n, metric) = late.into_iter().find(|(_, metric)| figures.get(metric).is_none())?;
            let name = metric.measure.as_deref().or(metric.parameter.as_deref()).unwrap_or_default();
            Some((*n, format!("{name} has no number")))
        }
    }
}
