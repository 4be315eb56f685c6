//! Message beside a parameter whose new value was refused. Only the last refusal is shown; the next accepted
//! value of any parameter clears it. If a slider stops before its end, the reason appears in the same place.

use fabric_sim::document::params::{Key, Param};
use leptos::prelude::*;

use crate::lab::Command;
use crate::ui::PageContext;

/// Last refused value of a parameter, with the reason. Only one refusal is kept, because a change of another
/// parameter may make the value valid. The page provides this type as a leptos context.
#[derive(Clone, Copy)]
pub struct Refused {
    /// Parameter whose value was refused, and the reason; `None` without a refusal.
    why: RwSignal<Option<(Key, String)>>,
    /// Parameter whose slider moved last. `None` if a threshold mark on a bar moved last, or if nothing has
    /// moved yet.
    slider: RwSignal<Option<Key>>,
}

impl Refused {
    /// Provides this type as a leptos context for all components below the calling component.
    pub fn provide() {
        provide_context(Self { why: RwSignal::new(None), slider: RwSignal::new(None) });
    }

    /// Returns the value that [`Refused::provide`] has provided as a leptos context.
    ///
    /// # Panics
    /// If no component above has called [`Refused::provide`].
    pub fn here() -> Self {
        expect_context()
    }

    /// Performs `command`, which sets `param` by its slider, and records that this slider moved last. If the
    /// command fails, its error replaces an earlier error. If it succeeds, the last error is cleared, even
    /// that of another parameter.
    pub fn try_act(self, page: PageContext, param: &Param, command: Command) {
        self.slider.set(Some(param.key));
        self.why.set(page.try_act(command).map(|why| (param.key, why)));
    }

    /// Records that a threshold mark on a bar moves. Messages then appear beside the bar.
    pub fn leave_to_mark(self) {
        self.slider.set(None);
    }

    /// Whether messages belong beside the bar: a threshold mark on a bar moved after the last move of a
    /// slider, or nothing has moved yet. An effect or memo that calls this function runs again after a
    /// change.
    pub fn is_left_to_mark(self) -> bool {
        self.slider.with(Option::is_none)
    }

    /// Memo that is `true` if the last refused value was a value of `param`.
    pub fn is(self, param: &'static Param) -> Memo<bool> {
        Memo::new(move |_| {
            self.why.with(|refused| refused.as_ref().is_some_and(|(key, _)| *key == param.key))
        })
    }

    /// Forgets the last refused value, so that its message disappears.
    pub fn forget(self) {
        self.why.set(None);
    }
}

/// Message below a parameter that says why its value was refused, or why its slider stopped before the end.
/// If both reasons exist, the refusal is shown. Empty if neither exists.
#[component]
pub fn Refusal(page: PageContext, param: &'static Param) -> impl IntoView {
    let refused = Refused::here();
    let stopped = Memo::new(move |_| {
        let stop = page
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

/// HTML id of the message about a refused value of `param`. The attribute `aria-describedby` of the input
/// field refers to this id.
pub fn id(param: &Param) -> String {
    format!("refusal-{}", param.name)
}
