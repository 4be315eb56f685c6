//! Tabs of the inspector. Only the contents of the selected tab are created. Start with [`Tabs`].
//!
//! A lesson may hide tabs, but never the selected one. After the last tab, the right arrow key goes to the
//! first. The contents of all tabs but the first are loaded on first use; until then a text replaces them.

use fabric_sim::document::Tab;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::KeyboardEvent;

use super::buffers::Buffers;
use crate::lab::Command;
use crate::parts::{self, ProgramPart};
use crate::ui::PageContext;
use crate::ui::browser_storage::{recall, remember};
use crate::ui::compare::CompareView;
use crate::ui::glossary::term_button;
use crate::ui::inside::{Ets, FlowView, FrameView, Islip};
use crate::ui::keys::focus;
use crate::ui::lesson::shows_tab;
use crate::ui::waits::WaitsView;

const KEY: &str = "tab";

/// Tab that was selected at the end of the last visit. The default tab if the browser stores none, or the
/// name of a tab that does not exist.
#[must_use]
pub fn remembered_tab() -> Tab {
    recall(KEY).and_then(|name| name.parse().ok()).unwrap_or_default()
}

const fn title(tab: Tab) -> &'static str {
    match tab {
        Tab::Buffers => "Buffers",
        Tab::Islip => "iSLIP",
        Tab::Ets => "ETS",
        Tab::Waits => "Waits",
        Tab::Frame => "Frame",
        Tab::Flow => "Flow",
        Tab::Compare => "A/B",
    }
}

/// Glossary term and full name of the acronym on the label of `tab`. `None` if the label is no acronym.
const fn full_name(tab: Tab) -> Option<(&'static str, &'static str)> {
    match tab {
        Tab::Islip => Some(("iSLIP", "iSLIP: iterative round-robin matching with slip")),
        Tab::Ets => Some(("ETS", "Enhanced transmission selection (ETS)")),
        _ => None,
    }
}

/// Row of tabs, with the contents of the selected tab below. A click selects a tab. The arrow keys, Home and
/// End select a tab and focus it. The browser stores the selected tab for the next visit. If the contents
/// cannot be loaded, the reason replaces them; the next selection of a tab tries again.
#[component]
pub fn Tabs(page: PageContext) -> impl IntoView {
    let chosen = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.tab));
    let choose = move |tab: Tab| {
        remember(KEY, Some(tab.name()));
        page.act(Command::Tab(tab));
    };
    // The contents of all tabs but the first are in a part of the program that is loaded when such a tab is
    // first shown.
    let (is_loaded, wrong) = (RwSignal::new(false), RwSignal::new(None::<String>));
    Effect::new(move |_| {
        if chosen.get() == Tab::Buffers || is_loaded.get_untracked() {
            return;
        }
        spawn_local(async move {
            match parts::load(ProgramPart::Dialogs).await {
                Ok(()) => drop(is_loaded.try_set(true)),
                Err(why) => drop(wrong.try_set(Some(why))),
            }
        });
    });
    let is_there = move |tab: Tab| chosen.get() == tab || shows_tab(page, tab);
    let pressed = move |event: KeyboardEvent| {
        let tabs: Vec<Tab> = Tab::ALL.into_iter().filter(|tab| untrack(|| is_there(*tab))).collect();
        let here = tabs.iter().position(|tab| *tab == chosen.get_untracked()).unwrap_or(0);
        let next = match event.key().as_str() {
            "ArrowRight" => (here + 1) % tabs.len(),
            "ArrowLeft" => (here + tabs.len() - 1) % tabs.len(),
            "Home" => 0,
            "End" => tabs.len() - 1,
            _ => return,
        };
        event.prevent_default();
        choose(tabs[next]);
        focus(&format!("#{}", id(tabs[next])));
    };
    let tabs = Tab::ALL
        .map(|tab| {
            let is_chosen = move || chosen.get() == tab;
            view! {
                <button role="tab" id=id(tab) aria-controls="inside" data-testid=id(tab) class:hidden=move || !is_there(tab)
                    title=full_name(tab).map(|(_, words)| words)
                    aria-selected=move || is_chosen().to_string()
                    tabindex=move || if is_chosen() { "0" } else { "-1" }
                    on:click=move |_| choose(tab)>{title(tab)}</button>
            }
        })
        .collect_view();
    view! {
        <div class="inspector-tabs" role="tablist" aria-label="What to show of it" on:keydown=pressed>{tabs}</div>
        <div class="inside" role="tabpanel" id="inside" aria-labelledby=move || id(chosen.get()) data-testid="inside">
            {move || full_name(chosen.get()).map(|(term, words)| {
                view! { <p class="full-name">{term_button(term, words.to_owned())}</p> }
            })}
            {move || match chosen.get() {
                Tab::Buffers => view! { <Buffers page/> }.into_any(),
                tab if is_loaded.get() => contents(page, tab),
                _ => view! { <p role="status">{move || wrong.get().unwrap_or_else(|| "Loading …".to_owned())}</p> }.into_any(),
            }}
        </div>
    }
}

/// Contents of a tab other than the tab on buffers. This function is in a part of the program that is loaded
/// on first use. The contents of the tab on buffers are loaded at once.
#[inline(never)]
fn contents(page: PageContext, tab: Tab) -> AnyView {
    match tab {
        Tab::Buffers => ().into_any(),
        Tab::Islip => view! { <Islip page/> }.into_any(),
        Tab::Ets => view! { <Ets page/> }.into_any(),
        Tab::Waits => view! { <WaitsView page/> }.into_any(),
        Tab::Frame => view! { <FrameView page/> }.into_any(),
        Tab::Flow => view! { <FlowView page/> }.into_any(),
        Tab::Compare => view! { <CompareView page/> }.into_any(),
    }
}

fn id(tab: Tab) -> String {
    format!("view-{}", tab.name())
}
