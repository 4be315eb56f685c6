//! Status of the selected port and priority, in words: a word such as `PAUSED`, and a sentence with the
//! cause. The status is highlighted if the priority cannot transmit.

use leptos::prelude::*;

use crate::ui::PageContext;

/// Status of the selected port and priority: a word such as `PAUSED`, and a sentence.
#[component]
pub fn PriorityStatus(page: PageContext) -> impl IntoView {
    let status = Memo::new(move |_| page.text_picture.with(|picture| picture.priority_status()));
    view! {
        <div class="state" class:stopped=move || status.with(|status| !status.is_free) data-testid="state">
            <strong>{move || status.with(|status| status.word)}</strong>
            <span>{move || status.with(|status| status.why.clone())}</span>
        </div>
    }
}
