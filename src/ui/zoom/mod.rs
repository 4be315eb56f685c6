//! Gestures of mouse and fingers on charts and pause lanes. Start with [`GestureHandler`]. The module
//! [`wheel`] has the gestures of wheel and trackpad. A click or drag moves the cursor. A drag with Shift
//! marks an interval to zoom to. Two fingers zoom and pan.
//!
//! Only the primary button of the mouse has an effect. A press up to 8 pixels beside the axis counts as at
//! its end; a move of up to 4 pixels is a click. A click after a drag is ignored. Escape cancels the marking
//! of an interval.

mod buttons;
mod wheel;

pub use buttons::{NEARER, ZoomButtons};

use fabric_sim::units::Time;
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{MouseEvent, PointerEvent};

use super::PageContext;
use super::size::place_in;
use crate::charts::LEFT;
use crate::lab::{Command, Lab, ShownWindow};
use crate::scene::{Axis, AxisChange, AxisGestures};

/// Greatest distance in pixels between the axis and a press outside it that still counts as a press on the
/// end of the axis.
const BESIDE: f64 = 8.0;
/// Greatest movement in pixels of a press that still counts as a click.
const SLIP: f64 = 4.0;

/// Press of one or more pointers, which becomes a drag of the cursor if the pointer moves.
#[derive(Clone, Debug, Default)]
struct Drag {
    /// Ids of the pressed pointers.
    pointers: Vec<i32>,
    /// Position of the first press in pixels of the axis, and the axis at the time of the press. The drag
    /// uses this axis until its end. `None` if the gesture does not drag the cursor.
    from: Option<(f64, Axis)>,
    /// Whether the pointer has moved so far that the gesture drags the cursor.
    moves: bool,
    /// Whether the next click event belongs to a drag or to a gesture of two fingers, so that it must be
    /// ignored.
    was_busy: bool,
}

/// Handler of the gestures on a chart or on the lanes. Its methods handle the pointer events of the element.
/// Cheap to copy.
#[derive(Clone, Copy)]
pub struct GestureHandler {
    page: PageContext,
    frame: NodeRef<Div>,
    /// Length of the time axis in pixels.
    width: Signal<f64>,
    gestures: StoredValue<AxisGestures>,
    drag: StoredValue<Drag>,
    /// Start and end of the interval that is marked to zoom to, in pixels of the axis; `None` if no interval
    /// is marked.
    marked: RwSignal<Option<(f64, f64)>>,
}

impl GestureHandler {
    /// Creates a handler for gestures on `frame`, whose axis is `width` pixels long. Escape cancels the
    /// marking of an interval.
    pub fn new(page: PageContext, frame: NodeRef<Div>, width: Signal<f64>) -> Self {
        let (gestures, drag) = (StoredValue::new(AxisGestures::default()), StoredValue::new(Drag::default()));
        let handler = Self { page, frame, width, gestures, drag, marked: RwSignal::new(None) };
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

    /// Present time axis of the shown window. An effect or memo that calls this method does not run again
    /// after a change of the axis.
    pub fn axis(self) -> Axis {
        let window = self.page.read_lab(Lab::shown_window).unwrap_or(ShownWindow::whole(Time::ZERO));
        window.axis(self.width.get_untracked())
    }

    /// Moves the cursor to the time at `x`, in pixels of the axis. A position outside the axis counts as at
    /// its end.
    pub fn seek(self, x: f64) {
        self.page.act(Command::Scrub(self.axis().time(x)));
    }

    /// Handles a click: moves the cursor to the clicked time. Returns `true` if the cursor was moved. It is
    /// not moved if the click ends a drag or another gesture, or is more than [`BESIDE`] outside the axis.
    pub fn clicked(self, event: &MouseEvent) -> bool {
        let is_beside = |x: f64| x < -BESIDE || x > self.width.get_untracked() + BESIDE;
        let busy = self.was_busy();
        let at = self.x(event).filter(|x| !busy && !is_beside(*x));
        if let Some(x) = at {
            self.seek(x);
        }
        at.is_some()
    }

    /// Position of `event` along the axis, in pixels from the start of the axis; `None` before the frame
    /// exists.
    pub fn x(self, event: &MouseEvent) -> Option<f64> {
        Some(place_in(&*self.frame.get_untracked()?, event).0 - LEFT)
    }

    /// Handles the press of a pointer. Ignores other buttons than the first, and a press more than [`BESIDE`]
    /// outside the axis. A press of the mouse with Shift begins the marking of an interval; a second finger
    /// begins zoom and pan.
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
                // With a second finger, the gesture zooms and pans until both fingers are released.
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

    /// Time to which a pointer at `x` drags the cursor. `None` if the gesture does not drag the cursor, or if
    /// the pointer has moved by [`SLIP`] or less.
    fn dragged(self, x: f64) -> Option<Time> {
        self.drag.try_update_value(|drag| {
            let (from, axis) = drag.from?;
            drag.moves |= (x - from).abs() > SLIP;
            drag.was_busy |= drag.moves;
            // The drag ends one pixel before the end of the window, so that the window does not change.
            drag.moves.then(|| axis.time(x.min(axis.width - 1.0)))
        })?
    }

    /// Handles a move of the pointer: drags the cursor, zooms and pans, or extends the marked interval. Does
    /// nothing if no pointer is pressed.
    pub fn moved(self, event: &PointerEvent) {
        let Some(x) = self.x(event) else { return };
        let (id, axis) = (event.pointer_id(), self.axis());
        if let Some(at) = self.dragged(x) {
            self.page.act(Command::Scrub(at));
            self.capture(id);
            return;
        }
        if self.drag.with_value(|drag| drag.from.is_some()) {
            return;
        }
        let pull = self.gestures.try_update_value(|gestures| gestures.go(id, x, &axis)).flatten();
        if let Some(AxisChange { at, times, by }) = pull {
            if (times - 1.0).abs() > f64::EPSILON {
                self.page.act(Command::Zoom(Some(at), times));
            }
            self.page.act(Command::Pan(by));
        }
        let before = self.marked.get_untracked();
        self.mark();
        if before.is_none() && self.marked.with_untracked(Option::is_some) {
            self.capture(id);
        }
    }

    /// Captures the pointer with the id `pointer`, so that the gesture continues when the pointer leaves the
    /// element.
    fn capture(self, pointer: i32) {
        if let Some(frame) = self.frame.get_untracked() {
            let _ = frame.set_pointer_capture(pointer);
        }
    }

    fn release_pointer(self, pointer: i32) {
        self.drag.update_value(|drag| {
            drag.pointers.retain(|one| *one != pointer);
            (drag.from, drag.moves) = (None, false);
        });
    }

    /// Handles the release of the pointer. If an interval is marked, zooms to it. The cursor stays where a
    /// drag has moved it.
    pub fn released(self, event: &PointerEvent) {
        let (id, axis) = (event.pointer_id(), self.axis());
        self.release_pointer(id);
        let marked = self.gestures.try_update_value(|gestures| gestures.release(id, &axis)).flatten();
        self.mark();
        if let Some((from, to)) = marked {
            self.page.act(Command::Fit(from, to));
        }
    }

    /// Handles a gesture that the browser has cancelled, for example to scroll. Does not zoom.
    pub fn cancelled(self, event: &PointerEvent) {
        let (id, axis) = (event.pointer_id(), self.axis());
        self.release_pointer(id);
        self.gestures.update_value(|gestures| {
            gestures.release(id, &axis);
        });
        self.mark();
    }

    /// Returns `true` if the next click event ends a drag or another gesture and must be ignored. Also marks
    /// this click event as handled, so that a second call returns `false`.
    pub fn was_busy(self) -> bool {
        let dragged = self.drag.try_update_value(|drag| std::mem::take(&mut drag.was_busy));
        self.gestures.try_update_value(AxisGestures::was_busy) == Some(true) || dragged == Some(true)
    }

    /// Zooms out to the whole time line.
    pub fn whole(self) {
        self.page.act(Command::Whole);
    }

    /// Updates the shading of the marked interval.
    fn mark(self) {
        let width = self.width.get_untracked();
        let marked = self.gestures.try_with_value(|gestures| gestures.marked(width)).flatten();
        if self.marked.with_untracked(|before| *before != marked) {
            self.marked.set(marked);
        }
    }
}

/// Shading over the interval that is marked to zoom to; absent if no interval is marked.
#[component]
pub fn Marked(handler: GestureHandler) -> impl IntoView {
    let band = move || {
        let (from, to) = handler.marked.get()?;
        let style = format!("--x:{:.1}px;--width:{:.1}px", LEFT + from, to - from);
        Some(view! { <i class="marked" style=style></i> })
    };
    view! { {band} }
}
