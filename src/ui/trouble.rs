//! What went wrong with the last thing that was done.

use fabric_sim::document::Preset;
use leptos::prelude::*;

use super::Desk;
use super::icon::{Glyph, Icon};
use crate::lab::{Command, plain};

/// The message; it stays until it is taken away or the next thing is done. A
/// link that was refused is in it, to be copied and mended.
#[component]
pub fn Trouble(desk: Desk) -> impl IntoView {
    let trouble = Memo::new(move |_| desk.words.with(|picture| picture.trouble.clone()));
    move || {
        trouble.get().map(|trouble| {
            let words = plain(&trouble.message);
            let (said, after) = match (&trouble.link, &trouble.instead) {
                (None, _) => (format!("This was not done: {words}."), String::new()),
                (Some(_), None) => (format!("This link was not opened: {words}."), "The run goes on.".to_owned()),
                (Some(_), Some(title)) => (
                    format!("This link was not opened: {words}."),
                    format!("Shown in its place is \u{201c}{title}\u{201d}; the address stays until you dismiss this."),
                ),
            };
            view! {
                <div class="trouble" role="alert" data-testid="trouble">
                    <p>
                        {said}
                        {trouble.link.map(|link| view! { " "<code data-testid="refused-link">{link}</code>" " })}
                        {after}
                    </p>
                    {trouble.offer.map(|preset| view! {
                        <button class="button" data-testid="offer"
                            on:click=move |_| desk.act(Command::Preset(preset.to_owned()))>
                            {format!("Open \u{201c}{}\u{201d}", title(preset))}
                        </button>
                    })}
                    <button class="button icon plain" aria-label="Dismiss" on:click=move |_| desk.act(Command::Dismiss)>
                        <Icon glyph=Glyph::Close/>
                    </button>
                </div>
            }
        })
    }
}

/// What menus call a preset.
fn title(preset: &str) -> String {
    let document = Preset::find(preset).map(Preset::document).ok();
    document
        .map(|document| document.title)
        .filter(|title| !title.is_empty())
        .unwrap_or_else(|| preset.to_owned())
}
