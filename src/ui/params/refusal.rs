//! What is said beside a parameter that did not become what was asked for.

use fabric_sim::document::params::{Key, Param};
use leptos::prelude::*;

use super::slider::shown;
use crate::lab::{Command, plain};
use crate::ui::Desk;

/// The parameter that was asked for last, if that was refused, and why. Another that is set
/// may make it possible, so that only one is held against anybody.
#[derive(Clone, Copy)]
pub struct Refused(RwSignal<Option<(Key, String)>>);

impl Refused {
    /// For all parameters below.
    pub fn provide() {
        provide_context(Self(RwSignal::new(None)));
    }

    /// What was provided.
    pub fn here() -> Self {
        expect_context()
    }

    /// Asks for a value of `param`.
    pub fn ask(self, desk: Desk, param: &Param, command: Command) {
        self.0.set(desk.ask(command).map(|why| (param.key, why)));
    }

    /// Whether it was `param`.
    pub fn is(self, param: &'static Param) -> Memo<bool> {
        Memo::new(move |_| self.0.with(|refused| refused.as_ref().is_some_and(|(key, _)| *key == param.key)))
    }

    /// Somebody tries anew.
    pub fn forget(self) {
        self.0.set(None);
    }
}

/// Why a typed value was refused, else why the slider stops where it does.
#[component]
pub fn Refusal(desk: Desk, param: &'static Param) -> impl IntoView {
    let stopped = Memo::new(move |_| {
        let stop = desk.still.with(|still| still.stopped.clone().filter(|stop| stop.key == param.key))?;
        Some(format!("Stops at {}: {}.", shown(param, stop.at), plain(&stop.why)))
    });
    let refused = Refused::here();
    let is_refused = refused.is(param);
    let why = move || refused.0.with(|refused| refused.as_ref().map(|(_, why)| format!("Not done: {why}.")));
    let words = move || if is_refused.get() { why() } else { stopped.get() };
    view! { <p class="refusal" role="status" id=id(param) data-testid=id(param)>{words}</p> }
}

/// What describes the field.
pub fn id(param: &Param) -> String {
    format!("refusal-{}", param.name)
}
