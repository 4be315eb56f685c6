//! The lanes themselves: those in view are drawn, pointed at, and gone through with keys.

use fabric_sim::units::Time;
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, MouseEvent};

use super::keys::{Place, go, keep_in_view};
use super::past::{HIGH, Queue, meant};
use super::row::Row;
use crate::charts::{LEFT, plot_width, ticks};
use crate::lab::Command;
use crate::scene::Axis;
use crate::ui::Desk;
use crate::ui::size::size_of;
use crate::ui::zoom::{Grip, Marked};

/// The lanes in `order`, below the one of all events. What is pointed at is
/// `said`; whether anybody points, or is here with the keyboard, is in `busy`.
#[component]
pub fn Field(
    desk: Desk,
    order: Memo<Vec<Queue>>,
    said: RwSignal<String>,
    busy: StoredValue<(bool, bool)>,
) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let size = size_of(frame);
    let width = Memo::new(move |_| plot_width(size.get().0));
    let scroll = RwSignal::new(0.0);
    let shown = Memo::new(move |_| {
        let first = whole(scroll.get() / HIGH);
        let last = first + whole(size.get().1 / HIGH) + 2;
        order.with(|order| order.iter().take(last).skip(first).copied().collect::<Vec<_>>())
    });
    let place = RwSignal::new(None::<Place>);
    let grip = Grip::new(desk, frame, width.into());
    let look =
        move |x: f64, queue: Option<Queue>| desk.look(|lab| meant(lab, queue, &grip.axis(), x)).flatten();
    let under = move |event: &MouseEvent| {
        let bounds = frame.get_untracked()?.get_bounding_client_rect();
        let x = grip.x(event)?;
        let y = f64::from(event.client_y()) - bounds.top();
        let row = whole((y - HIGH + scroll.get_untracked()) / HIGH);
        let queue =
            if y < HIGH { None } else { Some(order.with_untracked(|order| order.get(row).copied())?) };
        Some((x, queue))
    };
    let moved = move |event: web_sys::PointerEvent| {
        grip.moved(&event);
        busy.update_value(|busy| busy.0 = true);
        let words = under(&event).and_then(|(x, queue)| look(x, queue)).map(|stop| stop.words);
        let words = words.unwrap_or_default();
        if said.with_untracked(|said| *said != words) {
            said.set(words);
        }
    };
    let left = move |_| {
        busy.update_value(|busy| busy.0 = false);
        said.set(String::new());
    };
    let clicked = move |event: MouseEvent| {
        if grip.was_busy() {
            return;
        }
        let Some((x, queue)) = under(&event) else { return };
        match (look(x, queue), queue) {
            (Some(stop), _) => desk.act(Command::Visit(stop.at, stop.queue)),
            (None, Some((port, priority))) => desk.act(Command::Select(port, priority)),
            (None, None) => {}
        }
    };
    let pressed = move |event: KeyboardEvent| {
        let next = go(desk, &order.get_untracked(), place.get_untracked(), &event.key());
        let Some((at, words)) = next else { return };
        event.prevent_default();
        let row = order.with_untracked(|order| order.iter().position(|queue| Some(*queue) == at.0));
        if let (Some(frame), Some(row)) = (frame.get_untracked(), row) {
            keep_in_view(&frame, f64::from(u32::try_from(row).unwrap_or(0)) * HIGH);
        }
        if let Some(time) = at.1 {
            desk.act(Command::Reveal(time));
        }
        place.set(Some(at));
        said.set(words);
    };
    let blurred = move |_| {
        busy.update_value(|busy| busy.1 = false);
        place.set(None);
        said.set(String::new());
    };
    let scrolled =
        move |_| scroll.set(frame.get_untracked().map_or(0.0, |frame| f64::from(frame.scroll_top())));
    let here =
        move |queue: Option<Queue>| Signal::derive(move || place.get().is_some_and(|place| place.0 == queue));
    let top = move |queue: Queue| {
        let row = move || order.with(|order| order.iter().position(|one| *one == queue));
        Signal::derive(move || row().map_or(0.0, float) * HIGH)
    };
    view! {
        <div class="plot">
        <div class="field" tabindex="0" role="group" node_ref=frame data-testid="lanes-field"
            aria-label="Pause lanes. Up and down go from lane to lane, left and right from mark to mark, enter goes there."
            on:scroll=scrolled on:pointermove=moved on:pointerleave=left on:click=clicked on:keydown=pressed
            on:pointerdown=move |event| grip.pressed(&event) on:pointerup=move |event| grip.released(&event)
            on:pointercancel=move |event| grip.cancelled(&event) on:dblclick=move |_| grip.whole()
            on:wheel=move |event| grip.wheeled(&event, true)
            on:focus=move |_| busy.update_value(|busy| busy.1 = true) on:blur=blurred>
            <div class="all-events"><Row desk queue=None width top=0.0 here=here(None)/></div>
            <div class="rows" style=move || format!("--high:{}px", float(order.with(Vec::len)) * HIGH)
                aria-hidden="true">
                <For each=move || shown.get() key=|queue| *queue let:queue>
                    <Row desk queue=Some(queue) width top=top(queue) here=here(Some(queue))/>
                </For>
            </div>
            <output class="visually-hidden" role="status">{said}</output>
        </div>
        <Marked grip/>
        <Lines desk width place grip/>
        </div>
    }
}

/// The cursor, the place of the keyboard, and round times below.
#[component]
fn Lines(desk: Desk, width: Memo<f64>, place: RwSignal<Option<Place>>, grip: Grip) -> impl IntoView {
    let shown = Memo::new(move |_| desk.picture.with(|picture| picture.window));
    let axis = move || Axis { from: shown.get().from, to: shown.get().to, width: width.get() };
    let line = move |at: Time| axis().has(at).then(|| format!("--x:{:.1}px", LEFT + axis().x(at)));
    let cursor = Memo::new(move |_| line(desk.picture.with(|picture| picture.now)));
    let caret = Memo::new(move |_| line(place.get().and_then(|place| place.1)?));
    let round = Memo::new(move |_| {
        let axis = axis();
        let all = ticks(axis.from, axis.to, axis.width).into_iter();
        all.map(|(at, words)| (axis.x(at), words)).collect::<Vec<_>>()
    });
    let time = |(x, words): (f64, String)| {
        view! { <span style=format!("--x:{:.1}px", LEFT + x)>{words}</span> }
    };
    view! {
        <i class="now" class:hidden=move || cursor.with(Option::is_none) style=move || cursor.get().unwrap_or_default()></i>
        {move || caret.get().map(|style| view! { <i class="caret" style=style></i> })}
        <p class="axis" aria-hidden="true" data-testid="lanes-axis" on:wheel=move |event| grip.wheeled(&event, false)>
            {move || round.get().into_iter().map(time).collect_view()}
        </p>
    }
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(n: usize) -> f64 {
    n as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels")]
fn whole(n: f64) -> usize {
    n.max(0.0) as usize
}
