//! The page, in leptos.
use leptos::prelude::*;

/// Mounts the page on the document's body.
pub fn mount() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(
        || view! { <main><h1 data-testid="title">"Lossless Fabric Lab"</h1></main> },
    );
}
