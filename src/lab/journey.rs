//! Ways of the cursor over the tape. Going back is replaying from the start.

use std::sync::Arc;

use fabric_sim::engine::World;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::Tape;

/// Where the cursor is being taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// To a time.
    Time(Time),
    /// To just after the event of this number.
    Event(u64),
    /// To just after this many events of a time.
    Moment(Time, u64),
}

impl Tape {
    /// Sends the cursor to `time`; [`Tape::travel`] takes it there.
    pub fn seek(&mut self, time: Time) {
        if time < self.world.now() {
            self.rewind();
        }
        self.goal = Some(Goal::Time(time));
    }

    /// Sends the cursor to just after event `number`.
    pub fn seek_event(&mut self, number: u64) {
        if number < self.world.counters().events || self.world.now() > self.last.1 {
            self.rewind();
        }
        self.goal = Some(Goal::Event(number));
    }

    /// Sends the cursor to just after the `nth` event of `time`, before all of
    /// them for 0.
    pub fn seek_moment(&mut self, time: Time, nth: u64) {
        self.rewind();
        self.goal = Some(if nth == 0 { Goal::Time(time) } else { Goal::Moment(time, nth) });
    }

    /// Sends the cursor back by one event that could be observed: to the last
    /// one if time has passed since, else to the one before.
    pub fn back(&mut self) {
        let events = self.world.counters().events;
        let between = self.world.now() > self.last.1;
        let before = self.seen.iter().rev().find(|number| **number < events || between);
        self.seek_event(before.copied().unwrap_or(0));
    }

    /// The moment that the cursor is at, or on its way to: a time, and how
    /// many of its events have happened.
    #[must_use]
    pub fn moment(&self) -> (Time, u64) {
        match self.goal {
            Some(Goal::Time(time)) => (time, 0),
            Some(Goal::Moment(time, nth)) => (time, nth),
            Some(Goal::Event(_)) | None => (self.world.now(), self.world.ran_now()),
        }
    }

    /// Goes on towards the goal until `tired`; whether the cursor is there.
    pub fn travel(&mut self, tired: &mut impl FnMut() -> bool) -> bool {
        match self.goal {
            None => return true,
            Some(Goal::Time(time)) => {
                if !self.run(time, &mut |_| (), tired) {
                    return false;
                }
            }
            Some(Goal::Moment(time, nth)) => {
                if !self.run(Time(time.ps().saturating_sub(1)), &mut |_| (), tired) {
                    return false;
                }
                // The events of one instant; fewer if the run has fewer there.
                while self.world.ran_now() < nth || self.world.now() < time {
                    if self.world.idle_until(time) {
                        self.run(time, &mut |_| (), &mut || false);
                        break;
                    }
                    self.one(&mut |_| ());
                }
            }
            Some(Goal::Event(number)) => {
                while self.world.counters().events < number {
                    if !self.one(&mut |_| ()) {
                        break;
                    }
                    if self.world.counters().events.is_multiple_of(64) && tired() {
                        return false;
                    }
                }
            }
        }
        self.goal = None;
        true
    }

    fn rewind(&mut self) {
        self.world = World::new(self.with_actions());
        self.last = (0, Time::ZERO);
        self.seen.clear();
        self.matches.forget();
        self.latest.forget();
    }

    /// The spec with the actions done since it was compiled.
    pub(super) fn with_actions(&self) -> Arc<Spec> {
        let actions = self.world.actions();
        if actions.len() == self.spec.actions.len() {
            return Arc::clone(&self.spec);
        }
        let mut spec = Spec::clone(&self.spec);
        spec.actions = actions.to_vec();
        Arc::new(spec)
    }
}
