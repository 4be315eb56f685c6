//! Prediction of a lesson. The simulator computes the right answer, and compares the choice or number of the
//! student with the right answer. Start reading with [`Lesson::outcome`]. Choices count from 0. A typed
//! number is right if its difference is at most the allowed percentage. If the run has no right number, every
//! typed number is wrong. If several ranges contain a wrong number, the first range gives the feedback.

use fabric_sim::document::Problem;

use crate::{CheckError, Lesson, Metric, MetricValues, NumberQuestion, Prediction, run};

/// Right answer to a prediction, computed by a run of the simulator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RightAnswer {
    /// Values that the metrics of the prediction have in the run.
    pub figures: MetricValues,
    /// Indices, from 0, of the choices that are right: exactly one in a correct lesson. Empty if the
    /// student must type a number.
    pub holding: Vec<usize>,
}

/// Result of comparing the number that a student typed with the right number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberFeedback<'a> {
    /// Whether the typed number differs from the right number by at most the allowed percentage. `false` if
    /// the run has no right number.
    pub is_right: bool,
    /// Name of the misconception behind a wrong number; `None` if the number is right or in no range of
    /// typical wrong numbers.
    pub misconception: Option<&'a str>,
    /// Feedback that the student reads after the typed number.
    pub feedback: &'a str,
}

impl Lesson {
    /// Runs the document of the prediction with at most `events` events and computes the right answer. More
    /// than one right choice, or none, is no error here; [`crate::Proof`] reports it.
    ///
    /// # Errors
    /// If the document is refused, or the run needs more than `events` events.
    pub fn outcome(&self, events: u64) -> Result<RightAnswer, CheckError> {
        self.outcome_of(&self.predicted_document()?, events)
    }

    /// Computes the right answer from a run of `document`, such as the document of the lesson with another
    /// seed.
    ///
    /// # Errors
    /// If the document is refused, or the run needs more than `events` events.
    pub fn outcome_of(
        &self,
        document: &fabric_sim::document::Document,
        events: u64,
    ) -> Result<RightAnswer, CheckError> {
        let figures = run(document, self.prediction.metrics(), events)?;
        let holds =
            |n: &usize| self.prediction.choices[*n].right_if.iter().all(|one| one.judge(&figures).holds);
        let holding = (0..self.prediction.choices.len()).filter(holds).collect();
        Ok(RightAnswer { figures, holding })
    }

    /// Document whose run answers the prediction: the document of the step [`Prediction::before_step`].
    ///
    /// # Errors
    /// If [`Lesson::document_at`] fails.
    pub fn predicted_document(&self) -> Result<fabric_sim::document::Document, CheckError> {
        self.document_at(self.prediction.before_step.small()).map_err(CheckError::Refused)
    }
}

impl Prediction {
    /// Metrics of the choices, of the number and of the shown figures, in this order. A metric can occur
    /// more than once.
    pub fn metrics(&self) -> impl Iterator<Item = &Metric> {
        let of_choices = self.choices.iter().flat_map(|choice| &choice.right_if).map(|one| &one.metric);
        let of_number = self.number.iter().map(|number| &number.metric);
        of_choices.chain(of_number).chain(self.came.iter().map(|came| &came.metric))
    }
}

impl NumberQuestion {
    /// Reads the number `text` that a student typed. The result is in the unit of the metric: bytes, bit/s,
    /// picoseconds or a count.
    ///
    /// # Errors
    /// If `text` is not a number with a unit that fits the metric.
    pub fn read(&self, text: &str) -> Result<u64, Problem> {
        let given = self.metric.unit()?.parse_typed(text);
        given.map_err(|range| Problem::range("", format_args!("\"{text}\""), range))
    }

    /// Compares the number `text` that a student typed with the right number in `figures`. A right number
    /// gets the feedback of the question, even if a range contains it. If the right number is 0, only 0 is
    /// right.
    ///
    /// A wrong number gets the feedback of the first range in `wrong` that contains it, or the feedback
    /// `otherwise` if no range contains it. An end of a range that cannot be read counts as absent.
    ///
    /// # Errors
    /// If `text` is not a number with a unit that fits the metric.
    pub fn feedback(&self, text: &str, figures: &MetricValues) -> Result<NumberFeedback<'_>, Problem> {
        let (unit, given) = (self.metric.unit()?, self.read(text)?);
        let right = figures.get(&self.metric);
        let percent = self.within_percent.get();
        let is_near =
            |right: u64| u128::from(given.abs_diff(right)) * 100 <= u128::from(right) * u128::from(percent);
        if right.is_some_and(is_near) {
            return Ok(NumberFeedback { is_right: true, misconception: None, feedback: &self.feedback });
        }
        let bound = |text: &Option<String>| text.as_deref().and_then(|text| unit.parse(text).ok());
        let fits = |wrong: &&crate::Wrong| {
            bound(&wrong.from).is_none_or(|from| given >= from)
                && bound(&wrong.to).is_none_or(|to| given <= to)
        };
        let known = self.wrong.iter().find(fits);
        Ok(NumberFeedback {
            is_right: false,
            misconception: known.map(|wrong| wrong.misconception.as_str()),
            feedback: known.map_or(&self.otherwise, |wrong| &wrong.feedback),
        })
    }
}
