//! A closer look at a stretch of time: what mouse, wheel, trackpad and fingers do
//! over charts and lanes.

mod buttons;

pub use buttons::{NEARER, ZoomButtons};

use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{MouseEvent, PointerEvent, WheelEvent};

use super::Desk;
use crate::charts::LEFT;
use crate::lab::{Command, Lab};
use crate::scene::{Axis, Hand, Pull};

/// How much more is shown by a pixel of a wheel, and of two fingers on a
/// trackpad, which send few.
const WHEEL: f64 = 0.002;
const PINCH: f64 = 0.01;
/// Pixels of a line, for wheels that count those, and of a page.
const LINE: f64 = 33.0;
const PAGE: f64 = 400.0;
/// Pixels beside the axis at which a hand still means its end.
const BESIDE: f64 = 8.0;

/// Gesture on a chart, or on the lanes.
#[derive(Clone, Copy)]
pub struct Grip {
    desk: Desk,
    frame: NodeRef<Div>,
    /// How long the axis is, in pixels.
    width: Signal<f64>,
    hand: StoredValue<Hand>,
    /// From where to where it marks, in pixels of the axis.
    marked: RwSignal<Option<(f64, f64)>>,
}

impl Grip {
    /// Over `frame`, whose axis is so long.
    pub fn new(desk: Desk, frame: NodeRef<Div>, width: Signal<f64>) -> Self {
        let grip =
            Self { desk, frame, width, hand: StoredValue::new(Hand::default()), marked: RwSignal::new(None) };
        let keys = window_event_listener(leptos::ev::keydown, move |event| {
            let gives_up = || grip.hand.try_update_value(Hand::give_up) == Some(true);
            if event.key() == "Escape" && gives_up() {
                event.prevent_default();
                grip.marked.set(None);
            }
        });
        on_cleanup(move || keys.remove());
        grip
    }

    /// The axis as it is now.
    pub fn axis(self) -> Axis {
        let window = self.desk.look(Lab::window);
        let (from, to) = window.map_or_else(Default::default, |window| (window.from, window.to));
        Axis { from, to, width: self.width.get_untracked() }
    }

    /// Position of `event` along the axis, in pixels.
    pub fn x(self, event: &MouseEvent) -> Option<f64> {
        let left = self.frame.get_untracked()?.get_bounding_client_rect().left();
        Some(f64::from(event.client_x()) - left - LEFT)
    }

    /// A pointer is pressed.
    pub fn pressed(self, event: &PointerEvent) {
        let Some(x) = self.x(event) else { return };
        let is_beside = x < -BESIDE || x > self.width.get_untracked() + BESIDE;
        if event.button() != 0 || is_beside {
            return;
        }
        let (id, touches, axis) = (event.pointer_id(), event.pointer_type() == "touch", self.axis());
        self.hand.update_value(|hand| if touches { hand.touch(id, x, &axis) } else { hand.press(id, x) });
    }

    /// Handles a move of the pointer.
    pub fn moved(self, event: &PointerEvent) {
        let Some(x) = self.x(event) else { return };
        let (id, axis) = (event.pointer_id(), self.axis());
        let pull = self.hand.try_update_value(|hand| hand.go(id, x, &axis)).flatten();
        if let Some(Pull { at, times, by }) = pull {
            if (times - 1.0).abs() > f64::EPSILON {
                self.desk.act(Command::Zoom(Some(at), times));
            }
            self.desk.act(Command::Pan(by));
        }
        let before = self.marked.get_untracked();
        self.mark();
        if before.is_none()
            && self.marked.with_untracked(Option::is_some)
            && let Some(frame) = self.frame.get_untracked()
        {
            // It may go on beyond the frame.
            let _ = frame.set_pointer_capture(id);
        }
    }

    /// Handles the release of the pointer.
    pub fn released(self, event: &PointerEvent) {
        let (id, axis) = (event.pointer_id(), self.axis());
        let marked = self.hand.try_update_value(|hand| hand.release(id, &axis)).flatten();
        self.mark();
        if let Some((from, to)) = marked {
            self.desk.act(Command::Fit(from, to));
        }
    }

    /// The page took it away, to scroll.
    pub fn cancelled(self, event: &PointerEvent) {
        let (id, axis) = (event.pointer_id(), self.axis());
        self.hand.update_value(|hand| {
            hand.release(id, &axis);
        });
        self.mark();
    }

    /// Whether the click that comes now ends something else.
    pub fn was_busy(self) -> bool {
        self.hand.try_update_value(Hand::was_busy).unwrap_or(false)
    }

    /// A wheel turns, or two fingers on a trackpad move; what `scrolls` up and
    /// down keeps that of a wheel.
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

    /// All of it again.
    pub fn whole(self) {
        self.desk.act(Command::Whole);
    }

    fn mark(self) {
        let width = self.width.get_untracked();
        let marked = self.hand.try_with_value(|hand| hand.marked(width)).flatten();
        if self.marked.with_untracked(|before| *before != marked) {
            self.marked.set(marked);
        }
    }
}

/// The stretch that is being marked, over its chart.
#[component]
pub fn Marked(grip: Grip) -> impl IntoView {
    let band = move || {
        let (from, to) = grip.marked.get()?;
        let style = format!("--x:{:.1}px;--w:{:.1}px", LEFT + from, to - from);
        Some(view! { <i class="marked" style=style></i> })
    };
    view! { {band} }
}
