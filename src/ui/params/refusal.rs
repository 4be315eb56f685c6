//! What is said beside a parameter that did not become what was asked for.

use fabric_sim::document::params::Param;
use leptos::prelude::*;

use super::slider::shown;
use crate::lab::plain;
use crate::ui::Desk;

/// Why a typed value was refused, else why the slider stops where it does.
#[component]
pub fn Refusal(desk: Desk, param: &'static Param, refused: RwSignal<Option<String>>) -> impl IntoView {
    let stopped = Memo::new(move |_| {
        let stop = desk.still.with(|still| still.stopped.clone().filter(|stop| stop.key == param.key))?;
        Some(format!("Stops at {}: {}.", shown(param, stop.at), plain(&stop.why)))
    });
    let words = move || refused.get().map(|why| format!("Not done: {why}.")).or_else(|| stopped.get());
    view! { <p class="refusal" role="status" id=id(param) data-testid=id(param)>{words}</p> }
}

/// What describes the field.
pub fn id(param: &Param) -> String {
    format!("refusal-{}", param.name)
}
