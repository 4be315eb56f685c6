//! Documents as files: saved, opened, and dropped on the page.

use fabric_sim::document::Document;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DragEvent, File, FileList, HtmlAnchorElement, HtmlInputElement, Url};

use super::Desk;
use crate::lab::Command;

/// Hands the document that is open to the browser as a file, with the moment
/// that is shown or without.
pub fn save(desk: Desk, here: bool) {
    let Some((name, text)) = desk.look(|lab| lab.saved(here)) else { return };
    give(&name, &text);
}

/// Hands `text` to the browser as a file called `name`.
pub fn give(name: &str, text: &str) {
    // It fails where the browser forbids it, which it says itself.
    let _ = offer(name, text);
}

fn offer(name: &str, text: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&text.into());
    let blob = Blob::new_with_str_sequence(&parts)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let anchor: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    Url::revoke_object_url(&url)
}

/// The button that opens a file.
#[component]
pub fn Open(desk: Desk) -> impl IntoView {
    let chosen = move |event: web_sys::Event| {
        let field: HtmlInputElement = event_target(&event);
        if let Some(files) = field.files() {
            take(desk, &files);
        }
        // The same file can be chosen again.
        field.set_value("");
    };
    view! {
        <label class="button file">
            "Open a file"
            <input type="file" class="visually-hidden" accept=".json,application/json" data-testid="open-file" on:change=chosen/>
        </label>
    }
}

/// Opens what is dropped on the page, while the component that called this lives.
pub fn take_drops(desk: Desk) {
    let over = window_event_listener(leptos::ev::dragover, |event: DragEvent| event.prevent_default());
    let drop = window_event_listener(leptos::ev::drop, move |event: DragEvent| {
        event.prevent_default();
        if let Some(files) = event.data_transfer().and_then(|data| data.files()) {
            take(desk, &files);
        }
    });
    on_cleanup(move || {
        over.remove();
        drop.remove();
    });
}

/// Opens the one of `files`; of several, none.
fn take(desk: Desk, files: &FileList) {
    match files.length() {
        0 => {}
        1 => {
            if let Some(file) = files.get(0) {
                open(desk, &file);
            }
        }
        count => {
            let names = (0..count).filter_map(|n| files.get(n)).map(|file| file.name()).collect();
            desk.act(Command::Files(names));
        }
    }
}

/// Opens `file`; no more of it is read than a document may have, and a byte to
/// see that there is more.
fn open(desk: Desk, file: &File) {
    let name = file.name();
    #[expect(clippy::cast_precision_loss, reason = "some millions")]
    let most = (Document::LONGEST + 1) as f64;
    let part = file.slice_with_f64_and_f64(0.0, most);
    spawn_local(async move {
        let text = match part {
            Ok(part) => JsFuture::from(part.text()).await,
            Err(problem) => Err(problem),
        };
        desk.dialog.try_set(None);
        // A folder comes as a file that cannot be read.
        desk.act(match text.ok().and_then(|text| text.as_string()) {
            Some(text) => Command::File { name, text },
            None => Command::Unread(name),
        });
    });
}
