//! The help: the keys, from the table that binds them.

use leptos::html::Dialog;
use leptos::prelude::*;

use super::Desk;
use super::icon::{Glyph, Icon};
use super::keys::BINDINGS;

/// The help dialog.
#[component]
pub fn Help(desk: Desk) -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        let open = desk.help.get();
        let Some(dialog) = dialog.get() else { return };
        if open && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
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
        <dialog class="help" node_ref=dialog aria-labelledby="help-title" on:close=move |_| desk.help.set(false)>
            <header>
                <h2 id="help-title">"Keys"</h2>
                <button class="button icon plain" aria-label="Close" on:click=move |_| desk.help.set(false)>
                    <Icon glyph=Glyph::Close/>
                </button>
            </header>
            <dl>{rows}</dl>
            <label class="check">
                <input type="checkbox" prop:checked=desk.letters
                    on:change=move |event| desk.letters.set(event_target_checked(&event))/>
                "Use single keys (letters, digits, signs) as shortcuts"
            </label>
        </dialog>
    }
}
