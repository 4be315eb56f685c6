//! Zoom and pan of charts and lanes with the wheel, or with two fingers on a trackpad. Start with
//! [`GestureHandler::wheeled`].

use leptos::prelude::*;
use web_sys::WheelEvent;

use super::GestureHandler;
use crate::lab::Command;

/// Zoom factor of the wheel: a turn by n pixels multiplies the shown window of time by e^(`WHEEL` × n).
const WHEEL: f64 = 0.002;
/// Zoom factor of a pinch on a trackpad: a pinch by n pixels multiplies the shown window of time by
/// e^(`PINCH` × n).
const PINCH: f64 = 0.01;
/// Height of a line in pixels, for browsers that report turns of the wheel in lines.
const LINE: f64 = 33.0;
/// Height of a page in pixels, for browsers that report turns of the wheel in pages.
const PAGE: f64 = 400.0;

impl GestureHandler {
    /// Handles a turned wheel, or two fingers on a trackpad. Pans if Shift is pressed or the movement is
    /// mostly horizontal; otherwise zooms around the pointer. If `scrolls` is true, a vertical movement
    /// without Ctrl scrolls the element instead. With Ctrl or Command, the wheel always zooms. A turn upwards
    /// or a spread of two fingers zooms in.
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
            self.page.act(Command::Pan(aside / width));
        } else if pinches || !scrolls {
            event.prevent_default();
            let Some(at) = self.x(event).map(|x| self.axis().time(x)) else { return };
            // A turn of the wheel with Ctrl zooms as far as a turn without Ctrl; only a pinch has another
            // factor.
            let each = if pinches && y.abs() < LINE { PINCH } else { WHEEL };
            self.page.act(Command::Zoom(Some(at), (each * y).exp()));
        }
    }
}
