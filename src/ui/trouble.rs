//! What went wrong with the last thing that was done.

use leptos::prelude::*;

use super::Desk;
use super::icon::{Glyph, Icon};
use crate::lab::Command;

/// The message; it stays until it is taken away or the next thing is done.
#[component]
pub fn Trouble(desk: Desk) -> impl IntoView {
    let trouble = Memo::new(move |_| desk.words.with(|picture| picture.trouble.clone()));
    move || {
        trouble.get().map(|message| {
            view! {
                <div class="trouble" role="alert" data-testid="trouble">
                    <p>{message}</p>
                    <button class="button icon plain" aria-label="Dismiss" on:click=move |_| desk.act(Command::Dismiss)>
                        <Icon glyph=Glyph::Close/>
                    </button>
                </div>
            }
        })
    }
}
