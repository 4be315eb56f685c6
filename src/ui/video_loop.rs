//! Loop over the video frames of the page. Start with [`start`]. In every video frame the lab works for a few
//! milliseconds at most, and the page shows the result.
//!
//! If the run is behind the playback speed, the lab also works between video frames, in slices of the same
//! length. Pictures that take long are then drawn less often, so that the simulation has most of the time.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageChannel, MessagePort, Performance};

use super::{Due, PageContext, panic};
use crate::lab::Lab;

/// Longest work of the lab in one slice, in milliseconds.
const SLICE: f64 = 8.0;
/// Least interval between two updates of the text of the page, in milliseconds.
const WORDS: f64 = 100.0;
/// Least interval between two updates of the page for a viewer who prefers reduced motion, in milliseconds.
const STILLS: f64 = 500.0;
/// Longest time between two slices of work, in seconds, for which the run catches up. If more time has
/// passed, the run skips the excess.
const LONGEST: f64 = 0.1;
/// Time in milliseconds within which the browser must answer a request for a video frame. If the browser does
/// not answer in this time, as in a hidden tab, the lab stops its work.
const HIDDEN: f64 = 250.0;
/// Ratio of the time between two pictures to the time that the first one takes, while the run is behind the
/// playback speed. After a picture that took `t` milliseconds, the next picture follows after [`SPARING`] ×
/// `t`.
const SPARING: f64 = 20.0;
/// Value used in place of [`SPARING`] while pictures, charts and the address are not yet updated after a
/// command.
const AWAITED: f64 = 2.0;
/// Longest time between two pictures in milliseconds, used if [`SPARING`] would give a longer time.
const RAREST: f64 = 1_000.0;
/// Time in milliseconds. If the last picture was drawn this time ago or longer, an update of the text also
/// updates all other parts of the page.
const RARE: f64 = 250.0;

/// Slot for a callback, shared with the callback itself, so that the callback can request its next call. An
/// empty slot ends the loop.
type Slot<T> = Rc<RefCell<Option<Closure<dyn FnMut(T)>>>>;

/// Starts the loop over video frames; the loop ends when the calling component is removed. In a hidden tab,
/// which gets no video frames, the loop waits.
pub fn start(page: PageContext) {
    // `alive` exists as long as the component.
    let alive = StoredValue::new(());
    let is_alive = move || alive.try_get_value().is_some();
    let still = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    let beat = Rc::new(RefCell::new(LoopTiming::new(page, still.is_some_and(|query| query.matches()))));
    let slot = Slot::default();
    let between = between(Rc::clone(&beat), Rc::clone(&slot), is_alive);
    let again = Rc::clone(&slot);
    *slot.borrow_mut() = Some(Closure::new(move |time: f64| {
        if !is_alive() {
            again.borrow_mut().take();
            return;
        }
        if beat.borrow_mut().frame(time) {
            request_frame(&again);
        } else {
            post_turn(between.as_ref());
        }
    }));
    request_frame(&slot);
}

fn request_frame(slot: &Slot<f64>) {
    if let Some(closure) = slot.borrow().as_ref() {
        let _ = window().request_animation_frame(closure.as_ref().unchecked_ref());
    }
}

/// Creates a message port. Each message to it makes the lab work for a slice between video frames. Browsers
/// delay timers, but not messages. `None` if the browser cannot create a channel.
fn between(
    beat: Rc<RefCell<LoopTiming>>,
    frames: Slot<f64>,
    is_alive: impl Fn() -> bool + 'static,
) -> Option<MessagePort> {
    let channel = MessageChannel::new().ok()?;
    let (here, there) = (channel.port1(), channel.port2());
    let again = there.clone();
    let slot = Slot::default();
    let own = Rc::clone(&slot);
    *slot.borrow_mut() = Some(Closure::new(move |_: JsValue| {
        if !is_alive() {
            own.borrow_mut().take();
            return;
        }
        let next = beat.borrow_mut().between();
        if next.frame {
            request_frame(&frames);
        }
        if next.work {
            post_turn(Some(&again));
        }
    }));
    if let Some(closure) = slot.borrow().as_ref() {
        here.set_onmessage(Some(closure.as_ref().unchecked_ref()));
    }
    Some(there)
}

fn post_turn(port: Option<&MessagePort>) {
    if let Some(port) = port {
        let _ = port.post_message(&JsValue::NULL);
    }
}

/// Requests after a slice of work: for a video frame, for another slice of work, or for both.
struct NextStep {
    /// Whether the page requests the next video frame.
    frame: bool,
    /// Whether the page requests another slice of work.
    work: bool,
}

/// Changes of the run that the page does not show yet.
#[derive(Default)]
struct PendingChanges {
    picture: bool,
    words: bool,
}

/// Timing of the loop over video frames. All times are in milliseconds since the page was loaded.
struct LoopTiming {
    page: PageContext,
    /// Whether the viewer prefers reduced motion. The picture then changes only when the text changes.
    calm: bool,
    /// Time of the last work; `None` before the first work.
    worked: Option<f64>,
    /// Time at which the last picture was drawn, in milliseconds.
    drawn: f64,
    /// Time of the last update of the text, in milliseconds.
    worded: f64,
    /// Duration of the last picture in milliseconds, including the work of the browser. `None` until it is
    /// measured.
    took: Option<f64>,
    /// Parts of the page that the last update changed; the next update changes the parts that follow in the
    /// order of [`Due::next`].
    due: Due,
    /// Time of the pending request for a video frame, in milliseconds; `None` if no request is pending.
    requested: Option<f64>,
    /// Changes that the page does not show yet.
    pending: PendingChanges,
    /// Whether the last slice of work ended before the run had caught up with the playback speed.
    behind: bool,
}

impl LoopTiming {
    fn new(page: PageContext, calm: bool) -> Self {
        Self {
            page,
            calm,
            worked: None,
            drawn: 0.0,
            worded: 0.0,
            took: Some(0.0),
            due: Due::Picture,
            requested: Some(0.0),
            pending: PendingChanges { picture: true, words: true },
            behind: false,
        }
    }

    /// Handles the video frame at `time`, in milliseconds. Makes the lab work if the run is not behind the
    /// playback speed; then publishes the changes. Returns `true` if the page must request the next video
    /// frame at once; `false` if the work continues in slices between video frames.
    fn frame(&mut self, time: f64) -> bool {
        let from = now();
        if !self.behind {
            self.work(time);
        }
        let is_pending = self.page.take_pending_publish();
        self.due = if is_pending { Due::Answer } else { self.due }.next();
        let is_due = from - self.worded >= if self.calm { STILLS } else { WORDS };
        let worded = self.pending.words && is_due && self.due == Due::Picture;
        if worded {
            (self.worded, self.pending.words, self.due) = (from, false, Due::Text);
        }
        // If the last picture is [`RARE`] or longer ago, all parts of the page are updated.
        if (is_pending || worded) && (self.calm || from - self.drawn >= RARE) {
            self.due = Due::Everything;
        }
        if self.pending.picture && !self.calm || self.due != Due::Picture {
            self.page.publish(self.due);
            if self.page.read_lab(Lab::has_pending_move) == Some(false) {
                panic::note_shown();
            }
            (self.drawn, self.pending.picture) = (from, false);
            self.took = (!self.behind).then_some(0.0);
        }
        self.requested = (!self.behind).then_some(from);
        !self.behind
    }

    /// Makes the lab work for a slice if the run is behind the playback speed. Returns the requests for a
    /// video frame and for another slice.
    fn between(&mut self) -> NextStep {
        let now = now();
        let took = *self.took.get_or_insert(now - self.drawn);
        if self.behind && self.requested.is_none_or(|requested| now - requested < HIDDEN) {
            self.work(now);
        }
        let spare = if self.page.is_publish_pending() { AWAITED } else { SPARING };
        let is_due = !self.behind || now - self.drawn >= (spare * took).min(RAREST);
        let frame = is_due && self.requested.is_none();
        if frame {
            self.requested = Some(now);
        }
        NextStep {
            frame,
            work: self.behind && self.requested.is_none_or(|requested| now - requested < HIDDEN),
        }
    }

    /// Makes the lab work for a slice. `time` is the present time in milliseconds. If more than [`LONGEST`]
    /// seconds have passed since the last work, the run skips the excess.
    fn work(&mut self, time: f64) {
        let passed = self.worked.map_or(0.0, |worked| ((time - worked) / 1e3).max(0.0));
        let wall = passed.min(LONGEST);
        self.worked = Some(time);
        self.page.idle(passed - wall);
        let mut over = slice();
        let mut behind = false;
        let changed = self.page.work(wall, &mut || {
            behind = over();
            behind
        });
        self.behind = behind;
        self.pending.picture |= changed;
        self.pending.words |= changed;
    }
}

/// Starts a slice of [`SLICE`] milliseconds. Returns a function that returns `true` when the slice is over.
/// The function reads the clock only at every fourth call, because a reading takes as long as some events of
/// the simulation. The first three calls therefore return `false`. Without a clock, a slice never ends.
pub fn slice() -> impl FnMut() -> bool {
    let now = clock();
    let deadline = now() + SLICE;
    let mut calls = 0u32;
    move || {
        calls += 1;
        calls.is_multiple_of(4) && now() > deadline
    }
}

/// Milliseconds since the page was loaded.
fn now() -> f64 {
    clock()()
}

/// Returns a function that reads the milliseconds since the page was loaded; 0 if the browser has no clock.
/// The clock object of the browser is looked up only once.
fn clock() -> impl Fn() -> f64 {
    let clock = window().performance();
    move || clock.as_ref().map_or(0.0, Performance::now)
}
