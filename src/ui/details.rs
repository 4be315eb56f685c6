//! State of `<details>` elements as a signal, so that contents can be created only while they are unfolded.

use leptos::prelude::*;

/// Event handler for `toggle` that sets `open` to whether the `<details>` element is unfolded.
pub fn toggled(open: RwSignal<bool>) -> impl Fn(web_sys::Event) {
    move |event| {
        let element: web_sys::Element = event_target(&event);
        open.set(element.has_attribute("open"));
    }
}
