//! Button of an embedded or locked page that opens the same state in the complete page.

use leptos::prelude::*;

use super::PageContext;

/// Button that opens the same state in the complete page, in a new tab of the browser. Shown only if the page
/// is embedded or locked.
#[component]
pub fn FullPageLink(page: PageContext) -> impl IntoView {
    let settings = page.settings;
    let part = Memo::new(move |_| settings.with(|settings| settings.embedded || settings.locked));
    let words = move || {
        if settings.with(|settings| settings.embedded) {
            "Open the whole page"
        } else {
            "Open a copy to change"
        }
    };
    let link = move || {
        page.address.track();
        page.read_lab(crate::lab::Lab::full_page_link)
    };
    view! {
        <Show when=move || part.get()>
            <a class="button full-page-link" href=link target="_blank" rel="noopener" data-testid="full-page-link">{words}</a>
        </Show>
    }
}
