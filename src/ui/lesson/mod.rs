//! Lessons: the card that leads through one, and the list of all. Where one is
//! in which lesson stands in the address; the files load when they are opened.

mod card;
mod challenge;
mod controls;
mod highlights;
mod list;
mod load;
mod sequence;
mod stage;

use std::rc::Rc;

use fabric_lessons::Lesson;
use fabric_sim::document::Tab;
use fabric_sim::document::link::{LessonStage, Page};
use leptos::prelude::*;

use super::Desk;
pub use card::Card;
pub use highlights::{Highlights, highlights, lit, lit_mark};
pub use list::{Lessons, SAVED, begin_first};
pub use load::{follow, go, is_link, open_file};

/// Open lesson, and the answers of the student in it.
#[derive(Clone, Copy)]
pub struct LessonState {
    /// The lesson, once it is loaded.
    lesson: RwSignal<Option<Rc<Lesson>>, LocalStorage>,
    /// Prediction: the number of a choice from 0, or a number as it was typed.
    given: RwSignal<String>,
    /// Reason why a lesson was not opened.
    refused: RwSignal<Option<String>>,
    /// Text of the card for screen readers, announced by the only live region of the page.
    pub spoken: RwSignal<String>,
}

impl LessonState {
    /// No lesson.
    #[must_use]
    pub fn new() -> Self {
        Self {
            lesson: RwSignal::new_local(None),
            given: RwSignal::new(String::new()),
            refused: RwSignal::new(None),
            spoken: RwSignal::new(String::new()),
        }
    }

    /// Takes back the reason why a lesson was not opened.
    pub fn forget_refusal(self) {
        self.refused.try_set(None);
    }

    /// The page without the parts and parameters that the open lesson hides.
    #[must_use]
    pub fn shown(self, mut page: Page) -> Page {
        let place = page.lesson.as_ref();
        let hides = self.lesson.with(|lesson| {
            let open =
                lesson.as_ref().filter(|lesson| place.is_some_and(|place| lesson.name == place.lesson))?;
            Some(open.page())
        });
        if let Some(hides) = hides {
            page.hidden.extend(hides.hidden);
            page.unseen.extend(hides.unseen);
        }
        page
    }
}

/// Where one is in the open lesson; `None`: nowhere, or the lesson is still loading.
fn place(desk: Desk) -> Option<(Rc<Lesson>, LessonStage)> {
    let place = desk.page.with(|page| page.lesson.clone())?;
    let lesson = desk.lesson_state().lesson.get().filter(|lesson| lesson.name == place.lesson)?;
    lesson.has(place.stage).is_ok().then_some((lesson, place.stage))
}

/// Whether a tab of the inspector is shown: in a lesson, those that it uses.
pub fn shows_tab(desk: Desk, tab: Tab) -> bool {
    place(desk).is_none_or(|(lesson, _)| lesson.tabs().contains(&tab))
}
