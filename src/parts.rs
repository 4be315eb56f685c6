//! Parts of the program that are loaded when they are first used (`xtask/src/page/split.rs`).

use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Part of the program; its number is its place in `xtask/parts.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramPart {
    /// Lessons: their files, their card and their judge.
    Lessons,
    /// Import of files of switches, NICs and other simulators.
    Import,
    /// Contents of dialogs.
    Dialogs,
    /// Sweeps, and the JavaScript classes.
    Sweep,
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = fabricParts, js_name = load)]
    fn begin(part: u32, exports: &JsValue) -> Option<Promise>;

    #[wasm_bindgen(js_namespace = fabricParts, js_name = loadNow)]
    fn finish(part: u32, exports: &JsValue);
}

/// Loads a part while the program waits. A function of a part that is not loaded calls it, which
/// [`load`] makes unnecessary.
#[wasm_bindgen(js_name = loadPart, skip_typescript)]
pub fn load_part(part: u32) {
    finish(part, &wasm_bindgen::exports());
}

/// Loads a part, unless it is loaded.
///
/// # Errors
/// The reason why it does not come, and what to do.
pub async fn load(part: ProgramPart) -> Result<(), String> {
    let Some(coming) = begin(part as u32, &wasm_bindgen::exports()) else { return Ok(()) };
    let came = JsFuture::from(coming).await.map(drop);
    came.map_err(|_| {
        "the page cannot load this part of its program; look at the connection, and try again".to_owned()
    })
}
