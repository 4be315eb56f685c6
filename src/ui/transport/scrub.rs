//! The time line: a slider, and what happened when.

use fabric_sim::order;
use fabric_sim::units::Time;
use leptos::prelude::*;

use crate::lab::{Command, Lab};
use crate::ui::range::place_in;
use crate::ui::{Desk, Pane};

/// Steps of the slider.
const STEPS: u32 = 10_000;
/// Columns into which marks are gathered.
const COLUMNS: usize = 240;

/// The time line.
#[component]
pub fn Scrub(desk: Desk) -> impl IntoView {
    let place = Memo::new(move |_| {
        desk.picture.with(|picture| share(picture.aim, picture.end) * f64::from(STEPS)).round().to_string()
    });
    let ends = Memo::new(move |_| desk.words.with(|picture| picture.end));
    let seek = move |event: web_sys::Event| {
        let share = place_in(&event) / f64::from(STEPS);
        desk.act(Command::Scrub(time_at(share, ends.get_untracked())));
    };
    let spoken = move || desk.words.with(|picture| format!("{} of {}", picture.now, picture.end));
    view! {
        <div class="scrub">
            <Shown desk/>
            <Marks desk/>
            <input type="range" min="0" max=STEPS step="1" aria-label="Time" aria-valuetext=spoken data-testid="scrub"
                prop:value=place on:input=seek/>
        </div>
    }
}

/// Part of the time line that charts and lanes show, unless it is all.
#[component]
fn Shown(desk: Desk) -> impl IntoView {
    let band = Memo::new(move |_| {
        desk.picture.with(|picture| {
            let ends = [picture.window.from, picture.window.to].map(|at| share(at, picture.end));
            picture.still.zoom.is_some().then_some(ends)
        })
    });
    move || {
        band.get().map(|[from, to]| {
            let style = format!("--from:{from:.5};--to:{to:.5}");
            view! { <i class="shown" style=style data-testid="scrub-window"></i> }
        })
    }
}

/// Pauses and drops on the time line, as far as the run was seen, and what is
/// done to the fabric.
#[component]
fn Marks(desk: Desk) -> impl IntoView {
    let paths = Memo::new(move |_| {
        desk.past.track();
        let end = desk.words.with_untracked(|picture| picture.end);
        desk.look(|lab| {
            let line = lab.run().tape().timeline();
            let drawn = |times: Vec<usize>, shape: fn(f64) -> String| -> String {
                times.into_iter().map(|column| shape(place(column))).collect()
            };
            (
                drawn(columns(line.pauses(), end), tick),
                drawn(columns(line.drops(), end), cross),
                drawn(columns(lab.action_times().into_iter(), end), flag),
                drawn(columns(line.drops(), end), tick),
            )
        })
        .unwrap_or_default()
    });
    let pointed = move |event: web_sys::PointerEvent| {
        let target: web_sys::Element = event_target(&event);
        let Some(line) = target.closest("svg").ok().flatten() else { return };
        let frame = line.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
        let end = desk.words.with_untracked(|picture| picture.end);
        let at = time_at(share, end);
        let drops =
            |lab: &Lab| lab.run().tape().timeline().drops().min_by_key(|drop| drop.ps().abs_diff(at.ps()));
        if let Some(drop) = desk.look(drops).flatten() {
            desk.act(Command::Drop(drop));
            desk.pane.set(Pane::Inspect);
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

/// The columns in which something happened, up to the end of the time line.
fn columns(times: impl Iterator<Item = Time>, end: Time) -> Vec<usize> {
    let mut columns: Vec<usize> = times.filter(|at| *at <= end).map(|at| column(at, end)).collect();
    order::by(&mut columns, Ord::cmp);
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

/// A pennant that points down.
fn flag(x: f64) -> String {
    format!("M{:.1} -2H{:.1}L{x:.1} 6z", x - 4.0, x + 4.0)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
fn column(at: Time, end: Time) -> usize {
    (share(at, end) * COLUMNS as f64) as usize
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
fn place(column: usize) -> f64 {
    (column as f64 + 0.5) * 1000.0 / COLUMNS as f64
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
fn share(at: Time, end: Time) -> f64 {
    (at.ps() as f64 / end.ps().max(1) as f64).min(1.0)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
fn time_at(share: f64, end: Time) -> Time {
    Time((share.clamp(0.0, 1.0) * end.ps() as f64).round() as u64)
}
