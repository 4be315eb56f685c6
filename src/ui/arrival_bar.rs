//! Progress bar of the move of the cursor to the moment of a share link, or to a typed time. A button cancels
//! the move.

use leptos::prelude::*;

use super::PageContext;
use crate::charts::span_label;
use crate::lab::Command;

/// Progress bar that appears while the page simulates up to the time of a share link, or up to a typed time.
/// The bar appears only if the simulation takes long. It shows the time that the simulation has reached, and
/// the time to which the cursor moves. A click on `Stay here` cancels the move; the cursor stays where it was
/// before.
#[component]
pub fn ArrivalBar(page: PageContext) -> impl IntoView {
    let progress = Memo::new(move |_| page.text_picture.with(|picture| picture.link_seek));
    let any = Memo::new(move |_| progress.with(Option::is_some));
    let words = move || {
        progress.get().map(|progress| format!("{} of {}", label(progress.now.ps()), label(progress.to.ps())))
    };
    let share = move || progress.get().map(|progress| progress.now.ps().to_string());
    let whole = move || progress.get().map(|progress| progress.to.ps().to_string());
    view! {
        <Show when=move || any.get()>
            <div class="link-seek" data-testid="link-seek">
                <p>"On the way to another time: "<output>{words}</output></p>
                <progress max=whole value=share aria-label="On the way to another time"></progress>
                <button class="button" data-testid="link-seek-stay" on:click=move |_| page.act(Command::Stay)>"Stay here"</button>
            </div>
        </Show>
    }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
fn label(ps: u64) -> String {
    span_label(ps as f64)
}
