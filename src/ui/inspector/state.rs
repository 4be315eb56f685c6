//! State of the selected port and priority, in words: a word such as `paused`, and a sentence with the cause.
//! Stops are highlighted.

use leptos::prelude::*;

use crate::ui::Desk;

/// State of the selected port and priority: a word such as `paused`, and a sentence.
#[component]
pub fn State(desk: Desk) -> impl IntoView {
    let state = Memo::new(move |_| desk.text_picture.with(|picture| picture.state()));
    view! {
        <div class="state" class:stop=move || state.with(|state| state.stopped) data-testid="state">
            <strong>{move || state.with(|state| state.word)}</strong>
            <span>{move || state.with(|state| state.why.clone())}</span>
        </div>
    }
}
