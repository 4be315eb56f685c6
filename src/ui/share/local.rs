//! Note that share links of a page on the user's own computer do not work for other users. The page counts as
//! local if its host is empty, `localhost`, `127.0.0.1` or `::1`.

use leptos::prelude::*;

/// Note that other people cannot open the share link, because the page is on the user's own computer. Absent
/// if the page comes from a web server.
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
