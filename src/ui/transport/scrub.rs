//! The time line: a slider, and what happened when.

use fabric_sim::units::Time;
use leptos::prelude::*;

use crate::lab::{Command, Event, is_drop, is_pause};
use crate::ui::Desk;

/// Steps of the slider.
const STEPS: u32 = 10_000;
/// Columns into which marks are gathered.
const COLUMNS: usize = 240;

/// The time line.
#[component]
pub fn Scrub(desk: Desk) -> impl IntoView {
    let place = Memo::new(move |_| {
        desk.picture.with(|picture| share(picture.now, picture.end) * f64::from(STEPS)).round().to_string()
    });
    let ends = Memo::new(move |_| desk.words.with(|picture| picture.end));
    let seek = move |event: web_sys::Event| {
        let place: f64 = event_target_value(&event).parse().unwrap_or(0.0);
        desk.act(Command::Seek(time_at(place / f64::from(STEPS), ends.get_untracked())));
    };
    let spoken = move || desk.words.with(|picture| format!("{} of {}", picture.now, picture.end));
    view! {
        <div class="scrub">
            <Marks desk/>
            <input type="range" min="0" max=STEPS step="1" aria-label="Time" aria-valuetext=spoken data-testid="scrub"
                prop:value=place on:input=seek/>
        </div>
    }
}

/// Pauses and drops on the time line, as far as the run was seen.
#[component]
fn Marks(desk: Desk) -> impl IntoView {
    let count = Memo::new(move |_| {
        desk.words.track();
        let end = desk.words.with_untracked(|picture| picture.end);
        (desk.look(|lab| lab.run().tape().events().len()).unwrap_or(0), end)
    });
    let paths = Memo::new(move |_| {
        let (_, end) = count.get();
        desk.look(|lab| {
            let events = lab.run().tape().events();
            (ticks(events, end, |event| is_pause(event.kind)), crosses(events, end))
        })
        .unwrap_or_default()
    });
    view! {
        <svg class="marks" viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">
            <path class="pause" d=move || paths.with(|paths| paths.0.clone())/>
            <path class="drop" d=move || paths.with(|paths| paths.1.clone())/>
        </svg>
    }
}

fn columns(events: &[Event], end: Time, wanted: impl Fn(&Event) -> bool) -> Vec<usize> {
    let mut columns: Vec<usize> =
        events.iter().filter(|event| wanted(event)).map(|event| column(event.at, end)).collect();
    columns.dedup();
    columns
}

fn ticks(events: &[Event], end: Time, wanted: impl Fn(&Event) -> bool) -> String {
    let ticks = columns(events, end, wanted).into_iter().map(|column| format!("M{:.1} 2V10", place(column)));
    ticks.collect::<String>()
}

fn crosses(events: &[Event], end: Time) -> String {
    let cross = |column: usize| {
        let (left, right) = (place(column) - 3.0, place(column) + 3.0);
        format!("M{left:.1} 2L{right:.1} 10M{right:.1} 2L{left:.1} 10")
    };
    let drops = columns(events, end, |event| is_drop(event.kind));
    drops.into_iter().map(cross).collect::<String>()
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
