//! Grades of students: the goals that the document of a student meets, and the changes that the student
//! made. Start reading with [`Lesson::grade`].

use fabric_sim::document::{Document, TimedAction};
use serde_json::Value;

use crate::{Challenge, CheckError, ConditionResult, Control, Lesson};

/// Grade of the document of a student in the challenge of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// Result of each goal, in the order of the lesson.
    pub goals: Vec<ConditionResult>,
    /// Changes of the student that the controls of the challenge allow, in the notation of share links,
    /// such as `headroom=36k`. An added action is written as `time:JSON`, a field of a flow as `flow:
    /// field=value`. Removed actions are not listed. A change that two controls allow occurs twice.
    pub with: Vec<String>,
    /// First change of the student that the controls do not allow, as a sentence; `None` if all changes are
    /// allowed.
    pub beyond: Option<String>,
}

impl Grade {
    /// Whether the document passes: all goals are met, and the student changed only controls. If there are
    /// no goals, only the changes are judged, but [`Lesson::check`] refuses a lesson without goals.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.beyond.is_none() && self.goals.iter().all(|goal| goal.holds)
    }
}

impl Lesson {
    /// Grades the document `made` of a student by a run with at most `events` events. The run uses the seed
    /// of `made` and ends at the horizon of the challenge. If the student made a change that no control
    /// allows, this is no error; [`Grade::beyond`] names the change.
    ///
    /// # Errors
    /// If `made` or the challenge is refused, or the run needs more than `events` events.
    pub fn grade(&self, made: &Document, events: u64) -> Result<Grade, CheckError> {
        let start = self.challenge_document().map_err(CheckError::Refused)?;
        let goals = self.challenge.judge(&start, made, events)?;
        let beyond = self.challenge.beyond(&start, made);
        Ok(Grade { goals, with: self.challenge.changed(&start, made), beyond })
    }
}

impl Challenge {
    /// Differences between the documents `start` and `made` that the controls allow, in the order of the
    /// controls, such as `headroom=36k`. A removed parameter is written `headroom=`.
    fn changed(&self, start: &Document, made: &Document) -> Vec<String> {
        let mut all = Vec::new();
        for control in &self.controls {
            // Parameters and actions that `equalise` removes are the changes that this control allows.
            let (mut level_start, mut level_made) = (start.clone(), made.clone());
            control.equalise(&mut level_start, &mut level_made);
            match control {
                Control::Parameter { .. } => {
                    let theirs =
                        made.params.0.iter().filter(|(key, _)| !level_made.params.0.contains_key(*key));
                    let changed = theirs.filter(|(key, value)| start.params.0.get(*key) != Some(value));
                    all.extend(changed.map(|(key, value)| format!("{key}={value}")));
                    let gone = start.params.0.keys().filter(|key| !level_start.params.0.contains_key(*key));
                    let gone = gone.filter(|key| !made.params.0.contains_key(*key));
                    all.extend(gone.map(|key| format!("{key}=")));
                }
                Control::Flow { name, field, .. } => {
                    let of = |document: &Document| {
                        let flow = document.flows.iter().find(|flow| flow.name == *name)?;
                        serde_json::to_value(flow).ok()?.get(field).cloned()
                    };
                    let (was, is) = (of(start), of(made));
                    if was != is {
                        all.push(format!("{name}: {field}={}", is.unwrap_or(Value::Null)));
                    }
                }
                Control::Actions { .. } => {
                    let added = made.actions.iter().filter(|timed| !level_made.actions.contains(timed));
                    let added = added.filter(|timed| !start.actions.contains(timed));
                    all.extend(added.map(|TimedAction { at, action }| format!("{at}:{}", action.to_json())));
                }
            }
        }
        all
    }
}
