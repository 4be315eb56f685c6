//! Moves of the cursor of the run on display, and searches for events. Start with [`Run::seek`]. The methods
//! only start a move or search; [`Run::advance`] does the work later.
//!
//! A move to a time ends after all events of this time. The event at the cursor is neither the next nor the
//! last event of a search. A search first looks at the recorded key events, and runs a copy of the run only
//! if these events are not enough. If a search finds nothing, the cursor stays and the page says so.

use std::sync::Arc;

use fabric_sim::document::link::Cursor;
use fabric_sim::seekable::{SearchState, SeekTarget};
use fabric_sim::units::Time;

use super::run::ps;
use super::search::{EventSearch, SearchTarget};
use super::{Recording, Run};
use crate::charts::span_label;

impl Run {
    /// Stops playing. If the cursor is not moving, steps forward to the next event that the observer
    /// subscribes to. If the memory is used up, the step is refused. If only timers expire in the step, the
    /// page shows a message. At the end of the run, the cursor stays.
    pub fn step(&mut self) {
        self.play(false);
        if self.is_seeking() {
            return;
        }
        if let why @ Some(_) = self.recording.over_budget() {
            self.refuse(why);
            return;
        }
        let (speed, spec) = (self.speed(), Arc::clone(self.recording.spec()));
        let motion = &mut self.motion;
        let is_seen = self.recording.step(&mut |note| motion.record(&spec, note, speed));
        self.arrived();
        if !is_seen && !self.recording.is_over() {
            let now = span_label(ps(self.recording.world().now()));
            self.show_message(format!("Up to {now} nothing happens but timers that run out."));
        }
    }

    /// Stops playing and steps back by one event that the observer subscribes to. At the start of the run,
    /// the cursor stays.
    pub fn back(&mut self) {
        self.play(false);
        self.sent().back();
    }

    /// Whether the cursor is moving to an event whose time is not yet known.
    #[must_use]
    pub fn goes_to_event(&self) -> bool {
        matches!(self.leading().target, Some(SeekTarget::Event(_)))
    }

    /// Time to which the cursor moves. Returns the time of the cursor if the cursor does not move, or if the
    /// time of the target is unknown.
    #[must_use]
    pub fn aim(&self) -> Time {
        if self.goes_to_event() { self.snapshot.now } else { self.moment().0 }
    }

    /// Moves the cursor to `time`, and ends a search. A run that plays continues from there.
    pub fn seek(&mut self, time: Time) {
        self.glide = None;
        self.search = None;
        self.sent().seek(time);
    }

    /// Stops playing and moves the cursor to `cursor`. If the event number of `cursor` is 0, the cursor moves
    /// to after all events of the time.
    pub fn halt(&mut self, cursor: Cursor) {
        self.play(false);
        match cursor.nth {
            0 => self.seek(cursor.time),
            nth => self.seek_moment(cursor.time, u64::from(nth)),
        }
    }

    /// Stops playing and moves the cursor to the end of the run, or to `horizon` if events follow after
    /// `horizon`. If the cursor cannot reach this time, the run plays again.
    pub fn seek_end(&mut self, horizon: Time) {
        self.stop_at_destination();
        self.sent().seek_end(horizon);
    }

    /// Moves the cursor to `time` during a drag. Until the cursor arrives, the page shows the checkpoint from
    /// which the run is replayed.
    pub fn scrub(&mut self, time: Time) {
        self.seek(time);
        self.near = self.ahead.clone();
    }

    /// Moves the cursor to `place`. A run that plays continues to play.
    pub(super) fn go_to(&mut self, place: SeekTarget) {
        self.glide = None;
        self.search = None;
        self.sent().send(place);
    }

    /// Continues the present move from a checkpoint of `other`, so that the events before this checkpoint
    /// need no replay. Does nothing without a move, or if the runs differ in more than actions.
    pub(super) fn adopt_checkpoints(&mut self, other: &Self) {
        let Some(target) = self.ahead.as_ref().and_then(|ahead| ahead.target) else { return };
        let (known, spec) = (other.leading(), self.recording.spec());
        if known.spec().is_but_for_actions(spec) {
            let mut fork = known.fork(spec);
            fork.send(target);
            self.ahead = Some(Box::new(fork));
        }
    }

    /// Moves the cursor to just after all events of `time`. Does nothing if the cursor is after `time`, or if
    /// an event of `time` has run already.
    pub fn seek_from(&mut self, time: Time) {
        if self.moment() < (time, 1) {
            self.sent().seek(time);
        }
    }

    /// Stops playing and moves the cursor to just after event number `nth` of `time`, counted from 1; for
    /// `nth` 0, to after all events of `time`.
    pub fn seek_moment(&mut self, time: Time, nth: u64) {
        self.play(false);
        self.sent().seek_moment(time, nth);
    }

    /// Stops playing and moves the cursor to the next event that matches `target`. If no matching event is
    /// recorded, a copy of the run searches for it up to and including `end`. If no event is found, the
    /// cursor stays and the page says so. `name` is the name of this kind of event on the page.
    pub fn seek_next(&mut self, target: SearchTarget, name: &'static str, end: Time) {
        self.play(false);
        let recording = self.leading();
        let mut scout = recording.seekable_run.clone();
        if matches!(target, SearchTarget::KeyEvent(..)) && recording.recorded.is_whole_from(scout.number()) {
            let known =
                recording.events()[recording.past_event_count()..].iter().find(|event| target.matches(event));
            if let Some(number) = known.map(|event| event.number) {
                self.sent().seek_event(number);
                return;
            }
            // The recorded events contain no such event, so the search begins after them.
            scout.approach(SeekTarget::Event(u64::MAX));
        }
        self.search = Some(EventSearch::forward(target, name, scout, end));
        self.show_message(format!("Looking ahead for the next {name}."));
    }

    /// Stops playing and moves the cursor back to the last event that matches `target`. If no event is found,
    /// the cursor stays and the page says so. `name` is the name of this kind of event on the page.
    pub fn seek_last(&mut self, target: SearchTarget, name: &'static str) {
        self.seek_last_before(self.leading().seekable_run.number(), target, name);
    }

    /// Stops playing and moves the cursor to the last event that matches `target` and has a number below
    /// `number`. If no event is found, the cursor stays and the page says so. `name` is the name of this kind
    /// of event on the page.
    pub(super) fn seek_last_before(&mut self, number: u64, target: SearchTarget, name: &'static str) {
        self.play(false);
        let recording = self.leading();
        let mut known = recording.events().iter().rev();
        let before =
            known.find(|event| event.number < number && target.matches(event)).map(|event| event.number);
        if let Some(before) = before.filter(|before| recording.recorded.is_whole_from(*before)) {
            self.sent().seek_event(before);
            return;
        }
        self.search = Some(EventSearch::backward(target, name, recording.seekable_run.clone(), number));
        self.show_message(format!("Looking back for the last {name}."));
    }

    /// Stops playing and moves the cursor to just after the event with number `number`. The time of the event
    /// is unknown until the cursor arrives.
    pub fn seek_event(&mut self, number: u64) {
        self.play(false);
        self.sent().seek_event(number);
    }

    /// Continues a move of the cursor or a search until `is_budget_spent` returns true. Returns whether a
    /// move or a search was in progress. A move that would exceed the memory ends, and the reason is
    /// recorded.
    pub(super) fn advance_travel(&mut self, is_budget_spent: &mut impl FnMut() -> bool) -> bool {
        if let Some(mut ahead) = self.ahead.take() {
            let near = self.near.take();
            if ahead.travel(is_budget_spent) {
                self.show(*ahead);
            } else if let why @ Some(_) = ahead.over_budget() {
                self.refuse(why);
                self.play_on();
            } else {
                if let Some(near) = near {
                    self.show(Recording { target: None, ..*near });
                }
                self.ahead = Some(ahead);
            }
            return true;
        }
        let Some(mut search) = self.search.take() else { return false };
        match search.advance(is_budget_spent) {
            SearchState::Unknown => self.search = Some(search),
            SearchState::Event(number) => self.sent().seek_event(number),
            SearchState::TooLarge => {
                let name = search.name;
                self.show_message(format!(
                    "There is no {name} before the run takes more memory than a page has."
                ));
            }
            SearchState::Nothing => {
                let name = search.name;
                let text = match search.end {
                    Some(end) if search.already => format!(
                        "This queue is above that already, and does not grow above it again up to {}.",
                        span_label(ps(end))
                    ),
                    Some(end) => {
                        let another =
                            if self.recording.has_past_event(search.target) { "other " } else { "" };
                        format!("There is no {another}{name} up to {}.", span_label(ps(end)))
                    }
                    None => format!("There is no {name} before."),
                };
                self.show_message(text);
            }
        }
        true
    }
}
