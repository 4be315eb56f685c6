//! Start of web workers, and their messages and errors. Sweeps, exports and drawing use workers. A message to
//! a worker is a JavaScript object. If a JavaScript error has no message, a fixed text replaces it.

use js_sys::{Array, Object, Reflect};
use leptos::prelude::document;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlLinkElement, Worker, WorkerOptions, WorkerType};

/// Starts a worker with `script`, a path relative to the page, as an ES module. If the script cannot be
/// loaded, the worker sends an error event later; this function then returns no error.
///
/// # Errors
/// Message of the browser, if it cannot start a worker.
pub fn begin(script: &str) -> Result<Worker, JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    Worker::new_with_options(script, &options)
}

/// Creates a JavaScript object with `fields`.
///
/// # Errors
/// If JavaScript refuses a field, which never happens for a plain object.
pub fn object<const N: usize>(fields: [(&str, JsValue); N]) -> Result<Object, JsValue> {
    let object = Object::new();
    for (name, value) in fields {
        Reflect::set(&object, &name.into(), &value)?;
    }
    Ok(object)
}

/// Message of a JavaScript error or error event; a fixed text if there is no message.
#[must_use]
pub fn error_text(error: &JsValue) -> String {
    let message = Reflect::get(error, &"message".into()).ok().and_then(|message| message.as_string());
    message.or_else(|| error.as_string()).unwrap_or_else(|| "it does not say why".to_owned())
}

/// Creates the first message to a worker that runs the program of the page (`worker.js`). The worker loads
/// the program and creates an object of the class `kind` with the arguments `given`.
///
/// # Errors
/// Message, if the page does not state the address of its program.
pub fn first_message(kind: &str, given: Array) -> Result<Object, JsValue> {
    object([
        ("program", program()?.into()),
        ("parts", parts()?.into()),
        ("module", wasm_bindgen::module()),
        ("kind", kind.into()),
        ("given", given.into()),
    ])
}

/// Addresses of the parts of the program that are loaded on first use, as the HTML page states them. `None`
/// if the program is a single module.
///
/// # Errors
/// If the browser refuses the search for the HTML element with the addresses.
fn parts() -> Result<Option<String>, JsValue> {
    let script = document().query_selector("script[data-parts]")?;
    Ok(script.and_then(|script| script.get_attribute("data-parts")))
}

/// Address of the program file, which the head of the HTML page states in a `<link>` element.
///
/// # Errors
/// If the HTML page has no such element.
fn program() -> Result<String, JsValue> {
    let link = document().query_selector("link[rel=modulepreload]")?;
    let link: Option<HtmlLinkElement> = link.and_then(|link| link.dyn_into().ok());
    link.map(|link| link.href()).ok_or_else(|| "the page does not say where its program is".into())
}
