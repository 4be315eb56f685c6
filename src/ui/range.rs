//! Sliders of the browser.

use leptos::prelude::event_target;
use web_sys::{Event, HtmlInputElement};

/// The number of steps at which the slider of `event` stands.
pub fn place_in(event: &Event) -> f64 {
    event_target::<HtmlInputElement>(event).value_as_number()
}
