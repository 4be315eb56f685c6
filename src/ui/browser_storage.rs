//! Values that the browser stores between visits, such as preferences and progress. If the browser permits no
//! storage, nothing is stored and no stored value is found.

use leptos::prelude::window;

/// Key under which the browser stores the share link of the last visit.
pub const LAST: &str = "last";

/// Stored value of `key`; `None` if no value is stored, or if the browser permits no storage.
#[must_use]
pub fn recall(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Stores `value` under `key`; `None` deletes the key. Does nothing if the browser permits no storage or the
/// storage is full.
pub fn remember(key: &str, value: Option<&str>) {
    let Some(storage) = storage() else { return };
    let _ = match value {
        Some(value) => storage.set_item(key, value),
        None => storage.remove_item(key),
    };
}

/// Whether the browser stores a key that begins with `start`; `false` if the browser permits no storage.
#[must_use]
pub fn any_begins(start: &str) -> bool {
    let Some(storage) = storage() else { return false };
    let count = storage.length().unwrap_or(0);
    (0..count).any(|n| storage.key(n).ok().flatten().is_some_and(|key| key.starts_with(start)))
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
