//! Types of a lesson's file, one for each JSON object. Start reading with [`Lesson`]. Lists keep the order of
//! the file. An absent optional field is `None` or empty; the comment of each field says what that means. The
//! types check only single values; [`Lesson::check`] checks whether the parts fit together.
//!
//! A field with an unknown name is refused. If the comment of a list gives a number of entries, such as "1 to
//! 40", [`Lesson::check`] enforces it.

use fabric_sim::document::link::{Cursor, EventPace};
use fabric_sim::document::{Selection, Tab, Whole};
use fabric_sim::units::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Change, Condition, Control, Metric, Start};

/// Lesson: the student views some steps, predicts a result, runs the fabric, reads the explanation and solves
/// a challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Version of the lesson format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// Name of the file, and of the lesson in share links: 1 to 40 lower-case letters, digits or `-`.
    pub name: String,
    /// Title in menus, one line.
    pub title: String,
    /// Idea that the lesson teaches, in one sentence.
    pub idea: String,
    /// Notes for the teacher.
    pub teacher: Teacher,
    /// Terms that the lesson introduces, in the order of their first use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
    /// Fabric at the start of the lesson.
    pub start: Start,
    /// Parts of the page and controls of parameters that are shown during the lesson.
    pub shows: Shows,
    /// Steps of the lesson, 1 to 40, in the order in which the student sees them.
    pub steps: Vec<Step>,
    /// Prediction that the student makes before one of the steps is played.
    pub prediction: Prediction,
    /// Explanation that is shown after the last step.
    pub explanation: Explanation,
    /// Challenge: task that the student solves without steps.
    pub challenge: Challenge,
}

/// Notes for the teacher of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Teacher {
    /// Abilities that students have after the lesson.
    pub objective: String,
    /// Duration of the lesson in minutes, 1 to 60.
    pub minutes: Whole<1, 60>,
    /// Knowledge that students need before the lesson.
    pub prerequisites: Vec<String>,
    /// Questions for the class, with answers.
    pub questions: Vec<Question>,
    /// Parts of the page, such as a queue or a chart, that the teacher should point at during the lesson.
    pub look_at: Vec<String>,
}

/// Question that the teacher can ask the class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Text of the question.
    pub ask: String,
    /// Answer to the question.
    pub answer: String,
}

/// Term that the lesson introduces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// Term, such as `headroom`.
    pub term: String,
    /// Meaning of the term, in a sentence.
    pub means: String,
}

/// Parts of the page that are shown during the lesson. All parts and controls that are not listed are hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shows {
    /// Shown parts by their names in the key `hide` of share links: `charts`, `lanes`, `inspector` …
    pub parts: Vec<String>,
    /// Names of the parameters whose controls are shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<String>,
}

/// Step of a lesson: a sentence, an action that the student should do, and a highlighted part of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Sentence of the step that the student reads.
    pub says: String,
    /// Action on the page that the student should do, such as `Press Play.`; absent: the student only looks
    /// at the highlight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gesture: Option<String>,
    /// Name of the highlighted part of the page or of the fabric, as [`crate::Target`] lists them:
    /// `node:s1`, `queue:s1.2.p3` …
    pub highlight: String,
    /// Node, port or priority that the step selects. Absent: the port and priority of the highlight; if the
    /// highlight has none, the selection does not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub select: Option<Selection>,
    /// Tab of the inspector that the step opens; absent: the tab does not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<Tab>,
    /// Change of the fabric; after a change, the run begins again at time 0. Later steps keep the change.
    /// Empty: the run continues.
    #[serde(default, skip_serializing_if = "Change::is_empty")]
    pub change: Change,
    /// Part of the run that the step plays; absent: the step plays nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<Play>,
    /// Conditions that must be true when the step stops. The page does not show these conditions; the proof
    /// of the lesson checks them. If a metric gives no end of its window, its window ends when the step
    /// stops.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Condition>,
}

impl Step {
    /// Conditions of the field `claims`. If a metric gives no end of its window, the window ends when the
    /// step stops, or at the horizon if the step plays nothing.
    pub fn claims(&self) -> impl Iterator<Item = Condition> {
        let stop = self.play.map(|play| play.to.time);
        self.claims.iter().map(move |claim| {
            let to = claim.metric.to.or(stop);
            Condition { metric: Metric { to, ..claim.metric.clone() }, ..claim.clone() }
        })
    }
}

/// Part of a run that a step plays, and its speed. The part begins where the previous step stopped or, after
/// a change of the fabric, at time 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Moment at which playing stops: a time, or just after the n-th event of a time, such as `12.5us+3`
    /// for the third event at 12.5 µs.
    pub to: Cursor,
    /// Speed in key events per second; absent: the step plays by simulated time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<EventPace>,
    /// Simulated time per second of playing, above 0; absent: the speed of the document. Without effect if
    /// `pace` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<Time>,
}

/// Question about the run that the student answers before the run is played. The answer is one of several
/// choices or a number; the simulator computes the right answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prediction {
    /// Number, from 1, of the step before which the question is asked. The simulator computes the right
    /// answer from a run of the document of that step.
    pub before_step: Whole<1, 40>,
    /// Text of the question.
    pub ask: String,
    /// Choices, 2 to 6, exactly one of which is right; empty if the student types a number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// Number that the student must type; absent if the prediction has choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<NumberQuestion>,
    /// Figures of the run that are shown next to the prediction when the run is over.
    pub came: Vec<ShownFigure>,
}

/// Possible answer to a prediction that offers choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Text of the choice.
    pub says: String,
    /// Conditions on the run; the choice is right if all of them hold.
    pub right_if: Vec<Condition>,
    /// Name of the misconception behind a wrong choice, such as `pfc-pauses-a-flow`; absent for the right
    /// choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misconception: Option<String>,
    /// Feedback that the student reads after this choice.
    pub feedback: String,
}

/// Number that a student must predict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NumberQuestion {
    /// Metric of the run that gives the right number.
    pub metric: Metric,
    /// Largest difference from the right number, in percent of the right number, at which an answer still
    /// counts as right.
    pub within_percent: Whole<0, 100>,
    /// Feedback if the typed number is right.
    pub feedback: String,
    /// Ranges of typical wrong numbers. If several ranges contain the typed number, the first range gives
    /// the feedback.
    pub wrong: Vec<Wrong>,
    /// Feedback if the typed number is wrong and in none of the ranges in `wrong`.
    pub otherwise: String,
}

/// Range of wrong numbers that come from the same misconception.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// Lower end of the range, included, in the unit of the metric, such as `12k`; absent: no lower end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Upper end of the range, included, in the unit of the metric; absent: no upper end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Name of the misconception behind the numbers in this range, such as `pfc-pauses-a-flow`.
    pub misconception: String,
    /// Feedback that the student reads after a number in this range.
    pub feedback: String,
}

/// Figure of the run that is shown next to the prediction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownFigure {
    /// Label of the figure.
    pub says: String,
    /// Metric that gives the figure.
    pub metric: Metric,
}

/// Explanation that is shown after the last step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// Paragraphs of the explanation, 1 to 20.
    pub says: Vec<String>,
    /// Rule that the lesson teaches, in one sentence.
    pub rule: String,
    /// Source of the rule: clause of a standard, paper, or document of a vendor.
    pub source: String,
}

/// Challenge: task in which the student changes controls until a run meets all goals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// Text of the task.
    pub asks: String,
    /// Change that turns the fabric at the start of the lesson into the fabric of the challenge.
    #[serde(default, skip_serializing_if = "Change::is_empty")]
    pub start: Change,
    /// Settings that the student may change. A document with any other change does not pass.
    pub controls: Vec<Control>,
    /// Goals of the challenge; the run must meet all of them.
    pub goals: Vec<Goal>,
    /// Hint for the student that does not give the answer.
    pub hint: String,
    /// Sample solutions, 1 to 8. The proof of the lesson checks that each passes.
    pub answers: Vec<Answer>,
}

/// Goal of a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Goal in words, for the student.
    pub says: String,
    /// Condition on the run; the goal is met if it holds.
    pub when: Condition,
}

/// Sample solution of a challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Solution in words, with the reason.
    pub says: String,
    /// Change that turns the fabric of the challenge into the solution.
    pub change: Change,
}
