//! Time axis below the picture of the fabric. It has a slider of the cursor with marks of events, times at
//! the ticks, and a text field for a time. Charts and pause lanes use the same scale; one vertical line marks
//! the cursor in all of them. Start with [`TimeAxis`].

mod go_to;
mod overview;
mod scrub;

use fabric_sim::document::link::{LessonStage, PagePart};
use leptos::html::Div;
use leptos::prelude::*;

use super::PageContext;
use super::size::size_of;
use super::zoom::GestureHandler;
use crate::charts::{LEFT, Margins, ticks};
use crate::scene::Axis;
use go_to::GoTo;
use overview::Overview;
use scrub::Scrub;

/// Axis that converts times to pixels in an element that is `width` pixels wide. The axis begins [`LEFT`]
/// pixels from the left edge of the element, and covers the shown window of time. An effect or memo that
/// calls this function runs again after a change of the picture.
fn axis(page: PageContext, width: f64) -> Axis {
    page.picture.with(|picture| picture.shown_window).axis(Margins::shared(width).axis(width))
}

/// Time axis with slider, times at the ticks, overview and text field. If the share link hides the transport
/// bar ([`PagePart::Transport`]), slider and text field are absent. A click on the times or a drag over them
/// moves the cursor. A drag with Shift marks an interval to zoom to; two fingers and the wheel change the
/// shown window ([`GestureHandler`]).
#[component]
pub fn TimeAxis(page: PageContext) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let size = size_of(frame);
    let here = Memo::new(move |_| axis(page, size.get().0));
    let handler = GestureHandler::new(page, frame, Signal::derive(move || here.get().width));
    let times = move || {
        let here = here.get();
        let time =
            |(at, words)| view! { <span style=format!("--x:{:.1}px", LEFT + here.x(at))>{words}</span> };
        ticks(here.from, here.to, here.width).into_iter().map(time).collect_view()
    };
    let scrubs = page.shows(PagePart::Transport);
    view! {
        <div class="time-axis" role="region" aria-label="Axis of time" node_ref=frame
            style=move || format!("--axis:{:.1}px", here.get().width)
            on:wheel=move |event| handler.wheeled(&event, false)>
            <Show when=scrubs><GoTo page/><Scrub page/></Show>
            <p class="times" aria-hidden="true" data-testid="times" on:click=move |event| { handler.clicked(&event); }
                on:pointerdown=move |event| handler.pressed(&event) on:pointermove=move |event| handler.moved(&event)
                on:pointerup=move |event| handler.released(&event) on:pointercancel=move |event| handler.cancelled(&event)>
                {times}
            </p>
            <Overview page/>
        </div>
    }
}

/// Vertical line at the cursor, drawn through charts and pause lanes; absent if the cursor is outside the
/// shown window of time. In a step or prediction of a lesson, a cover also hides everything after the cursor,
/// so that the student does not see the result early. If the cursor is before the window, the cover hides the
/// whole window.
#[component]
pub fn CursorLine(page: PageContext) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let size = size_of(frame);
    let place = Memo::new(move |_| {
        let (here, now) = (axis(page, size.get().0), page.picture.with(|picture| picture.now));
        here.has(now).then(|| format!("--x:{:.1}px", LEFT + here.x(now)))
    });
    let covers = Memo::new(move |_| {
        let stage = page.settings.with(|settings| settings.lesson.as_ref().map(|place| place.stage));
        matches!(stage, Some(LessonStage::Step(_) | LessonStage::Predict))
    });
    let cover = move || {
        let (here, now) = (axis(page, size.get().0), page.picture.with(|picture| picture.now));
        let from = here.x(now).max(0.0);
        let style = format!("--x:{:.1}px;--width:{:.1}px", LEFT + from, (here.width - from).max(0.0));
        covers.get().then(|| view! { <b style=style data-testid="future-cover"></b> })
    };
    view! {
        <div class="cursor-line" aria-hidden="true" node_ref=frame>
            {cover}
            {move || place.get().map(|style| view! { <i style=style data-testid="cursor"></i> })}
        </div>
    }
}
