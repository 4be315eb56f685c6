//! Bar at the top: open document, undo and redo, and buttons for sharing, help and theme. A locked page has
//! no menu of presets, no undo and no buttons for presets and new fabrics. On a narrow screen, the buttons
//! from `Learn` to the theme are in a menu. Start with [`Top`].

use fabric_sim::document::{PRESETS, Preset, PresetGroup};
use leptos::html;
use leptos::prelude::*;

use super::about::About;
use super::warnings::Warnings;
use crate::lab::Command;
use crate::ui::dialog::Modal;
use crate::ui::icon::{Glyph, Icon};
use crate::ui::present::ViewMenu;
use crate::ui::{PageContext, theme};

/// Bar at the top of the page. A locked page shows the title of the document in place of the menu of presets.
/// The button `Inspector` opens or closes the drawer of a narrow page.
#[component]
pub fn Top(page: PageContext) -> impl IntoView {
    let locked = Memo::new(move |_| page.settings.with(|settings| settings.locked));
    let title =
        move || page.static_picture.with(|static_picture| static_picture.document_picture.title.clone());
    view! {
        <header class="top">
            <h1 class="brand" data-testid="title"><Mark/><span>"Lossless Fabric Lab"</span></h1>
            <Show when=move || !locked.get() fallback=move || view! { <p class="select" data-testid="locked">{title}</p> }>
                <PresetMenu page/>
            </Show>
            <About page/>
            <div class="spacer"></div>
            <Pin page/>
            <Warnings page/>
            <Show when=move || !locked.get()><Undo page/></Show>
            <button class="button icon plain drawer-button" aria-label="Inspector" title="Inspector"
                aria-expanded=move || page.drawer.get().to_string()
                on:click=move |_| page.drawer.update(|open| *open = !*open)>
                <Icon glyph=Glyph::Drawer/>
            </button>
            <PageMenu page/>
        </header>
    }
}

/// Buttons for the whole page, such as help and theme. On a wide screen they are in the bar; on a narrow
/// screen they are in a menu that the button `More` opens.
#[component]
fn PageMenu(page: PageContext) -> impl IntoView {
    let menu = NodeRef::<html::Button>::new();
    let opens = move |modal: Modal| {
        // A closed dialog returns the focus to the button that opened it. A button inside the menu is hidden
        // by then, so the button of the menu gets the focus before the dialog opens.
        if let Some(menu) = menu.get_untracked() {
            let _ = menu.focus();
        }
        page.dialog.set(Some(modal));
    };
    view! {
        <button class="button icon plain page-menu-button" popovertarget="page-menu" aria-label="More" title="More" data-testid="page-menu" node_ref=menu
            class:in-progress=move || page.swept.with(Option::is_some)>
            <Icon glyph=Glyph::More/>
            <SweepBadge page id="page-menu-badge"/>
        </button>
        <div class="page-menu" popover="auto" id="page-menu">
            <button class="button learn" data-testid="learn" title="Lessons (L)" on:click=move |_| opens(Modal::Lessons)>"Learn"</button>
            <button class="button icon plain" aria-label="Presets" title="Presets, each with a picture (C)" data-testid="presets"
                class:hidden=move || page.settings.with(|settings| settings.locked) on:click=move |_| opens(Modal::Presets)>
                <Icon glyph=Glyph::Gallery/>
            </button>
            <button class="button icon plain sweep-button" aria-label="Sweep" title="Sweep: the same run with other values (V)"
                data-testid="sweep-open" class:in-progress=move || page.swept.with(Option::is_some)
                on:click=move |_| opens(Modal::Sweep)>
                <Icon glyph=Glyph::Sweep/>
                <SweepBadge page id="sweep-badge"/>
            </button>
            <button class="button icon plain" aria-label="Build" title="Build a fabric by its kind and counts (B)"
                data-testid="build" class:hidden=move || page.settings.with(|settings| settings.locked) on:click=move |_| opens(Modal::Build)>
                <Icon glyph=Glyph::Build/>
            </button>
            <ViewMenu page/>
            <button class="button icon plain" aria-label="Share" title="Share (S)" data-testid="share"
                on:click=move |_| opens(Modal::Share)>
                <Icon glyph=Glyph::Share/>
            </button>
            <button class="button icon plain" aria-label="Export" title="Export: pictures, tables and files (E)" data-testid="export"
                on:click=move |_| opens(Modal::Export)>
                <Icon glyph=Glyph::Export/>
            </button>
            <button class="button icon plain" aria-label="Help and keys" title="Help and keys (?)" data-testid="help"
                on:click=move |_| opens(Modal::Help)>
                <Icon glyph=Glyph::Help/>
            </button>
            <button class="button icon plain" aria-label="Light or dark" title="Light or dark" data-testid="theme"
                on:click=move |_| theme::toggle(page)>
                <Icon glyph=Glyph::Theme/>
            </button>
        </div>
    }
}

/// Button that pins run A: the run before the last edit, if the page keeps it as A; otherwise the shown run.
/// If a run is pinned, a click unpins it.
#[component]
fn Pin(page: PageContext) -> impl IntoView {
    let pinned = Memo::new(move |_| {
        page.text_picture.with(|picture| picture.run_a.as_ref().is_some_and(|other| other.is_pinned))
    });
    view! {
        <button class="button plain pin" data-testid="pin" aria-pressed=move || pinned.get().to_string()
            title=move || if pinned.get() { "Remove run A (A)" } else { "Pin this run as A and compare it with what comes (A)" }
            on:click=move |_| page.act(Command::Pin)>
            <span class="verb">"pin"</span>" A"
        </button>
    }
}

/// Number of finished runs and number of all runs of the sweep; absent if no sweep is in progress.
#[component]
fn SweepBadge(page: PageContext, id: &'static str) -> impl IntoView {
    let words = move || page.swept.get().map(|(done, all)| format!("{done}/{all}"));
    move || words().map(|words| view! { <small data-testid=id>{words}</small> })
}

/// Buttons for undo and redo. A click without an edit to undo or redo does nothing, except that `Undo` shows
/// a message within a lesson. A button without effect can still be focused, so that a keyboard user does not
/// lose the focus.
#[component]
fn Undo(page: PageContext) -> impl IntoView {
    let edits = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.edits));
    view! {
        <button class="button icon plain" aria-label="Undo" data-testid="undo"
            title=move || if edits.get().0 { "Undo (ctrl Z)" } else { "Nothing to undo: changes are forgotten when the page is loaded again" }
            aria-disabled=move || (!edits.get().0).to_string() on:click=move |_| page.act(Command::Undo)>
            <Icon glyph=Glyph::Undo/>
        </button>
        <button class="button icon plain" aria-label="Redo" title="Redo (ctrl Y)" data-testid="redo"
            aria-disabled=move || (!edits.get().1).to_string() on:click=move |_| page.act(Command::Redo)>
            <Icon glyph=Glyph::Redo/>
        </button>
    }
}

/// Title of a preset in menus; its name if it has none.
fn preset_title(preset: &Preset) -> String {
    let document = preset.document();
    if document.title.is_empty() { document.name } else { document.title }
}

/// Menu of presets by subject. A choice opens the preset at once. A document that is no preset has its own
/// entry while it is open.
#[component]
fn PresetMenu(page: PageContext) -> impl IntoView {
    let open = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.document_picture.preset.clone())
    });
    let title = Memo::new(move |_| {
        let title = page.static_picture.with(|static_picture| static_picture.document_picture.title.clone());
        if title.is_empty() { "A document of your own".to_owned() } else { title }
    });
    // A document that is no preset has its own entry.
    let own =
        move || open.with(|open| PRESETS.iter().all(|preset| preset.name != *open)).then(|| title.get());
    let option = |preset: &Preset| {
        let name = preset.name;
        let selected = move || open.with(|open| open == name);
        view! { <option value=name selected=selected>{preset_title(preset)}</option> }
    };
    let of_group = |(group, subject): (PresetGroup, &'static str)| {
        let options = PRESETS.iter().filter(|preset| preset.group == group).map(option).collect_view();
        view! { <optgroup label=subject>{options}</optgroup> }
    };
    let options = PresetGroup::ALL.map(of_group).collect_view();
    // On a narrow screen, the whole title is over the menu in two lines: a menu has only one line.
    view! {
        <div class="preset-menu">
            <select class="select" aria-label="Preset" data-testid="preset-menu" prop:value=open
                on:change=move |event| {
                    // The menu loses the focus, so that keyboard shortcuts work again.
                    let _ = event_target::<web_sys::HtmlSelectElement>(&event).blur();
                    page.act(Command::Preset(event_target_value(&event)));
                }>
                {move || own().map(|title| view! { <option value=open selected=true>{title}</option> })}
                {options}
            </select>
            <span class="full-title" aria-hidden="true" data-testid="preset-title">{title}</span>
        </div>
    }
}

/// Logo: an octagon, the sign for XOFF, between two lines.
#[component]
fn Mark() -> impl IntoView {
    view! {
        <svg viewBox="0 0 22 22" aria-hidden="true">
            <path d="M0 8h22M0 14h22" stroke="currentColor" stroke-width="1.6" opacity=".45"/>
            <path d="M8 3.500h6l4.500 4.500v6L14 18.500H8L3.500 14V8z" fill="var(--red)"/>
            <path d="M8.500 8v6M13.500 8v6" stroke="var(--panel)" stroke-width="2.200"/>
        </svg>
    }
}
