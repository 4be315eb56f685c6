//! Preferences of the viewer that the browser stores.

use leptos::prelude::window;

/// Value stored under `key`; `None` if there is none.
#[must_use]
pub fn recall(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Remembers `value`; `None` forgets. Where nothing may be kept, nothing is.
pub fn remember(key: &str, value: Option<&str>) {
    let Some(storage) = storage() else { return };
    let _ = match value {
        Some(value) => storage.set_item(key, value),
        None => storage.remove_item(key),
    };
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
