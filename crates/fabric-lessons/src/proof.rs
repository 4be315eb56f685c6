//! Proof of a lesson by runs: the claims of its steps are true, sample solutions pass, and random settings
//! rarely pass. Start reading with [`Proof::of`].
//!
//! Every check runs with the seeds from 1 on. Most checks report only their first problem. With each seed, at
//! most `passing` random settings may pass. A random setting that the fabric refuses is replaced by another
//! random setting. The result is a list of problems; the list is empty if the lesson has no problem.
//!
//! The lesson must have passed [`Lesson::check`]. If the document of the challenge cannot be created, only
//! the problems of this document are returned. A run that needs more than `events` events is a problem. The
//! exceptions are runs of random settings, which then count as not passed.

use fabric_sim::document::{Document, Problem, Problems, Seed};

use crate::check::at;
use crate::{Change, CheckError, Condition, Lesson, RightAnswer, run};

/// Extent of the proof of a lesson: numbers of seeds and random settings, and largest number of events of a
/// run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Number of seeds. Every check is repeated with each seed from 1 to this number; with 0, nothing runs.
    pub seeds: u64,
    /// Number of random settings of the controls of the challenge that are run with each seed.
    pub drawn: u64,
    /// Largest number of random settings that may pass with one seed. If more of the `drawn` settings pass,
    /// the challenge is too easy.
    pub passing: usize,
    /// Largest number of events of one run; a run that needs more is a problem.
    pub events: u64,
}

impl Proof {
    /// Complete proof: 20 seeds, and with each seed 50 random settings of which at most 5 may pass. A run may
    /// have 2 000 000 events.
    pub const WHOLE: Self = Self { seeds: 20, drawn: 50, passing: 5, events: 2_000_000 };

    /// Largest average number of draws for each random setting that the fabric accepts. If the fabric
    /// refuses a setting, another setting is drawn.
    const TRIES: u64 = 100;

    /// Runs the lesson and returns its problems. The checks are:
    /// * the start, the last step and the challenge do not meet the goals while no control is changed;
    /// * conditions that steps claim are true;
    /// * every sample solution passes, and random settings rarely pass;
    /// * the prediction has exactly one right answer, the same with every seed.
    ///
    /// The problems are in this order, and the problems of claims in the order of the steps. At most one
    /// problem is returned for each document, step and solution: the problem with the first seed that gives
    /// one.
    #[must_use]
    pub fn of(&self, lesson: &Lesson) -> Problems {
        let mut found = Vec::new();
        let challenge = match lesson.challenge_document() {
            Ok(challenge) => challenge,
            Err(problems) => return problems,
        };
        let last = u8::try_from(lesson.steps.len()).unwrap_or(u8::MAX);
        let shown = [
            ("challenge.start", Ok(challenge.clone())),
            ("start", lesson.document_at(0)),
            ("steps", lesson.document_at(last)),
        ];
        for (place, document) in shown {
            match document {
                Ok(document) => found.extend(self.start(lesson, place, &challenge, &document)),
                Err(problems) => found.extend(problems.list().iter().cloned()),
            }
        }
        for n in (1..=last).filter(|n| !lesson.steps[usize::from(*n) - 1].claims.is_empty()) {
            found.extend(self.claims(lesson, n));
        }
        for n in 0..lesson.challenge.answers.len() {
            found.extend(self.answer(lesson, n, &challenge));
        }
        found.extend(self.drawn(lesson, &challenge));
        found.extend(self.prediction(lesson));
        found.into_iter().collect()
    }

    /// Problem if the document `shown` passes the challenge with any seed, although the student has not yet
    /// changed a control. A document that cannot be run is also a problem. `None` if `shown` does not pass,
    /// or if `shown` differs from `challenge` in settings that the controls do not allow.
    fn start(&self, lesson: &Lesson, place: &str, challenge: &Document, shown: &Document) -> Option<Problem> {
        if lesson.challenge.beyond(challenge, shown).is_some() {
            return None;
        }
        (1..=self.seeds).find_map(|seed| {
            match lesson.challenge.judge(challenge, &seeded(shown, seed), self.events) {
                Err(unjudged) => Some(Problem::new(place, unjudged.to_string())),
                Ok(goals) if goals.iter().all(|goal| goal.holds) => {
                    let message = format!(
                        "with seed {seed} all goals are met before the student has changed a control; add a goal that the start misses"
                    );
                    Some(Problem::new(place, message))
                }
                Ok(_) => None,
            }
        })
    }

    /// Problem of the first claim of step `step`, counted from 1, that is false in a run. `None` if all
    /// claims are true with every seed.
    fn claims(&self, lesson: &Lesson, step: u8) -> Option<Problem> {
        let n = usize::from(step) - 1;
        let claims: Vec<Condition> = lesson.steps[n].claims().collect();
        let document = match lesson.document_at(step) {
            Ok(document) => document,
            Err(problems) => return Some(Problem::new(format!("steps[{n}]"), problems.to_string())),
        };
        (1..=self.seeds).find_map(|seed| {
            let metrics = claims.iter().map(|claim| &claim.metric);
            match run(&seeded(&document, seed), metrics, self.events) {
                Err(unjudged) => Some(Problem::new(format!("steps[{n}].claims"), unjudged.to_string())),
                Ok(figures) => claims.iter().enumerate().find_map(|(m, claim)| {
                    let result = claim.judge(&figures);
                    let message = format!(
                        "with seed {seed} the claim is false: the value is {}; correct the claim or the change",
                        result.value
                    );
                    (!result.holds).then(|| Problem::new(format!("steps[{n}].claims[{m}]"), message))
                }),
            }
        })
    }

    /// Problem if the sample solution with index `n` does not pass with every seed, or cannot be run. `None`
    /// if the solution passes.
    fn answer(&self, lesson: &Lesson, n: usize, challenge: &Document) -> Option<Problem> {
        let place = format!("challenge.answers[{n}]");
        let made = match with(challenge, std::slice::from_ref(&lesson.challenge.answers[n].change)) {
            Ok(made) => made,
            Err(problem) => return Some(at(&place, &problem)),
        };
        (1..=self.seeds).find_map(|seed| {
            match lesson.challenge.judge(challenge, &seeded(&made, seed), self.events) {
                Err(unjudged) => Some(Problem::new(place.clone(), unjudged.to_string())),
                Ok(goals) => goals.iter().zip(&lesson.challenge.goals).find(|(result, _)| !result.holds).map(
                    |(result, goal)| {
                        let message = format!(
                            "with seed {seed} it misses \"{}\": the value is {}; change the answer or the goal",
                            goal.says, result.value
                        );
                        Problem::new(place.clone(), message)
                    },
                ),
            }
        })
    }

    /// Problem if, with any seed, too many random settings of the controls pass the challenge; `None` if this
    /// happens with no seed. Each seed has its own random settings. A setting that cannot be judged counts as
    /// not passed.
    fn drawn(&self, lesson: &Lesson, challenge: &Document) -> Option<Problem> {
        (1..=self.seeds).find_map(|seed| self.drawn_for(seed, lesson, challenge))
    }

    /// Problem if too many random settings pass with this `seed`, or if the fabric accepts too few
    /// settings. `None` if neither occurs.
    fn drawn_for(&self, seed: u64, lesson: &Lesson, challenge: &Document) -> Option<Problem> {
        let tries = self.drawn.saturating_mul(Self::TRIES);
        let first = tries.saturating_mul(seed.saturating_sub(1));
        let settings = (first..first.saturating_add(tries)).filter_map(|n| {
            let made = with(challenge, &lesson.challenge.random(n)).ok()?;
            made.compile().is_ok().then(|| seeded(&made, seed))
        });
        let wanted = usize::try_from(self.drawn).unwrap_or(usize::MAX);
        let settings: Vec<Document> = settings.take(wanted).collect();
        if settings.len() < wanted {
            let message = format!(
                "only {} of {tries} random settings are valid, but {wanted} are needed; give values that fit together",
                settings.len()
            );
            return Some(Problem::new("challenge.controls", message));
        }
        let passes =
            |made: &&Document| lesson.challenge.passes(challenge, made, self.events).unwrap_or(false);
        let passing = settings.iter().filter(passes).count();
        (passing > self.passing).then(|| {
            let message = format!(
                "with seed {seed} {passing} of {wanted} random settings pass, but at most {} may; add a goal that opposes the others",
                self.passing
            );
            Problem::new("challenge.goals", message)
        })
    }

    /// Problems of the prediction: a seed changes the right answer, a run has no value for a figure, or a
    /// misconception is missing or superfluous. A right number may differ from the right number with seed 1
    /// by at most the allowed percentage. Only the first seed with a wrong answer is reported.
    fn prediction(&self, lesson: &Lesson) -> Vec<Problem> {
        let mut found = Vec::new();
        let runs: Result<Vec<RightAnswer>, CheckError> = lesson.predicted_document().and_then(|document| {
            (1..=self.seeds).map(|seed| lesson.outcome_of(&seeded(&document, seed), self.events)).collect()
        });
        let runs = match runs {
            Ok(runs) => runs,
            Err(unjudged) => return vec![Problem::new("prediction", unjudged.to_string())],
        };
        let Some(first) = runs.first() else { return found };
        for (seed, outcome) in (1..).zip(&runs) {
            if let Some(number) = &lesson.prediction.number {
                let Some(right) = outcome.figures.get(&number.metric) else {
                    found.push(Problem::new(
                        "prediction.number",
                        "some seeds give no number; take another measure",
                    ));
                    break;
                };
                let right = number.metric.unit().map(|unit| unit.show(right)).unwrap_or_default();
                if !number.feedback(&right, &first.figures).is_ok_and(|feedback| feedback.is_right) {
                    let message = format!(
                        "with seed {seed} it is {right}, too far from {} with seed 1; take another measure, or a larger tolerance",
                        first.figures.text(&number.metric)
                    );
                    found.push(Problem::new("prediction.number", message));
                    break;
                }
            } else if outcome.holding.len() != 1 || outcome.holding != first.holding {
                let message = match outcome.holding[..] {
                    [] => format!("with seed {seed} no choice holds; correct right_if"),
                    [one] => format!(
                        "with seed {seed} choices[{one}] holds, but with seed 1 another; correct right_if"
                    ),
                    _ => format!(
                        "with seed {seed} {} choices hold, but one must; correct right_if",
                        outcome.holding.len()
                    ),
                };
                found.push(Problem::new("prediction.choices", message));
                break;
            }
        }
        for (n, came) in lesson.prediction.came.iter().enumerate() {
            if runs.iter().any(|outcome| outcome.figures.get(&came.metric).is_none()) {
                found.push(Problem::new(
                    format!("prediction.came[{n}]"),
                    "some seeds give no number; take another measure",
                ));
            }
        }
        found.extend(misconceptions(lesson, first));
        found
    }
}

/// Problems of the misconceptions. Each wrong choice must name a misconception; the right choice must name
/// none. For each range of wrong numbers, a student who types either end must get the misconception of this
/// range. Therefore, the ends must not be right, and must not be in an earlier range with another
/// misconception. `first` is the right answer with seed 1.
fn misconceptions(lesson: &Lesson, first: &RightAnswer) -> Vec<Problem> {
    let mut found = Vec::new();
    for (n, choice) in lesson.prediction.choices.iter().enumerate() {
        let place = format!("prediction.choices[{n}].misconception");
        match (&choice.misconception, first.holding.contains(&n)) {
            (None, false) => {
                found.push(Problem::new(
                    place,
                    "is missing, although this choice is wrong; name its misconception",
                ));
            }
            (Some(_), true) => {
                found.push(Problem::new(place, "is given, although this choice is right; remove it"));
            }
            _ => {}
        }
    }
    let Some(number) = &lesson.prediction.number else { return found };
    for (n, wrong) in number.wrong.iter().enumerate() {
        for text in [&wrong.from, &wrong.to].into_iter().flatten() {
            let feedback = number.feedback(text, &first.figures);
            if !feedback.is_ok_and(|feedback| feedback.misconception == Some(wrong.misconception.as_str())) {
                let message = format!(
                    "{text} is within the tolerance of the right number, or in an earlier range; give another"
                );
                found.push(Problem::new(format!("prediction.number.wrong[{n}]"), message));
            }
        }
    }
    found
}

/// Copy of `document` with this seed; unchanged if `seed` is out of range.
fn seeded(document: &Document, seed: u64) -> Document {
    Document { seed: Seed::new(seed).unwrap_or(document.seed), ..document.clone() }
}

/// Copy of `document` with `changes` applied. The error names the first change that cannot be applied.
fn with(document: &Document, changes: &[Change]) -> Result<Document, Problem> {
    let mut made = document.clone();
    for change in changes {
        change.apply(&mut made).map_err(|problems| Problem::new("change", problems.to_string()))?;
    }
    Ok(made)
}
