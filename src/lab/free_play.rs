//! Free play: the rails of a lesson are left to try anything, and the step waits as it was.

use fabric_sim::document::link::{LessonPlace, Link};

use super::arrival::Arrival;
use super::opened::{Edition, Edits};
use super::{Lab, Trouble};

/// A place in a lesson that was left for free play.
#[derive(Clone, Debug)]
pub(super) struct Left {
    /// Link to the document and moment that were shown there.
    link: Link,
    /// Edits that were made there.
    edits: Edits,
}

impl Left {
    /// The place in the lesson.
    pub(super) fn place(&self) -> Option<&LessonPlace> {
        self.link.page.lesson.as_ref()
    }
}

impl Lab {
    /// The place in the lesson to which free play leads back; `None` outside free play.
    #[must_use]
    pub(super) fn left_place(&self) -> Option<LessonPlace> {
        self.left.as_ref().and_then(Left::place).cloned()
    }

    /// The way back to the open lesson, else the one that was known before.
    pub(super) fn way_back(&self) -> Option<Left> {
        if self.page.lesson.is_some() {
            return Some(Left { link: self.link_at(true), edits: self.edits.clone() });
        }
        self.left.clone()
    }

    /// Leaves the rails of the lesson, or goes back to the step that was left.
    pub(super) fn free_play(&mut self) {
        if self.page.lesson.is_some() {
            self.left = self.way_back();
            self.page.lesson = None;
            return;
        }
        let Some(Left { link, edits }) = self.left.clone() else { return };
        match Edition::new(link.document.clone()) {
            Ok(edition) => {
                let mut next = Self::new(edition, &link, Arrival::of(&link.fragment(), &link));
                next.edits = edits;
                self.follow_to(next);
            }
            Err(problems) => self.trouble = Some(Trouble::new(&problems)),
        }
    }

    /// Ends the lesson; the document stays open.
    pub(super) fn end_lesson(&mut self) {
        self.page.lesson = None;
        self.left = None;
    }

    /// Says that nothing is left to take back, where a step of a lesson began.
    pub(super) fn refuse_to_undo(&mut self) {
        if self.page.lesson.is_some() {
            let words = "nothing was changed since this step of the lesson began; Back in the lesson's card goes to the step before";
            self.trouble = Some(Trouble::new(&words));
        }
    }
}
