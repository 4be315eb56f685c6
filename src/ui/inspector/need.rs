//! The sum of headroom, unfolded below the bar that it is about.

use leptos::prelude::*;

use crate::lab::{Lab, Term};
use crate::ui::Desk;
use crate::ui::details::toggled;

/// The sum; nothing of what is lossy or gives credits.
#[component]
pub fn HeadroomSum(desk: Desk) -> impl IntoView {
    let asks = Memo::new(move |_| {
        desk.words.with(|picture| picture.lane().pg.lossless && picture.promised().is_none())
    });
    // It looks at every flow: not while it is folded.
    let open = RwSignal::new(false);
    let terms = Memo::new(move |_| {
        open.get().then(|| {
            desk.words.track();
            desk.look(Lab::headroom_sum).unwrap_or_default()
        })
    });
    let row = |term: Term| view! { <div title=term.source><dt>{term.name}</dt><dd>{term.value}</dd></div> };
    let rows = move || {
        match terms.get() {
        Some(terms) if terms.is_empty() => view! { <p>"Nothing to hold: no flow has frames of this priority, or no pauses are sent for it."</p> }.into_any(),
        terms => view! { <dl class="figures">{terms.into_iter().flatten().map(row).collect_view()}</dl> }
            .into_any(),
    }
    };
    view! {
        <Show when=move || asks.get()>
            <details class="need" data-testid="headroom-sum" on:toggle=toggled(open)>
                <summary>"How much headroom this cable needs"</summary>
                {rows}
            </details>
        </Show>
    }
}
