//! Area of the pause lanes: draws the visible lanes, and handles mouse and keyboard. Start with [`Field`].
//!
//! The uppermost lane has the marks of all queues and does not scroll. If the area is too low for two lanes,
//! this lane is absent. Gestures of zoom and pan are the same as in the charts; a double click shows the
//! whole axis. A click on a mark moves the cursor to the exact time of the mark and stops playing.

use fabric_sim::ids::{PortId, QueueId};
use fabric_sim::spec::Spec;
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, MouseEvent};

use super::keys::{Place, go, keep_in_view};
use super::pause_history::{HIGH, stop_at};
use super::row::LaneView;
use crate::charts::{LEFT, Margins};
use crate::lab::Command;
use crate::scene::short_names;
use crate::ui::PageContext;
use crate::ui::size::{place_in, size_of};
use crate::ui::zoom::{GestureHandler, Marked};

/// Greatest number of characters of the port name before a lane. Longer names are shortened where they are
/// most alike.
const NAME_CHARACTERS: usize = 8;

/// Sets the text for screen readers, if it differs from the present one.
fn set_spoken(spoken: RwSignal<String>, words: String) {
    if spoken.with_untracked(|spoken| *spoken != words) {
        spoken.set(words);
    }
}

/// Lane of all events, and below it the lanes of the queues in `order`. The mouse pointer or the keyboard on
/// a mark or bar sets `spoken` to the text about it. Elsewhere, and when the pointer or focus leaves,
/// `spoken` becomes empty. A click on a mark or bar moves the cursor there and selects its queue. A click
/// elsewhere moves the cursor to the time and selects the queue of the lane. A drag moves the cursor; a drag
/// with Shift marks an interval to zoom to. The wheel scrolls the lanes, and zooms with Ctrl. The keys are
/// described in [`go`].
#[component]
pub fn Field(page: PageContext, order: Memo<Vec<QueueId>>, spoken: RwSignal<String>) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let size = size_of(frame);
    // The outer element gives the width of the axis, so that a scroll bar does not change the time scale.
    let (outer, scroll) = (NodeRef::<Div>::new(), RwSignal::new(0.0));
    let outer_size = size_of(outer);
    let width = Memo::new(move |_| {
        let width = outer_size.get().0;
        Margins::shared(width).axis(width)
    });
    // Height of the lane of all events, in pixels.
    let top = Memo::new(move |_| if outer_size.get().1 < 2.0 * HIGH { 0.0 } else { HIGH });
    let shown = Memo::new(move |_| {
        let first = whole(scroll.get() / HIGH);
        let last = first + whole(size.get().1 / HIGH) + 2;
        order.with(|order| order.iter().take(last).skip(first).copied().collect::<Vec<_>>())
    });
    let names = short_port_names(page);
    let place = RwSignal::new(None::<Place>);
    let handler = GestureHandler::new(page, frame, width.into());
    let look = move |x: f64, queue: Option<QueueId>| {
        page.read_lab(|lab| stop_at(lab, queue, &handler.axis(), x)).flatten()
    };
    let under = move |event: &MouseEvent| {
        let (x, y) = (handler.x(event)?, place_in(&*frame.get_untracked()?, event).1);
        let top = top.get_untracked();
        let row = whole((y - top + scroll.get_untracked()) / HIGH);
        let queue = if y < top { None } else { Some(order.with_untracked(|order| order.get(row).copied())?) };
        Some((x, queue))
    };
    let moved = move |event: web_sys::PointerEvent| {
        handler.moved(&event);
        let stop = under(&event).and_then(|(x, queue)| look(x, queue));
        set_spoken(spoken, stop.map(|stop| stop.words).unwrap_or_default());
    };
    let left = move |_| spoken.set(String::new());
    let clicked = move |event: MouseEvent| {
        if handler.was_busy() {
            return;
        }
        let Some((x, queue)) = under(&event) else { return };
        match (look(x, queue), queue) {
            (Some(stop), _) => page.act(Command::Visit(stop.at, stop.queue)),
            (None, queue) => {
                if let Some(QueueId { port, priority }) = queue {
                    page.act(Command::Select(port, priority));
                }
                handler.seek(x);
            }
        }
    };
    let pressed = move |event: KeyboardEvent| {
        let next = go(page, &order.get_untracked(), place.get_untracked(), &event.key());
        let Some((at, words)) = next else { return };
        event.prevent_default();
        let row = order.with_untracked(|order| order.iter().position(|queue| Some(*queue) == at.0));
        if let (Some(frame), Some(row)) = (frame.get_untracked(), row) {
            keep_in_view(&frame, f64::from(u32::try_from(row).unwrap_or(0)) * HIGH, top.get_untracked());
        }
        if let Some(time) = at.1 {
            page.act(Command::Reveal(time));
        }
        place.set(Some(at));
        spoken.set(words);
    };
    let blurred = move |_| {
        place.set(None);
        spoken.set(String::new());
    };
    let scrolled =
        move |_| scroll.set(frame.get_untracked().map_or(0.0, |frame| f64::from(frame.scroll_top())));
    show_blocked(page, (frame, size, scroll), top, order);
    let here = move |queue: Option<QueueId>| {
        Signal::derive(move || place.get().is_some_and(|place| place.0 == queue))
    };
    let place_of = move |queue: QueueId| {
        let row = move || order.with(|order| order.iter().position(|one| *one == queue));
        Signal::derive(move || row().map_or(0.0, float) * HIGH)
    };
    view! {
        <div class="plot" node_ref=outer>
        <div class="lane-area" tabindex="0" role="group" node_ref=frame data-testid="lanes-area"
            aria-label="Pause lanes. Up and down go from lane to lane, left and right from mark to mark, enter goes there."
            on:scroll=scrolled on:pointermove=moved on:pointerleave=left on:click=clicked on:keydown=pressed
            on:pointerdown=move |event| handler.pressed(&event) on:pointerup=move |event| handler.released(&event)
            on:pointercancel=move |event| handler.cancelled(&event) on:dblclick=move |_| handler.whole()
            on:wheel=move |event| handler.wheeled(&event, true)
            on:blur=blurred>
            <Show when=move || top.get() != 0.0>
                <div class="all-events"><LaneView page queue=None names width top=0.0 here=here(None)/></div>
            </Show>
            <div class="rows" style=move || format!("--height:{}px", float(order.with(Vec::len)) * HIGH)
                aria-hidden="true">
                <For each=move || shown.get() key=|queue| *queue let:queue>
                    <LaneView page queue=Some(queue) names width top=place_of(queue) here=here(Some(queue))/>
                </For>
            </div>
            <output class="visually-hidden" role="status">{spoken}</output>
        </div>
        <Marked handler/>
        <Caret page width place/>
        </div>
    }
}

/// Keeps a blocked queue in view. Each time the cursor comes to rest and no visible lane has a blocked queue,
/// scrolls to the lane of a blocked queue. `frame` is the scrolling element; `size` and `scroll` are its size
/// and scroll position in pixels. The lane of all events is `top` pixels high.
fn show_blocked(
    page: PageContext,
    (frame, size, scroll): (NodeRef<Div>, RwSignal<(f64, f64)>, RwSignal<f64>),
    top: Memo<f64>,
    order: Memo<Vec<QueueId>>,
) {
    let rests_at = Memo::new(move |_| {
        page.text_picture.with(|picture| (!picture.static_picture.playing).then_some(picture.now))
    });
    Effect::new(move |_| {
        let high = size.get().1 - top.get();
        if rests_at.get().is_none() || high < HIGH {
            return;
        }
        let first = whole(scroll.get_untracked() / HIGH + 0.5);
        let visible = first..first + whole(high / HIGH);
        let next = order.with(|order| page.read_lab(|lab| lab.lane_to_show(order, visible)).flatten());
        if let (Some(frame), Some(lane)) = (frame.get_untracked(), next) {
            keep_in_view(&frame, float(lane) * HIGH, top.get_untracked());
        }
    });
}

/// Name of the port that is written before its lane. If the name is longer than `most` characters and the
/// node has only one port, the name of the node is used.
fn lane_name(spec: &Spec, port: PortId, most: usize) -> String {
    let (name, node) = (spec.port_name(port), spec.owner(port));
    if name.chars().count() > most && node.ports.len() == 1 { node.name.clone() } else { name }
}

/// Short names of all ports of the document, indexed by port.
fn short_port_names(page: PageContext) -> Memo<Vec<String>> {
    let compiled = page.compiled();
    Memo::new(move |_| {
        let names: Vec<String> = compiled.with(|spec| {
            (0..spec.ports.len()).map(|port| lane_name(spec, PortId::new(port), NAME_CHARACTERS)).collect()
        });
        short_names(&names, NAME_CHARACTERS)
    })
}

/// Vertical line at the time of the keyboard position; absent if the keyboard has no position or no time.
#[component]
fn Caret(page: PageContext, width: Memo<f64>, place: RwSignal<Option<Place>>) -> impl IntoView {
    let caret = Memo::new(move |_| {
        let axis = page.picture.with(|picture| picture.shown_window).axis(width.get());
        let at = place.get().and_then(|place| place.1).filter(|at| axis.has(*at))?;
        Some(format!("--x:{:.1}px", LEFT + axis.x(at)))
    });
    move || caret.get().map(|style| view! { <i class="keyboard-cursor" style=style></i> })
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(n: usize) -> f64 {
    n as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels")]
fn whole(n: f64) -> usize {
    n.max(0.0) as usize
}
