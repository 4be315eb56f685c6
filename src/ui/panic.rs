//! When the program itself fails: an overlay that says so and offers a reload.
//! It is plain DOM, because nothing else can be trusted then.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Shows the overlay on a panic, beside the message in the console.
pub fn install() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        show(&info.to_string());
    }));
}

fn show(message: &str) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let overlay: HtmlElement = document.create_element("div").ok()?.dyn_into().ok()?;
    overlay.set_class_name("panic");
    overlay.set_attribute("role", "alertdialog").ok()?;
    overlay.set_inner_html(
        "<h1>The simulator stopped.</h1>\
         <p>This is a fault of the program, not of your fabric. The address of this page leads back to what was shown.</p>\
         <pre></pre><p><button class=\"button primary\" onclick=\"location.reload()\">Reload</button></p>",
    );
    overlay.query_selector("pre").ok()??.set_text_content(Some(message));
    document.body()?.append_child(&overlay).ok()?;
    Some(())
}
