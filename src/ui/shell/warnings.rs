//! Warnings about settings that are permitted but unwise: their number in the bar, and a list.

use leptos::prelude::*;

use crate::ui::PageContext;
use crate::ui::rows::{RowList, nth, numbered};

/// Number of warnings. A click opens the list. Escape, or a click outside, closes it. Absent if there are no
/// warnings.
#[component]
pub fn Warnings(page: PageContext) -> impl IntoView {
    let warnings =
        Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.warnings.to_vec()));
    let any = Memo::new(move |_| warnings.with(|warnings| !warnings.is_empty()));
    let count = move || warnings.with(Vec::len);
    let noun = move || if count() == 1 { " warning" } else { " warnings" };
    view! {
        <Show when=move || any.get()>
            <button class="warnings-button" popovertarget="warnings" data-testid="warnings-count">
                <b aria-hidden="true">"!"</b>{count}<span>{noun}</span>
            </button>
            <div class="warnings" popover="auto" id="warnings" role="region" aria-label="Warnings" data-testid="warnings">
                <RowList items=numbered(count) row=Callback::new(move |n| (move || warnings.with(|warnings| nth(warnings, n))).into_any()) height=56.0 class="list" label="Warnings" id="warnings-list"/>
            </div>
        </Show>
    }
}
