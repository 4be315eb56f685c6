//! Overlay that is shown after a panic. It is plain DOM and calls no code of the program, whose state may be
//! invalid. Start with [`install`]. Only the first panic shows the overlay; each panic is logged. The address
//! keeps the share link.

use std::sync::atomic::{AtomicBool, Ordering};

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, HtmlElement, Window};

use super::browser_storage::{LAST, remember};

static STOPPED: AtomicBool = AtomicBool::new(false);
static SHOWN: AtomicBool = AtomicBool::new(false);

/// Installs a panic hook. The first panic shows the overlay with the message, and removes the share link of
/// this visit from the store of the browser. Every panic is logged to the console of the browser.
pub fn install() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        if !STOPPED.swap(true, Ordering::Relaxed) {
            show(&info.to_string());
        }
    }));
}

/// Whether the program has panicked. After a panic the program no longer changes the address bar.
pub fn has_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Records that the page has shown the state of its share link. If a panic comes later, the overlay offers to
/// open the same share link again.
pub fn note_shown() {
    SHOWN.store(true, Ordering::Relaxed);
}

/// Adds the overlay to the page and focuses its main button. `None` if the browser refuses a step; the
/// overlay may then be missing. `Open without this link` appears only if the address has a share link. The
/// main button is `Open without this link` if the page had not yet shown the state of its share link,
/// otherwise `Reload`.
fn show(message: &str) -> Option<()> {
    let window = web_sys::window()?;
    let document = window.document()?;
    // Deletes the stored link of this visit, so that the next visit does not panic at once.
    remember(LAST, None);
    let has_link = window.location().hash().is_ok_and(|hash| !hash.trim_matches(['#', '/']).is_empty());
    let what = if SHOWN.load(Ordering::Relaxed) {
        "This is a fault of the program, not of your fabric. The link below opens the same run again."
    } else if has_link {
        "This is a fault of the program. It stopped while it opened the link below: a reload will most likely stop there again."
    } else {
        "This is a fault of the program. It stopped while it opened the page."
    };
    let overlay: HtmlElement = document.create_element("div").ok()?.unchecked_into();
    overlay.set_class_name("panic");
    for (name, value) in
        [("role", "alertdialog"), ("aria-labelledby", "panic-title"), ("data-testid", "panic")]
    {
        overlay.set_attribute(name, value).ok()?;
    }
    let title = add(&document, &overlay, "h1", "The simulator stopped.")?;
    title.set_id("panic-title");
    add(&document, &overlay, "p", what)?;
    let link = add(&document, &overlay, "code", &window.location().href().ok()?)?;
    link.set_attribute("data-testid", "panic-link").ok()?;
    add(&document, &overlay, "pre", message)?;
    let buttons = add(&document, &overlay, "p", "")?;
    let reload = button(&document, &buttons, "Reload", "panic-reload")?;
    on_click(&reload, &bound(window.location().as_ref(), "reload", &[])?)?;
    let mut first = reload;
    if has_link {
        let leave = button(&document, &buttons, "Open without this link", "panic-leave")?;
        on_click(&leave, &forget_link(&window)?)?;
        on_click(&leave, &bound(window.location().as_ref(), "reload", &[])?)?;
        first = if SHOWN.load(Ordering::Relaxed) { first } else { leave };
    }
    first.set_class_name("button primary");
    document.body()?.append_child(&overlay).ok()?;
    first.focus().ok()
}

/// Appends an element with the tag `tag` and the text `text` to `to`, and returns the element. `None` if the
/// browser refuses.
fn add(document: &Document, to: &Element, tag: &str, text: &str) -> Option<Element> {
    let element = document.create_element(tag).ok()?;
    element.set_text_content(Some(text));
    to.append_child(&element).ok()?;
    Some(element)
}

fn button(document: &Document, to: &Element, label: &str, id: &str) -> Option<HtmlElement> {
    let button = add(document, to, "button", label)?;
    button.set_class_name("button");
    button.set_attribute("data-testid", id).ok()?;
    Some(button.unchecked_into())
}

/// JavaScript function that sets the address to `#/` without a reload. `None` if the browser refuses.
fn forget_link(window: &Window) -> Option<Function> {
    bound(window.history().ok()?.as_ref(), "replaceState", &[JsValue::NULL, "".into(), "#/".into()])
}

/// Returns a JavaScript function that calls the method `name` of the object `of` with `arguments`. A button
/// with this function works without any code of the program. `None` if there is no such method.
fn bound(of: &JsValue, name: &str, arguments: &[JsValue]) -> Option<Function> {
    let method = Reflect::get(of, &name.into()).ok()?;
    let bind: Function = Reflect::get(&method, &"bind".into()).ok()?.dyn_into().ok()?;
    let all: Array = std::iter::once(of).chain(arguments).collect();
    bind.apply(&method, &all).ok()?.dyn_into().ok()
}

fn on_click(button: &HtmlElement, call: &Function) -> Option<()> {
    button.add_event_listener_with_callback("click", call).ok()
}
