//! Light and dark: as the system says, until somebody chooses.

use leptos::prelude::*;

use crate::scene::Theme;

const KEY: &str = "theme";

/// The theme to start with: what was chosen before, else the system's.
#[must_use]
pub fn initial() -> Theme {
    let chosen = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    match chosen.as_deref() {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => system(),
    }
}

fn system() -> Theme {
    let dark = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
    if dark.is_some_and(|query| query.matches()) { Theme::Dark } else { Theme::Light }
}

/// Tells the document which theme it has.
pub fn follow(theme: RwSignal<Theme>) {
    Effect::new(move |_| {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", theme.get().name());
        }
    });
}

/// The other one, remembered. Going back to the system's choice forgets it.
pub fn toggle(theme: RwSignal<Theme>) {
    let next = if theme.get_untracked() == Theme::Light { Theme::Dark } else { Theme::Light };
    theme.set(next);
    let Some(storage) = storage() else { return };
    let _ = if next == system() { storage.remove_item(KEY) } else { storage.set_item(KEY, next.name()) };
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
