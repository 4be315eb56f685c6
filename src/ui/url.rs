//! Address bar: shows a link to the state of the page, and opens a link that the user enters. Start with
//! [`follow`].

use std::rc::Rc;
use std::time::Duration;

use fabric_sim::document::link::ShareLink;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::memory::{LAST, recall, remember};
use super::{Desk, lesson, panic};
use crate::lab::{Command, Lab, StaticPicture, UserError};

/// Fragment in the address bar, with `#`; empty if there is none.
#[must_use]
pub fn whole() -> String {
    window().location().hash().unwrap_or_default()
}

/// Fragment that the lab can open; empty for a link to a lesson, because lessons are loaded first.
#[must_use]
pub fn fragment() -> String {
    let link = whole();
    if lesson::is_link(&link) { String::new() } else { link }
}

/// Greatest length in bytes of a link that is stored as that of the last visit.
const LONGEST: usize = 64 << 10;

/// Whether the address has no link, so that the page may choose what to show.
#[must_use]
pub fn names_nothing() -> bool {
    whole().trim_start_matches('#').trim_matches('/').is_empty()
}

/// Writes the link of the last visit into the address bar if the address has none. Does nothing if the page
/// is in a frame of another page.
pub fn resume() {
    let is_framed = window().parent().ok().flatten().is_some_and(|parent| parent != window());
    if let Some(last) = recall(LAST).filter(|_| names_nothing() && !is_framed) {
        write(&last, false);
    }
}

/// State that the address bar shows.
#[derive(Clone)]
struct Shown {
    link: String,
    /// Number of edits of the document when the link was written. `None` if the link came from the browser's
    /// history; the next change then replaces its history entry.
    edits: Option<u64>,
}

/// Least interval between two changes of a history entry. Chromium silently ignores changes above 200 in 30
/// seconds, and zooming makes many.
const APART: Duration = Duration::from_millis(160);

/// Present entry of the browser's history; limits how often it is changed. Each written link is also stored
/// as that of the last visit.
#[derive(Clone, Copy)]
struct Entry {
    desk: Desk,
    /// Whether the entry was changed less than [`APART`] ago, so that a change must wait.
    rests: StoredValue<bool>,
    /// Link to write when [`APART`] has elapsed; `None` if none is pending.
    waits: StoredValue<Option<String>>,
}

impl Entry {
    fn new(desk: Desk) -> Self {
        Self { desk, rests: StoredValue::new(false), waits: StoredValue::new(None) }
    }

    /// Replaces the link of the present entry. If the last change was less than [`APART`] ago, `link`
    /// is written when [`APART`] has elapsed, unless a later call replaces it.
    fn replace(self, link: String) {
        if self.rests.try_get_value() == Some(true) {
            self.waits.try_set_value(Some(link));
            return;
        }
        self.write(&link, false);
        self.rests.try_set_value(true);
        let next = move || {
            self.rests.try_set_value(false);
            if let Some(link) = self.called_off() {
                self.replace(link);
            }
        };
        set_timeout(next, APART);
    }

    /// Writes the pending link, if any, then adds `link` as a new history entry.
    fn push(self, link: &str) {
        self.hurry();
        self.write(link, true);
    }

    /// Writes the pending link at once; does nothing if none is pending.
    fn hurry(self) {
        if let Some(link) = self.called_off() {
            self.write(&link, false);
        }
    }

    /// Writes `link` to the address bar: as a new history entry if `anew`, otherwise in the present one. Also
    /// stores it as the link of the last visit, unless it is too long, the page is embedded, or the program
    /// has panicked.
    fn write(self, link: &str, anew: bool) {
        write(link, anew);
        let is_embedded = self.desk.page.try_with_untracked(|page| page.embedded);
        if link.len() <= LONGEST && is_embedded == Some(false) && !panic::has_stopped() {
            remember(LAST, Some(link));
        }
    }

    /// Takes the pending link, so that it is not written later; `None` if none is pending.
    fn called_off(self) -> Option<String> {
        self.waits.try_update_value(Option::take).flatten()
    }
}

fn write(link: &str, anew: bool) {
    // After a panic the overlay shows the address of the failure, which must stay.
    if panic::has_stopped() {
        return;
    }
    let Ok(history) = window().history() else { return };
    let written = if anew {
        history.push_state_with_url(&JsValue::NULL, "", Some(link))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(link))
    };
    // If the browser refuses a change, the next one is written.
    drop(written);
}

/// Keeps the address bar and the lab in step while the calling component lives. A finished edit adds a
/// history entry; any other change replaces the link of the present entry. An embedded page never adds an
/// entry, because the history belongs to the outer page. If a link is refused, the address bar shows the
/// previous state again.
pub fn follow(desk: Desk) {
    let shown = StoredValue::new(None::<Shown>);
    let entry = Entry::new(desk);
    // Last written link and its text: a playing run keeps the same link for long, and writing it
    // reads presets.
    let written = StoredValue::new(None::<(ShareLink, String)>);
    let text_of = move |link: ShareLink| {
        let known = written.try_with_value(|written| match written {
            Some((known, text)) if *known == link => Some(text.clone()),
            _ => None,
        });
        known.flatten().unwrap_or_else(|| {
            let text = link.fragment();
            written.try_set_value(Some((link, text.clone())));
            text
        })
    };
    Effect::new(move |_| {
        desk.address.track();
        let looked = desk.read_lab(|lab| (lab.address(), lab.edit_count(), lab.is_settled()));
        let Some((link, edits, true)) = looked else { return };
        let link = text_of(link);
        let before = shown.try_get_value().flatten();
        // A page opened by a bad link keeps it while the error is shown.
        let is_kept = |static_picture: &Rc<StaticPicture>| {
            static_picture.error.as_ref().is_some_and(|one| one.instead().is_some())
        };
        if before.is_none() && desk.static_picture.with_untracked(is_kept) {
            return;
        }
        shown.try_set_value(Some(Shown { link: link.clone(), edits: Some(edits) }));
        if before.as_ref().is_some_and(|before| before.link == link) {
            return;
        }
        let edited = before.as_ref().and_then(|before| before.edits).is_some_and(|before| before != edits);
        let new_entry = edited && !desk.page.with_untracked(|page| page.embedded);
        // The address of an unchanged page stays short.
        let as_opened = || desk.read_lab(Lab::is_as_opened) == Some(true);
        let first = before.is_none() && fragment().is_empty() && as_opened();
        match (first, new_entry) {
            (true, _) => {}
            (false, true) => entry.push(&link),
            (false, false) => entry.replace(link),
        }
    });
    let leave = window_event_listener_untyped("pagehide", move |_| entry.hurry());
    let handle = window_event_listener(leptos::ev::popstate, move |_| {
        // The pending URL belonged to the entry that was left.
        entry.called_off();
        let typed = whole();
        if lesson::is_link(&typed) {
            lesson::go(desk, &typed);
            return;
        }
        let link = fragment();
        let same = desk.read_lab(|lab| lab.fragment() == link).unwrap_or(true);
        if same {
            // Cancels a lab that was about to replace the present one.
            if desk.read_lab(Lab::awaits_link) == Some(true) {
                desk.act(Command::Stay);
            }
        } else {
            desk.act(Command::Link(link.clone()));
            let refused = desk.read_lab(|lab| {
                lab.picture().static_picture.error.as_ref().is_some_and(UserError::is_refusal)
            });
            // A refused link is not the present state: write the address again.
            let followed = (refused == Some(false)).then_some(Shown { link, edits: None });
            shown.try_set_value(followed);
        }
    });
    on_cleanup(move || {
        handle.remove();
        leave.remove();
    });
}
