//! Help: actions of the page, terms of the glossary, and keyboard shortcuts from
//! [`BINDINGS`](super::keys::BINDINGS). Terms and shortcuts are folded at first. The terms are fetched when
//! they are unfolded; after a failure, the next unfolding tries again.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::PageContext;
use super::dialog::{Dialog, Modal};
use super::glossary::Glossary;
use super::keys::BINDINGS;
use crate::lab::Definition;
use crate::parts::ProgramPart;

/// Actions that the page offers, most important first.
const ACTIONS: [&str; 9] = [
    "Play, or go event by event with . and , until you see why something happens.",
    "Click a host, a port or a link: its buffers and queues are shown beside the picture.",
    "Drag a threshold on a bar, or move a slider; it acts from now on, or from the start of the run.",
    "Trigger an incast, a storm, a deadlock or a link failure.",
    "Click what is paused or waits: the chain of causes leads to its root.",
    "Pin a run as A, change one thing, and compare both in the tab A/B.",
    "Click an underlined word or the name of a parameter, or press F1 on it: it is explained.",
    "Begin a lesson (L), open a preset (C), build a fabric (B), or drop a file of your own.",
    "Share a link to what you see (S), or export pictures and tables (E).",
];

/// Help dialog: actions, terms and keyboard shortcuts. Opens from the page header and with `?`; closes with
/// `?`, Escape or its button. A check box switches off shortcuts of a single character; the choice is lost
/// when the page is reloaded.
#[component]
pub fn Help(page: PageContext) -> impl IntoView {
    view! {
        <Dialog which=Modal::Help part=ProgramPart::Dialogs title="Help" open=page.dialog>
            {contents(page)}
        </Dialog>
    }
}

/// Contents of the help dialog. This function is in a part of the program that is loaded on first use.
#[inline(never)]
fn contents(page: PageContext) -> AnyView {
    let shown =
        BINDINGS.iter().filter(|binding| !matches!(binding.shown, "1" | "2" | "3" | "4" | "5" | "6" | "7"));
    let rows = shown
        .map(|binding| {
            let (keys, words) = match binding.shown {
                "0" => ("0 – 7", "select a priority"),
                shown => (shown, binding.words),
            };
            view! { <div><dt><kbd>{keys}</kbd></dt><dd>{words}</dd></div> }
        })
        .collect_view();
    view! {
            <ul>{ACTIONS.map(|action| view! { <li>{action}</li> }).collect_view()}</ul>
            <Terms/>
            <details>
                <summary data-testid="help-keys"><h3>"Keys"</h3></summary>
                <dl>{rows}</dl>
                <label class="check">
                    <input type="checkbox" prop:checked=page.letters
                        on:change=move |event| page.letters.set(event_target_checked(&event))/>
                    "Use single keys (letters, digits, signs) as shortcuts"
                </label>
            </details>
    }
    .into_any()
}

/// Terms of the glossary with their definitions. The list is fetched when the user first unfolds it.
#[component]
fn Terms() -> impl IntoView {
    let glossary = expect_context::<Glossary>();
    let all = RwSignal::new(None::<Result<Vec<Definition>, String>>);
    let opened = move |_| {
        if all.with_untracked(|all| !matches!(all, Some(Ok(_)))) {
            spawn_local(async move {
                all.try_set(Some(glossary.terms().await));
            });
        }
    };
    let row = |Definition { term, meaning, source }| {
        view! { <div><dt><b>{term}</b></dt><dd>{meaning}<br/><small>{source}</small></dd></div> }
    };
    let rows = move || match all.get() {
        Some(Ok(all)) => view! { <dl>{all.into_iter().map(row).collect_view()}</dl> }.into_any(),
        Some(Err(why)) => view! { <p role="alert">{why}</p> }.into_any(),
        None => ().into_any(),
    };
    view! {
        <details on:toggle=opened>
            <summary data-testid="help-terms"><h3>"Terms"</h3></summary>
            {rows}
        </details>
    }
}
