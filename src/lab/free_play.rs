//! Free play: the user leaves the steps of a lesson to try something, and can return to the step. Start with
//! [`Lab::free_play`]. A return restores the document, the moment and the edits of the step. The end of free
//! play or of the lesson keeps the open document.

use fabric_sim::document::link::{LessonPlace, ShareLink};

use super::link_seek::LinkSeek;
use super::opened::CompiledDocument;
use super::undo::Edits;
use super::{Lab, UserError};

/// Step of a lesson that the user left for free play.
#[derive(Clone, Debug)]
pub(super) struct LeftStep {
    /// Share link to the document and moment of the step.
    link: ShareLink,
    /// Edits that can be undone and redone in the step.
    edits: Edits,
}

impl LeftStep {
    /// Lesson and stage of the step; `None` if the share link names none.
    pub(super) fn place(&self) -> Option<&LessonPlace> {
        self.link.page.lesson.as_ref()
    }
}

impl Lab {
    /// Lesson and stage to which free play returns; `None` outside free play.
    #[must_use]
    pub(super) fn left_place(&self) -> Option<LessonPlace> {
        self.left.as_ref().and_then(LeftStep::place).cloned()
    }

    /// Step of a lesson to which free play can return after another document is opened: the present step of
    /// the open lesson, otherwise the step that was left before. `None` if no lesson is open and no step was
    /// left.
    pub(super) fn way_back(&self) -> Option<LeftStep> {
        if self.page.lesson.is_some() {
            return Some(LeftStep { link: self.link_at(true), edits: self.edits.clone() });
        }
        self.left.clone()
    }

    /// Begins free play: leaves the steps of the open lesson; the document and the cursor stay. If free play
    /// is already in progress, opens the step that the user left. Does nothing if neither a lesson nor free
    /// play is open. If the document of the step does not compile, the page shows an error.
    pub(super) fn free_play(&mut self) {
        if self.page.lesson.is_some() {
            self.left = self.way_back();
            self.page.lesson = None;
            return;
        }
        let Some(LeftStep { link, edits }) = self.left.clone() else { return };
        match CompiledDocument::new(link.document.clone()) {
            Ok(compiled) => {
                let mut next = Self::new(compiled, &link, LinkSeek::of(&link.fragment(), &link));
                next.edits = edits;
                self.follow_to(next);
            }
            Err(problems) => self.error = Some(UserError::new(&problems)),
        }
    }

    /// Closes the lesson, or ends its free play. The document stays open.
    pub(super) fn end_lesson(&mut self) {
        self.page.lesson = None;
        self.left = None;
    }

    /// Shows an error in a step of a lesson: the step has no edit to undo. Does nothing without a lesson.
    pub(super) fn refuse_to_undo(&mut self) {
        if self.page.lesson.is_some() {
            let words = "nothing was changed since this step of the lesson began; Back in the lesson's card goes to the step before";
            self.error = Some(UserError::new(&words));
        }
    }
}
