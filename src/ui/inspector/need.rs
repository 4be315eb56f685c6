//! The sum of headroom, unfolded below the bar that it is about.

use leptos::prelude::*;

use crate::lab::{Lab, Term};
use crate::ui::Desk;

/// The sum; nothing where no headroom is needed.
#[component]
pub fn HeadroomSum(desk: Desk) -> impl IntoView {
    let terms = Memo::new(move |_| {
        desk.words.track();
        desk.look(Lab::headroom_sum).unwrap_or_default()
    });
    let is_there = Memo::new(move |_| terms.with(|terms| !terms.is_empty()));
    let row = |term: Term| view! { <div title=term.source><dt>{term.name}</dt><dd>{term.value}</dd></div> };
    view! {
        <Show when=move || is_there.get()>
            <details class="need" data-testid="headroom-sum">
                <summary>"How much headroom this cable needs"</summary>
                <dl class="figures">{move || terms.get().into_iter().map(row).collect_view()}</dl>
            </details>
        </Show>
    }
}
