//! A dialog over the page: opened and closed by a signal, by Escape, and by a button.

use leptos::html;
use leptos::prelude::*;

use super::icon::{Glyph, Icon};

/// The dialog `name`, which is what tests call it, too. It stays where it is
/// while it is closed.
#[component]
pub fn Dialog(
    name: &'static str,
    title: &'static str,
    open: RwSignal<bool>,
    /// What is done first when it opens.
    #[prop(optional)]
    before: Option<Callback<()>>,
    children: Children,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let open = open.get();
        let Some(dialog) = dialog.get() else { return };
        if open && !dialog.open() {
            if let Some(before) = before {
                before.run(());
            }
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    let id = move || format!("{name}-title");
    view! {
        <dialog class=format!("help {name}") node_ref=dialog aria-labelledby=id()
            data-testid=format!("{name}-dialog") on:close=move |_| open.set(false)>
            <header>
                <h2 id=id()>{title}</h2>
                <button class="button icon plain" aria-label="Close" on:click=move |_| open.set(false)>
                    <Icon glyph=Glyph::Close/>
                </button>
            </header>
            {children()}
        </dialog>
    }
}
