//! Challenge of a lesson: a student changes the controls of the challenge, and a run of the changed
//! document is judged. Start reading with [`Challenge::judge`].
//!
//! A student may choose any seed, horizon, texts and view, but the run always ends at the horizon of the
//! challenge. A document that is refused, or whose run has too many events, cannot be judged.

use fabric_sim::document::Document;
use rand_pcg::Pcg32;

use crate::runs::run_while;
use crate::{Challenge, Change, CheckError, ConditionResult, Goal, Metric, run};

/// Stream number of the random generator that draws settings: `lesson` in ASCII. Its value has no other
/// meaning.
const RANDOM_STREAM: u64 = 0x6c65_7373_6f6e;

impl Challenge {
    /// Draws a random value of every control. Returns one change per control, in the order of the controls.
    /// Equal `n` give equal draws. The change is empty for a control whose values cannot be read; for a
    /// control of actions, the change can be empty.
    #[must_use]
    pub fn random(&self, n: u64) -> Vec<Change> {
        let mut random = Pcg32::new(n, RANDOM_STREAM);
        self.controls.iter().map(|control| control.draw(&mut random)).collect()
    }

    /// Runs the document `made` of a student up to the horizon of `start`, with at most `events` events.
    /// Returns the result of each goal, in the order of the goals. If the run has no value for the metric of
    /// a goal, the goal is met only if the value of its condition is `none`.
    ///
    /// The horizon of `made` is ignored. Call [`Challenge::beyond`] to check that the student changed only
    /// controls.
    ///
    /// # Errors
    /// If the document is refused, or the run needs more than `events` events.
    pub fn judge(
        &self,
        start: &Document,
        made: &Document,
        events: u64,
    ) -> Result<Vec<ConditionResult>, CheckError> {
        let mut made = made.clone();
        made.horizon = start.horizon;
        let figures = run(&made, self.goals.iter().map(|goal| &goal.when.metric), events)?;
        Ok(self.goals.iter().map(|goal| goal.when.judge(&figures)).collect())
    }

    /// Whether a run of `made` meets all goals. The run ends at the horizon of `start` and has at most
    /// `events` events. Goals on parameters are judged first, without a run. The run stops when the first
    /// goal is missed.
    ///
    /// # Errors
    /// If the document is refused, or the run needs more than `events` events. If a goal is missed earlier,
    /// the result is `Ok(false)`, even for an invalid `made`.
    pub(crate) fn passes(&self, start: &Document, made: &Document, events: u64) -> Result<bool, CheckError> {
        let mut made = made.clone();
        made.horizon = start.horizon;
        let (of_parameters, of_runs): (Vec<&Goal>, Vec<&Goal>) =
            self.goals.iter().partition(|goal| goal.when.metric.measure.is_none());
        if !of_parameters.iter().all(|goal| goal.when.holds(goal.when.metric.in_force(&made))) {
            return Ok(false);
        }
        let metrics: Vec<&Metric> = of_runs.iter().map(|goal| &goal.when.metric).collect();
        let mut passes = true;
        run_while(&made, &metrics, events, &mut |n, value| {
            passes &= of_runs[n].when.holds(value);
            passes
        })?;
        Ok(passes)
    }

    /// First change from `start` to `made` that the controls do not allow, as a sentence; `None` if all
    /// changes are allowed. Changes of seed, horizon, texts and view are always allowed. The order of the
    /// search is: parameters, flows (compared by position), added actions, removed or reordered actions,
    /// other lists of the document.
    #[must_use]
    pub fn beyond(&self, start: &Document, made: &Document) -> Option<String> {
        let (mut start, mut made) = (start.clone(), made.clone());
        for control in &self.controls {
            control.equalise(&mut start, &mut made);
        }
        let differs = [
            ("hosts", start.hosts != made.hosts),
            ("switches", start.switches != made.switches),
            ("links", start.links != made.links),
            ("profiles", start.profiles != made.profiles),
            ("routes", start.routes != made.routes),
            ("formats", start.formats != made.formats),
            ("maps", start.maps != made.maps),
            ("collectives", start.collectives != made.collectives),
            ("pause_sources", start.pause_sources != made.pause_sources),
        ];
        let keys = start.params.0.keys().chain(made.params.0.keys());
        let param = keys.into_iter().find(|key| start.params.0.get(*key) != made.params.0.get(*key));
        let flow = made.flows.iter().zip(&start.flows).find(|(made, start)| made != start);
        let place = if let Some(key) = param {
            key.clone()
        } else if let Some((flow, _)) = flow {
            format!("the flow {}", flow.name)
        } else if start.flows.len() != made.flows.len() {
            "the list of flows".to_owned()
        } else if let Some(timed) = made.actions.iter().find(|timed| !start.actions.contains(timed)) {
            format!("the action at {}", timed.at)
        } else if start.actions != made.actions {
            "the list of actions".to_owned()
        } else {
            differs.into_iter().find(|(_, differs)| *differs)?.0.to_owned()
        };
        Some(format!(
            "it changes {place}, which is not among the controls of the challenge; change only the controls"
        ))
    }
}
