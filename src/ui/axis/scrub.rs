//! Slider of the cursor, on the time scale of charts and lanes, with marks of pauses, drops and actions. The
//! slider has 240 columns. Events of one kind in the same column share a mark. A press on the mark of a drop
//! goes to the nearest drop; other marks do not react.

use std::rc::Rc;

use fabric_sim::sort;
use fabric_sim::units::Time;
use leptos::prelude::*;

use crate::lab::{Command, Lab, Picture, ShownWindow};
use crate::ui::range::place_in;
use crate::ui::{PageContext, Pane};

/// Number of steps of the slider over the shown window of time.
const STEPS: u32 = 10_000;
/// Number of columns into which the shown window of time is divided. Events of one kind in the same column
/// share a mark.
const COLUMNS: usize = 240;

/// Slider of the cursor over the shown window of time, in [`STEPS`] steps. A drag or an arrow key moves the
/// cursor. A cursor outside the window is shown at the nearer end. The window does not change: if it ends
/// before the time line, the cursor stops 1 ps before its end.
#[component]
pub fn Scrub(page: PageContext) -> impl IntoView {
    let place = Memo::new(move |_| {
        let of = |picture: &Rc<Picture>| picture.shown_window.axis(f64::from(STEPS)).x(picture.aim);
        page.picture.with(of).clamp(0.0, f64::from(STEPS)).round().to_string()
    });
    let seek = move |event: web_sys::Event| {
        let (window, end) = page.picture.with_untracked(|picture| (picture.shown_window, picture.end));
        let at = window.axis(f64::from(STEPS)).time(place_in(&event));
        // With the cursor at the end of a window, the page would show the next window.
        let at = if at == window.to && at < end { Time(at.ps() - 1) } else { at };
        page.act(Command::Scrub(at));
    };
    let spoken = move || page.text_picture.with(|picture| format!("{} of {}", picture.now, picture.end));
    view! {
        <div class="scrub">
            <Marks page/>
            <input type="range" min="0" max=STEPS step="1" aria-label="Time" aria-valuetext=spoken data-testid="scrub"
                prop:value=place on:input=seek/>
        </div>
    }
}

/// Marks of pauses, drops and actions in the shown window, up to the last recorded time. A press on the mark
/// of a drop moves the cursor to the nearest drop, which may be outside the window. On a narrow screen, the
/// press also shows the pane of the inspector. Other marks react to nothing.
#[component]
fn Marks(page: PageContext) -> impl IntoView {
    let window = Memo::new(move |_| page.picture.with(|picture| picture.shown_window));
    let paths = Memo::new(move |_| {
        page.history_changed.track();
        let window = window.get();
        page.read_lab(|lab| {
            let line = lab.run().recording().timeline();
            let drawn = |times: &mut dyn Iterator<Item = Time>, shape: fn(f64) -> String| -> String {
                columns(times, window).into_iter().map(|column| shape(place(column))).collect()
            };
            (
                drawn(&mut line.pauses(), tick),
                drawn(&mut line.drops(), cross),
                drawn(&mut lab.action_times().into_iter(), flag),
                drawn(&mut line.drops(), tick),
            )
        })
        .unwrap_or_default()
    });
    let pointed = move |event: web_sys::PointerEvent| {
        let target: web_sys::Element = event_target(&event);
        let Some(line) = target.closest("svg").ok().flatten() else { return };
        let frame = line.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
        let at = window.get_untracked().axis(1.0).time(share);
        let drops = |lab: &Lab| {
            lab.run().recording().timeline().drops().min_by_key(|drop| drop.ps().abs_diff(at.ps()))
        };
        if let Some(drop) = page.read_lab(drops).flatten() {
            page.act(Command::Drop(drop));
            page.pane.set(Pane::Inspect);
        }
    };
    view! {
        <svg class="marks" viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">
            <path class="pause" d=move || paths.with(|paths| paths.0.clone())/>
            <path class="drop" d=move || paths.with(|paths| paths.1.clone())/>
            <path class="hit" d=move || paths.with(|paths| paths.3.clone()) on:pointerdown=pointed data-testid="drop-marks">
                <title>"a frame was lost: go there (X goes to the next)"</title>
            </path>
            <path class="action" d=move || paths.with(|paths| paths.2.clone())/>
        </svg>
    }
}

/// Indices of the columns of `window` that contain at least one of `times`; ascending, without duplicates.
/// The window has [`COLUMNS`] columns. Times outside the window are ignored; both ends of the window are
/// inside.
fn columns(times: &mut dyn Iterator<Item = Time>, window: ShownWindow) -> Vec<usize> {
    let axis = window.axis(float(COLUMNS));
    let mut columns: Vec<usize> = times.filter(|at| axis.has(*at)).map(|at| whole(axis.x(at))).collect();
    sort::by(&mut columns, Ord::cmp);
    columns.dedup();
    columns
}

fn tick(x: f64) -> String {
    format!("M{x:.1} 2V10")
}

fn cross(x: f64) -> String {
    let (left, right) = (x - 3.0, x + 3.0);
    format!("M{left:.1} 2L{right:.1} 10M{right:.1} 2L{left:.1} 10")
}

/// SVG path of a flag whose tip points down at `x`.
fn flag(x: f64) -> String {
    format!("M{:.1} -2H{:.1}L{x:.1} 6z", x - 4.0, x + 4.0)
}

/// Middle of a column as x coordinate in the drawing, which is 1000 units wide.
fn place(column: usize) -> f64 {
    (float(column) + 0.5) * 1000.0 / float(COLUMNS)
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(n: usize) -> f64 {
    n as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a column of the axis")]
fn whole(x: f64) -> usize {
    x as usize
}
