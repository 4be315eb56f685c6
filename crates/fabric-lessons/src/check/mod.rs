//! Checks a lesson without a proof: lists, texts, names, highlights of the steps, and whether goals and
//! predictions can be judged. Start reading with [`Lesson::check`].
//!
//! Problems are in the order of the checks, each with its place in the file. If the size of a list is wrong,
//! only problems of sizes are returned. If the start of the lesson is refused, steps and challenge are not
//! checked. Without problems, the list is empty.

mod highlight;
mod missing_numbers;
mod question;
mod words;

use std::sync::Arc;

use fabric_sim::document::link::{Page, PagePart};
use fabric_sim::document::params::{Address, Key, TABLE};
use fabric_sim::document::{Document, Problem, Problems, Tab, read_json};
use fabric_sim::engine::World;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::{Control, Lesson, Step};
use question::prediction;

/// Largest number of flows in the fabric of a lesson. A proof runs the fabric some hundred times, and
/// students cannot follow more flows.
const MAX_FLOWS: usize = 256;

impl Lesson {
    /// Whether `text` is JSON with a field that only lessons have and documents do not: `steps` or
    /// `challenge`. A field with the value `null` does not count. The other fields of the lesson may be
    /// wrong.
    #[must_use]
    pub fn is_lesson(text: &str) -> bool {
        /// Fields that lessons have and documents do not have; `None` if the text lacks the field.
        #[derive(Deserialize)]
        struct Fields {
            steps: Option<IgnoredAny>,
            challenge: Option<IgnoredAny>,
        }
        let fields: Result<Fields, _> = serde_json::from_str(text);
        fields.is_ok_and(|fields| fields.steps.is_some() || fields.challenge.is_some())
    }

    /// Reads a lesson and checks it.
    ///
    /// # Errors
    /// All problems, each with its place in the file, such as `steps[2].highlight`. If the text is not JSON
    /// with the fields of a lesson, only this problem is returned.
    pub fn parse(text: &str) -> Result<Self, Problems> {
        let lesson: Self = read_json(text)?;
        let problems = lesson.check();
        if problems.list().is_empty() { Ok(lesson) } else { Err(problems) }
    }

    /// Checks the lesson without a proof by runs (see [`crate::Proof`]). Returns all problems; empty if there
    /// are none. If the size of a list is wrong, only problems of sizes are returned. If the number of flows
    /// is above 256, neither steps nor challenge are checked.
    #[must_use]
    pub fn check(&self) -> Problems {
        let mut found = self.sizes();
        if !found.is_empty() {
            // The other checks take time for each entry of a list, so they run only with lists of allowed
            // size.
            return found.into_iter().collect();
        }
        self.words(&mut found);
        self.page_parts(&mut found);
        match self.start.document() {
            Err(problems) => found.extend(inside("start", &problems).list().iter().cloned()),
            Ok(document) if document.flows.len() > MAX_FLOWS => {
                let place = format!("{}.flows", self.start.place());
                found.push(Problem::range(place, document.flows.len(), format!("0 to {MAX_FLOWS} of them")));
            }
            Ok(document) => {
                self.steps(&document, &mut found);
                self.challenge(&document, &mut found);
            }
        }
        found.into_iter().collect()
    }

    /// Document of step `step`, counted from 1: the start of the lesson with the changes of all steps up to
    /// this step. Step 0 gives the start without changes. A number above the number of steps gives the
    /// document of the last step. The document is not compiled.
    ///
    /// # Errors
    /// If [`crate::Start::document`] fails, or if the change of a step cannot be applied. The place of the
    /// problem names the step.
    pub fn document_at(&self, step: u8) -> Result<Document, Problems> {
        let mut document = self.start.document()?;
        for (n, step) in self.steps.iter().take(usize::from(step)).enumerate() {
            step.change
                .apply(&mut document)
                .map_err(|wrong| inside(&format!("steps[{n}].change"), &wrong))?;
        }
        Ok(document)
    }

    /// Document with which the challenge begins: the start of the lesson with the change `challenge.start`.
    ///
    /// # Errors
    /// If [`crate::Start::document`] fails, or if the change cannot be applied.
    pub fn challenge_document(&self) -> Result<Document, Problems> {
        let mut document = self.start.document()?;
        self.challenge.start.apply(&mut document).map_err(|wrong| inside("challenge.start", &wrong))?;
        Ok(document)
    }

    /// Settings of the page during the lesson: parts and parameters that `shows` does not list are hidden.
    /// All other settings have their defaults. Unknown names in `shows` are ignored.
    #[must_use]
    pub fn page(&self) -> Page {
        let shows = |name: &str| self.shows.parts.iter().any(|part| part == name);
        let hidden = PagePart::ALL.into_iter().filter(|part| !shows(part.name())).collect();
        let has_control = |key: Key| self.shows.parameters.iter().any(|name| name == key.param().name);
        let unseen = TABLE.iter().map(|param| param.key).filter(|key| !has_control(*key)).collect();
        Page { hidden, unseen, ..Page::default() }
    }

    /// Tabs of the inspector that the page shows during the lesson: buffers, and the tabs that steps use. A
    /// tab can occur twice. `buffers` comes first, then the tabs in the order of the steps. A highlighted
    /// flow (`flow:NAME`) counts as use of the tab `flow`; an unknown tab is left out.
    #[must_use]
    pub fn tabs(&self) -> Vec<Tab> {
        let used = |step: &Step| {
            let named = match step.highlight.split_once(':') {
                Some(("tab", name)) => name.parse().ok(),
                Some(("flow", _)) => Some(Tab::Flow),
                _ => None,
            };
            [step.tab, named]
        };
        [Tab::Buffers].into_iter().chain(self.steps.iter().flat_map(used).flatten()).collect()
    }

    /// Adds a problem to `found` for each name in `shows` that is neither a part of the page nor a
    /// parameter.
    fn page_parts(&self, found: &mut Vec<Problem>) {
        for (n, name) in self.shows.parts.iter().enumerate() {
            if name.parse::<PagePart>().is_err() {
                let all = PagePart::ALL.map(PagePart::name).join(", ");
                found.push(Problem::range(
                    format!("shows.parts[{n}]"),
                    format_args!("\"{name}\""),
                    format!("one of {all}"),
                ));
            }
        }
        for (n, name) in self.shows.parameters.iter().enumerate() {
            if Key::find(name).is_none() {
                let message = format!("there is no parameter called \"{name}\"; name another");
                found.push(Problem::new(format!("shows.parameters[{n}]"), message));
            }
        }
    }

    /// Adds problems of the steps to `found`, in the order of the steps. If the change of a step cannot be
    /// applied, the step is not checked further. If the simulator refuses the document of a step, the later
    /// steps are not checked. A step may stop at the horizon. A step must stop later than the previous step,
    /// unless the step changes the document. A prediction before a step that does not exist is refused, and
    /// not checked further.
    fn steps(&self, start: &Document, found: &mut Vec<Problem>) {
        let predicted_step = usize::from(self.prediction.before_step.small());
        if predicted_step > self.steps.len() {
            let last = format!("a step from 1 to {}", self.steps.len());
            found.push(Problem::range("prediction.before_step", predicted_step, last));
        }
        let mut document = start.clone();
        let (mut played, mut shown) = (None, None);
        for (n, step) in self.steps.iter().enumerate() {
            let place = format!("steps[{n}]");
            if !step.change.is_empty() {
                played = None;
            }
            if let Err(problems) = step.change.apply(&mut document) {
                found.extend(inside(&format!("{place}.change"), &problems).list().iter().cloned());
                continue;
            }
            let same = shown.take().filter(|_| step.change.is_empty());
            let world = match same.map_or_else(|| world(&document), Ok) {
                Ok(world) => world,
                Err(problems) => {
                    let place = if step.change.is_empty() {
                        self.start.place().to_owned()
                    } else {
                        format!("{place}.change")
                    };
                    found.extend(inside(&place, &problems).list().iter().cloned());
                    // The documents of later steps contain this change, so each of them would repeat the
                    // problem.
                    return;
                }
            };
            self.step(&place, step, (&document, &world), found);
            for (m, claim) in step.claims().enumerate() {
                if let Err(problem) = claim.check(&document, &world) {
                    found.push(at(&format!("{place}.claims[{m}]"), &problem));
                }
            }
            if let Some(play) = step.play {
                let to = play.to.time;
                if to > document.horizon {
                    let until = format!("at most {}, the horizon of the document", document.horizon);
                    found.push(Problem::range(format!("{place}.play.to"), to, until));
                }
                if let Some(before) = played.filter(|before| *before >= play.to) {
                    let after = format!("after {before}, where the step before it stops");
                    found.push(Problem::range(format!("{place}.play.to"), play.to, after));
                }
                played = Some(play.to);
            }
            if n + 1 == predicted_step {
                let problems = prediction(&self.prediction, &document, &world);
                if problems.is_empty() {
                    found.extend(self.prediction.missing_number(&document, &world));
                }
                found.extend(problems);
            }
            shown = Some(world);
        }
    }

    /// Reason why the student cannot use `control`: the lesson hides the part of the page or the parameter
    /// that the control needs. `None` if the student can use it.
    fn hidden_by_lesson(&self, control: &Control) -> Option<String> {
        let shows = |part: PagePart| self.shows.parts.iter().any(|name| name == part.name());
        let part = match control {
            Control::Parameter { .. } => PagePart::Params,
            Control::Flow { .. } => PagePart::Flows,
            Control::Actions { .. } => PagePart::Triggers,
        };
        if let Some(part) = [PagePart::Params, part].into_iter().find(|part| !shows(*part)) {
            return Some(format!("the part {} of the page is hidden; add it to shows.parts", part.name()));
        }
        let Control::Parameter { address, .. } = control else { return None };
        let name = Address::parse(address).ok()?.key.param().name;
        let is_shown = self.shows.parameters.iter().any(|shown| shown == name);
        (!is_shown).then(|| format!("the control of {name} is hidden; add it to shows.parameters"))
    }

    /// Adds problems of start, goals, controls and sample solutions of the challenge to `found`, in this
    /// order. If the start is refused, only this problem is added. Metrics without a value are searched
    /// only if `found` is empty.
    fn challenge(&self, start: &Document, found: &mut Vec<Problem>) {
        let challenge = &self.challenge;
        let mut document = start.clone();
        if let Err(problems) = challenge.start.apply(&mut document) {
            found.extend(inside("challenge.start", &problems).list().iter().cloned());
            return;
        }
        let world = match world(&document) {
            Ok(world) => world,
            Err(problems) => {
                found.extend(inside("challenge.start", &problems).list().iter().cloned());
                return;
            }
        };
        for (n, goal) in challenge.goals.iter().enumerate() {
            if let Err(problem) = goal.when.check(&document, &world) {
                found.push(at(&format!("challenge.goals[{n}].when"), &problem));
            }
        }
        for (n, control) in challenge.controls.iter().enumerate() {
            if let Err(problem) = control.check(&document, &world) {
                found.push(at(&format!("challenge.controls[{n}]"), &problem));
            }
            if let Some(hidden) = self.hidden_by_lesson(control) {
                found.push(Problem::new(format!("challenge.controls[{n}]"), hidden));
            }
        }
        for (n, answer) in challenge.answers.iter().enumerate() {
            let place = format!("challenge.answers[{n}].change");
            let mut made = document.clone();
            let applied = answer.change.apply(&mut made).and_then(|()| made.compile().map(|_| ()));
            match applied {
                Err(problems) => found.extend(inside(&place, &problems).list().iter().cloned()),
                Ok(()) => found
                    .extend(challenge.beyond(&document, &made).map(|message| Problem::new(place, message))),
            }
        }
        if found.is_empty() {
            found.extend(challenge.missing_number(&document, &world));
        }
    }
}

/// Creates the run of `document` at time 0. The error has the problems for which the simulator refuses the
/// document.
fn world(document: &Document) -> Result<World, Problems> {
    document.compile().map(|spec| World::new(Arc::new(spec)))
}

/// Copy of `problem` with `place` added before the place of the problem: `steps[2]` and `highlight` give
/// `steps[2].highlight`. A dot joins the two places, unless the inner place is empty or begins with `[`.
pub(crate) fn at(place: &str, problem: &Problem) -> Problem {
    let inner = &problem.place;
    let joint = if inner.is_empty() || inner.starts_with('[') { "" } else { "." };
    Problem { place: format!("{place}{joint}{inner}"), ..problem.clone() }
}

/// Copies of all `problems`, in which `place` is added before the place of each problem.
pub(crate) fn inside(place: &str, problems: &Problems) -> Problems {
    problems.list().iter().map(|problem| at(place, problem)).collect()
}
