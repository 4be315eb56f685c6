//! Mouse, wheel, trackpad and finger gestures on charts and lanes. A click or drag moves the cursor. A drag
//! with Shift marks an interval to zoom to. Two fingers zoom and pan. Start with [`GestureHandler`].

mod buttons;

pub use buttons::{NEARER, ZoomButtons};

use fabric_sim::units::Time;
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{MouseEvent, PointerEvent, WheelEvent};

use super::Desk;
use super::size::place_in;
use crate::charts::LEFT;
use crate::lab::{Command, Lab, Window};
use crate::scene::{Axis, AxisChange, AxisGestures};

/// Constants of the zoom: turning a wheel by `n` pixels zooms by the factor e^(`WHEEL` × `n`), and likewise
/// for a pinch on a trackpad with `PINCH`.
const WHEEL: f64 = 0.002;
const PINCH: f64 = 0.01;
/// Pixels per line and per page, for browsers that report wheels in lines or pages.
const LINE: f64 = 33.0;
const PAGE: f64 = 400.0;
/// Greatest distance in pixels outside the axis at which a press still counts as a press on the end of the
/// axis.
const BESIDE: f64 = 8.0;
/// Greatest movement in pixels of a press that is still a click.
const SLIP: f64 = 4.0;

/// Press of one or more pointers that may become a drag of the cursor.
#[derive(Clone, Debug, Default)]
struct Drag {
    /// Ids of the pressed pointers.
    pointers: Vec<i32>,
    /// Position of the first press in pixels of the axis, and the axis at that time, which stays the same
    /// during the drag. `None` if the gesture does not drag the cursor.
    from: Option<(f64, Axis)>,
    /// Whether the pointer moved far enough that the gesture drags the cursor.
    moves: bool,
    /// Whether the next click event ends a drag or a gesture of two fingers, and must be ignored.
    was_busy: bool,
}

/// Handler of the gestures on a chart or on the lanes. Cheap to copy.
#[derive(Clone, Copy)]
pub struct GestureHandler {
    desk: Desk,
    frame: NodeRef<Div>,
    /// Length of the axis in pixels.
    width: Signal<f64>,
    gestures: StoredValue<AxisGestures>,
    drag: StoredValue<Drag>,
    /// Start and end of the interval that is marked for zooming, in pixels of the axis; `None` if none is
    /// marked.
    marked: RwSignal<Option<(f64, f64)>>,
}

impl GestureHandler {
    /// Creates a handler for gestures on `frame`, whose axis is `width` pixels long.
    pub fn new(desk: Desk, frame: NodeRef<Div>, width: Signal<f64>) -> Self {
        let (gestures, drag) = (StoredValue::new(AxisGestures::default()), StoredValue::new(Drag::default()));
        let handler = Self { desk, frame, width, gestures, drag, marked: RwSignal::new(None) };
        let keys = window_event_listener(leptos::ev::keydown, move |event| {
            let cancels = || handler.gestures.try_update_value(AxisGestures::cancel) == Some(true);
            if event.key() == "Escape" && cancels() {
                event.prevent_default();
                handler.marked.set(None);
            }
        });
        on_cleanup(move || keys.remove());
        handler
    }

    /// Present time axis of the window. Not tracked.
    pub fn axis(self) -> Axis {
        let window = self.desk.read_lab(Lab::window).unwrap_or(Window::whole(Time::ZERO));
        window.axis(self.width.get_untracked())
    }

    /// Moves the cursor to the time at `x`, in pixels of the axis.
    pub fn seek(self, x: f64) {
        self.desk.act(Command::Scrub(self.axis().time(x)));
    }

    /// Handles a click: moves the cursor to the clicked time. Does nothing if the click ends a drag or
    /// another gesture, or is more than [`BESIDE`] outside the axis. Returns whether the cursor was moved.
    pub fn clicked(self, event: &MouseEvent) -> bool {
        let is_beside = |x: f64| x < -BESIDE || x > self.width.get_untracked() + BESIDE;
        let busy = self.was_busy();
        let at = self.x(event).filter(|x| !busy && !is_beside(*x));
        if let Some(x) = at {
            self.seek(x);
        }
        at.is_some()
    }

    /// Position of `event` along the axis, in pixels from its start; `None` before the frame exists.
    pub fn x(self, event: &MouseEvent) -> Option<f64> {
        Some(place_in(&*self.frame.get_untracked()?, event).0 - LEFT)
    }

    /// Handles a press of a pointer. Ignores a button other than the first, and a press more than [`BESIDE`]
    /// outside the axis.
    pub fn pressed(self, event: &PointerEvent) {
        let Some(x) = self.x(event) else { return };
        let is_beside = x < -BESIDE || x > self.width.get_untracked() + BESIDE;
        if event.button() != 0 || is_beside {
            return;
        }
        let (id, touches, axis) = (event.pointer_id(), event.pointer_type() == "touch", self.axis());
        self.drag.update_value(|drag| {
            if drag.pointers.is_empty() || !touches {
                *drag =
                    Drag { from: (touches || !event.shift_key()).then_some((x, axis)), ..Drag::default() };
            } else {
                // Two fingers zoom and pan, until both are gone.
                (drag.from, drag.moves, drag.was_busy) = (None, false, true);
            }
            drag.pointers.push(id);
        });
        if touches {
            self.gestures.update_value(|gestures| gestures.touch(id, x, &axis));
        } else if event.shift_key() {
            self.gestures.update_value(|gestures| gestures.press(id, x));
        }
    }

    /// Time to which a pointer at `x` drags the cursor; `None` if the gesture does not drag the cursor, or
    /// has moved [`SLIP`] or less.
    fn dragged(self, x: f64) -> Option<Time> {
        self.drag.try_update_value(|drag| {
            let (from, axis) = drag.from?;
            drag.moves |= (x - from).abs() > SLIP;
            drag.was_busy |= drag.moves;
            // The last pixel lies within the page: a drag never turns to the next one.
            drag.moves.then(|| axis.time(x.min(axis.width - 1.0)))
        })?
    }

    /// Handles a move of the pointer: drags the cursor, zooms and pans, or extends the marked interval.
    pub fn moved(self, event: &PointerEvent) {
        let Some(x) = self.x(event) else { return };
        let (id, axis) = (event.pointer_id(), self.axis());
        if let Some(at) = self.dragged(x) {
            self.desk.act(Command::Scrub(at));
            self.capture(id);
            return;
        }
        if self.drag.with_value(|drag| drag.from.is_some()) {
            return;
        }
        let pull = self.gestures.try_update_value(|gestures| gestures.go(id, x, &axis)).flatten();
        if let Some(AxisChange { at, times, by }) = pull {
            if (times - 1.0).abs() > f64::EPSILON {
                self.desk.act(Command::Zoom(Some(at), times));
            }
            self.desk.act(Command::Pan(by));
        }
        let before = self.marked.get_untracked();
        self.mark();
        if before.is_none() && self.marked.with_untracked(Option::is_some) {
            self.capture(id);
        }
    }

    /// Captures the pointer, so that the gesture can continue outside the frame.
    fn capture(self, pointer: i32) {
        if let Some(frame) = self.frame.get_untracked() {
            let _ = frame.set_pointer_capture(pointer);
        }
    }

    fn let_go(self, pointer: i32) {
        self.drag.update_value(|drag| {
            drag.pointers.retain(|one| *one != pointer);
            (drag.from, drag.moves) = (None, false);
        });
    }

    /// Handles the release of the pointer; zooms to the marked interval, if there is one.
    pub fn released(self, event: &PointerEvent) {
        let (id, axis) = (event.pointer_id(), self.axis());
        self.let_go(id);
        let marked = self.gestures.try_update_value(|gestures| gestures.release(id, &axis)).flatten();
        self.mark();
        if let Some((from, to)) = marked {
            self.desk.act(Command::Fit(from, to));
        }
    }

    /// Handles the end of a gesture because the browser took the pointer, for example to scroll. Nothing is
    /// zoomed.
    pub fn cancelled(self, event: &PointerEvent) {
        let (id, axis) = (event.pointer_id(), self.axis());
        self.let_go(id);
        self.gestures.update_value(|gestures| {
            gestures.release(id, &axis);
        });
        self.mark();
    }

    /// Whether the next click event ends a drag or a gesture, and must be ignored; clears this state.
    pub fn was_busy(self) -> bool {
        let dragged = self.drag.try_update_value(|drag| std::mem::take(&mut drag.was_busy));
        self.gestures.try_update_value(AxisGestures::was_busy) == Some(true) || dragged == Some(true)
    }

    /// Handles a wheel, or two fingers on a trackpad. Pans if Shift is pressed or the movement is mostly
    /// horizontal; otherwise zooms around the pointer. If `scrolls`, vertical movement without Ctrl is left
    /// to the element, which scrolls.
    pub fn wheeled(self, event: &WheelEvent, scrolls: bool) {
        let unit = match event.delta_mode() {
            WheelEvent::DOM_DELTA_LINE => LINE,
            WheelEvent::DOM_DELTA_PAGE => PAGE,
            _ => 1.0,
        };
        let (pinches, shifts) = (event.ctrl_key() || event.meta_key(), event.shift_key());
        let (x, y) = (unit * event.delta_x(), unit * event.delta_y());
        let aside = if shifts && x == 0.0 { y } else { x };
        let width = self.width.get_untracked().max(1.0);
        if !pinches && (shifts || x.abs() > y.abs()) {
            event.prevent_default();
            self.desk.act(Command::Pan(aside / width));
        } else if pinches || !scrolls {
            event.prevent_default();
            let Some(at) = self.x(event).map(|x| self.axis().time(x)) else { return };
            // A wheel with the key held turns as far as one without.
            let each = if pinches && y.abs() < LINE { PINCH } else { WHEEL };
            self.desk.act(Command::Zoom(Some(at), (each * y).exp()));
        }
    }

    /// Zooms out to the whole time line.
    pub fn whole(self) {
        self.desk.act(Command::Whole);
    }

    fn mark(self) {
        let width = self.width.get_untracked();
        let marked = self.gestures.try_with_value(|gestures| gestures.marked(width)).flatten();
        if self.marked.with_untracked(|before| *before != marked) {
            self.marked.set(marked);
        }
    }
}

/// Shading over the interval that is marked to zoom to; absent if none is marked.
#[component]
pub fn Marked(handler: GestureHandler) -> impl IntoView {
    let band = move || {
        let (from, to) = handler.marked.get()?;
        let style = format!("--x:{:.1}px;--w:{:.1}px", LEFT + from, to - from);
        Some(view! { <i class="marked" style=style></i> })
    };
    view! { {band} }
}
