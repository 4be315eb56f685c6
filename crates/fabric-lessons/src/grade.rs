//! Grades of students: each line with a link is judged by the challenge of its lesson.

use fabric_sim::document::{Document, TimedAction};
use serde_json::Value;

use crate::{Challenge, Control, Judged, Lesson, Unjudged};

/// Grade of a student's document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// Goals, in the order of the lesson.
    pub goals: Vec<Judged>,
    /// Changes by the controls, such as `headroom=36k`.
    pub with: Vec<String>,
    /// First change beyond the controls, in a sentence; `None` if there is none.
    pub beyond: Option<String>,
}

impl Grade {
    /// Whether all goals are met by the controls alone.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.beyond.is_none() && self.goals.iter().all(|goal| goal.holds)
    }
}

impl Lesson {
    /// Judges a student's document `made` in a run of at most `events` events, with the student's
    /// seed.
    ///
    /// # Errors
    /// If it makes no fabric, or does not come to its end.
    pub fn grade(&self, made: &Document, events: u64) -> Result<Grade, Unjudged> {
        let start = self.challenge_document().map_err(Unjudged::Refused)?;
        let goals = self.challenge.judge(&start, made, events)?;
        let beyond = self.challenge.beyond(&start, made);
        Ok(Grade { goals, with: self.challenge.changed(&start, made), beyond })
    }
}

impl Challenge {
    /// Changes from `start` to `made` by the controls.
    fn changed(&self, start: &Document, made: &Document) -> Vec<String> {
        let mut all = Vec::new();
        for control in &self.controls {
            // What the control changes is what it levels.
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
