//! The address bar: it always carries what is shown, and what it carries is shown.

use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::Desk;
use crate::lab::{Command, Picture};

/// What stands in the address bar from `#` on.
#[must_use]
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Keeps the address bar and the lab alike. A finished edit is a new entry of
/// the history, everything else replaces the present one.
pub fn follow(desk: Desk) {
    let shown = StoredValue::new(None::<(String, u64)>);
    Effect::new(move |_| {
        desk.words.track();
        let Some((link, edits, still)) =
            desk.look(|lab| (lab.fragment(), lab.edit_count(), lab.is_settled()))
        else {
            return;
        };
        if !still {
            return;
        }
        let before = shown.try_get_value().flatten();
        // A page that was opened by a bad link keeps it while that is talked about.
        let is_kept =
            |picture: &Rc<Picture>| picture.trouble.as_ref().is_some_and(|one| one.instead.is_some());
        if before.is_none() && desk.words.with(is_kept) {
            return;
        }
        if before.as_ref().is_some_and(|before| before.0 == link) {
            return;
        }
        let new_entry = before.as_ref().is_some_and(|before| before.1 != edits);
        shown.try_set_value(Some((link.clone(), edits)));
        // An address that says nothing stays short.
        let first = before.is_none() && fragment().is_empty() && link == "#/preset/pause";
        let Some(history) = (!first).then(|| window().history().ok()).flatten() else { return };
        let written = if new_entry {
            history.push_state_with_url(&JsValue::NULL, "", Some(&link))
        } else {
            history.replace_state_with_url(&JsValue::NULL, "", Some(&link))
        };
        // Browsers refuse more than so many changes in a while; the next one comes.
        drop(written);
    });
    let handle = window_event_listener(leptos::ev::popstate, move |_| {
        let link = fragment();
        let same = desk.look(|lab| lab.fragment() == link).unwrap_or(true);
        if !same {
            desk.act(Command::Link(link.clone()));
            let now = desk.look(|lab| (lab.edit_count(), lab.picture().trouble.is_none()));
            // A link that was refused is not what is shown: write the address
            // anew. One that was followed is an entry of the history already.
            let followed = now.filter(|now| now.1).map(|now| (link, now.0));
            shown.try_set_value(followed);
        }
    });
    on_cleanup(move || handle.remove());
}
