//! Answers of lessons as an HTML page for teachers. Start with [`answers`].

use std::error::Error;

use fabric_lessons::{Answer, Lesson, RightAnswer};
use fabric_sim::document::Problems;
use fabric_sim::document::link::{LessonPlace, LessonStage, ShareLink};
use maud::{Markup, html};

use super::sheet::page;

/// HTML page with the answers of `lessons`, in their order. The right answers come from runs of the
/// simulator, each with at most `events` events.
///
/// # Errors
/// If a run does not end within `events` events, or a document of a lesson is refused.
pub(super) fn answers(lessons: &[Lesson], events: u64) -> Result<String, Box<dyn Error>> {
    let parts = lessons.iter().map(|lesson| of(lesson, events)).collect::<Result<Vec<Markup>, _>>()?;
    let body = html! { h1 { "Answers" } @for part in &parts { (part) } };
    Ok(page("Answers", &body))
}

fn of(lesson: &Lesson, events: u64) -> Result<Markup, Box<dyn Error>> {
    let outcome = lesson.outcome(events)?;
    let links: Vec<String> =
        lesson.challenge.answers.iter().map(|answer| link(lesson, answer)).collect::<Result<_, _>>()?;
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
            ul { @for (answer, link) in lesson.challenge.answers.iter().zip(&links) { li { (answer.says) " " code { (link) } } } }
        }
    })
}

/// Share link to the challenge of a lesson, with the changes of `answer` applied. The link begins with `#`;
/// the caller appends the link to the address of the page.
///
/// # Errors
/// If the document of the challenge, or a change of the answer, is refused.
fn link(lesson: &Lesson, answer: &Answer) -> Result<String, Problems> {
    let mut document = lesson.challenge_document()?;
    answer.change.apply(&mut document)?;
    let mut link = ShareLink::new(document);
    link.page.lesson = Some(LessonPlace { lesson: lesson.name.clone(), stage: LessonStage::Challenge });
    Ok(link.fragment())
}

/// Right answer of the prediction as HTML: the right number with its feedback, or all right choices with
/// their feedback.
fn right(lesson: &Lesson, outcome: &RightAnswer) -> String {
    if let Some(number) = &lesson.prediction.number {
        return format!("{} – {}", outcome.figures.text(&number.metric), number.feedback);
    }
    let choices = outcome.holding.iter().map(|n| &lesson.prediction.choices[*n]);
    choices.map(|choice| format!("{} {}", choice.says, choice.feedback)).collect::<Vec<_>>().join(" ")
}
