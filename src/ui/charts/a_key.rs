//! What the broken line of a chart is, and that a chart does not know all yet.

use leptos::prelude::*;

use crate::charts::time_label;
use crate::lab::Other;
use crate::ui::Desk;

/// A: which run it is, and up to when it is known while the cursor is beyond;
/// nothing while there is no other run.
#[component]
pub fn AKey(desk: Desk) -> impl IntoView {
    let name = Memo::new(move |_| {
        let name = |other: &Other| match other.behind {
            Some(until) => format!("{}, known until {}", other.name(), time_label(until)),
            None => other.name().to_owned(),
        };
        desk.words.with(|picture| picture.other.as_ref().filter(|other| !other.is_same).map(name))
    });
    move || name.get().map(|name| view! { <span class="key a" data-testid="a-key"><i></i>{name}</span> })
}

/// That what is shown is still being written down: the run is gone through again.
#[component]
pub fn Refilling(desk: Desk, of_flows: bool) -> impl IntoView {
    let is_partial = Memo::new(move |_| {
        desk.words.track();
        desk.look(|lab| {
            let at = lab.selected();
            lab.run().tape().history().is_behind((!of_flows).then_some((at.port, at.priority)))
        })
        .unwrap_or_default()
    });
    move || {
        is_partial
            .get()
            .then(|| view! { <span class="over" role="status" data-testid="refilling">"refilling"</span> })
    }
}
