//! Edits of the open document. All go one way: a new edition, then the run is
//! told, or replayed to the same cursor.

use fabric_sim::document::params::{Address, Key, Kind, OFF, ParamMap, UNSET};
use fabric_sim::document::{Action, Document, Incast, Problem, TimedAction, TransferBytes};
use fabric_sim::units::Time;

use super::Lab;
use super::laboratory::Drag;
use super::opened::Edition;

/// Seconds between two recorded values of a drag.
const DRAG: f64 = 0.1;
/// What each sender of an incast sends.
const BURST: u64 = 64_000;

impl Lab {
    /// Sets a parameter, from now on or from the start. A drag is many calls,
    /// the last with `done`; it is one edit, recorded at most ten times a second.
    pub(super) fn set(&mut self, key: Key, text: &str, done: bool) {
        let document = &self.edition.document;
        let same = key
            .param()
            .parse(text)
            .is_ok_and(|value| self.values.iter().any(|one| (one.key, one.value) == (key, value)));
        if same && self.dragged.is_none() {
            return;
        }
        let mut drag =
            self.dragged.take().unwrap_or_else(|| Drag { before: document.clone(), last: None, waits: None });
        let soon = drag.last.is_some_and(|(_, wall)| self.wall - wall < DRAG);
        if soon && !done {
            drag.waits = Some((key, text.to_owned()));
            self.dragged = Some(drag);
            return;
        }
        // Standing still, a drag is one action, whose value changes.
        let at =
            drag.last.map(|last| last.0).filter(|_| !self.run.is_playing()).unwrap_or_else(|| self.stamp());
        match self.setting(&drag.before, at, key, text) {
            Ok(document) => self.amend(document, Some(at)),
            Err(problem) => self.trouble = Some(problem.to_string()),
        }
        if !done {
            drag.last = Some((at, self.wall));
            drag.waits = None;
            self.dragged = Some(drag);
        } else if drag.before != self.edition.document {
            self.edits.push(drag.before);
        }
    }

    /// Records the value of a drag that came too soon, once it is time.
    pub(super) fn drag_on(&mut self) {
        let due = self.dragged.as_mut().and_then(|drag| {
            drag.last.is_none_or(|(_, wall)| self.wall - wall >= DRAG).then(|| drag.waits.take())?
        });
        if let Some((key, text)) = due {
            self.set(key, &text, false);
        }
    }

    /// The document with `key` set, at `at` or from the start. `before` is what
    /// it was when the drag began.
    fn setting(&self, before: &Document, at: Time, key: Key, text: &str) -> Result<Document, Problem> {
        let param = key.param();
        let value = param.parse(text).map_err(|range| Problem::range(param.name, text, range))?;
        let company = self.with_company(key, value);
        if self.from_start || !param.live {
            let mut document = before.clone();
            for (key, value) in company {
                document.set_parameter(&Address::everywhere(key), &key.param().show(value))?;
            }
            return Ok(document);
        }
        let mut document = self.edition.document.clone();
        let said = document.actions.split_off(before.actions.len().min(document.actions.len()));
        let others = said.into_iter().filter(|timed| timed.at != at || !sets(&timed.action, &company));
        document.actions.extend(others);
        for (key, value) in company {
            let param = key.param();
            let action = Action::Set(ParamMap::from([(param.name, param.show(value))]));
            document.actions.push(TimedAction { at, action });
        }
        Ok(document)
    }

    /// `key` with what must move along: an XOFF below XON takes it along, and
    /// so on. In an order in which each is sensible.
    fn with_company(&self, key: Key, value: u64) -> Vec<(Key, u64)> {
        let now = |key: Key| self.values.iter().find(|one| one.key == key).map_or(UNSET, |one| one.value);
        let number = |value: u64| value != UNSET && value != OFF;
        let (first, moves) = match key {
            Key::Xoff => (Key::Xon, number(now(Key::Xon)) && now(Key::Xon) > value && !self.is_dynamic()),
            Key::Kmax => (Key::Kmin, number(now(Key::Kmin)) && now(Key::Kmin) > value),
            Key::Xon => (Key::Xoff, now(Key::Xoff) < value && !self.is_dynamic()),
            Key::Kmin => (Key::Kmax, number(value) && number(now(Key::Kmax)) && now(Key::Kmax) < value),
            _ => (key, false),
        };
        if moves { vec![(first, value), (key, value)] } else { vec![(key, value)] }
    }

    /// Every other host sends a burst to the host that most flows send to.
    pub(super) fn incast(&mut self) {
        let Some(to) = self.edition.receiver().map(str::to_owned) else { return };
        let Some(bytes) = TransferBytes::new(BURST) else { return };
        let before = self.edition.document.clone();
        let mut document = before.clone();
        let at = self.stamp();
        let action = Action::Incast(Incast::all(&to, bytes));
        document.actions.push(TimedAction { at, action });
        self.amend(document, Some(at));
        if before != self.edition.document {
            self.edits.push(before);
        }
    }

    /// The time that an action at the cursor is stamped with.
    fn stamp(&self) -> Time {
        let (time, nth) = self.run.tape().moment();
        if nth == 0 { time } else { time + Time(1) }
    }

    /// Takes the last edit back, or does it again.
    pub(super) fn undo(&mut self, again: bool) {
        let now = &self.edition.document;
        let other = if again { self.edits.redo(now) } else { self.edits.undo(now) };
        if let Some(mut document) = other {
            // What is looked at is no edit.
            document.view.clone_from(&self.edition.document.view);
            self.amend(document, None);
        }
    }

    /// Makes `document` the open one, at the same cursor; a new action in it
    /// happens at `at`. If it cannot be compiled, everything stays and the
    /// trouble is said.
    pub(super) fn amend(&mut self, document: Document, at: Option<Time>) {
        if document == self.edition.document {
            return;
        }
        let next = match Edition::new(document) {
            Ok(next) => next,
            Err(problems) => {
                self.trouble = Some(problems.to_string());
                return;
            }
        };
        let same = same_start(&self.edition.document, &next.document);
        let told = at.filter(|_| same && !self.run.tape().is_seeking());
        match told.and_then(|at| Some((at, self.edition.added(&next, at)?))) {
            Some((at, actions)) => {
                for action in actions {
                    let stamped = self.run.act(action);
                    debug_assert_eq!(stamped, at, "an action comes where the document says");
                }
            }
            None => self.run.replace(next.spec.clone()),
        }
        if let Some(at) = at.filter(|_| !self.run.is_playing()) {
            // Whoever stands still sees at once what the fabric feels.
            self.run.seek_from(at);
        }
        // The same nodes in the same places, as the new edition has them.
        self.stage = next.stage(self.stage.version);
        self.edition = next;
        self.settle();
    }

    /// Whether the threshold of the lossless priorities moves with the pool.
    pub(super) fn is_dynamic(&self) -> bool {
        self.dynamic
    }
}

/// Whether two documents differ in their actions, or what they show, only.
fn same_start(old: &Document, new: &Document) -> bool {
    let bare = |document: &Document| {
        let mut bare = document.clone();
        bare.actions.clear();
        bare.view = fabric_sim::document::View::default();
        bare
    };
    bare(old) == bare(new)
}

fn sets(action: &Action, keys: &[(Key, u64)]) -> bool {
    let Action::Set(map) = action else { return false };
    map.0.keys().all(|address| keys.iter().any(|(key, _)| key.param().name == address))
}

/// Text that a parameter of this kind reads as `value`.
#[must_use]
pub fn written(key: Key, value: u64) -> String {
    match key.param().kind {
        Kind::Choice => key.param().show(value),
        kind => kind.show(value.clamp(key.param().min, key.param().max)),
    }
}
