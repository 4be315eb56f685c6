//! A text and a button that copies it.

use leptos::html::Textarea;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

/// The text, and the button. Where a page may not copy, the text is selected.
#[component]
pub fn Copy(#[prop(into)] text: Signal<String>) -> impl IntoView {
    let field = NodeRef::<Textarea>::new();
    let said = RwSignal::new("");
    Effect::new(move |_| {
        text.track();
        said.set("");
    });
    let copy = move |_| {
        let text = text.get_untracked();
        spawn_local(async move {
            let done = window().is_secure_context()
                && JsFuture::from(window().navigator().clipboard().write_text(&text)).await.is_ok();
            if !done && let Some(field) = field.try_get_untracked().flatten() {
                field.select();
            }
            said.try_set(if done { "Copied." } else { "Press ctrl C to copy." });
        });
    };
    view! {
        <div class="copy">
            <textarea readonly rows="3" spellcheck="false" aria-label="The link" data-testid="share-link"
                node_ref=field prop:value=text></textarea>
            <button class="button primary" data-testid="share-copy" on:click=copy>"Copy"</button>
            <span role="status" data-testid="share-copied">{said}</span>
        </div>
    }
}
