use std::error::Error;

use fabric_lessons::{Lesson, Outcome};
use maud::{Markup, html};

use super::sheet::page;

/// The answers to lessons as one page: what is right comes from the simulator, each run of `events` at most.
///
/// # Errors
/// If a lesson's run does not come to its end.
pub(super) fn answers(lessons: &[Lesson], events: u64) -> Result<String, Box<dyn Error>> {
    let parts = lessons.iter().map(|lesson| of(lesson, events)).collect::<Result<Vec<Markup>, _>>()?;
    let body = html! { h1 { "Answers" } @for part in &parts { (part) } };
    Ok(page("Answers", &body))
}

fn of(lesson: &Lesson, events: u64) -> Result<Markup, Box<dyn Error>> {
    let outcome = lesson.outcome(events)?;
    Ok(html! {
        section {
            h2 { (lesson.title) }
            p { b { "Objective: " } (lesson.teacher.objective) }
            p { b { "Prediction: " } (right(lesson, &outcome)) }
            ul {
                @for came in &lesson.prediction.came {
                    li { (came.says) ": " (outcome.figures.text(&came.metric)) }
                }
            }
            ol { @for question in &lesson.teacher.questions { li { (question.ask) " " i { (question.answer) } } } }
            p { b { "Rule: " } (lesson.explanation.rule) " (" (lesson.explanation.source) ")" }
            p { b { "Challenge: " } (lesson.challenge.asks) }
            ul { @for answer in &lesson.challenge.answers { li { (answer.says) } } }
        }
    })
}

fn right(lesson: &Lesson, outcome: &Outcome) -> String {
    if let Some(number) = &lesson.prediction.number {
        return format!("{} – {}", outcome.figures.text(&number.metric), number.feedback);
    }
    let choices = outcome.holding.iter().map(|n| &lesson.prediction.choices[*n]);
    choices.map(|choice| format!("{} {}", choice.says, choice.feedback)).collect::<Vec<_>>().join(" ")
}
