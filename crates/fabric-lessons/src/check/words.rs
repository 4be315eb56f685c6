//! Checks lists and texts of a lesson: number of entries, empty texts, name, and version of the format. The
//! other checks then take limited time. Start reading with `Lesson::sizes`. A value equal to a limit is
//! accepted. Problems are in the order of the lists. A text of spaces counts as empty.

use fabric_sim::document::Problem;
use fabric_sim::document::link::LessonPlace;

use crate::{Control, Lesson};

/// Version of the lesson format that this program reads.
const FORMAT: u32 = 1;

impl Lesson {
    /// Problems of lists: a list is empty but must have entries, or a list has too many entries. The limits
    /// on entries bound the time of all other checks. Problems of the lists in steps, choices and controls
    /// come last. The values of a parameter are not counted here, because [`Control::check`] reads them.
    pub(super) fn sizes(&self) -> Vec<Problem> {
        let Self { teacher, steps, prediction, explanation, challenge, shows, .. } = self;
        let wrong = prediction.number.as_ref().map_or(0, |number| number.wrong.len());
        let lists = [
            ("steps", steps.len(), 1, 40),
            ("terms", self.terms.len(), 0, 40),
            ("shows.parts", shows.parts.len(), 1, 40),
            ("shows.parameters", shows.parameters.len(), 0, 200),
            ("teacher.prerequisites", teacher.prerequisites.len(), 0, 20),
            ("teacher.questions", teacher.questions.len(), 1, 20),
            ("teacher.look_at", teacher.look_at.len(), 1, 20),
            ("prediction.came", prediction.came.len(), 1, 10),
            ("prediction.number.wrong", wrong, 0, 10),
            ("explanation.says", explanation.says.len(), 1, 20),
            ("challenge.controls", challenge.controls.len(), 1, 20),
            ("challenge.goals", challenge.goals.len(), 1, 12),
            ("challenge.answers", challenge.answers.len(), 1, 8),
        ];
        let range = |place: &str, count, least, most| {
            let is_off = !(least..=most).contains(&count);
            is_off.then(|| Problem::range(place, count, format!("{least} to {most} of them")))
        };
        let mut found: Vec<Problem> = lists
            .into_iter()
            .filter_map(|(place, count, least, most)| range(place, count, least, most))
            .collect();
        for (n, step) in steps.iter().enumerate() {
            found.extend(range(&format!("steps[{n}].claims"), step.claims.len(), 0, 12));
        }
        for (n, choice) in prediction.choices.iter().enumerate() {
            found.extend(range(&format!("prediction.choices[{n}].right_if"), choice.right_if.len(), 1, 12));
        }
        for (n, control) in challenge.controls.iter().enumerate() {
            let (place, count) = match control {
                Control::Parameter { .. } => continue,
                Control::Flow { values, .. } => ("flow.values", values.len()),
                Control::Actions { one_of } => ("actions.one_of", one_of.len()),
            };
            found.extend(range(&format!("challenge.controls[{n}].{place}"), count, 1, 64));
        }
        found
    }

    /// Adds problems of texts to `found`: an empty text, a wrong name, or an unknown version of the format.
    /// A name has 1 to 40 lower-case letters, digits or `-`. Texts in lists are not checked here.
    pub(super) fn words(&self, found: &mut Vec<Problem>) {
        if self.format != FORMAT {
            found.push(Problem::range(
                "format",
                self.format,
                format!("{FORMAT}: this program reads lessons of format {FORMAT}"),
            ));
        }
        if !LessonPlace::is_name(&self.name) {
            found.push(Problem::range(
                "name",
                format_args!("\"{}\"", self.name),
                "1 to 40 lower-case letters, digits or -",
            ));
        }
        let texts = [
            ("title", &self.title),
            ("idea", &self.idea),
            ("teacher.objective", &self.teacher.objective),
            ("prediction.ask", &self.prediction.ask),
            ("explanation.rule", &self.explanation.rule),
            ("explanation.source", &self.explanation.source),
            ("challenge.asks", &self.challenge.asks),
            ("challenge.hint", &self.challenge.hint),
        ];
        let empty = texts.into_iter().filter(|(_, text)| text.trim().is_empty());
        found.extend(empty.map(|(place, _)| Problem::new(place, "says nothing; write a sentence")));
    }
}
