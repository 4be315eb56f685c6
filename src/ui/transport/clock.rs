//! The cursor, in digits.

use leptos::prelude::*;

use crate::ui::Desk;

/// The clock.
#[component]
pub fn Clock(desk: Desk) -> impl IntoView {
    let now = Memo::new(move |_| desk.picture.with(|picture| digits(picture.now.ps(), picture.end.ps())));
    let exact = move || desk.words.with(|picture| format!("{} · event {}", picture.now, picture.events));
    view! { <output class="clock" data-testid="clock" title=exact>{now}</output> }
}

/// `12.430 µs`: in the unit of the time line's end, to the nanosecond at least.
fn digits(ps: u64, end: u64) -> String {
    let (unit, scale, decimals) = match end {
        0..1_000_000 => ("ns", 1_000, 1),
        1_000_000..20_000_000_000 => ("µs", 1_000_000, 3),
        _ => ("ms", 1_000_000_000, 4),
    };
    let (whole, rest) = (ps / scale, ps % scale);
    let part = rest / (scale / 10u64.pow(decimals));
    format!("{whole}.{part:0width$} {unit}", width = decimals as usize)
}
