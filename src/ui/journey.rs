//! Progress of a link whose moment takes long to reach, with a button that cancels it.

use leptos::prelude::*;

use super::Desk;
use crate::charts::span_label;
use crate::lab::Command;

/// Progress bar; absent while no long journey is in progress.
#[component]
pub fn Journey(desk: Desk) -> impl IntoView {
    let journey = Memo::new(move |_| desk.words.with(|picture| picture.journey));
    let any = Memo::new(move |_| journey.with(Option::is_some));
    let words = move || {
        journey.get().map(|journey| format!("{} of {}", label(journey.now.ps()), label(journey.to.ps())))
    };
    let share = move || journey.get().map(|journey| journey.now.ps().to_string());
    let whole = move || journey.get().map(|journey| journey.to.ps().to_string());
    view! {
        <Show when=move || any.get()>
            <div class="journey" data-testid="journey">
                <p>"On the way to the moment of a link: "<output>{words}</output></p>
                <progress max=whole value=share aria-label="On the way to the moment of a link"></progress>
                <button class="button" data-testid="journey-stay" on:click=move |_| desk.act(Command::Stay)>"Stay here"</button>
            </div>
        </Show>
    }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
fn label(ps: u64) -> String {
    span_label(ps as f64)
}
