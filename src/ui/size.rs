//! Size of an element as a signal, and conversion between event positions, CSS pixels and device pixels.
//! Positions of events are in CSS pixels before the enlargement of text and marks. The ratio of device pixels
//! to CSS pixels contains the enlargement.

use std::cell::Cell;

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::ResizeObserver;

/// Observer of the size of an element, with its callback.
type SizeObserver = (ResizeObserver, Closure<dyn FnMut()>);

/// Width and height of `element` in CSS pixels, without its border and scroll bars; updated on each change.
/// Both are 0 until the element exists. The observer ends with the calling component.
#[must_use]
pub fn size_of(element: NodeRef<Div>) -> RwSignal<(f64, f64)> {
    let size = RwSignal::new((0.0, 0.0));
    let observer = StoredValue::new_local(None::<SizeObserver>);
    Effect::new(move |_| {
        let Some(element) = element.get() else { return };
        let measured = element.clone();
        let measure = move || {
            let now = (f64::from(measured.client_width()), f64::from(measured.client_height()));
            if size.try_get_untracked().is_some_and(|before| before != now) {
                size.try_set(now);
            }
        };
        measure();
        let closure = Closure::<dyn FnMut()>::new(measure);
        if let Ok(watch) = ResizeObserver::new(closure.as_ref().unchecked_ref()) {
            watch.observe(&element);
            observer.try_update_value(|slot| *slot = Some((watch, closure)));
        }
    });
    on_cleanup(move || {
        observer.try_update_value(|slot| {
            if let Some((watch, _)) = slot.take() {
                watch.disconnect();
            }
        });
    });
    size
}

thread_local! {
    /// Factor by which text and marks are enlarged; 1 is the normal size.
    static FACTOR: Cell<f64> = const { Cell::new(1.0) };
}

/// Sets the factor by which text and marks are enlarged; 1 is the normal size.
pub fn magnify(factor: f64) {
    FACTOR.set(factor);
}

/// Device pixels per CSS pixel before enlargement, limited to the range 1 to 3. Not a signal: a later change
/// of the enlargement is not reported.
#[must_use]
pub fn pixel_ratio() -> f64 {
    (FACTOR.get() * window().device_pixel_ratio()).clamp(1.0, 3.0)
}

/// Position of `event` in `frame`, from its top left corner, in CSS pixels before enlargement. Outside the
/// frame, a coordinate may be negative or above the size of the frame.
#[must_use]
pub fn place_in(frame: &web_sys::Element, event: &web_sys::MouseEvent) -> (f64, f64) {
    let (bounds, factor) = (frame.get_bounding_client_rect(), FACTOR.get());
    let of = |at: i32, from: f64| (f64::from(at) - from) / factor;
    (of(event.client_x(), bounds.left()), of(event.client_y(), bounds.top()))
}

/// Clears a canvas and returns its drawing context, with its transformation reset. `width` and `height` are
/// in device pixels, rounded and at least 1. The size of the canvas is set only if it differs, because
/// setting a size is slow. `None` if the browser provides no context.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of the screen")]
pub fn clear_context(
    canvas: &web_sys::HtmlCanvasElement,
    (width, height): (f64, f64),
) -> Option<web_sys::CanvasRenderingContext2d> {
    let (wide, high) = (width.round().max(1.0) as u32, height.round().max(1.0) as u32);
    if canvas.width() != wide || canvas.height() != high {
        canvas.set_width(wide);
        canvas.set_height(high);
    }
    let context: web_sys::CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0).ok()?;
    context.clear_rect(0.0, 0.0, width, height);
    Some(context)
}
