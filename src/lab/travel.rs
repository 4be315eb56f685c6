//! Where the cursor of a run can be sent.

use std::sync::Arc;

use fabric_sim::units::Time;

use super::Run;
use super::search::{Search, Wanted};

impl Run {
    /// One event forward, standing still.
    pub fn step(&mut self) {
        self.play(false);
        if self.is_seeking() {
            return;
        }
        let (speed, spec) = (self.speed(), Arc::clone(self.tape.spec()));
        let motion = &mut self.motion;
        self.tape.step(&mut |note| motion.note(&spec, note, speed));
        self.stepped = true;
        self.arrived();
    }

    /// One event back, standing still.
    pub fn back(&mut self) {
        self.play(false);
        self.stepped = true;
        self.sent().back();
    }

    /// To a time.
    pub fn seek(&mut self, time: Time) {
        self.glide = None;
        self.search = None;
        self.sent().seek(time);
    }

    /// To `time`, unless the cursor is there or beyond.
    pub fn seek_from(&mut self, time: Time) {
        if self.moment() < (time, 1) {
            self.sent().seek(time);
        }
    }

    /// To just after the `nth` event of a time, standing still.
    pub fn seek_moment(&mut self, time: Time, nth: u64) {
        self.play(false);
        self.sent().seek_moment(time, nth);
    }

    /// To the next event that is wanted, as far as the tape is known, else as
    /// far as a copy finds one that runs ahead up to `end`; standing still. If
    /// there is none, the cursor stays.
    pub fn seek_next(&mut self, wanted: Wanted, end: Time) {
        self.play(false);
        let tape = self.leading();
        // What was heard of is known as far as the tape is; matches are not kept.
        let known = match wanted {
            Wanted::Told(is, _) => {
                let told = tape.told();
                if let Some(event) = tape.events()[told..].iter().find(|event| is(event.kind)) {
                    let number = event.number;
                    self.sent().seek_event(number);
                    return;
                }
                tape.known
            }
            Wanted::Joined(_) => tape.world().counters().events,
        };
        let (scout, ear) = (tape.world().clone(), tape.ear.clone());
        self.search = Some(Search::new(wanted, scout, ear, known, end));
        self.told.say(&self.tape, format!("Looking ahead for the next {}.", wanted.name()));
    }

    /// To just after the event of this number, standing still.
    pub fn seek_event(&mut self, number: u64) {
        self.play(false);
        self.sent().seek_event(number);
    }

    /// To the event worth telling before this one, standing still.
    pub fn seek_last(&mut self) {
        let tape = self.leading();
        let here = tape.world().counters().events;
        let before = tape.events().iter().rev().find(|event| event.number < here);
        self.seek_event(before.map_or(0, |event| event.number));
    }
}
