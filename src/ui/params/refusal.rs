//! Message beside a parameter whose requested value was refused.

use fabric_sim::document::params::{Key, Param};
use leptos::prelude::*;

use crate::lab::Command;
use crate::ui::Desk;

/// Last refused value of a parameter, with the reason. Only one is kept, because a change of another
/// parameter may make the value valid. A leptos context of the panel.
#[derive(Clone, Copy)]
pub struct Refused {
    why: RwSignal<Option<(Key, String)>>,
    /// Parameter whose slider moved last; `None` if a threshold mark on a bar moved last, or if nothing moved
    /// yet.
    slider: RwSignal<Option<Key>>,
}

impl Refused {
    /// Provides the context for all components below the calling one.
    pub fn provide() {
        provide_context(Self { why: RwSignal::new(None), slider: RwSignal::new(None) });
    }

    /// Context of the panel of parameters. Panics if no component above has called [`Refused::provide`].
    pub fn here() -> Self {
        expect_context()
    }

    /// Performs `command`, which sets `param`. If the command fails, keeps its error; otherwise clears the
    /// last error.
    pub fn try_act(self, desk: Desk, param: &Param, command: Command) {
        self.slider.set(Some(param.key));
        self.why.set(desk.try_act(command).map(|why| (param.key, why)));
    }

    /// Records that a threshold mark on a bar moves, so that messages appear beside the bar.
    pub fn leave_to_mark(self) {
        self.slider.set(None);
    }

    /// Whether a threshold mark on a bar moved last, or nothing moved yet. Tracked.
    pub fn is_left_to_mark(self) -> bool {
        self.slider.with(Option::is_none)
    }

    /// Whether the last refused value was of `param`.
    pub fn is(self, param: &'static Param) -> Memo<bool> {
        Memo::new(move |_| {
            self.why.with(|refused| refused.as_ref().is_some_and(|(key, _)| *key == param.key))
        })
    }

    /// Clears the last refused value.
    pub fn forget(self) {
        self.why.set(None);
    }
}

/// Message below a parameter: why its value was refused, or why its slider stops before its end. Empty if
/// neither is the case.
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

/// Id of the message, to which `aria-describedby` of the field refers.
pub fn id(param: &Param) -> String {
    format!("refusal-{}", param.name)
}
