//! List of any length. Start with [`RowList`]. The page creates only rows that are visible, or near visible
//! rows. A short list has all rows and does not scroll. If the focused row is removed by scrolling, the list
//! gets the focus. The list does not scroll to a row that is already visible.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDivElement, HtmlElement, KeyboardEvent};

use crate::scene::Rows;

/// Keys that scroll a focused list. While a list has the focus, these keys are not shortcuts of the page.
const SCROLLS: [&str; 7] = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "];

/// List with a row for each of `items`. A list of more than [`MAX_ROWS`](crate::scene::MAX_ROWS) rows
/// scrolls, can be focused, and has only the rows that are visible or near visible rows. Each of its rows
/// then states its number, from 1, and the total for screen readers.
#[component]
pub fn RowList(
    /// Keys of all rows, in order. Keys are unique; a row keeps its key while it is in the list.
    items: Memo<Vec<u64>>,
    /// Callback that creates the contents of the row with the given key.
    row: Callback<u64, AnyView>,
    /// Approximate height of a row in pixels, used for rows that do not exist yet.
    height: f64,
    /// CSS class of the list.
    class: &'static str,
    label: &'static str,
    id: &'static str,
    /// Key of a row. When the signal changes, the list scrolls to this row; `None` does not scroll.
    #[prop(optional, into)]
    reveal: Option<Signal<Option<u64>>>,
) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let place = RwSignal::new(Rows::default());
    let rows = Memo::new(move |_| place.get().of(items.with(Vec::len)));
    let is_long = move || rows.get().is_long();
    let shown = move || {
        let rows = rows.get();
        let part = |items: &Vec<u64>| items[rows.first..rows.end()].to_vec();
        items.with(part)
    };
    let position = move |key: u64| items.with(|items| items.iter().position(|item| *item == key));
    let above = move || format!("height:{:.0}px", float(rows.get().first) * height);
    let below = move || format!("height:{:.0}px", float(rows.get().count - rows.get().end()) * height);
    let go = move |next: Rows| {
        if next == rows.get_untracked() {
            return;
        }
        if let Some(frame) = frame.get_untracked() {
            keep_focus(&frame, next);
        }
        place.set(next);
    };
    let scrolled = move |_| {
        let now = rows.get_untracked();
        if let Some(frame) = frame.get_untracked().filter(|_| now.is_long()) {
            let (from, to) = in_view(&frame, now, height);
            go(now.showing(from, to));
        }
    };
    let pressed = move |event: KeyboardEvent| {
        // A key that scrolls the list must not reach the shortcuts of the page.
        if event.target() == event.current_target() && SCROLLS.contains(&event.key().as_str()) {
            event.stop_propagation();
        }
    };
    Effect::new(move |_| {
        let Some(key) = reveal.and_then(|reveal| reveal.get()) else { return };
        let Some(frame) = frame.get() else { return };
        let (at, now) = untrack(|| (position(key), rows.get()));
        let Some(at) = at.filter(|_| now.is_long()) else { return };
        if at < now.first || at >= now.end() {
            go(now.around(at));
        }
        // Waits for the next video frame, in which the row exists.
        request_animation_frame(move || into_view(&frame, at));
    });
    view! {
        <div class="row-list" class:long=is_long node_ref=frame tabindex=move || is_long().then_some("0")
            role=move || is_long().then_some("group") aria-label=move || is_long().then_some(label)
            on:scroll=scrolled on:keydown=pressed>
            <ul class=class aria-label=label data-testid=id role="list">
                <li class="spacer" role="presentation" aria-hidden="true" class:hidden=move || !is_long() style=above></li>
                <For each=shown key=|key| *key let:key>
                    {
                        let place = Memo::new(move |_| position(key).map(|place| place + 1));
                        view! {
                            <li aria-setsize=move || is_long().then(|| rows.get().count)
                                aria-posinset=move || place.get().filter(|_| is_long())>{row.run(key)}</li>
                        }
                    }
                </For>
                <li class="spacer" role="presentation" aria-hidden="true" class:hidden=move || !is_long() style=below></li>
            </ul>
        </div>
    }
}

/// Keys from 0 to `count` − 1, for lists whose rows are identified by their index.
pub fn numbered(count: impl Fn() -> usize + Send + Sync + 'static) -> Memo<Vec<u64>> {
    Memo::new(move |_| (0..count() as u64).collect())
}

/// Item of `list` at the index `row`; `None` if the list is shorter.
pub fn nth<T: Clone>(list: &[T], row: u64) -> Option<T> {
    usize::try_from(row).ok().and_then(|row| list.get(row).cloned())
}

/// Returns the index of the first visible row, and the index after the last visible row, both limited to the
/// number of rows. `height` is the assumed height in pixels of rows that are not created.
fn in_view(frame: &HtmlDivElement, now: Rows, height: f64) -> (usize, usize) {
    let (top, high) = (f64::from(frame.scroll_top()), f64::from(frame.client_height()));
    let above = float(now.first) * height;
    let all = f64::from(frame.scroll_height());
    let own = all - above - float(now.count - now.end()) * height;
    // Created rows may be higher than `height`.
    let each = (own / float(now.end() - now.first)).max(1.0);
    let row = if top < above {
        top / height
    } else if top < above + own {
        float(now.first) + (top - above) / each
    } else {
        float(now.end()) + (top - above - own) / height
    };
    (whole(row).min(now.count), (whole(row + high / each) + 1).min(now.count))
}

/// Moves the keyboard focus from a row to the list if the row is not in the range `next` of rows to create.
/// Does nothing if the focus is elsewhere.
fn keep_focus(frame: &HtmlDivElement, next: Rows) {
    let active = document().active_element().filter(|active| frame.contains(Some(active)));
    let row = active.and_then(|active| active.closest("[aria-posinset]").ok().flatten());
    let place = row.and_then(|row| row.get_attribute("aria-posinset")?.parse::<usize>().ok());
    if place.is_some_and(|place| place <= next.first || place > next.end()) {
        let _ = frame.focus();
    }
}

/// Scrolls the list until the row `at`, from 0, is visible. The page around the list does not scroll.
fn into_view(frame: &HtmlDivElement, at: usize) {
    let row = frame.query_selector(&format!("[aria-posinset=\"{}\"]", at + 1)).ok().flatten();
    let Some(row) = row.and_then(|row: Element| row.dyn_into::<HtmlElement>().ok()) else { return };
    let (top, high) = (row.offset_top(), row.offset_height());
    let (from, view) = (frame.scroll_top(), frame.client_height());
    if top < from || top + high > from + view {
        frame.set_scroll_top((top - (view - high) / 2).max(0));
    }
}

#[expect(clippy::cast_precision_loss, reason = "pixels")]
const fn float(n: usize) -> f64 {
    n as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rows")]
fn whole(n: f64) -> usize {
    n.max(0.0) as usize
}
