//! Files: downloads, and opening of documents, lessons and configurations of switches, NICs and other
//! simulators. The user chooses files with a button or drops them on the page. At most 64 files and 16 MiB
//! are opened at once; if there are more, none is opened. If one file cannot be read, none is opened. A
//! message in the error bar has the reason. Start with [`Open`] and [`download`].

use fabric_lessons::Lesson;
use fabric_sim::document::Document;
use js_sys::Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DragEvent, File, FileList, HtmlAnchorElement, HtmlInputElement, Url};

use super::dialog::Modal;
use super::import::RefusedImport;
use super::{PageContext, lesson};
use crate::lab::{Command, ImportFiles, SwitchFile, are_beside, import, is_for_importers};
use crate::parts::{self, ProgramPart};

/// Largest number of files opened at once.
const MAX_FILES: usize = 64;

/// Largest total size, in bytes, of files opened at once.
const MAX_BYTES: usize = 16 << 20;

/// Fetches a file from the page's own server; `file` is a path relative to the page. `None` if the server
/// answers with an error status, such as 404 for a missing file.
///
/// # Errors
/// Message, if the file cannot be fetched.
pub async fn fetch(file: &str) -> Result<Option<String>, String> {
    let wrong = |_| format!("{file}: the file does not come; look whether it lies beside the page");
    let response = JsFuture::from(window().fetch_with_str(file)).await.map_err(wrong)?;
    let response: web_sys::Response = response.dyn_into().map_err(wrong)?;
    if !response.ok() {
        return Ok(None);
    }
    let text = JsFuture::from(response.text().map_err(wrong)?).await.map_err(wrong)?;
    Ok(text.as_string())
}

/// Downloads the open document. If `here` is true, the document also contains the time of the cursor. Does
/// nothing after the page was closed.
pub fn save(page: PageContext, here: bool) {
    let Some((name, text)) = page.read_lab(|lab| lab.saved(here)) else { return };
    download(&name, &text);
}

/// Downloads `text` as a file called `name`. The browser reports a refused download itself.
pub fn download(name: &str, text: &str) {
    give_parts(name, &Array::of1(&text.into()));
}

/// Downloads `parts` as a file called `name`. The parts are texts, bytes or blobs, joined in their order.
/// Returns the size of the file in bytes; 0 if the browser refuses.
pub fn give_parts(name: &str, parts: &Array) -> u64 {
    // The browser reports a refused download itself.
    offer(name, parts).unwrap_or_default()
}

fn offer(name: &str, parts: &Array) -> Result<u64, JsValue> {
    let blob = Blob::new_with_blob_sequence(parts)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let anchor: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    Url::revoke_object_url(&url)?;
    Ok(whole(blob.size()))
}

/// Button that opens a file chooser, and then the chosen files.
#[component]
pub fn Open(
    page: PageContext,
    /// Test id of the field in which the user chooses files.
    id: &'static str,
) -> impl IntoView {
    let chosen = move |event: web_sys::Event| {
        let field: HtmlInputElement = event_target(&event);
        if let Some(files) = field.files() {
            take(page, &files);
        }
        // An empty field accepts the same file again.
        field.set_value("");
    };
    view! {
        <label class="button file">
            "Open a file"
            <input type="file" class="visually-hidden" multiple data-testid=id on:change=chosen/>
        </label>
    }
}

/// Opens files that the user drops on the page. Stops when the calling component is removed.
pub fn take_drops(page: PageContext) {
    let over = window_event_listener(leptos::ev::dragover, |event: DragEvent| event.prevent_default());
    let drop = window_event_listener(leptos::ev::drop, move |event: DragEvent| {
        event.prevent_default();
        if let Some(files) = event.data_transfer().and_then(|data| data.files()) {
            take(page, &files);
        }
    });
    on_cleanup(move || {
        over.remove();
        drop.remove();
    });
}

/// Reads `files` and opens them together, after closing the open dialog. Opens nothing if there are more than
/// [`MAX_FILES`] files, or more than [`MAX_BYTES`] bytes together. Also opens nothing if one file is larger
/// than [`Document::LONGEST`] or cannot be read. The error bar then shows the reason.
fn take(page: PageContext, files: &FileList) {
    let files: Vec<File> = (0..files.length()).filter_map(|n| files.get(n)).collect();
    let bytes: Vec<usize> = files.iter().map(bytes_of).collect();
    // The sizes are checked before a file is read into memory.
    if let Some(n) = bytes.iter().position(|bytes| *bytes > Document::LONGEST) {
        return page.act(Command::TooLong(files[n].name(), bytes[n]));
    }
    let together: usize = bytes.iter().sum();
    if together > MAX_BYTES {
        let why = format!(
            "{} files: {together} bytes together are outside at most {MAX_BYTES}; open fewer",
            files.len()
        );
        return page.act(Command::Refused(why));
    }
    if files.len() > MAX_FILES {
        let why = format!("{} files are outside at most {MAX_FILES}; open fewer", files.len());
        return page.act(Command::Refused(why));
    }
    spawn_local(async move {
        let mut texts = Vec::new();
        for file in files {
            let name = file.name();
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
            let Some(text) = text else {
                page.dialog.try_set(None);
                // The browser gives a folder as a file that cannot be read.
                return page.act(Command::Unread(name));
            };
            texts.push(SwitchFile::new(name, text));
        }
        page.dialog.try_set(None);
        // Both parts are loaded, because only loaded parts can decide which of them reads the files.
        for part in [ProgramPart::Import, ProgramPart::Lessons] {
            if let Err(why) = parts::load(part).await {
                return page.act(Command::Refused(why));
            }
        }
        open(page, texts);
    });
}

fn bytes_of(file: &File) -> usize {
    usize::try_from(whole(file.size())).unwrap_or(usize::MAX)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a browser gives whole bytes")]
const fn whole(bytes: f64) -> u64 {
    bytes as u64
}

/// Opens `files`: one document, one lesson, or several configurations of switches, NICs and other simulators.
/// Configurations become one document. Files that only supplement a configuration, such as output of a NIC,
/// are added to the files of the open import. If the files cannot be read together, the error bar shows the
/// reason.
fn open(page: PageContext, mut files: Vec<SwitchFile>) {
    // The refusal of an earlier file is removed.
    page.lesson_state().forget_refusal();
    if let [SwitchFile { name, text }] = &files[..]
        && Lesson::is_lesson(text)
    {
        return lesson::open_file(page, name, text);
    }
    if !is_for_importers(&files) {
        let names = files.iter().map(|file| file.name.clone()).collect();
        return match files.pop() {
            Some(SwitchFile { name, text }) if files.is_empty() => page.act(Command::File { name, text }),
            Some(_) => page.act(Command::Files(names)),
            None => {}
        };
    }
    // A supplementary file is added to the files of the open import; all of them are imported again.
    let before = if are_beside(&files) { page.imported_files() } else { ImportFiles::default() };
    open_import(page, before.supplement(files));
}

/// Imports files and opens the document. A refusal appears in the import dialog if a selection of ports may
/// allow the import, or if the dialog already shows a refused import. Any other refusal appears in the error
/// bar.
pub fn open_import(page: PageContext, given: ImportFiles) {
    match import(given.clone()) {
        Ok((document, report)) => page.open_imported(document, report, given),
        Err(refusal) if refusal.ports.is_empty() && page.refused_import().with_untracked(Option::is_none) => {
            page.act(Command::Refused(refusal.words));
        }
        Err(refusal) => {
            // The message on an earlier refusal is removed.
            page.act(Command::Dismiss);
            page.refused_import().set(Some(RefusedImport { refusal, files: given.files }));
            page.dialog.set(Some(Modal::Import));
        }
    }
}
