//! The fields of a lesson's file.

use fabric_sim::document::link::{Cursor, EventPace};
use fabric_sim::document::{Selection, Tab, Whole};
use fabric_sim::units::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Change, Condition, Control, Metric, Start};

/// A lesson: look at steps, predict, watch, read why, solve the challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Version of the format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// Name in links and files: lower-case letters, digits or `-`, at most 40.
    pub name: String,
    /// Line for menus.
    pub title: String,
    /// The one idea, in a sentence.
    pub idea: String,
    /// For teachers.
    pub teacher: Teacher,
    /// Terms that the lesson introduces, in the order of their first use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
    /// The fabric that the lesson begins with.
    pub start: Start,
    /// Parts of the page and parameters that are shown during the lesson.
    pub shows: Shows,
    /// Steps, in order; 1 to 40.
    pub steps: Vec<Step>,
    /// Prediction, asked before one of the steps is played.
    pub prediction: Prediction,
    /// Explanation of the result, after the last step.
    pub explanation: Explanation,
    /// Task that the student does alone.
    pub challenge: Challenge,
}

/// Notes for the teacher.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Teacher {
    /// Abilities of students after the lesson.
    pub objective: String,
    /// Duration in minutes.
    pub minutes: Whole<1, 60>,
    /// Knowledge of students before the lesson.
    pub prerequisites: Vec<String>,
    /// Questions for the class, with answers.
    pub questions: Vec<Question>,
    /// Things to point at while the lesson runs.
    pub look_at: Vec<String>,
}

/// A question for the class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question.
    pub ask: String,
    /// Answer to the question.
    pub answer: String,
}

/// A word of the field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The word.
    pub term: String,
    /// Meaning of the term, in a sentence.
    pub means: String,
}

/// Shown parts of the page; the rest is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shows {
    /// Parts of the page, as the link key `hide` names them: `charts`, `lanes`, `inspector` …
    pub parts: Vec<String>,
    /// Parameters whose controls are shown, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<String>,
}

/// Step of a lesson: one sentence, one gesture, one thing to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The sentence.
    pub says: String,
    /// Gesture of the student, such as `Press Play.`; absent: only look, then go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gesture: Option<String>,
    /// Highlighted thing; see [`crate::Target`].
    pub highlight: String,
    /// Selection; absent: the highlighted port or priority, or as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub select: Option<Selection>,
    /// Tab of the inspector; absent: as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<Tab>,
    /// Change that makes another fabric, from its start; the steps after this one keep it.
    #[serde(default, skip_serializing_if = "Change::is_empty")]
    pub change: Change,
    /// Part of the run that the step plays; absent if the run stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<Play>,
    /// Conditions that hold where the step stops, which is the end of their windows unless they name another.
    /// Nobody sees it: the check runs it, so that the sentences stay true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Condition>,
}

impl Step {
    /// The claims, their windows ending where the step stops.
    pub fn claims(&self) -> impl Iterator<Item = Condition> {
        let stop = self.play.map(|play| play.to.time);
        self.claims.iter().map(move |claim| {
            let to = claim.metric.to.or(stop);
            Condition { metric: Metric { to, ..claim.metric.clone() }, ..claim.clone() }
        })
    }
}

/// Part of a run that a step plays, and its speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// End: a time, or just after the n-th event of a time, such as `12.5us+3`.
    pub to: Cursor,
    /// Notable events in a second; absent: it plays by time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<EventPace>,
    /// Simulated time per second, if the step plays by time; absent for the speed of the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<Time>,
}

/// A question whose answer the simulator computes. It has either choices or a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prediction {
    /// Step before which the prediction is asked, from 1. The answer comes from the fabric up to
    /// there, with the change of this step.
    pub before_step: Whole<1, 40>,
    /// The question.
    pub ask: String,
    /// Answers to choose from, 2 to 6: exactly one holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// Number to predict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<NumberAsked>,
    /// Figures shown beside the prediction once the run is over.
    pub came: Vec<ShownFigure>,
}

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The answer.
    pub says: String,
    /// Conditions under which the choice is right: all must hold in the run.
    pub right_if: Vec<Condition>,
    /// Name of the misconception behind it, as `pfc-pauses-a-flow`; absent of the right one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misconception: Option<String>,
    /// Feedback on the choice.
    pub feedback: String,
}

/// Number to predict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NumberAsked {
    /// Metric of the run that gives the number.
    pub metric: Metric,
    /// Largest difference of a right answer, in percent.
    pub within_percent: Whole<0, 100>,
    /// Feedback on a right number.
    pub feedback: String,
    /// Typical wrong numbers; the first that fits gives the feedback.
    pub wrong: Vec<Wrong>,
    /// Feedback on any other number.
    pub otherwise: String,
}

/// A wrong number and the misconception behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// Least number, in the unit of the metric, such as `12k`; absent: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Largest number; absent: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Name of the misconception.
    pub misconception: String,
    /// Feedback to the student.
    pub feedback: String,
}

/// A figure that is shown beside the prediction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownFigure {
    /// Label of the figure.
    pub says: String,
    /// The figure.
    pub metric: Metric,
}

/// Explanation of the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// Short paragraphs.
    pub says: Vec<String>,
    /// The rule, in a sentence.
    pub rule: String,
    /// Source of the rule: clause, paper, vendor's document.
    pub source: String,
}

/// A task that needs the idea.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// The task.
    pub asks: String,
    /// Change of the lesson's start.
    #[serde(default, skip_serializing_if = "Change::is_empty")]
    pub start: Change,
    /// Controls that the student may change; the judge refuses any other change.
    pub controls: Vec<Control>,
    /// Goals of the run, all of which must be met.
    pub goals: Vec<Goal>,
    /// A hint, without the answer.
    pub hint: String,
    /// Answers, at least one; each passes.
    pub answers: Vec<Answer>,
}

/// Goal of a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Goal in words.
    pub says: String,
    /// Condition that must hold.
    pub when: Condition,
}

/// Solution of a challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Answer in words, with the reason.
    pub says: String,
    /// Change of the challenge's start.
    pub change: Change,
}
