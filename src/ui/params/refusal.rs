//! What is said beside a parameter that did not become what was asked for.

use fabric_sim::document::params::Param;
use leptos::prelude::*;

use super::slider::shown;
use crate::lab::plain;
use crate::ui::Desk;

/// Why a typed value was refused, until another parameter is set, which may make it
/// possible; else why the slider stops where it does.
#[component]
pub fn Refusal(desk: Desk, param: &'static Param) -> impl IntoView {
    let stopped = Memo::new(move |_| {
        let stop = desk.still.with(|still| still.stopped.clone().filter(|stop| stop.key == param.key))?;
        Some(format!("Stops at {}: {}.", shown(param, stop.at), plain(&stop.why)))
    });
    let is_refused = is_refused(desk, param);
    let why =
        move || desk.refused.with(|refused| refused.as_ref().map(|(_, why)| format!("Not done: {why}.")));
    let words = move || if is_refused.get() { why() } else { stopped.get() };
    view! { <p class="refusal" role="status" id=id(param) data-testid=id(param)>{words}</p> }
}

/// Whether it was this parameter whose value was refused last.
pub fn is_refused(desk: Desk, param: &'static Param) -> Memo<bool> {
    Memo::new(move |_| {
        desk.refused.with(|refused| refused.as_ref().is_some_and(|(key, _)| *key == param.key))
    })
}

/// What describes the field.
pub fn id(param: &Param) -> String {
    format!("refusal-{}", param.name)
}
