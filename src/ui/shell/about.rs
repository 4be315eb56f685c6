//! Description of the open document: its first lines in the bar, and a popover with the whole text.

use leptos::prelude::*;

use crate::ui::PageContext;
use crate::ui::dialog::Modal;
use crate::ui::icon::{Glyph, Icon};

/// First lines of the description. A click opens the whole text. Escape, or a click outside, closes it.
/// Absent if the document has no description. For an imported document, the popover has a button that opens
/// the report of the import.
#[component]
pub fn About(page: PageContext) -> impl IntoView {
    let about = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.document_picture.about.clone())
    });
    let title = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.document_picture.title.clone())
    });
    let imported = Memo::new(move |_| page.imported().is_some());
    let any = Memo::new(move |_| about.with(|about| !about.is_empty()));
    view! {
        <Show when=move || any.get()>
            <button class="about-button" popovertarget="about" aria-label="What this shows" title="Read all of it"
                data-testid="about-open">
                <span>{about}</span>
                <Icon glyph=Glyph::Info/>
            </button>
            <div class="about-card" popover="auto" id="about" role="region" aria-label="What this shows" data-testid="about">
                <h2>{title}</h2>
                <p>{about}</p>
                <Show when=move || imported.get()>
                    <button class="button" data-testid="import-open" on:click=move |_| page.dialog.set(Some(Modal::Import))>
                        "Report of the import"
                    </button>
                </Show>
            </div>
        </Show>
    }
}
