//! Overview strip of the whole time line. It marks the window of time that charts and pause lanes show, and
//! the cursor. A press or drag moves the cursor to the time under the pointer. Only the primary button has an
//! effect; beyond an end of the strip, the pointer counts as at this end.

use leptos::prelude::*;
use web_sys::PointerEvent;

use crate::lab::{Command, ShownWindow};
use crate::ui::PageContext;

/// Overview strip. A press or drag moves the cursor to the time under the pointer, from 0 to the end of the
/// time line. Screen readers skip it.
#[component]
pub fn Overview(page: PageContext) -> impl IntoView {
    let whole = move || ShownWindow::whole(page.picture.with(|picture| picture.end)).axis(1.0);
    let band = Memo::new(move |_| {
        let window = page.picture.with(|picture| picture.shown_window);
        [window.from, window.to].map(|at| whole().x(at).clamp(0.0, 1.0))
    });
    let now = Memo::new(move |_| whole().x(page.picture.with(|picture| picture.now)).clamp(0.0, 1.0));
    let pressed = move |event: PointerEvent| {
        // Other buttons than the first are ignored.
        if event.buttons() & 1 == 0 {
            return;
        }
        let strip: web_sys::Element = event_target(&event);
        let Some(strip) = strip.closest(".overview").ok().flatten() else { return };
        let frame = strip.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
        let _ = strip.set_pointer_capture(event.pointer_id());
        page.act(Command::Scrub(untrack(whole).time(share)));
    };
    view! {
        <div class="overview" aria-hidden="true" title="The whole time line, and the part that is shown: press to go there"
            data-testid="overview" on:pointerdown=pressed on:pointermove=pressed>
            <i class="window" data-testid="overview-window" style=move || format!("--from:{:.5};--to:{:.5}", band.get()[0], band.get()[1])></i>
            <i class="cursor" style=move || format!("--from:{:.5}", now.get())></i>
        </div>
    }
}
