//! Values of range inputs (sliders) of the browser.

use leptos::prelude::event_target;
use web_sys::{Event, HtmlInputElement};

/// Value of the range input that sent `event`, between the minimum and the maximum of the input.
pub fn place_in(event: &Event) -> f64 {
    event_target::<HtmlInputElement>(event).value_as_number()
}
