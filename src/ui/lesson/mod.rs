//! Lessons: a card that leads through a lesson, and the list of all lessons. The share link of a page with an
//! open lesson names the lesson and its stage. The file of a lesson is fetched when the lesson is opened.
//! Start with [`Card`].

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

use super::PageContext;
pub use card::Card;
pub use highlights::{Highlights, highlights, lit, lit_mark};
pub use list::{Lessons, SAVED, begin_first};
pub use load::{follow, go, is_link, open_file};

/// Open lesson, and the student's prediction in it.
#[derive(Clone, Copy)]
pub struct LessonState {
    /// Loaded lesson; `None` before a lesson is loaded.
    lesson: RwSignal<Option<Rc<Lesson>>, LocalStorage>,
    /// Prediction of the student: the index of a choice, from 0, or a number as typed. Empty if there is no
    /// prediction.
    given: RwSignal<String>,
    /// Reason why a lesson was not opened; `None` if there was no error or the user closed the message.
    refused: RwSignal<Option<String>>,
    /// Text of the lesson card that the narrator passes to screen readers; empty before the first text.
    pub spoken: RwSignal<String>,
}

impl LessonState {
    /// Creates a state without a lesson.
    #[must_use]
    pub fn new() -> Self {
        Self {
            lesson: RwSignal::new_local(None),
            given: RwSignal::new(String::new()),
            refused: RwSignal::new(None),
            spoken: RwSignal::new(String::new()),
        }
    }

    /// Clears the message why a lesson was not opened.
    pub fn forget_refusal(self) {
        self.refused.try_set(None);
    }

    /// Returns `settings` with further panels and parameters hidden: those that the open lesson hides. Panels
    /// that `settings` hides stay hidden. Unchanged if no lesson is open, or if `settings` names another
    /// lesson than the loaded one.
    #[must_use]
    pub fn shown(self, mut settings: Page) -> Page {
        let place = settings.lesson.as_ref();
        let hides = self.lesson.with(|lesson| {
            let open =
                lesson.as_ref().filter(|lesson| place.is_some_and(|place| lesson.name == place.lesson))?;
            Some(open.page())
        });
        if let Some(hides) = hides {
            settings.hidden.extend(hides.hidden);
            settings.unseen.extend(hides.unseen);
        }
        settings
    }
}

/// Open lesson and its stage. `None` if no lesson is open, if the lesson is loading, or if the lesson has no
/// such stage. An effect or memo that calls this function runs again after a change of the page or the
/// lesson.
fn place(page: PageContext) -> Option<(Rc<Lesson>, LessonStage)> {
    let place = page.settings.with(|settings| settings.lesson.clone())?;
    let lesson = page.lesson_state().lesson.get().filter(|lesson| lesson.name == place.lesson)?;
    lesson.has(place.stage).is_ok().then_some((lesson, place.stage))
}

/// Whether the inspector shows the tab `tab`. A lesson shows only the tabs that it uses; outside lessons, and
/// while a lesson is loading, all tabs are shown.
pub fn shows_tab(page: PageContext, tab: Tab) -> bool {
    place(page).is_none_or(|(lesson, _)| lesson.tabs().contains(&tab))
}
