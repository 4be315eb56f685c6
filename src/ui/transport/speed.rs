//! Playback speed: simulated time per second, on a logarithmic slider, or key events per second. Speeds in
//! simulated time are rounded to two digits. If the run reaches less than 95 % of the chosen speed, a text
//! below the slider gives the reached speed.

use leptos::prelude::*;

use crate::charts::{decade, percent_label, span_label};
use crate::lab::{Command, EVENTS, Pace, SPEEDS, is_full, slower};
use crate::ui::PageContext;
use crate::ui::range::place_in;

const STEPS: f64 = 900.0;

/// Slider of the playback speed. Two buttons choose between simulated time and key events per second; a click
/// on them sets 1 µs or 1 key event per second. At the right end, simulated time plays as fast as possible.
/// While the run plays without a limit, the speed reached in the last second is shown below. With a chosen
/// speed, the reached speed is shown only if it is below 95 % of the chosen speed.
#[component]
pub fn Speed(page: PageContext) -> impl IntoView {
    let chosen = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.pace));
    let by_events = move || matches!(chosen.get(), Pace::Events(_));
    let slider = move || {
        let share = match chosen.get() {
            Pace::Speed(speed) => SPEEDS.place(speed),
            Pace::Events(rate) => EVENTS.place(rate),
        };
        (share * STEPS).round().to_string()
    };
    let label = move || match chosen.get() {
        Pace::Speed(speed) if is_full(speed) => "full speed".to_owned(),
        Pace::Speed(speed) => format!("{}/s", span_label(speed)),
        Pace::Events(rate) => format!("{} a second", trimmed(rate)),
    };
    // Only a measured speed is shown.
    let reached = Memo::new(move |_| {
        page.text_picture.with(|picture| (picture.static_picture.playing, picture.reached))
    });
    let below = move || match (chosen.get(), reached.get()) {
        (Pace::Speed(speed), (true, Some(reached))) if is_full(speed) => {
            format!("{}/s in the last second", span_label(reached))
        }
        (Pace::Speed(speed), (true, None)) if is_full(speed) => "measuring\u{2026}".to_owned(),
        (Pace::Speed(speed), (false, _)) if is_full(speed) => "as fast as possible".to_owned(),
        (Pace::Speed(speed), (true, Some(reached))) if reached < 0.95 * speed => {
            format!("{} of it reached", percent_label(reached / speed, 0))
        }
        (Pace::Speed(speed), _) => slower(speed),
        (Pace::Events(_), _) => "pauses, marks, drops".to_owned(),
    };
    let moved = move |event: web_sys::Event| {
        let share = place_in(&event) / STEPS;
        page.act(Command::Pace(match chosen.get_untracked() {
            Pace::Speed(_) => Pace::Speed(rounded(SPEEDS.value(share))),
            Pace::Events(_) => Pace::Events(EVENTS.value(share)),
        }));
    };
    let choose = move |events: bool| {
        page.act(Command::Pace(if events { Pace::Events(1.0) } else { Pace::Speed(1e6) }));
    };
    view! {
        <div class="speed">
            <div class="segmented" role="group" aria-label="Speed by">
                <button aria-pressed=move || (!by_events()).to_string() title="Simulated time a second"
                    data-testid="pace-time" on:click=move |_| choose(false)>"time"</button>
                <button aria-pressed=move || by_events().to_string() title="Key events per second"
                    data-testid="pace-events" on:click=move |_| choose(true)>"events"</button>
            </div>
            <input type="range" min="0" max=STEPS step="1" aria-label="Speed" aria-valuetext=label data-testid="speed"
                prop:value=slider on:input=moved/>
            <output data-testid="speed-value"><b>{label}</b><small data-testid="speed-reached">{below}</small></output>
        </div>
    }
}

/// Rounds `speed`, in ps per second, to two significant digits.
fn rounded(speed: f64) -> f64 {
    let power = decade(speed) / 10.0;
    (speed / power).round() * power
}

/// Number of events per second as text: below 10 with one decimal, unless it is 0; from 10 on without
/// decimals.
fn trimmed(pace: f64) -> String {
    let digits = if pace >= 9.95 { format!("{pace:.0}") } else { format!("{pace:.1}") };
    digits.strip_suffix(".0").map_or(digits.clone(), str::to_owned)
}
