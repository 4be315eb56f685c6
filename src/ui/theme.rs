//! Theme of the page, light or dark. If neither the user nor the share link chooses one, the theme of the
//! system is used.

use fabric_sim::document::link;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

use super::PageContext;
use super::browser_storage::{recall, remember};
use crate::lab::Command;
use crate::scene::Theme;

const KEY: &str = "theme";
const DARK: &str = "(prefers-color-scheme: dark)";

/// Theme at the start: the theme that the share link names; if absent, the stored choice; if absent, the
/// theme of the system.
#[must_use]
pub fn initial(of_link: Option<link::Theme>) -> Theme {
    of_link.map(shown).or_else(chosen).unwrap_or_else(system)
}

/// Converts the theme of a share link to the type that drawing uses.
const fn shown(theme: link::Theme) -> Theme {
    match theme {
        link::Theme::Light => Theme::Light,
        link::Theme::Dark => Theme::Dark,
    }
}

/// Theme that the user chose, as stored; `None` if the user made no choice.
fn chosen() -> Option<Theme> {
    let stored = recall(KEY);
    [Theme::Light, Theme::Dark].into_iter().find(|theme| Some(theme.name()) == stored.as_deref())
}

/// Theme of the system; light if the browser does not state it.
fn system() -> Theme {
    let dark = window().match_media(DARK).ok().flatten();
    if dark.is_some_and(|query| query.matches()) { Theme::Dark } else { Theme::Light }
}

/// Applies the theme to the page. If the share link names a theme, the page uses this theme. If the system
/// changes its theme, the page follows only if no choice is stored and the share link names no theme. Stops
/// when the calling component is removed.
pub fn follow(page: PageContext) {
    let theme = page.theme;
    let of_link = Memo::new(move |_| page.settings.with(|settings| settings.theme));
    Effect::new(move |_| {
        if let Some(linked) = of_link.get() {
            theme.set(shown(linked));
        }
    });
    if let Some(query) = window().match_media(DARK).ok().flatten() {
        let changed = Closure::<dyn Fn()>::new(move || {
            if chosen().is_none() && of_link.try_get_untracked().flatten().is_none() {
                theme.try_set(system());
            }
        });
        query.set_onchange(Some(changed.as_ref().unchecked_ref()));
        // The query and its callback live as long as the calling component.
        let listener = StoredValue::new_local(Some((query, changed)));
        on_cleanup(move || {
            listener
                .try_update_value(|listener| listener.take().inspect(|(query, _)| query.set_onchange(None)));
        });
    }
    Effect::new(move |_| {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", theme.get().name());
        }
    });
}

/// Switches to the other theme, stores the choice for later visits, and removes the theme from the share
/// link. If the new theme equals the theme of the system, deletes the stored choice instead.
pub fn toggle(page: PageContext) {
    let next = if page.theme.get_untracked() == Theme::Light { Theme::Dark } else { Theme::Light };
    page.act(Command::Theme(None));
    page.theme.set(next);
    remember(KEY, (next != system()).then(|| next.name()));
}
