//! Description of the open document: its first lines in the bar, and a popover with the whole text and the
//! glossary terms in it.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::lab::{Definition, TextPiece, pieces};
use crate::ui::PageContext;
use crate::ui::dialog::Modal;
use crate::ui::glossary::Glossary;
use crate::ui::icon::{Glyph, Icon};

/// First lines of the description of the document. A click opens a popover with the whole text and the
/// definitions of the glossary terms in it. If the glossary cannot be fetched, the definitions are absent.
/// Escape, or a click outside, closes the popover. For an imported document, the popover has a button that
/// opens the report of the import. Absent if the document has no description.
#[component]
pub fn About(page: PageContext) -> impl IntoView {
    let about = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.document_picture.about.clone())
    });
    let title = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.document_picture.title.clone())
    });
    let words = RwSignal::new(Vec::<Definition>::new());
    let glossary = expect_context::<Glossary>();
    let define = move |_| {
        let text = format!("{} {}", title.get_untracked(), about.get_untracked());
        spawn_local(async move {
            let all = glossary.terms().await.unwrap_or_default();
            let used = terms_in(&text);
            words.try_set(all.into_iter().filter(|row| used.contains(&row.term.as_str())).collect());
        });
    };
    let imported = Memo::new(move |_| page.imported().is_some());
    let any = Memo::new(move |_| about.with(|about| !about.is_empty()));
    view! {
        <Show when=move || any.get()>
            <button class="about-button" popovertarget="about" aria-label=move || format!("What this shows: {}", about.get()) title="Read all of it"
                data-testid="about-open" on:click=define>
                <span>{about}</span>
                <Icon glyph=Glyph::Info/>
            </button>
            <div class="about-card" popover="auto" id="about" role="region" aria-label="What this shows" data-testid="about">
                <h2>{title}</h2>
                <p>{about}</p>
                <dl data-testid="about-words">
                    <For each=move || words.get() key=|row| row.term.clone() let:row><dt>{row.term}</dt><dd>{row.meaning}</dd></For>
                </dl>
                <Show when=move || imported.get()>
                    <button class="button" data-testid="import-open" on:click=move |_| page.dialog.set(Some(Modal::Import))>
                        "Report of the import"
                    </button>
                </Show>
            </div>
        </Show>
    }
}

/// Terms of the glossary that explain words of `text`, in the order of the words.
fn terms_in(text: &str) -> Vec<&'static str> {
    let term = |piece: &TextPiece| match *piece {
        TextPiece::Marked(_, term) => Some(term),
        TextPiece::Plain(_) => None,
    };
    pieces(text, &|_| false).iter().filter_map(term).collect()
}
