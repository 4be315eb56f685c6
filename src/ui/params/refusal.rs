//! Message beside a parameter that was not set as requested.

use fabric_sim::document::params::{Key, Param};
use leptos::prelude::*;

use crate::lab::Command;
use crate::ui::Desk;

/// Last parameter with a refused value, and the reason. Only one is kept, because a change of another
/// parameter may make the value valid.
#[derive(Clone, Copy)]
pub struct Refused {
    why: RwSignal<Option<(Key, String)>>,
    /// Parameter whose slider moved last; `None` if a mark on a bar moved last.
    slider: RwSignal<Option<Key>>,
}

impl Refused {
    /// Provides the context for all parameters below.
    pub fn provide() {
        provide_context(Self { why: RwSignal::new(None), slider: RwSignal::new(None) });
    }

    /// Context provided to this component.
    pub fn here() -> Self {
        expect_context()
    }

    /// Performs `command`, which sets `param`, and keeps its error.
    pub fn try_act(self, desk: Desk, param: &Param, command: Command) {
        self.slider.set(Some(param.key));
        self.why.set(desk.try_act(command).map(|why| (param.key, why)));
    }

    /// Records that a mark on a bar moves; its message appears there.
    pub fn leave_to_mark(self) {
        self.slider.set(None);
    }

    /// Whether a mark on a bar moved last.
    pub fn is_left_to_mark(self) -> bool {
        self.slider.with(Option::is_none)
    }

    /// Whether the last refused value was one of `param`.
    pub fn is(self, param: &'static Param) -> Memo<bool> {
        Memo::new(move |_| {
            self.why.with(|refused| refused.as_ref().is_some_and(|(key, _)| *key == param.key))
        })
    }

    /// Clears the error.
    pub fn forget(self) {
        self.why.set(None);
    }
}

/// Message below a parameter: why a typed value was refused, or why the slider stops.
#[component]
pub fn Refusal(desk: Desk, param: &'static Param) -> impl IntoView {
    let refused = Refused::here();
    let stopped = Memo::new(move |_| {
        let stop = desk
            .static_picture
            .with(|static_picture| static_picture.stopped.clone().filter(|stop| stop.key == param.key))?;
        (refused.slider.get() == Some(param.key)).then_some(stop.why)
    });
    let is_refused = refused.is(param);
    let why =
        move || refused.why.with(|refused| refused.as_ref().map(|(_, why)| format!("Not done: {why}.")));
    let words = move || if is_refused.get() { why() } else { stopped.get() };
    view! { <p class="refusal" role="status" id=id(param) data-testid=id(param)>{words}</p> }
}

/// Id of the message, for the description of the field.
pub fn id(param: &Param) -> String {
    format!("refusal-{}", param.name)
}
