//! The cursor, in digits.

use leptos::prelude::*;

use crate::charts::ClockFace;
use crate::ui::Desk;

/// The clock. Its width follows from the end of the time line: it stays as it
/// is while the cursor moves.
#[component]
pub fn Clock(desk: Desk) -> impl IntoView {
    let end = Memo::new(move |_| desk.picture.with(|picture| picture.end));
    let face = Memo::new(move |_| ClockFace::until(end.get()));
    let now = Memo::new(move |_| desk.picture.with(|picture| face.get().digits(picture.now)));
    let exact = move || desk.words.with(|picture| format!("{} · event {}", picture.now, picture.events));
    view! {
        <output class="clock" data-testid="clock" title=exact style=move || format!("--letters:{}", face.get().letters)>
            {move || now.with(|(digits, _)| digits.clone())}
            <small>{move || now.with(|(_, picoseconds)| picoseconds.clone())}</small>
            {move || format!(" {}", face.get().unit)}
        </output>
    }
}
