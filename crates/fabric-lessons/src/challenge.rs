//! Challenge of a lesson: judges a student's document by a run, and checks that only the allowed
//! controls were changed.
//!
//! Seed, horizon, texts and view may differ freely; the run always ends at the horizon of the
//! challenge. A document that cannot be judged (refused, or too many events) fails with its reason.

use fabric_sim::document::Document;
use rand_pcg::Pcg32;

use crate::runs::run_while;
use crate::{Challenge, Change, Goal, Judged, Metric, Unjudged, run};

/// Stream of the draws: any odd number.
const STREAM: u64 = 0x6c65_7373_6f6e;

impl Challenge {
    /// Number `n` of the settings that a test draws: every control at one of its values, at random.
    #[must_use]
    pub fn random(&self, n: u64) -> Vec<Change> {
        let mut chance = Pcg32::new(n, STREAM);
        self.controls.iter().map(|control| control.draw(&mut chance)).collect()
    }

    /// Runs a student's document `made` up to the horizon of `start`, at most `events` events, and
    /// judges each goal. [`Challenge::beyond`] checks that only controls were changed.
    ///
    /// # Errors
    /// If it makes no fabric, or does not come to its end.
    pub fn judge(&self, start: &Document, made: &Document, events: u64) -> Result<Vec<Judged>, Unjudged> {
        let mut made = made.clone();
        made.horizon = start.horizon;
        let figures = run(&made, self.goals.iter().map(|goal| &goal.when.metric), events)?;
        Ok(self.goals.iter().map(|goal| goal.when.judge(&figures)).collect())
    }

    /// Whether `made`, run up to the horizon of `start` with at most `events` events, meets all goals.
    /// Goals on parameters are judged without a run, and the run stops at the first goal that is missed.
    ///
    /// # Errors
    /// As [`Challenge::judge`].
    pub(crate) fn passes(&self, start: &Document, made: &Document, events: u64) -> Result<bool, Unjudged> {
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

    /// First change from `start` to `made` beyond the controls, in a sentence; `None` if there is none.
    /// Seed, horizon, texts and view are free.
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
        Some(format!("it changes {place}, which is not among the controls of the challenge"))
    }
}
