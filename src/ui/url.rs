//! Address bar: shows the share link to the state of the page, and opens share links that the user enters.
//! Start with [`follow`].
//!
//! A finished edit adds an entry to the history of the browser; any other change replaces the present entry,
//! at most every 160 ms. If a share link is refused, the address returns to the previous state. After a
//! panic, the address stays.

use std::rc::Rc;
use std::time::Duration;

use fabric_sim::document::link::ShareLink;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::browser_storage::{LAST, recall, remember};
use super::{PageContext, lesson, panic};
use crate::lab::{Command, Lab, StaticPicture, UserError};

/// Fragment of the address, with `#`; empty if the address has no fragment.
#[must_use]
pub fn whole() -> String {
    window().location().hash().unwrap_or_default()
}

/// Fragment of the page's address, for the lab to open. Empty if the address is a share link to a lesson,
/// because the lesson must be loaded first.
#[must_use]
pub fn fragment() -> String {
    let link = whole();
    if lesson::is_link(&link) { String::new() } else { link }
}

/// Greatest length, in bytes, of a share link that the browser stores as the link of the last visit.
const LONGEST: usize = 64 << 10;

/// Whether the address contains no share link, so that the page itself must choose the document.
#[must_use]
pub fn has_no_link() -> bool {
    whole().trim_start_matches('#').trim_matches('/').is_empty()
}

/// Writes the share link of the last visit into the address bar if the address contains no share link. Does
/// nothing if none is stored, or if the page is in a frame of another page.
pub fn resume() {
    let is_framed = window().parent().ok().flatten().is_some_and(|parent| parent != window());
    if let Some(last) = recall(LAST).filter(|_| has_no_link() && !is_framed) {
        write(&last, false);
    }
}

/// Share link that the address bar shows, with the number of edits of the document at the time when the share
/// link was written.
#[derive(Clone)]
struct ShownLink {
    link: String,
    /// Number of edits of the document when the share link was written. `None` if the user typed the share
    /// link or found it in the browser's history; the next change then adds no history entry.
    edits: Option<u64>,
}

/// Least interval between two changes of an entry of the browser's history. Chromium ignores more than 200
/// changes in 30 seconds, and zooming causes many changes.
const APART: Duration = Duration::from_millis(160);

/// Present entry of the browser's history. At least [`APART`] passes between two changes of the entry. Each
/// share link that is written to the entry is also stored as the link of the last visit.
#[derive(Clone, Copy)]
struct HistoryEntry {
    page: PageContext,
    /// Whether the last change of the entry was less than [`APART`] ago, so that the next change must wait.
    is_throttled: StoredValue<bool>,
    /// Share link that waits: it is written when [`APART`] has elapsed since the last change of the entry.
    /// `None` if no share link waits.
    waiting_link: StoredValue<Option<String>>,
}

impl HistoryEntry {
    fn new(page: PageContext) -> Self {
        Self { page, is_throttled: StoredValue::new(false), waiting_link: StoredValue::new(None) }
    }

    /// Replaces the share link of the present entry by `link`. If the last change of the entry was less than
    /// [`APART`] ago, `link` waits until [`APART`] has passed. If another share link waits already, `link`
    /// replaces it.
    fn replace(self, link: String) {
        if self.is_throttled.try_get_value() == Some(true) {
            self.waiting_link.try_set_value(Some(link));
            return;
        }
        self.write(&link, false);
        self.is_throttled.try_set_value(true);
        let next = move || {
            self.is_throttled.try_set_value(false);
            if let Some(link) = self.take_waiting() {
                self.replace(link);
            }
        };
        set_timeout(next, APART);
    }

    /// Writes the share link that waits, if there is one. Then writes the share link `link` as a new history
    /// entry.
    fn push(self, link: &str) {
        self.write_waiting();
        self.write(link, true);
    }

    /// Writes at once the share link that waits; does nothing if no share link waits.
    fn write_waiting(self) {
        if let Some(link) = self.take_waiting() {
            self.write(&link, false);
        }
    }

    /// Writes the share link `link` to the address bar: as a new history entry if `anew` is true, otherwise
    /// in the present entry. Also stores `link` as the link of the last visit, unless it is longer than
    /// [`LONGEST`], the page is embedded, or the program has panicked.
    fn write(self, link: &str, anew: bool) {
        write(link, anew);
        let is_embedded = self.page.settings.try_with_untracked(|settings| settings.embedded);
        if link.len() <= LONGEST && is_embedded == Some(false) && !panic::has_stopped() {
            remember(LAST, Some(link));
        }
    }

    /// Removes the share link that waits, and returns it, so that it is not written later. `None` if no share
    /// link waits.
    fn take_waiting(self) -> Option<String> {
        self.waiting_link.try_update_value(Option::take).flatten()
    }
}

/// Writes the share link `link` to the address bar: as a new history entry if `anew` is true, otherwise in
/// the present entry. Does nothing after a panic, or if the browser refuses.
fn write(link: &str, anew: bool) {
    // After a panic the address must stay, because the overlay shows it.
    if panic::has_stopped() {
        return;
    }
    let Ok(history) = window().history() else { return };
    let written = if anew {
        history.push_state_with_url(&JsValue::NULL, "", Some(link))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(link))
    };
    // A change that the browser refuses is not repeated.
    drop(written);
}

/// Updates the address bar after each change of the lab, and opens share links that the user enters. A
/// finished edit adds a history entry; any other change replaces the share link of the present entry. An
/// embedded page never adds an entry, because the history belongs to the outer page. If the page was opened
/// without a share link, its address has none until something changes. While the cursor still moves to a
/// requested time, the address stays. If a share link is refused, the address bar returns to the previous
/// state. Stops when the calling component is removed.
pub fn follow(page: PageContext) {
    let shown = StoredValue::new(None::<ShownLink>);
    let entry = HistoryEntry::new(page);
    // Link that was written last, and its text. The link often stays the same while the run plays, and
    // conversion to text is slow.
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
        page.address.track();
        let looked = page.read_lab(|lab| (lab.address(), lab.edit_count(), lab.is_settled()));
        let Some((link, edits, true)) = looked else { return };
        let link = text_of(link);
        let before = shown.try_get_value().flatten();
        // While the error of a refused link is shown, the address bar keeps the link.
        let is_unchanged = |static_picture: &Rc<StaticPicture>| {
            static_picture.error.as_ref().is_some_and(|one| one.instead().is_some())
        };
        if before.is_none() && page.static_picture.with_untracked(is_unchanged) {
            return;
        }
        shown.try_set_value(Some(ShownLink { link: link.clone(), edits: Some(edits) }));
        if before.as_ref().is_some_and(|before| before.link == link) {
            return;
        }
        let edited = before.as_ref().and_then(|before| before.edits).is_some_and(|before| before != edits);
        let new_entry = edited && !page.settings.with_untracked(|settings| settings.embedded);
        // The address of an unchanged page without a link stays without a link.
        let as_opened = || page.read_lab(Lab::is_as_opened) == Some(true);
        let first = before.is_none() && fragment().is_empty() && as_opened();
        match (first, new_entry) {
            (true, _) => {}
            (false, true) => entry.push(&link),
            (false, false) => entry.replace(link),
        }
    });
    let leave = window_event_listener_untyped("pagehide", move |_| entry.write_waiting());
    let handle = window_event_listener(leptos::ev::popstate, move |_| {
        // Drops the waiting link, because it belongs to the history entry that the user left.
        entry.take_waiting();
        let typed = whole();
        if lesson::is_link(&typed) {
            lesson::go(page, &typed);
            return;
        }
        let link = fragment();
        let same = page.read_lab(|lab| lab.fragment() == link).unwrap_or(true);
        if same {
            // The user went back before the new link was opened, so the lab stops opening it.
            if page.read_lab(Lab::awaits_link) == Some(true) {
                page.act(Command::Stay);
            }
        } else {
            page.act(Command::Link(link.clone()));
            let refused = page.read_lab(|lab| {
                lab.picture().static_picture.error.as_ref().is_some_and(UserError::is_refusal)
            });
            // `None` after a refused link, so that the address is written again.
            let followed = (refused == Some(false)).then_some(ShownLink { link, edits: None });
            shown.try_set_value(followed);
        }
    });
    on_cleanup(move || {
        handle.remove();
        leave.remove();
    });
}
