//! Note for pages on the user's own machine, whose links others cannot open.

use leptos::prelude::*;

/// Note that the page is local; absent on a hosted page.
#[component]
pub fn Local() -> impl IntoView {
    let host = window().location().hostname().unwrap_or_default();
    let local = matches!(host.as_str(), "" | "localhost" | "127.0.0.1" | "[::1]");
    local.then(|| {
        view! {
            <p class="caution" data-testid="share-local">
                "This page is on your machine: others need the link to a hosted copy. "<code>"cargo xtask dist"</code>
                " makes one, a folder for any static host; what stands behind the # is the same there."
            </p>
        }
    })
}
