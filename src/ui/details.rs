//! State of `<details>` elements: contents are created only while they are unfolded.

use leptos::prelude::*;

/// Event handler that copies the state of a `<details>` element to `open` at each toggle.
pub fn toggled(open: RwSignal<bool>) -> impl Fn(web_sys::Event) {
    move |event| {
        let element: web_sys::Element = event_target(&event);
        open.set(element.has_attribute("open"));
    }
}
