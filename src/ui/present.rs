//! View options of the page: size of text and marks, folded side panels, and full screen. Start with
//! [`ViewMenu`].
//!
//! The size is part of share links; the browser stores which panels are folded. In a small window, the text
//! is enlarged by less than the chosen factor, but never made smaller. After the largest size, the normal
//! size follows.

use std::collections::BTreeSet;

use fabric_sim::document::link::{Chart, PagePart, TextSize};
use leptos::prelude::*;

use super::PageContext;
use super::browser_storage::{recall, remember};
use super::icon::{Glyph, Icon};
use super::size::magnify;
use crate::lab::Command;

/// Key under which the browser stores the names of the folded side panels.
const FOLDED: &str = "folded";
/// Least width of the page, in pixels before enlargement, at which side panels are shown by default while
/// text is enlarged.
const ROOMY: f64 = 1440.0;
/// Width and height in pixels that the page keeps, measured without the enlargement of text and marks. The
/// enlargement is limited so that the page keeps this size. Used in windows of at least `WIDE.0` pixels in
/// width.
const WIDE: (f64, f64) = (720.0, 440.0);
/// Width in pixels that the page keeps, measured without the enlargement of text and marks. The enlargement
/// is limited so that the page keeps this width. Used in windows narrower than `WIDE.0`.
const NARROW: f64 = 320.0;

/// Side panel of the page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Left panel, with the parameters.
    Left,
    /// Right panel, with the inspector.
    Right,
}

impl Side {
    const BOTH: [Self; 2] = [Self::Left, Self::Right];

    const fn name(self) -> &'static str {
        match self {
            Self::Left => "params",
            Self::Right => "inspector",
        }
    }
}

/// Restores the stored choice of folded panels. Then applies the text size of the share link, again after
/// each change of the link or of the window. Stops when the calling component is removed.
pub fn follow(page: PageContext) {
    let remembered =
        recall(FOLDED).map(|names| Side::BOTH.map(|side| names.split(',').any(|name| name == side.name())));
    page.folds().set(remembered);
    let (size, view) = (size_of(page), RwSignal::new(viewport()));
    let resized = window_event_listener(leptos::ev::resize, move |_| view.set(viewport()));
    on_cleanup(move || resized.remove());
    Effect::new(move |_| {
        let (size, factor) = (size.get(), factor(size.get(), view.get()));
        magnify(factor);
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-size", &size.number().to_string());
            let _ = root.set_attribute("style", &format!("--size:{factor:.4}"));
        }
        // The enlargement has changed the number of pixels of the canvases, so they are drawn again.
        page.publish(super::Due::Everything);
    });
}

fn size_of(page: PageContext) -> Memo<TextSize> {
    Memo::new(move |_| page.settings.with(|settings| settings.present).unwrap_or(TextSize::DESK))
}

/// Width and height of the window in CSS pixels. A value that the browser does not state is replaced by
/// [`ROOMY`].
fn viewport() -> (f64, f64) {
    let of = |side: Result<wasm_bindgen::JsValue, _>, usual| {
        side.ok().and_then(|side| side.as_f64()).unwrap_or(usual)
    };
    (of(window().inner_width(), ROOMY), of(window().inner_height(), ROOMY))
}

/// Factor by which text and marks of `size` are enlarged in a window of this width and height in pixels; at
/// least 1. A small window limits the factor, so that the page keeps at least the size [`WIDE`] or the width
/// [`NARROW`].
fn factor(size: TextSize, (width, height): (f64, f64)) -> f64 {
    let most = if width < WIDE.0 { width / NARROW } else { (width / WIDE.0).min(height / WIDE.1) };
    size.factor().min(most).max(1.0)
}

/// Whether the panel on `side` is folded. The choice of the viewer decides. If the viewer made no choice, the
/// panel is folded while the text is enlarged and the page is narrower than [`ROOMY`]. An effect or memo that
/// calls this function runs again after a change.
pub fn is_folded(page: PageContext, side: Side) -> bool {
    let (chosen, view) =
        (page.settings.with(|settings| settings.present).unwrap_or(TextSize::DESK), viewport());
    let by_size = chosen > TextSize::DESK && view.0 / factor(chosen, view) < ROOMY;
    page.folds().get().map_or(by_size, |folds| folds[side as usize])
}

/// Folds the panel on `side`, or unfolds it if it is folded. Stores the state of both side panels as the
/// viewer's choice. The choice stays when the size of text changes.
pub fn fold(page: PageContext, side: Side) {
    let mut next = untrack(|| Side::BOTH.map(|one| is_folded(page, one)));
    next[side as usize] ^= true;
    let names: Vec<&str> =
        Side::BOTH.into_iter().filter(|side| next[*side as usize]).map(Side::name).collect();
    remember(FOLDED, Some(&names.join(",")));
    page.folds().set(Some(next));
}

/// Selects the next larger size of text and marks. After the largest size, the normal size follows.
pub fn enlarge(page: PageContext) {
    let size = page.settings.with_untracked(|settings| settings.present).unwrap_or(TextSize::DESK);
    page.act(Command::TextSize(size.next()));
}

/// Enters full screen, or leaves it if the page is in full screen. Does nothing if the browser refuses.
pub fn fill_screen() {
    let document = document();
    if document.fullscreen_element().is_some() {
        document.exit_fullscreen();
    } else if let Some(root) = document.document_element() {
        // If the browser refuses, the page stays as it is.
        let _ = root.request_fullscreen();
    }
}

/// Handles at the left and right edge of the picture. A click folds the side panel at this edge, or unfolds
/// it. A panel that the page hides has no handle.
#[component]
pub fn Handles(page: PageContext) -> impl IntoView {
    let handle = move |side: Side, part: PagePart, words: &'static str| {
        let shown = page.shows(part);
        let id = format!("fold-{}", side.name());
        view! {
            <Show when=shown>
                <button class=format!("fold fold-{}", side.name()) aria-label=words title=words data-testid=id.clone()
                    aria-expanded=move || (!is_folded(page, side)).to_string() on:click=move |_| fold(page, side)>
                </button>
            </Show>
        }
    };
    view! {
        {handle(Side::Left, PagePart::Params, "Panel of parameters: fold or open ( ( )")}
        {handle(Side::Right, PagePart::Inspector, "Inspector: fold or open ( ) )")}
    }
}

/// Charts that are ticked in the view menu; all if the viewer made no choice.
fn charts(page: PageContext) -> BTreeSet<Chart> {
    page.settings.with(|settings| settings.charts.clone()).unwrap_or_else(|| Chart::ALL.into_iter().collect())
}

/// View menu with its button. Check boxes show or hide charts; buttons set the size of text and marks and
/// enter full screen. Escape or a click outside closes the menu.
#[component]
pub fn ViewMenu(page: PageContext) -> impl IntoView {
    let size = size_of(page);
    let choose = move |chart: Chart, on: bool| {
        let mut next = untrack(|| charts(page));
        if on {
            next.insert(chart)
        } else {
            next.remove(&chart)
        };
        // A choice of all charts is stored as `None`.
        page.act(Command::Charts((next.len() < Chart::ALL.len()).then_some(next)));
    };
    let check = move |chart: Chart| {
        view! {
            <label class="check">
                <input type="checkbox" data-testid=format!("view-{}", chart.name()) prop:checked=move || charts(page).contains(&chart)
                    on:change=move |event| choose(chart, event_target_checked(&event))/>
                {chart.title()}
            </label>
        }
    };
    let sizes = TextSize::ALL.map(|one| {
        view! {
            <button aria-pressed=move || (size.get() == one).to_string() data-testid=format!("size-{}", one.number())
                title=format!("Text and marks {} times as large", one.factor())
                on:click=move |_| page.act(Command::TextSize(one))>{one.number()}</button>
        }
    });
    view! {
        <button class="button icon plain view-button" popovertarget="view-menu" aria-label="View" title="View: charts, size, full screen"
            data-testid="view">
            <Icon glyph=Glyph::View/>
        </button>
        <div class="view-menu" popover="auto" id="view-menu" role="region" aria-label="View" data-testid="view-menu">
            <h2>"Charts"</h2>
            {Chart::ALL.map(check)}
            <h2>"Text and marks (H)"</h2>
            <div class="segmented" role="group" aria-label="Size of text and marks">{sizes}</div>
            <button class="button" data-testid="full-screen" title="Full screen (Y)" on:click=move |_| fill_screen()>"Full screen"</button>
        </div>
    }
}
