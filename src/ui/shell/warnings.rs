//! Settings that are legal but unwise: how many, and which.

use leptos::prelude::*;

use crate::ui::Desk;

/// The count, which opens into the list. Without warnings there is neither.
#[component]
pub fn Warnings(desk: Desk) -> impl IntoView {
    let warnings = Memo::new(move |_| desk.words.with(|picture| picture.warnings.to_vec()));
    let title = move || match warnings.with(Vec::len) {
        1 => "1 warning".to_owned(),
        count => format!("{count} warnings"),
    };
    view! {
        <Show when=move || warnings.with(|warnings| !warnings.is_empty())>
            <details class="warnings" data-testid="warnings">
                <summary data-testid="warnings-count"><b aria-hidden="true">"!"</b>{title}</summary>
                <ul>{move || warnings.get().into_iter().map(|one| view! { <li>{one}</li> }).collect_view()}</ul>
            </details>
        </Show>
    }
}
