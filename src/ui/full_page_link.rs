//! Link from an embedded or locked page to the same state in the complete page.

use leptos::prelude::*;

use super::Desk;

/// Link to the same state in the complete page. Shown only if the page is embedded or locked. A click opens a
/// new tab.
#[component]
pub fn FullPageLink(desk: Desk) -> impl IntoView {
    let page = desk.page;
    let part = Memo::new(move |_| page.with(|page| page.embedded || page.locked));
    let words = move || {
        if page.with(|page| page.embedded) { "Open the whole page" } else { "Open a copy to change" }
    };
    let link = move || {
        desk.address.track();
        desk.read_lab(crate::lab::Lab::full_page_link)
    };
    view! {
        <Show when=move || part.get()>
            <a class="button whole" href=link target="_blank" rel="noopener" data-testid="whole">{words}</a>
        </Show>
    }
}
