//! Lessons: the card that leads through one, and the list of all. Where one is
//! in which lesson stands in the address; the files load when they are opened.

mod card;
mod controls;
mod list;
mod load;
mod way;

use std::rc::Rc;

use fabric_lessons::Lesson;
use fabric_sim::document::link::Stage;
use leptos::prelude::*;

use super::Desk;
pub use card::Card;
pub use list::Lessons;
pub use load::{follow, go, is_link};

/// The lesson that is open, and what a student said in it.
#[derive(Clone, Copy)]
pub struct Learning {
    /// The lesson, once it is loaded.
    lesson: RwSignal<Option<Rc<Lesson>>, LocalStorage>,
    /// Prediction: the number of a choice from 0, or a number as it was typed.
    given: RwSignal<String>,
    /// Reason why a lesson was not opened.
    refused: RwSignal<Option<String>>,
}

impl Learning {
    /// No lesson.
    #[must_use]
    pub fn new() -> Self {
        Self {
            lesson: RwSignal::new_local(None),
            given: RwSignal::new(String::new()),
            refused: RwSignal::new(None),
        }
    }
}

/// Where one is in the open lesson; `None`: nowhere, or the lesson is still loading.
fn place(desk: Desk) -> Option<(Rc<Lesson>, Stage)> {
    let place = desk.page.with(|page| page.lesson.clone())?;
    let lesson = desk.learning().lesson.get().filter(|lesson| lesson.name == place.lesson)?;
    lesson.has(place.stage).is_ok().then_some((lesson, place.stage))
}

/// The part of the page that a step is about, by which styles outline it; `None`: none.
pub fn lit(desk: Desk) -> Option<&'static str> {
    let (lesson, Stage::Step(n)) = place(desk)? else { return None };
    let (kind, name) = lesson.steps.get(usize::from(n).checked_sub(1)?)?.highlight.split_once(':')?;
    match kind {
        "queue" => Some("egress"),
        "mark" if name.starts_with('k') => Some("egress"),
        "group" | "mark" => Some("ingress"),
        "chart" if name == "rates" => Some("rates"),
        "chart" => Some("depth"),
        "node" | "port" | "link" => Some("fabric"),
        "tab" => Some("tab"),
        "part" if name == "lanes" => Some("lanes"),
        _ => None,
    }
}
