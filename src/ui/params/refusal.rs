//! Message beside a parameter that was not set as requested.

use fabric_sim::document::params::{Key, Param};
use leptos::prelude::*;

use crate::lab::Command;
use crate::ui::Desk;

/// The parameter that was asked for last, if that was refused, and why. Another that is set
/// may make it possible, so that only one is held against anybody.
#[derive(Clone, Copy)]
pub struct Refused {
    why: RwSignal<Option<(Key, String)>>,
    /// The parameter whose slider moved last; `None`: a mark on a bar did.
    slider: RwSignal<Option<Key>>,
}

impl Refused {
    /// For all parameters below.
    pub fn provide() {
        provide_context(Self { why: RwSignal::new(None), slider: RwSignal::new(None) });
    }

    /// Context provided to this component.
    pub fn here() -> Self {
        expect_context()
    }

    /// Asks for a value of `param`.
    pub fn ask(self, desk: Desk, param: &Param, command: Command) {
        self.slider.set(Some(param.key));
        self.why.set(desk.ask(command).map(|why| (param.key, why)));
    }

    /// A mark on a bar is moved: what is to be said is said there.
    pub fn leave_to_mark(self) {
        self.slider.set(None);
    }

    /// Whether a mark on a bar moved last.
    pub fn is_left_to_mark(self) -> bool {
        self.slider.with(Option::is_none)
    }

    /// Whether it was `param`.
    pub fn is(self, param: &'static Param) -> Memo<bool> {
        Memo::new(move |_| {
            self.why.with(|refused| refused.as_ref().is_some_and(|(key, _)| *key == param.key))
        })
    }

    /// Somebody tries anew.
    pub fn forget(self) {
        self.why.set(None);
    }
}

/// Why a typed value was refused, else why the slider stops where it does.
#[component]
pub fn Refusal(desk: Desk, param: &'static Param) -> impl IntoView {
    let refused = Refused::here();
    let stopped = Memo::new(move |_| {
        let stop = desk.still.with(|still| still.stopped.clone().filter(|stop| stop.key == param.key))?;
        (refused.slider.get() == Some(param.key)).then_some(stop.why)
    });
    let is_refused = refused.is(param);
    let why =
        move || refused.why.with(|refused| refused.as_ref().map(|(_, why)| format!("Not done: {why}.")));
    let words = move || if is_refused.get() { why() } else { stopped.get() };
    view! { <p class="refusal" role="status" id=id(param) data-testid=id(param)>{words}</p> }
}

/// Id of the description of the field.
pub fn id(param: &Param) -> String {
    format!("refusal-{}", param.name)
}
