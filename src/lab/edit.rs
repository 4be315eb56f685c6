//! Edits of the open document. Start with [`Lab::adopt`]. Each edit compiles the document again. A change
//! that a running fabric can make becomes an action at the cursor. Any other change is simulated from the
//! start of the run up to the cursor.
//!
//! If the changed document does not compile, nothing changes and the page shows the error. A change to an
//! equal document is no edit. If the cursor is between two events of one time, an action gets the time 1 ps
//! later. Undo moves the cursor back only if the user has not moved the cursor since the edit.

use fabric_sim::document::params::{Address, Key, ParamMap, UNSET, ValueKind};
use fabric_sim::document::{Action, Document, Incast, Problem, TimedAction, TransferBytes};
use fabric_sim::seekable::SeekTarget;
use fabric_sim::units::Time;

use super::opened::{CompiledDocument, same_network};
use super::slider_drag::{Drag, nearest};
use super::undo::Edit;
use super::value_sources::address_of_change;
use super::{Lab, UserError};
use crate::scene::lanes;

/// Least interval between two recorded values of a drag, in seconds of wall time.
const DRAG: f64 = 0.1;
/// Payload bytes that each sender of an incast sends.
const BURST: u64 = 64_000;

/// State before an edit: the document, and the position of the cursor.
pub(super) struct StateBeforeEdit {
    pub document: Document,
    pub place: SeekTarget,
}

impl Lab {
    /// Sets the parameter `key` to `text`, from the cursor on. The change applies from the start of the run
    /// if the user chose so, or if a running fabric cannot change the parameter. A refused value changes
    /// nothing and shows an error. A value that is already in force is no edit. Ends a drag of a slider that
    /// is in progress.
    pub(super) fn set(&mut self, key: Key, text: &str) {
        if self.dragged.is_none() && self.is_so(key, text) {
            return;
        }
        let drag = self.dragged.take().unwrap_or_else(|| Drag::new(self.before()));
        let at = self.stamp();
        match self.made(&drag.before, at, key, text) {
            Ok(compiled) => self.adopt(compiled, Some(at)),
            Err(error) => self.error = Some(error),
        }
        self.end_drag(drag);
    }

    /// Sets the parameter `key` by a slider. All calls of one drag make one edit; the last call has `done`.
    /// The slider stops at the last value that does not contradict other parameters.
    ///
    /// Values are recorded at most ten times a second. An earlier call only stores its value, in place of an
    /// earlier stored value; [`Lab::drag_on`] records the stored value. A text that is no value shows an
    /// error. The first value of a drag changes nothing if this value is the present value.
    pub(super) fn slide(&mut self, key: Key, text: &str, done: bool) {
        if self.dragged.is_none() && self.is_so(key, text) {
            return;
        }
        let mut drag = self.dragged.take().unwrap_or_else(|| Drag::new(self.before()));
        let soon = drag.last.is_some_and(|(_, wall)| self.wall - wall < DRAG);
        if soon && !done {
            drag.waits = Some((key, text.to_owned()));
            self.dragged = Some(drag);
            return;
        }
        // While the run is paused, a drag is one action whose value changes.
        let at =
            drag.last.map(|last| last.0).filter(|_| !self.run.is_playing()).unwrap_or_else(|| self.stamp());
        let made = |text: &str| self.made(&drag.before, at, key, text);
        let whole = made(text).map(|compiled| (compiled, None));
        let reached = whole.or_else(|refused| {
            let Ok(wanted) = key.param().parse(text) else { return Err(refused) };
            // If the drag continues beyond the limit, the value stays at the limit.
            let now = drag.stop.as_ref().filter(|stop| stop.key == key).map(|stop| stop.at);
            let now = now.or_else(|| self.value(key)).unwrap_or(UNSET);
            nearest(key, (now, wanted), self.dynamic, refused, made)
                .map(|(compiled, stop)| (compiled, Some(stop)))
        });
        match reached {
            Ok((compiled, stop)) => {
                self.stopped.clone_from(&stop);
                // The value is at the limit already, so nothing changes.
                let stays = stop.as_ref().is_some_and(|stop| self.value(key) == Some(stop.at));
                drag.stop = stop;
                if !stays {
                    self.adopt(compiled, Some(at));
                }
            }
            Err(error) => self.error = Some(error),
        }
        if done {
            self.end_drag(drag);
        } else {
            drag.last = Some((at, self.wall));
            drag.waits = None;
            self.dragged = Some(drag);
        }
    }

    /// Records the values of `drag` as one edit. Records nothing if the document is as before the drag.
    fn end_drag(&mut self, drag: Drag) {
        self.edited(StateBeforeEdit { document: drag.before, place: drag.from });
    }

    /// State before an edit, which the caller passes to [`Lab::edited`] after the edit.
    pub(super) fn before(&self) -> StateBeforeEdit {
        StateBeforeEdit { document: self.compiled.document.clone(), place: self.run.place() }
    }

    /// Records the changes since `before` as one edit. Does nothing if the document is unchanged.
    pub(super) fn edited(&mut self, before: StateBeforeEdit) {
        if before.document != self.compiled.document {
            let (from, to) = (before.place, self.run.place());
            self.edits.push(Edit { document: before.document, imported: self.imported.clone(), from, to });
        }
    }

    /// Value of the parameter `key` at the cursor, for the selected port and priority; `None` if there is no
    /// such parameter at this port.
    pub(super) fn value(&self, key: Key) -> Option<u64> {
        self.values.iter().find(|one| one.key == key).map(|one| one.value)
    }

    /// Whether the parameter `key` has the value `text` and is in force. With a dynamic threshold, XOFF is
    /// not in force; with a static threshold, α is not. `false` if the text is no value.
    fn is_so(&self, key: Key, text: &str) -> bool {
        let rules = match key {
            Key::Xoff => !self.dynamic,
            Key::Alpha => self.dynamic,
            _ => true,
        };
        rules && key.param().parse(text).is_ok_and(|value| self.value(key) == Some(value))
    }

    /// Records the stored value of the drag in progress, if enough wall time has passed since the last
    /// recorded value.
    pub(super) fn drag_on(&mut self) {
        let due = self.dragged.as_mut().and_then(|drag| {
            drag.last.is_none_or(|(_, wall)| self.wall - wall >= DRAG).then(|| drag.waits.take())?
        });
        if let Some((key, text)) = due {
            self.slide(key, &text, false);
        }
    }

    /// Compiles the document with the parameter `key` set to `text`, by an action at the time `at` or from
    /// the start of the run. `before` is the document before the drag.
    ///
    /// # Errors
    /// The reason, if the value is refused.
    fn made(&self, before: &Document, at: Time, key: Key, text: &str) -> Result<CompiledDocument, UserError> {
        let set = self.setting(before, at, key, text);
        let (document, written) = set.map_err(|problem| UserError::new(&problem))?;
        let own = document.actions.len().saturating_sub(1);
        CompiledDocument::edited(document, &[written])
            .map_err(|problems| UserError::of_action(own, &problems))
    }

    /// Returns the document with `key` set to `text`, and the address that was written. The change is an
    /// action at `at`, or a parameter from the start of the run. `before` is the document before the drag.
    fn setting(
        &self,
        before: &Document,
        at: Time,
        key: Key,
        text: &str,
    ) -> Result<(Document, Address), Problem> {
        let param = key.param();
        let value = param.parse(text).map_err(|range| Problem::range(param.name, text, range))?;
        let text = param.show(value);
        let from_start = self.from_start || !param.live;
        let now = (!from_start).then_some(at);
        let address = address_of_change(before, &self.compiled.spec, self.selected, key, now);
        if from_start {
            let mut document = before.clone();
            document.set_parameter(&address, &text)?;
            return Ok((document, address));
        }
        let written = address.to_string();
        let mut document = self.compiled.document.clone();
        let added = document.actions.split_off(before.actions.len().min(document.actions.len()));
        let others = added.into_iter().filter(|timed| timed.at != at || !sets(&timed.action, &written));
        document.actions.extend(others);
        let action = Action::Set(ParamMap::from([(written, text)]));
        document.actions.push(TimedAction { at, action });
        Ok((document, address))
    }

    /// Name of the host that receives an incast: the destination of the greatest number of flows, or the
    /// first host if there are no flows. `None` if there are no hosts. If several hosts have equally many
    /// flows, the first of them.
    #[must_use]
    pub fn receiver_of_incast(&self) -> Option<String> {
        self.compiled.receiver().map(str::to_owned)
    }

    /// Starts an incast to the host of [`Lab::receiver_of_incast`]. The field of [`Command::Senders`] has the
    /// number of senders; a wrong number is refused. The first hosts of the document send. Without hosts,
    /// nothing happens.
    pub(super) fn incast(&mut self) {
        let Some(to) = self.receiver_of_incast() else { return };
        let Some(bytes) = TransferBytes::new(BURST) else { return };
        let others = || self.compiled.hosts().filter(|host| **host != to);
        let count = match self.sender_count() {
            Ok(count) => count.filter(|count| *count < others().count()),
            Err(problem) => {
                self.error = Some(UserError::new(&problem));
                return;
            }
        };
        let from = count.map(|count| others().take(count).map(str::to_owned).collect());
        let incast = Incast { from: from.unwrap_or_default(), ..Incast::all(&to, bytes) };
        self.happen(Action::Incast(incast));
    }

    /// Time of an action at the cursor: the time of the cursor, or 1 ps later if some events of
    /// that time have run.
    pub(super) fn stamp(&self) -> Time {
        let (time, nth) = self.run.moment();
        if nth == 0 { time } else { time + Time(1) }
    }

    /// Undoes the last edit, or redoes the last undone edit if `again` is true. Does nothing without such an
    /// edit; within a lesson, an undo then shows the reason. The view of the page stays. If the edit changed
    /// to another network, the earlier document is opened again.
    pub(super) fn undo(&mut self, again: bool) {
        let now = &self.compiled.document;
        let imported = self.imported.clone();
        let other = if again { self.edits.redo(now, imported) } else { self.edits.undo(now, imported) };
        if other.is_none() && !again {
            return self.refuse_to_undo();
        }
        if let Some(Edit { mut document, imported, from, to }) = other {
            if !same_network(now, &document) {
                self.reopen(document, if again { to } else { from });
                self.imported = imported;
                return;
            }
            self.imported = imported;
            // A change of the view is no edit.
            document.view.clone_from(&self.compiled.document.view);
            let (here, there) = if again { (from, to) } else { (to, from) };
            // The cursor moves only if the user has not moved it since the edit.
            let stands = self.run.leading().is_at(here);
            let before_edit = self.before_edit.take();
            self.amend(document, None);
            if stands {
                self.run.go_to(there);
            }
            self.restore_history_from_a(before_edit.as_ref());
        }
    }

    /// Replaces the document as one edit. The run starts again and moves to the cursor.
    pub(super) fn rewrite(&mut self, document: Document) {
        let before = self.before();
        self.amend(document, None);
        self.edited(before);
    }

    /// Replaces the document; the cursor stays. `at` is the time of the last action of `document` if that
    /// action is new; `None` if `document` has no new action. If `document` does not compile, the page shows
    /// an error. An equal document changes nothing.
    pub(super) fn amend(&mut self, document: Document, at: Option<Time>) {
        if document == self.compiled.document {
            return;
        }
        let own = document.actions.len().saturating_sub(1);
        match CompiledDocument::new(document) {
            Ok(next) => self.adopt(next, at),
            Err(problems) => self.error = Some(UserError::of_action(own, &problems)),
        }
    }

    /// Replaces the open document by the compiled document `next`; the cursor stays. `at` is the time of the
    /// last action of `next` if this action is new, otherwise `None`. If `next` equals the open document,
    /// nothing changes.
    pub(super) fn adopt(&mut self, next: CompiledDocument, at: Option<Time>) {
        if next.document == self.compiled.document {
            return;
        }
        let same = same_start(&self.compiled.document, &next.document);
        let live_at = at.filter(|_| same && !self.run.is_seeking());
        if let Some((at, actions)) = live_at.and_then(|at| Some((at, self.compiled.added(&next, at)?))) {
            self.keep_as_run_a(self.run.recording().has_future());
            for action in actions {
                let stamped = self.run.act(action);
                debug_assert_eq!(stamped, at, "an action comes where the document says");
            }
            self.run.adopt_spec(&next.spec);
        } else {
            self.keep_as_run_a(true);
            self.run.replace(&next.spec);
        }
        if let Some(at) = at.filter(|_| !self.run.is_playing()) {
            // While the run is paused, the effect is visible at once.
            self.run.seek_from(at);
        }
        // The picture keeps its nodes and their positions. Its version rises if the priorities of a cable
        // change.
        let moved = lanes(&self.compiled.spec) != lanes(&next.spec);
        self.document_picture = next.picture(self.document_picture.version + u64::from(moved));
        self.compiled = next;
        self.review();
        self.update_values();
    }
}

/// Whether two documents are equal except for actions and view. Flows and links must have the same order.
fn same_start(old: &Document, new: &Document) -> bool {
    let bare = |document: &Document| {
        let mut bare = document.clone();
        bare.actions.clear();
        bare.view = fabric_sim::document::View::default();
        bare
    };
    bare(old) == bare(new)
}

/// Whether `action` sets the parameter at the address `at` and no other. Also `true` for a `set` action
/// without parameters.
fn sets(action: &Action, at: &str) -> bool {
    let Action::Set(map) = action else { return false };
    map.0.keys().all(|address| address == at)
}

/// Text of `value` in the notation of documents, limited to the range of the parameter. A choice is not
/// limited.
#[must_use]
pub fn written(key: Key, value: u64) -> String {
    match key.param().kind {
        ValueKind::Choice => key.param().show(value),
        kind => kind.show(value.clamp(key.param().min, key.param().max)),
    }
}
