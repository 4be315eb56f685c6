//! Edits of the document for undo and redo. Start with [`Edits`]. At most 100 edits can be undone; the oldest
//! is removed first. A new edit discards the edits that could be redone. The view, such as the zoom, is no
//! edit.

use std::sync::Arc;

use fabric_sim::document::Document;
use fabric_sim::seekable::SeekTarget;

use super::imported::Imported;
use super::opened::same_but_view;

/// Greatest number of edits that can be undone.
const MAX_EDITS: usize = 100;

/// Edit of the document that can be undone or redone.
#[derive(Clone, Debug)]
pub struct Edit {
    /// Document before the edit, or after the edit if the edit was undone.
    pub document: Document,
    /// Import of `document`; `None` if the document was not imported.
    pub imported: Option<Arc<Imported>>,
    /// Position of the cursor before the edit.
    pub from: SeekTarget,
    /// Position of the cursor after the edit.
    pub to: SeekTarget,
}

/// Edits that can be undone, and edits that can be redone.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    /// Edits that can be undone; the last is undone first.
    done: Vec<Edit>,
    /// Edits that can be redone; the last is redone first.
    undone: Vec<Edit>,
    count: u64,
}

impl Edits {
    /// Appends an edit, which contains the document before the edit. Edits that were undone can no longer be
    /// redone. If there are too many edits, the oldest is removed.
    pub fn push(&mut self, edit: Edit) {
        self.undone.clear();
        self.count += 1;
        self.done.push(edit);
        if self.done.len() > MAX_EDITS {
            self.done.remove(0);
        }
    }

    /// Undoes the last edit and returns this edit, which contains the document before the edit. `now` is the
    /// present document, to which a redo returns, and `imported` is the import of the present document.
    /// `None` if there is no edit.
    pub fn undo(&mut self, now: &Document, imported: Option<Arc<Imported>>) -> Option<Edit> {
        let edit = self.done.pop()?;
        self.undone.push(Edit { document: now.clone(), imported, ..edit });
        Some(edit)
    }

    /// Redoes the last undone edit and returns this edit, which contains the document after the edit. `now`
    /// is the present document, to which an undo returns, and `imported` is the import of the present
    /// document. `None` if no edit was undone.
    pub fn redo(&mut self, now: &Document, imported: Option<Arc<Imported>>) -> Option<Edit> {
        let edit = self.undone.pop()?;
        self.done.push(Edit { document: now.clone(), imported, ..edit });
        Some(edit)
    }

    /// Updates the lists after a share link has opened the document `next`. If `next` is the document before
    /// the last edit, this edit is undone. If `next` is the document after the last undone edit, this edit is
    /// redone. Otherwise `edit` is appended. If `next` is the present document, nothing changes. Documents
    /// that differ only in the view count as equal. Returns the undone or redone edit; `None` if no edit was
    /// undone or redone.
    pub fn follow(&mut self, edit: Edit, next: &Document) -> Option<Edit> {
        let now = &edit.document;
        let leads = |edits: &[Edit]| edits.last().is_some_and(|edit| same_but_view(&edit.document, next));
        if same_but_view(now, next) {
            None
        } else if leads(&self.done) {
            self.undo(now, edit.imported)
        } else if leads(&self.undone) {
            self.redo(now, edit.imported)
        } else {
            self.push(edit);
            None
        }
    }

    /// Number of edits appended so far. Undo, redo and the removal of the oldest edit do not change the
    /// number.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether an edit can be undone (first), and whether an edit can be redone (second).
    #[must_use]
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (!self.done.is_empty(), !self.undone.is_empty())
    }
}
