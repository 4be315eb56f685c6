//! The one loop of the page. In every video frame the lab works at most a few
//! milliseconds, and what came of it is published. Where it did not come as far
//! as it should, it works on between the frames, in bits as short, so that
//! nobody who presses a key has to wait for long; and pictures become as rare
//! as they are dear, so that most of the time is the fabric's.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageChannel, MessagePort, Performance};

use super::{Desk, Due, panic};
use crate::lab::Lab;

/// Milliseconds of work at a time.
const SLICE: f64 = 8.0;
/// Milliseconds between two publications of words and numbers.
const WORDS: f64 = 100.0;
/// Milliseconds between two pictures if the viewer prefers reduced motion.
const STILLS: f64 = 500.0;
/// Seconds that count at most from one bit of work to the next, and
/// milliseconds after the last video frame that there is any: a hidden tab
/// stands still.
const LONGEST: f64 = 0.1;
const HIDDEN: f64 = 250.0;
/// While there is no end of work, a picture is followed by so many times what it took,
/// up to so many milliseconds, and by fewer where a command waits for one; those that are
/// as far apart as this come with all else.
const SPARING: f64 = 20.0;
const AWAITED: f64 = 2.0;
const RAREST: f64 = 1_000.0;
const RARE: f64 = 250.0;

/// A callback, held by itself for as long as the loop runs.
type Slot<T> = Rc<RefCell<Option<Closure<dyn FnMut(T)>>>>;

/// Starts the loop; it ends with the component that called this.
pub fn start(desk: Desk) {
    // Gone once the component is.
    let alive = StoredValue::new(());
    let is_alive = move || alive.try_get_value().is_some();
    let still = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    let beat = Rc::new(RefCell::new(Beat::new(desk, still.is_some_and(|query| query.matches()))));
    let slot = Slot::default();
    let between = between(Rc::clone(&beat), Rc::clone(&slot), is_alive);
    let again = Rc::clone(&slot);
    *slot.borrow_mut() = Some(Closure::new(move |time: f64| {
        if !is_alive() {
            again.borrow_mut().take();
            return;
        }
        if beat.borrow_mut().frame(time) {
            ask(&again);
        } else {
            call(between.as_ref());
        }
    }));
    ask(&slot);
}

fn ask(slot: &Slot<f64>) {
    if let Some(closure) = slot.borrow().as_ref() {
        let _ = window().request_animation_frame(closure.as_ref().unchecked_ref());
    }
}

/// Work that goes on between the video frames, once its port is called: as soon
/// as the browser has nothing more urgent to do. Timers would wait for longer.
fn between(
    beat: Rc<RefCell<Beat>>,
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
            ask(&frames);
        }
        if next.work {
            call(Some(&again));
        }
    }));
    if let Some(closure) = slot.borrow().as_ref() {
        here.set_onmessage(Some(closure.as_ref().unchecked_ref()));
    }
    Some(there)
}

fn call(port: Option<&MessagePort>) {
    if let Some(port) = port {
        let _ = port.post_message(&JsValue::NULL);
    }
}

/// Next step after a slice of work.
struct Next {
    /// A video frame that was not asked for yet.
    frame: bool,
    /// Another bit.
    work: bool,
}

/// Changes not shown yet: in a picture, and in words.
#[derive(Default)]
struct Unseen {
    picture: bool,
    words: bool,
}

/// Timing of the frame loop; times are milliseconds since the page was loaded.
struct Beat {
    desk: Desk,
    /// Nothing is to glide.
    calm: bool,
    /// The last work, picture and words.
    worked: Option<f64>,
    drawn: f64,
    worded: f64,
    /// Duration of the last picture, with the work of the browser; `None` while it lasts.
    took: Option<f64>,
    /// Parts updated with the last picture.
    due: Due,
    /// Since when a video frame is waited for.
    asked: Option<f64>,
    /// Whether there is anything new.
    unseen: Unseen,
    /// Whether the last bit of work was too short.
    behind: bool,
}

impl Beat {
    fn new(desk: Desk, calm: bool) -> Self {
        Self {
            desk,
            calm,
            worked: None,
            drawn: 0.0,
            worded: 0.0,
            took: Some(0.0),
            due: Due::Picture,
            asked: Some(0.0),
            unseen: Unseen { picture: true, words: true },
            behind: false,
        }
    }

    /// A video frame, for which all is to be as it is at `time`, if that can be;
    /// whether the next one is to be asked for at once. If not, work is to go on.
    fn frame(&mut self, time: f64) -> bool {
        let from = now();
        if !self.behind {
            self.work(time);
        }
        let owes = self.desk.take_owed();
        self.due = if owes { Due::Answer } else { self.due }.next();
        let is_due = from - self.worded >= if self.calm { STILLS } else { WORDS };
        let worded = self.unseen.words && is_due && self.due == Due::Picture;
        if worded {
            (self.worded, self.unseen.words, self.due) = (from, false, Due::Words);
        }
        // What is as rare as this comes with all else.
        if (owes || worded) && (self.calm || from - self.drawn >= RARE) {
            self.due = Due::Everything;
        }
        if self.unseen.picture && !self.calm || self.due != Due::Picture {
            self.desk.publish(self.due);
            if self.desk.look(Lab::is_on_its_way) == Some(false) {
                panic::note_shown();
            }
            (self.drawn, self.unseen.picture) = (from, false);
            self.took = (!self.behind).then_some(0.0);
        }
        self.asked = (!self.behind).then_some(from);
        !self.behind
    }

    /// Next step between two pictures.
    fn between(&mut self) -> Next {
        let now = now();
        let took = *self.took.get_or_insert(now - self.drawn);
        if self.behind && self.asked.is_none_or(|asked| now - asked < HIDDEN) {
            self.work(now);
        }
        let spare = if self.desk.owes() { AWAITED } else { SPARING };
        let is_due = !self.behind || now - self.drawn >= (spare * took).min(RAREST);
        let frame = is_due && self.asked.is_none();
        if frame {
            self.asked = Some(now);
        }
        Next { frame, work: self.behind && self.asked.is_none_or(|asked| now - asked < HIDDEN) }
    }

    fn work(&mut self, time: f64) {
        let passed = self.worked.map_or(0.0, |worked| ((time - worked) / 1e3).max(0.0));
        let wall = passed.min(LONGEST);
        self.worked = Some(time);
        self.desk.idle(passed - wall);
        let mut over = slice();
        let mut behind = false;
        let changed = self.desk.work(wall, &mut || {
            behind = over();
            behind
        });
        self.behind = behind;
        self.unseen.picture |= changed;
        self.unseen.words |= changed;
    }
}

/// Work may begin: from now on this says whether it has taken long enough. It
/// looks at the clock every few times: that takes as long as some events.
pub fn slice() -> impl FnMut() -> bool {
    let now = clock();
    let deadline = now() + SLICE;
    let mut asked = 0u32;
    move || {
        asked += 1;
        asked.is_multiple_of(4) && now() > deadline
    }
}

/// Milliseconds since the page was loaded.
fn now() -> f64 {
    clock()()
}

/// Clock that looks up the browser's clock once.
fn clock() -> impl Fn() -> f64 {
    let clock = window().performance();
    move || clock.as_ref().map_or(0.0, Performance::now)
}
