//! Parts of the program that are loaded on first use, so that the page opens sooner.
//! `xtask/src/page/split/mod.rs` splits the program into them.

use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Part of the program that is loaded on first use; its number is its index in `xtask/parts.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramPart {
    /// Lessons: their files, their card, and the check of challenges.
    Lessons,
    /// Import of configurations of switches, NICs and other simulators.
    Import,
    /// Contents of most dialogs, and of the inspector's tabs other than the buffers.
    Dialogs,
    /// Sweeps, and the classes of the JavaScript interface.
    Sweep,
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = fabricParts, js_name = load)]
    fn begin(part: u32, exports: &JsValue) -> Option<Promise>;

    #[wasm_bindgen(js_namespace = fabricParts, js_name = loadNow)]
    fn finish(part: u32, exports: &JsValue);
}

/// Loads part `part` (its index in `xtask/parts.toml`) and blocks until it is loaded. The program calls this
/// function when it reaches a function of a part that is not loaded. If [`load`] was awaited first, this
/// never happens.
#[wasm_bindgen(js_name = loadPart, skip_typescript)]
pub fn load_part(part: u32) {
    finish(part, &wasm_bindgen::exports());
}

/// Loads `part` and waits until it can be called. Returns at once if it is already loaded.
///
/// # Errors
/// Message for the user, if the part cannot be fetched.
pub async fn load(part: ProgramPart) -> Result<(), String> {
    let Some(coming) = begin(part as u32, &wasm_bindgen::exports()) else { return Ok(()) };
    let loaded = JsFuture::from(coming).await.map(drop);
    loaded.map_err(|_| {
        "the page cannot load this part of its program; look at the connection, and try again".to_owned()
    })
}
