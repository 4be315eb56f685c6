//! The help: the keys, from the table that binds them.

use leptos::prelude::*;

use super::Desk;
use super::dialog::{Dialog, Modal};
use super::keys::BINDINGS;

/// The help dialog.
#[component]
pub fn Help(desk: Desk) -> impl IntoView {
    let shown =
        BINDINGS.iter().filter(|binding| !matches!(binding.shown, "1" | "2" | "3" | "4" | "5" | "6" | "7"));
    let rows = shown
        .map(|binding| {
            let (keys, words) = match binding.shown {
                "0" => ("0 – 7", "select a priority"),
                shown => (shown, binding.words),
            };
            view! { <div><dt><kbd>{keys}</kbd></dt><dd>{words}</dd></div> }
        })
        .collect_view();
    view! {
        <Dialog which=Modal::Help title="Keys" open=desk.dialog>
            <dl>{rows}</dl>
            <label class="check">
                <input type="checkbox" prop:checked=desk.letters
                    on:change=move |event| desk.letters.set(event_target_checked(&event))/>
                "Use single keys (letters, digits, signs) as shortcuts"
            </label>
        </Dialog>
    }
}
