//! Explanations of glossary terms and parameters in a popover. The popover opens when the user clicks or
//! touches a term, or presses F1 on the focused element. Definitions of terms come from `docs/glossary.md`,
//! which is fetched when a term is first explained. Start with [`marked`] and [`Explained`]. If the file
//! cannot be fetched, the popover has the reason, and the next click tries again. F1 on an element without an
//! explanation does nothing.

use leptos::ev::{click, keydown};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::PageContext;
use super::dialog::Modal;
use super::files::fetch;
use super::params::capital;
use crate::lab::{Definition, TextPiece, definitions, pieces};

/// Path of the glossary file, relative to the page.
const FILE: &str = "glossary.md";

/// Selector of elements with an explanation: terms in texts, and labels of parameters.
const EXPLAINED: &str = ".term, .param > label";

/// CSS anchor name that the explained element gets; the popover is placed at this anchor.
const ANCHOR: &str = "--explained";

/// View of `text` in which the first occurrence of each glossary term is a button. A click on the button
/// explains the term.
pub fn marked(text: &str) -> AnyView {
    marked_beside_names(text, &|_| false)
}

/// View of `text` in which the first occurrence of each glossary term is a button. Words for which `is_name`
/// returns `true`, such as names of hosts, never become buttons.
pub fn marked_beside_names(text: &str, is_name: &dyn Fn(&str) -> bool) -> AnyView {
    let piece = |piece: &TextPiece| match *piece {
        TextPiece::Plain(text) => text.to_owned().into_any(),
        TextPiece::Marked(word, term) => term_button(term, word.to_owned()).into_any(),
    };
    pieces(text, is_name).iter().map(piece).collect_view().into_any()
}

/// Button with the text `word` that explains the glossary term `term`, as written in the glossary. Works only
/// on a page with [`Explained`].
pub fn term_button(term: &'static str, word: String) -> impl IntoView {
    view! { <button class="term" data-term=term>{word}</button> }
}

/// Definitions of the glossary, fetched once for the whole page. The page provides this type as a leptos
/// context.
#[derive(Clone, Copy)]
pub struct Glossary(StoredValue<Vec<Definition>>);

impl Glossary {
    /// Creates a glossary whose file is not fetched yet.
    pub fn new() -> Self {
        Self(StoredValue::new(Vec::new()))
    }

    /// Returns the definitions of the glossary, in the order of its file. Fetches the file at the first call,
    /// and again after an error or if the file has no terms.
    ///
    /// # Errors
    /// Message, if the file cannot be fetched or is missing.
    pub async fn terms(self) -> Result<Vec<Definition>, String> {
        if self.0.with_value(Vec::is_empty) {
            let text = fetch(FILE).await?.ok_or("glossary.md: the file is missing beside the page")?;
            self.0.set_value(definitions(&text));
        }
        Ok(self.0.get_value())
    }
}

/// Popover with the explanation of a term. A click on a term or on the label of a parameter, or F1 on a
/// focused element, opens the popover. Escape or a click outside closes it. The button `All terms` closes the
/// popover and opens the help. If the glossary lacks the term, the text `Loading …` stays.
#[component]
pub fn Explained(page: PageContext) -> impl IntoView {
    let popover = NodeRef::<html::Div>::new();
    let shown = RwSignal::new(None::<Definition>);
    let glossary = expect_context::<Glossary>();
    let anchor = StoredValue::new_local(None::<HtmlElement>);
    let explain = move |element: HtmlElement| {
        let place = anchor.try_update_value(|anchor| anchor.replace(element.clone())).flatten();
        for (element, name) in place.iter().map(|place| (place, "")).chain([(&element, ANCHOR)]) {
            let _ = element.style().set_property("anchor-name", name);
        }
        shown.set(explanation_of_title(&element));
        if let Some(popover) = popover.get_untracked() {
            let _ = popover.show_popover();
            let _ = popover.focus();
        }
        let Some(term) = element.get_attribute("data-term") else { return };
        spawn_local(async move {
            let row = match glossary.terms().await {
                Ok(all) => all.into_iter().find(|row| row.term == term),
                Err(meaning) => Some(Definition { term, meaning, source: String::new() }),
            };
            shown.try_set(row);
        });
    };
    let clicked = window_event_listener(click, move |event| {
        if let Some(element) = event.target().and_then(explained) {
            explain(element);
        }
    });
    let pressed = window_event_listener(keydown, move |event| {
        if event.key() == "F1"
            && let Some(element) = event.target().and_then(of_focus)
        {
            event.prevent_default();
            explain(element);
        }
    });
    on_cleanup(move || {
        clicked.remove();
        pressed.remove();
    });
    let all = move |_| {
        if let Some(popover) = popover.get_untracked() {
            let _ = popover.hide_popover();
        }
        page.dialog.set(Some(Modal::Help));
    };
    view! {
        <div node_ref=popover class="explanation" popover="auto" tabindex="-1" aria-label="Explanation" role="dialog" data-testid="explanation">
            {move || match shown.get() {
                None => view! { <p>"Loading …"</p> }.into_any(),
                Some(Definition { term, meaning, source }) => view! {
                    <h2>{term}</h2><p>{meaning}</p><p class="source">{source}</p>
                }.into_any(),
            }}
            <button class="button plain" data-testid="all-terms" on:click=all>"All terms"</button>
        </div>
    }
}

/// Nearest element with an explanation that contains the target of an event; `None` if no such element
/// contains it.
fn explained(target: web_sys::EventTarget) -> Option<HtmlElement> {
    let element: Element = target.dyn_into().ok()?;
    element.closest(EXPLAINED).ok().flatten()?.dyn_into().ok()
}

/// Finds the element that explains the focused element: the nearest element with an explanation around it,
/// otherwise the label of its parameter. `None` if neither element exists.
fn of_focus(target: web_sys::EventTarget) -> Option<HtmlElement> {
    let element: Element = target.clone().dyn_into().ok()?;
    let label =
        element.closest(".param").ok().flatten().and_then(|param| param.query_selector("label").ok()?);
    explained(target).or_else(|| label?.dyn_into().ok())
}

/// Explanation from the `title` of an element, or of the nearest element around it that has one. `None` if
/// the element names a glossary term, or if there is no title.
fn explanation_of_title(element: &HtmlElement) -> Option<Definition> {
    if element.has_attribute("data-term") {
        return None;
    }
    let titled = element.closest("[title]").ok().flatten()?;
    let term = capital(&element.text_content().unwrap_or_default());
    let meaning = capital(&titled.get_attribute("title")?);
    Some(Definition { term, meaning, source: String::new() })
}
