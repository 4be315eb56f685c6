//! The run as it was before the last edit, as far as it was seen: ghost A.

use std::sync::Arc;

use fabric_sim::document::Document;
use fabric_sim::units::Time;

use super::history::History;
use super::lanes::Lanes;
use super::opened::same_but_view;
use super::past::Past;
use super::{Lab, Run};

/// What was seen of the run before, to be drawn beside the one that is shown.
#[derive(Clone, Debug)]
pub struct Ghost {
    document: Document,
    past: Arc<Past>,
    /// The number of the last event that was seen of it.
    known: u64,
}

impl Ghost {
    /// The past of its queues and flows.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.past.history
    }

    /// Which of its queues was paused when.
    #[must_use]
    pub fn lanes(&self) -> &Lanes {
        &self.past.lanes
    }

    /// The latest time that it was seen at.
    #[must_use]
    pub fn known_until(&self) -> Time {
        self.past.until()
    }
}

impl Run {
    /// What was seen of the run of `document`, which this one is.
    fn ghost(&self, document: &Document) -> Ghost {
        let tape = self.leading();
        Ghost { document: document.clone(), past: Arc::clone(&tape.past), known: tape.reel.known() }
    }

    /// What was seen of this very run before is known again.
    fn recall(&mut self, ghost: Ghost) {
        let tape = self.sent();
        tape.reel.recall(ghost.known);
        tape.past = ghost.past;
    }
}

impl Lab {
    /// The run before the last edit, if it was seen beyond what it shares with
    /// the one that is shown.
    #[must_use]
    pub fn ghost(&self) -> Option<&Ghost> {
        self.ghost.as_ref()
    }

    /// Keeps the run that an edit is about to leave, if its future `is_left`;
    /// of many values of one drag the first time only.
    pub(super) fn part(&mut self, is_left: bool) {
        let edit = Some(self.edits.count());
        if self.parted != edit && is_left {
            self.ghost = Some(self.run.ghost(&self.edition.document));
        }
        self.parted = edit;
    }

    /// An edit was taken back, and the open document is the one of `ghost`: so
    /// is the run.
    pub(super) fn rejoin(&mut self, ghost: Option<Ghost>) {
        if let Some(ghost) = ghost.filter(|ghost| same_but_view(&ghost.document, &self.edition.document)) {
            self.run.recall(ghost);
            self.ghost = None;
        }
        self.parted = None;
    }
}
