//! Links that are opened, and the link to what is shown.

use std::sync::Arc;

use fabric_sim::document::link::{Cursor, Link};
use fabric_sim::document::{Document, View};

use super::laboratory::pace;
use super::opened::{Edition, same_but_view, same_network};
use super::{Lab, Run, Trouble};

impl Lab {
    /// Opens a link; one that says nothing sensible leaves everything as it is.
    pub(super) fn link(&mut self, link: &str) {
        let mut next = Self::open(link);
        if let Some(trouble) = next.trouble.take() {
            self.trouble = Some(Trouble { instead: None, ..trouble });
            return;
        }
        next.stage = next.edition.stage(self.stage.version + 1);
        next.from_start = self.from_start;
        next.prefer(self.tab);
        if next.edition.document.name == self.edition.document.name {
            // Another edition of the same: edits can still be taken back.
            next.edits = std::mem::take(&mut self.edits);
            next.edits.follow(&self.edition.document, &next.edition.document);
            if same_network(&self.origin, &next.edition.document) {
                next.origin = std::mem::replace(&mut self.origin, Document::empty());
            }
        }
        *self = next;
    }

    /// The document as it was opened, or its preset, with the seed that it has
    /// now, running from its start;
    /// the edits can be had again.
    pub(super) fn reset(&mut self) {
        let before = self.edition.document.clone();
        let mut document = self.origin.clone();
        // What is looked at is no edit.
        let View { select, tab, step, frame, flow, .. } = before.view.clone();
        document.view = View { select, tab, step, frame, flow, ..document.view };
        document.seed = before.seed;
        let Ok(edition) = Edition::new(document) else { return };
        self.run = Run::new(Arc::clone(&edition.spec), pace(&edition.document));
        self.run.play(true);
        self.end = edition.spec.horizon;
        (self.ghost, self.parted) = (None, None);
        self.stage = edition.stage(self.stage.version);
        self.edition = edition;
        if !same_but_view(&before, &self.edition.document) {
            self.edits.push(before);
        }
        self.settle();
    }

    /// What the address bar carries: the cursor too while the run stands still.
    #[must_use]
    pub fn fragment(&self) -> String {
        let world = self.run.tape().world();
        let stands = !self.run.is_playing() && !self.run.is_seeking();
        let cursor = Cursor { time: world.now(), nth: u32::try_from(world.ran_now()).unwrap_or(u32::MAX) };
        let link = Link {
            document: self.edition.document.clone(),
            cursor: stands.then_some(cursor),
            options: self.options.clone(),
        };
        link.fragment()
    }

    /// Counts edits, opened documents and what was taken back: a new number is
    /// a new entry of the browser's history.
    #[must_use]
    pub fn edit_count(&self) -> u64 {
        self.stage.version << 32 | self.edits.count()
    }
}
