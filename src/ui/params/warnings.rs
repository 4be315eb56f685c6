//! Settings that are legal but unwise.

use leptos::prelude::*;

use super::super::Desk;

/// The warnings of the settings in force, if there are any.
#[component]
pub fn Warnings(desk: Desk) -> impl IntoView {
    let warnings = Memo::new(move |_| desk.words.with(|picture| picture.warnings.to_vec()));
    view! {
        <ul class="warnings" data-testid="warnings" role="status" aria-label="Unwise settings">
            {move || warnings.get().into_iter().map(|warning| view! { <li>{warning}</li> }).collect_view()}
        </ul>
    }
}
