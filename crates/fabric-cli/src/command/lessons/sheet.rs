//! Worksheet of a lesson as an HTML page to be printed. Start with [`sheet`].

use std::error::Error;

use fabric_lessons::{Lesson, Prediction};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::picture::picture;

/// Style sheet for paper: A4 or letter, black on white, without page breaks inside sections.
const STYLE: &str = "@page{margin:18mm}body{font:12pt/1.4 sans-serif;color:#000;max-width:180mm;margin:auto}\
h1{font-size:18pt;margin:0 0 2mm}h2{font-size:13pt;margin:6mm 0 1mm}section,li,tr{break-inside:avoid}\
svg{width:100%;max-height:75mm}table{border-collapse:collapse;width:100%}td,th{border:1px solid #000;padding:1mm 2mm;text-align:left}\
.line{border-bottom:1px solid #000;height:8mm}.who{display:flex;gap:10mm}.who span{flex:1;border-bottom:1px solid #000}\
ul.boxes{list-style:'☐  '}code{font-size:9pt;overflow-wrap:anywhere}article+article{break-before:page}";

/// HTML page with this title and body.
pub(super) fn page(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    };
    page.into_string()
}

/// Worksheet of a lesson as an HTML page: its picture, its questions, and empty lines for the answers. If
/// the lesson has no terms, the page has no section of terms.
///
/// # Errors
/// If the document of the lesson is refused.
pub(super) fn sheet(lesson: &Lesson) -> Result<String, Box<dyn Error>> {
    let document = lesson.start.document()?;
    let body = html! {
        p.who { "Name" span {} "Date" span {} }
        h1 { (lesson.title) }
        p { (lesson.idea) }
        section { (picture(&document)) }
        @if !lesson.terms.is_empty() {
            section {
                h2 { "Words" }
                dl { @for term in &lesson.terms { p { b { (term.term) } ": " (term.means) } } }
            }
        }
        section { h2 { "Before the run: what will happen?" } (question(&lesson.prediction)) }
        section {
            h2 { "What came" }
            table { @for came in &lesson.prediction.came { tr { th { (came.says) } td style="width:50%" {} } } }
            p { "Why was it so, or not so, as you thought?" }
            (space(2))
        }
        section {
            h2 { "Questions" }
            ol { @for question in &lesson.teacher.questions { li { (question.ask) (space(2)) } } }
        }
        section {
            h2 { "Challenge" }
            p { (lesson.challenge.asks) }
            ul.boxes { @for goal in &lesson.challenge.goals { li { (goal.says) } } }
            p { "What I changed, and why:" }
            (space(3))
        }
    };
    Ok(page(&lesson.title, &body))
}

/// Question of the prediction, with a line for a number or boxes for choices, and a line for the reason.
fn question(prediction: &Prediction) -> Markup {
    html! {
        p { (prediction.ask) }
        @if prediction.number.is_some() {
            (space(1))
        } @else {
            ul.boxes { @for choice in &prediction.choices { li { (choice.says) } } }
        }
        p { "Because:" }
        (space(1))
    }
}

fn space(lines: usize) -> Markup {
    html! { @for _ in 0..lines { div.line {} } }
}
