//! Prediction of a lesson: the simulator computes the right answer, and the student's choice or number
//! is compared with it.

use fabric_sim::document::Problem;

use crate::{Figures, Lesson, Metric, NumberAsked, Prediction, Unjudged, run};

/// Answer of the simulator to a prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Numbers of the run.
    pub figures: Figures,
    /// Choices that hold, from 0; exactly one in a correct lesson.
    pub holding: Vec<usize>,
}

/// Feedback on a student's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict<'a> {
    /// Whether the number is near enough.
    pub is_right: bool,
    /// Misconception behind the number; `None` if the number is right or fits none.
    pub misconception: Option<&'a str>,
    /// Feedback to the student.
    pub feedback: &'a str,
}

impl Lesson {
    /// Runs the fabric of the prediction, at most `events` events.
    ///
    /// # Errors
    /// If the run does not reach its end.
    pub fn outcome(&self, events: u64) -> Result<Outcome, Unjudged> {
        self.outcome_of(&self.predicted_document()?, events)
    }

    /// Answer for another document, such as that of another seed.
    ///
    /// # Errors
    /// As [`Lesson::outcome`].
    pub fn outcome_of(
        &self,
        document: &fabric_sim::document::Document,
        events: u64,
    ) -> Result<Outcome, Unjudged> {
        let figures = run(document, self.prediction.metrics(), events)?;
        let holds =
            |n: &usize| self.prediction.choices[*n].right_if.iter().all(|one| one.judge(&figures).holds);
        let holding = (0..self.prediction.choices.len()).filter(holds).collect();
        Ok(Outcome { figures, holding })
    }

    /// Fabric of the prediction: that of the step before which it is asked.
    ///
    /// # Errors
    /// As [`Lesson::document_at`].
    pub fn predicted_document(&self) -> Result<fabric_sim::document::Document, Unjudged> {
        self.document_at(self.prediction.before_step.small()).map_err(Unjudged::Refused)
    }
}

impl Prediction {
    /// Metrics that the prediction needs.
    pub fn metrics(&self) -> impl Iterator<Item = &Metric> {
        let of_choices = self.choices.iter().flat_map(|choice| &choice.right_if).map(|one| &one.metric);
        let of_number = self.number.iter().map(|number| &number.metric);
        of_choices.chain(of_number).chain(self.came.iter().map(|came| &came.metric))
    }
}

impl NumberAsked {
    /// Reads `text`, typed by a student, in the unit of the metric: bytes, bit/s, ps or a count.
    ///
    /// # Errors
    /// If it is no number of the metric.
    pub fn read(&self, text: &str) -> Result<u64, Problem> {
        let given = self.metric.unit()?.parse_typed(text);
        given.map_err(|range| Problem::range("", format_args!("\"{text}\""), range))
    }

    /// Judges `text`, typed by a student, by the figures of the run.
    ///
    /// # Errors
    /// As [`NumberAsked::read`].
    pub fn verdict(&self, text: &str, figures: &Figures) -> Result<Verdict<'_>, Problem> {
        let (unit, given) = (self.metric.unit()?, self.read(text)?);
        let right = figures.get(&self.metric);
        let percent = self.within_percent.get();
        let is_near =
            |right: u64| u128::from(given.abs_diff(right)) * 100 <= u128::from(right) * u128::from(percent);
        if right.is_some_and(is_near) {
            return Ok(Verdict { is_right: true, misconception: None, feedback: &self.feedback });
        }
        let bound = |text: &Option<String>| text.as_deref().and_then(|text| unit.parse(text).ok());
        let fits = |wrong: &&crate::Wrong| {
            bound(&wrong.from).is_none_or(|from| given >= from)
                && bound(&wrong.to).is_none_or(|to| given <= to)
        };
        let known = self.wrong.iter().find(fits);
        Ok(Verdict {
            is_right: false,
            misconception: known.map(|wrong| wrong.misconception.as_str()),
            feedback: known.map_or(&self.otherwise, |wrong| &wrong.feedback),
        })
    }
}
