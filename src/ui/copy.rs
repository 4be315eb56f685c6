//! Button that copies a text, with a text field as fallback if the browser refuses.

use js_sys::{Function, Promise, Reflect};
use leptos::html::Textarea;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Result of the last click on the copy button.
#[derive(Clone, PartialEq)]
enum CopyResult {
    Copied,
    /// The browser refused, or has no clipboard. The field is the text that was not copied.
    Refused(String),
}

/// Button that copies a text and shows whether this succeeded. If the browser refuses, the text is selected
/// in a text field, so that the user can copy it with Ctrl C. An empty text is copied like any other.
#[component]
pub fn CopyButton(
    /// Function that returns the text to copy; called at the click.
    text: Callback<(), String>,
    label: &'static str,
    /// `data-testid` of the button. The message about the click has the test id `id-said`, and the new text
    /// field `id-text`.
    id: &'static str,
    /// Existing text field of the page that shows the text to copy. If the browser refuses to copy, the text
    /// in this field is selected. Without this field, a new text field appears in this case.
    #[prop(optional)]
    field: Option<NodeRef<Textarea>>,
    /// Signal that changes whenever the text to copy changes. A change then removes the message about the
    /// last click. Without the signal, the message stays until the next click.
    #[prop(optional, into)]
    version: Option<Signal<String>>,
) -> impl IntoView {
    let outcome = RwSignal::new(None::<CopyResult>);
    if let Some(version) = version {
        Effect::new(move |_| {
            version.track();
            outcome.set(None);
        });
    }
    let own = NodeRef::<Textarea>::new();
    let copy = move |_| {
        let text = text.run(());
        spawn_local(async move {
            if copied(&text).await.is_some() {
                outcome.try_set(Some(CopyResult::Copied));
                return;
            }
            outcome.try_set(Some(CopyResult::Refused(text)));
            if let Some(field) = field.and_then(|field| field.try_get_untracked().flatten()) {
                select(&field);
            }
        });
    };
    Effect::new(move |_| {
        outcome.track();
        if let Some(field) = own.get() {
            // Waits for the next video frame, in which the field contains the text.
            request_animation_frame(move || select(&field));
        }
    });
    let message = move || match outcome.get() {
        None => "",
        Some(CopyResult::Copied) => "Copied.",
        Some(CopyResult::Refused(_)) => {
            "The browser does not let this page copy. The text is selected: press ctrl C, or \u{2318} C on a Mac."
        }
    };
    let fallback = move || match outcome.get() {
        Some(CopyResult::Refused(text)) if field.is_none() => Some(view! {
            <textarea class="copy-text" readonly rows="3" spellcheck="false" aria-label="The text to copy"
                data-testid=format!("{id}-text") node_ref=own prop:value=text></textarea>
        }),
        _ => None,
    };
    view! {
        <button class=if field.is_some() { "button primary" } else { "button" } data-testid=id on:click=copy>{label}</button>
        <span role="status" data-testid=format!("{id}-said")>{message}</span>
        {fallback}
    }
}

/// Writes `text` to the clipboard. `None` if the page has no clipboard or the browser refuses; `Some` if the
/// text was copied.
async fn copied(text: &str) -> Option<()> {
    let get = |of: &JsValue, name: &str| Reflect::get(of, &name.into()).ok();
    // Browsers give a clipboard only to pages that are served over HTTPS or from the user's own computer.
    let clipboard = get(&window().navigator(), "clipboard")?;
    let write: Function = get(&clipboard, "writeText")?.dyn_into().ok()?;
    let written = write.call1(&clipboard, &text.into()).ok()?;
    JsFuture::from(Promise::resolve(&written)).await.ok().map(drop)
}

/// Focuses `field` and selects its whole text.
fn select(field: &web_sys::HtmlTextAreaElement) {
    let _ = field.focus();
    field.select();
}
