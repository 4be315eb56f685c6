//! The one loop of the page: once a video frame the lab works at most a few
//! milliseconds, and what came of it is published.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

use super::Desk;

/// Milliseconds of work in a video frame.
const SLICE: f64 = 8.0;
/// Milliseconds between two publications of words and numbers.
const WORDS: f64 = 100.0;
/// The same between two pictures, for whoever wants nothing to glide.
const STILLS: f64 = 500.0;
/// Seconds that a frame counts at most: a hidden tab stands still.
const LONGEST: f64 = 0.1;

/// The callback, held by itself for as long as the loop runs.
type Slot = Rc<RefCell<Option<Closure<dyn FnMut(f64)>>>>;

/// Starts the loop; it ends with the component that called this.
pub fn start(desk: Desk) {
    // Gone once the component is.
    let alive = StoredValue::new(());
    let slot = Slot::default();
    let again = Rc::clone(&slot);
    let still = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    let still = still.is_some_and(|query| query.matches());
    let (mut last, mut worded) = (None::<f64>, 0.0);
    let mut pending = true;
    *slot.borrow_mut() = Some(Closure::new(move |time: f64| {
        if alive.try_get_value().is_none() {
            again.borrow_mut().take();
            return;
        }
        let wall = last.map_or(0.0, |last| ((time - last) / 1e3).clamp(0.0, LONGEST));
        last = Some(time);
        let changed = desk.advance(wall, &mut slice());
        pending |= changed;
        let words = pending && time - worded >= if still { STILLS } else { WORDS };
        if changed && !still || words {
            desk.publish(words);
        }
        if words {
            worded = time;
            pending = false;
        }
        ask(&again);
    }));
    ask(&slot);
}

fn ask(slot: &Slot) {
    if let Some(closure) = slot.borrow().as_ref() {
        let _ = window().request_animation_frame(closure.as_ref().unchecked_ref());
    }
}

/// Work may begin: from now on this says whether it has taken long enough.
pub fn slice() -> impl FnMut() -> bool {
    let deadline = now() + SLICE;
    move || now() > deadline
}

/// Milliseconds since the page was loaded.
fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}
