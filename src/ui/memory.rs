//! Preferences of the viewer that the browser stores.

use leptos::prelude::window;

/// Key of the address of the last visit.
pub const LAST: &str = "last";

/// Value stored under `key`; `None` if there is none.
#[must_use]
pub fn recall(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Stores `value` under `key`; `None` deletes the key. Does nothing if the browser allows no storage.
pub fn remember(key: &str, value: Option<&str>) {
    let Some(storage) = storage() else { return };
    let _ = match value {
        Some(value) => storage.set_item(key, value),
        None => storage.remove_item(key),
    };
}

/// Whether any stored key begins with `start`.
#[must_use]
pub fn any_begins(start: &str) -> bool {
    let Some(storage) = storage() else { return false };
    let count = storage.length().unwrap_or(0);
    (0..count).any(|n| storage.key(n).ok().flatten().is_some_and(|key| key.starts_with(start)))
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
