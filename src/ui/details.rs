//! Whether a part that unfolds is unfolded: what nobody sees is not made.

use leptos::prelude::*;

/// Keeps `open` as the `<details>` is that calls this at each toggle.
pub fn toggled(open: RwSignal<bool>) -> impl Fn(web_sys::Event) {
    move |event| {
        let element: web_sys::Element = event_target(&event);
        open.set(element.has_attribute("open"));
    }
}
