//! What the browser remembers of the viewer's habits.

use leptos::prelude::window;

/// What was remembered under `key`.
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
