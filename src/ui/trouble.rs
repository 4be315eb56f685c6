//! What went wrong with the last thing that was done.

use fabric_sim::units::Bytes;
use leptos::prelude::*;

use super::Desk;
use super::icon::{Glyph, Icon};
use crate::charts::size_label;
use crate::lab::Command;

/// The message; it stays until it is taken away or the next thing is done.
#[component]
pub fn Trouble(desk: Desk) -> impl IntoView {
    let trouble = Memo::new(move |_| desk.words.with(|picture| picture.trouble.clone()));
    move || {
        trouble.get().map(|message| {
            let words = plain(&message);
            let words = if desk.linked.get_untracked() {
                format!("This link was not opened: {words}. The run goes on.")
            } else {
                format!("This was not done: {words}.")
            };
            view! {
                <div class="trouble" role="alert" data-testid="trouble" title=message>
                    <p>{words}</p>
                    <button class="button icon plain" aria-label="Dismiss" on:click=move |_| desk.act(Command::Dismiss)>
                        <Icon glyph=Glyph::Close/>
                    </button>
                </div>
            }
        })
    }
}

/// A message for people: without the path of its place where it says itself
/// what is wrong, and with amounts as the page writes them.
fn plain(message: &str) -> String {
    let lines = message.trim_end_matches('.').lines().map(|line| {
        let said = line.split_once(": ").filter(|(_, rest)| rest.starts_with(char::is_uppercase));
        said.map_or(line, |(_, rest)| rest)
    });
    let mut words = String::new();
    for part in lines.collect::<Vec<_>>().join("; ").split_inclusive(')') {
        let amount = part.strip_suffix(')').and_then(|part| part.rsplit_once('('));
        let amount = amount.and_then(|(before, inner)| Some((before, inner.parse::<Bytes>().ok()?)));
        match amount {
            Some((before, bytes)) => words.extend([before, &amount_of(bytes)]),
            None => words += part,
        }
    }
    words
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
fn amount_of(bytes: Bytes) -> String {
    size_label(bytes.0 as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_short_amounts_are_for_documents() {
        assert_eq!(
            plain("switch.s1.port.0.p3.xon: XON (1M) is above the XOFF threshold (12k)"),
            "XON 1.00\u{202f}MB is above the XOFF threshold 12.0\u{202f}kB"
        );
        assert_eq!(plain("xoff is \"x\", but must be 2 to 9"), "xoff is \"x\", but must be 2 to 9");
    }
}
