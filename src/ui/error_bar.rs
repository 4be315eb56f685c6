//! Error bar: the error message of the last command. Without an error, there is no bar. A refused file or
//! share link does not interrupt the run. Share links of more than 2000 characters, and share links that
//! contain a document, are cut after 60 characters.

use fabric_sim::document::Preset;
use leptos::prelude::*;

use super::PageContext;
use super::icon::{Glyph, Icon};
use crate::lab::{Attempt, Command, Offer, displayed_message};

/// Error message of the last command. The message stays until the user closes it or performs the next
/// command. If a share link was refused, the bar shows the share link, so that the user can copy and correct
/// it. Some errors have a second button, which opens a preset, or the run of the share link at time 0. The
/// button `Dismiss` closes the bar.
#[component]
pub fn ErrorBar(page: PageContext) -> impl IntoView {
    let error = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.error.clone()));
    move || {
        error.get().map(|error| {
            let words = displayed_message(&error.message);
            let (text, link, after) = match error.attempt {
                Attempt::Command => (format!("Not possible here: {words}."), None, String::new()),
                Attempt::Done => (format!("{words}."), None, String::new()),
                Attempt::File(name) => {
                    (format!("\u{201c}{name}\u{201d} was not opened: {words}."), None, " The run goes on.".to_owned())
                }
                Attempt::Files => {
                    let words = error.message.lines().collect::<Vec<_>>().join("; ");
                    (format!("The files were not opened: {words}."), None, " The run goes on.".to_owned())
                }
                Attempt::Read(name) => {
                    (format!("\u{201c}{name}\u{201d} could not be read: {words}."), None, " The run goes on.".to_owned())
                }
                Attempt::Link { link, instead: None } => {
                    (format!("This link was not opened: {words}."), Some(link), "The run goes on.".to_owned())
                }
                Attempt::Link { link, instead: Some(title) } => {
                    let shown = if title.is_empty() {
                        "its start".to_owned()
                    } else {
                        format!("\u{201c}{title}\u{201d}")
                    };
                    let after = format!("Shown in its place is {shown}; the address stays until you dismiss this.");
                    (format!("This link was not opened: {words}."), Some(link), after)
                }
            };
            let link = link.map(|link| shortened(&link));
            view! {
                <div class="error-bar" role="alert" data-testid="error-bar">
                    <p>
                        {text}
                        {link.map(|link| view! { " "<code data-testid="refused-link">{link}</code>" " })}
                        {after}
                    </p>
                    {error.offer.map(|offer| {
                        let (words, command) = match offer {
                            Offer::Preset(preset) => {
                                (format!("Open \u{201c}{}\u{201d}", title(preset)), Command::Preset(preset.to_owned()))
                            }
                            Offer::Start(link) => ("Open it at its start".to_owned(), Command::Link(link)),
                        };
                        view! {
                            <button class="button" data-testid="offer" on:click=move |_| page.act(command.clone())>{words}</button>
                        }
                    })}
                    <button class="button icon plain" aria-label="Dismiss" on:click=move |_| page.act(Command::Dismiss)>
                        <Icon glyph=Glyph::Close/>
                    </button>
                </div>
            }
        })
    }
}

/// Greatest length, in characters, of a share link that is shown completely.
const SHOWN: usize = 2_000;
/// Number of characters that are shown of a share link that is longer than [`SHOWN`] or contains a document.
const START: usize = 60;

/// Text of the share link `link` for display. A share link that has more than [`SHOWN`] characters or
/// contains a document is cut after [`START`] characters, and `…` marks the cut.
fn shortened(link: &str) -> String {
    let is_read = link.chars().count() <= SHOWN && !link.contains("#/d/");
    let short: String = link.chars().take(if is_read { SHOWN } else { START }).collect();
    if short.len() < link.len() { format!("{short}…") } else { short }
}

/// Title of the preset with the name `preset`; the name itself if the preset has no title or does not exist.
fn title(preset: &str) -> String {
    let document = Preset::find(preset).map(Preset::document).ok();
    document
        .map(|document| document.title)
        .filter(|title| !title.is_empty())
        .unwrap_or_else(|| preset.to_owned())
}
