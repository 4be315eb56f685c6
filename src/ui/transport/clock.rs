//! Clock: the time of the cursor in digits, down to the picosecond. The last three digits are small. The
//! tooltip has the exact time and the number of events that have run.

use leptos::prelude::*;

use crate::charts::ClockFace;
use crate::ui::PageContext;

/// Time of the cursor, in a unit that fits the end of the time line. The width of the text depends only on
/// this end, so that it stays the same while the run plays.
#[component]
pub fn Clock(page: PageContext) -> impl IntoView {
    let end = Memo::new(move |_| page.picture.with(|picture| picture.end));
    let face = Memo::new(move |_| ClockFace::at(page.picture.with(|picture| picture.now), end.get()));
    let now = Memo::new(move |_| page.picture.with(|picture| face.get().digits(picture.now)));
    let exact =
        move || page.text_picture.with(|picture| format!("{} · event {}", picture.now, picture.events));
    view! {
        <output class="clock" data-testid="clock" title=exact style=move || format!("--letters:{}", face.get().letters)>
            {move || now.with(|(digits, _)| digits.clone())}
            <small>{move || now.with(|(_, picoseconds)| picoseconds.clone())}</small>
            {move || format!(" {}", face.get().unit)}
        </output>
    }
}
