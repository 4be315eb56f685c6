//! Rows of the export menu for which no run is needed: pictures at the cursor, and files with figures up to
//! the cursor.

use leptos::prelude::*;

use super::{FIGURES, Figure, Menu};

/// Button with the text `words` and the test id `id`. Screen readers read `label`. A click calls `act`.
fn button(id: String, words: &'static str, label: String, act: impl Fn() + 'static) -> impl IntoView {
    view! { <button class="button" data-testid=id aria-label=label on:click=move |_| act()>{words}</button> }
}

/// Rows of the export menu for pictures. A row has a button that downloads SVG and a button that downloads
/// PNG. A picture that cannot exist, such as rates without a flow, has no row.
#[component]
pub fn Figures(menu: Menu) -> impl IntoView {
    let page = menu.page();
    let has_flow = page.static_picture.with_untracked(|static_picture| static_picture.flow.is_some());
    let there = move |figure| match figure {
        Figure::Rates => has_flow,
        Figure::Sweep => untrack(|| menu.panel.with_value(|panel| panel.is_used())),
        _ => true,
    };
    let rows = FIGURES.into_iter().filter(|(figure, ..)| there(*figure)).map(|(figure, label, what)| {
        let one = |words: &'static str, as_png: bool| {
            let id = format!("export-{what}-{}", words.to_ascii_lowercase());
            let name = format!("{label} as {words}");
            button(id, words, name, move || menu.picture(figure, what, as_png))
        };
        view! { <li><span>{label}</span>{one("SVG", false)}{one("PNG", true)}</li> }
    });
    view! {
        <h3>"Pictures of this moment"</h3>
        <ul role="list">{rows.collect_view()}</ul>
    }
}

/// Rows of the files with figures up to the cursor, and of the document. A click on a button downloads the
/// file.
#[component]
pub fn Files(menu: Menu) -> impl IntoView {
    let one = |label: &'static str, words: &'static str, id: &str, act: fn(Menu)| {
        view! { <li><span>{label}</span>{button(format!("export-{id}"), words, format!("{label} as {words}"), move || act(menu))}</li> }
    };
    view! {
        <h3>"Figures and document"</h3>
        <ul role="list">
            {one("Flows so far", "CSV", "flows", Menu::flows)}
            {one("Report so far", "JSON", "report", Menu::report)}
            {one("Document, with this moment", "JSON", "document", Menu::document)}
        </ul>
    }
}
