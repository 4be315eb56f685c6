//! Threshold mark on a buffer bar. The user drags the mark or moves it with the arrow keys, which sets its
//! parameter.
//!
//! Right and up raise the threshold, left and down lower it, never below 0. A drag sets a multiple of a step
//! that depends on the axis, at least one step. A mark beyond the end of the axis is drawn at the end. The
//! end of the drag completes the edit.

use fabric_sim::document::params::Key;
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, PointerEvent};

use super::PageContext;
use super::params::Refused;
use crate::charts::bytes_label;
use crate::lab::Command;
use crate::scene::{Bar, Mark, MarkKind};

/// Distance in bytes by which an arrow key moves a threshold mark; with Shift, ten times as far. It is also
/// the smallest step of a drag.
const STEP: u64 = 500;

/// Threshold mark that can be dragged along `track`. `dragged_limit` is the end of the axis in bytes during a
/// drag, otherwise `None`. An arrow key moves the mark by 500 B, with Shift by ten times as much; each press
/// is an edit of its own. If the mark sets α, an arrow key moves it by one step of a drag. A click without a
/// drag changes nothing. The message that a limit stopped the mark disappears at the end of the drag, or when
/// the mark loses the focus.
#[component]
pub fn MarkView(
    page: PageContext,
    bar: Memo<Bar>,
    kind: MarkKind,
    /// Parameter that a drag of the threshold mark sets.
    key: Key,
    dragged_limit: RwSignal<Option<u64>>,
    track: NodeRef<Div>,
) -> impl IntoView {
    let mark = found(bar, kind);
    let bytes = Memo::new(move |_| mark.get().map_or(0, |mark| mark.bytes));
    // Value in bytes that the drag requested last. The mark may still show an earlier value.
    let held = StoredValue::new(None::<u64>);
    let refused = Refused::here();
    let set = move |bytes: u64, done: bool| {
        refused.leave_to_mark();
        let (key, value) = page.picture.with_untracked(|picture| picture.moved(key, bytes));
        page.act(Command::Slide { key, value, done });
    };
    let grabbed = move |event: PointerEvent| {
        event.prevent_default();
        dragged_limit.set(Some(bar.with_untracked(|bar| bar.limit)));
        let element: web_sys::Element = event_target(&event);
        let _ = element.set_pointer_capture(event.pointer_id());
    };
    let moved = move |event: PointerEvent| {
        let (Some(limit), Some(track), Some(mark)) =
            (dragged_limit.get_untracked(), track.get_untracked(), mark.get_untracked())
        else {
            return;
        };
        let frame = track.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
        let bytes = dragged_bytes(&mark, share, limit);
        held.set_value(Some(bytes));
        set(bytes, false);
    };
    let dropped = move |_: PointerEvent| {
        if dragged_limit.get_untracked().is_some() {
            dragged_limit.set(None);
            if let Some(bytes) = held.try_update_value(Option::take).flatten() {
                set(bytes, true);
            }
            page.clear_slider_message();
        }
    };
    let pressed = move |event: KeyboardEvent| {
        // α is a ratio, and in a large pool a small step would not change it.
        let is_ratio = page.picture.with_untracked(|picture| picture.moved(key, 0).0 == Key::Alpha);
        let step = if is_ratio { bar.with_untracked(|bar| grain(bar.limit)) } else { STEP };
        let step = if event.shift_key() { 10 * step } else { step };
        let now = bytes.get_untracked();
        let next = match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => now.saturating_add(step),
            "ArrowLeft" | "ArrowDown" => now.saturating_sub(step),
            _ => return,
        };
        event.prevent_default();
        set(next, true);
    };
    view! {
        <div class="mark" data-kind=key.param().name style=move || place(mark.get()) role="slider" tabindex="0" aria-label=kind.name()
            aria-valuemin="0" aria-valuenow=bytes
            aria-valuetext=move || bytes_label(bytes.get()) data-testid=format!("mark-{}", key.param().name)
            on:pointerdown=grabbed on:pointermove=moved on:pointerup=dropped on:pointercancel=dropped
            on:keydown=pressed on:blur=move |_| page.clear_slider_message()>
            <i></i>
            <span>{kind.name()}" "<b>{move || bytes_label(bytes.get())}</b></span>
        </div>
    }
}

/// Threshold mark that cannot be moved, because no parameter sets it or the page hides its parameter.
#[component]
pub fn FixedMark(bar: Memo<Bar>, kind: MarkKind) -> impl IntoView {
    let mark = found(bar, kind);
    let bytes = move || mark.get().map(|mark| bytes_label(mark.bytes));
    view! {
        <div class="mark fixed" data-kind=kind.key().map(|key| key.param().name) style=move || place(mark.get()) data-testid=format!("mark-{}", kind.name())>
            <i></i>
            <span>{kind.name()}" "<b>{bytes}</b></span>
        </div>
    }
}

/// Threshold mark of kind `kind` on `bar`; `None` if the bar has no such mark. The memo follows changes of
/// the bar.
fn found(bar: Memo<Bar>, kind: MarkKind) -> Memo<Option<Mark>> {
    Memo::new(move |_| bar.with(|bar| bar.marks.iter().find(|mark| mark.kind == kind).copied()))
}

/// CSS position of a threshold mark on its bar; empty if there is no mark.
fn place(mark: Option<Mark>) -> String {
    mark.map_or_else(String::new, |mark| format!("--at:{:.5}", mark.at.min(1.0)))
}

/// Value in bytes to which the drag of a threshold mark sets its parameter. The mark is dragged to the
/// fraction `share` of an axis that ends at `limit` bytes. `share` is limited to 0 to 1.5, so that the mark
/// can be dragged beyond the axis. Bytes are counted from [`Mark::base`]; for XOFF, this is the end of the
/// reserve. The result is rounded down to a multiple of the step of the axis, and is at least one step.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
pub fn dragged_bytes(mark: &Mark, share: f64, limit: u64) -> u64 {
    let bytes = (share.clamp(0.0, 1.5) * limit as f64) as u64;
    let step = grain(limit);
    (bytes.saturating_sub(mark.base) / step * step).max(step)
}

/// Step in bytes to which a drag rounds a threshold mark. `limit` is the end of the axis in bytes. A longer
/// axis has larger steps.
const fn grain(limit: u64) -> u64 {
    match limit {
        0..200_000 => STEP,
        200_000..2_000_000 => 5_000,
        _ => 50_000,
    }
}
