//! Signal for whether a `<details>` element is unfolded, so that its contents are created only while they are
//! visible. The signal changes after the user folds or unfolds the element.

use leptos::prelude::*;

/// Handler of the event `toggle` of a `<details>` element. Sets `open` to whether the element is unfolded.
pub fn toggled(open: RwSignal<bool>) -> impl Fn(web_sys::Event) {
    move |event| {
        let element: web_sys::Element = event_target(&event);
        open.set(element.has_attribute("open"));
    }
}
