//! Moves of the cursor of a recording: sets the target of the cursor, and then runs the events up to the
//! target. Start with [`Recording::send`] and [`Recording::travel`]. A new target replaces the old one. A
//! moment is a time and a number of events; the number 0 stands for all events of the time, and at time 0 for
//! the start.

use std::sync::Arc;

use fabric_sim::seekable::SeekTarget;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::Recording;

impl Recording {
    /// Sets the target of the cursor, and restores the last checkpoint before `target`. [`Recording::travel`]
    /// then runs the events up to `target`.
    pub(super) fn send(&mut self, target: SeekTarget) {
        self.seekable_run.approach(target);
        self.target = Some(target);
    }

    /// Sets the target of the cursor: just after all events up to `time`.
    pub fn seek(&mut self, time: Time) {
        self.send(SeekTarget::Time(time));
    }

    /// Sets the target of the cursor: the last event of the run, or `horizon` if events follow after
    /// `horizon`.
    pub fn seek_end(&mut self, horizon: Time) {
        // If no event is left, a cursor after the last event moves back to that event.
        let target = if self.is_over() {
            SeekTarget::Event(self.seekable_run.number())
        } else {
            SeekTarget::End(horizon)
        };
        self.send(target);
    }

    /// Sets the target of the cursor: just after the event with number `number`. Number 0 is the start of the
    /// run.
    pub fn seek_event(&mut self, number: u64) {
        self.send(SeekTarget::Event(number));
    }

    /// Sets the target of the cursor: just after event `nth` of `time`; see [`SeekTarget::Moment`].
    pub fn seek_moment(&mut self, time: Time, nth: u64) {
        // The number 0 at time 0 is the start, before all events.
        let start = (time, nth) == (Time::ZERO, 0);
        self.send(if start { SeekTarget::Event(0) } else { SeekTarget::Moment(time, nth) });
    }

    /// Moves the cursor back to the nearest earlier event that the observer subscribes to. The event at the
    /// cursor itself does not count.
    pub fn back(&mut self) {
        self.send(self.seekable_run.before());
    }

    /// Target of the cursor, or its position if the cursor has no target.
    #[must_use]
    pub fn place(&self) -> SeekTarget {
        let here = || SeekTarget::Moment(self.world().now(), self.world().ran_now());
        self.target.unwrap_or_else(here)
    }

    /// Whether `place` is the target of the cursor; if the cursor has no target, whether the cursor is at
    /// `place`. The cursor is at a [`SeekTarget::Time`] only if no event of this time is left. At the end of
    /// the run, the cursor is at every [`SeekTarget::End`].
    #[must_use]
    pub fn is_at(&self, place: SeekTarget) -> bool {
        if self.target.is_some() {
            return self.target == Some(place);
        }
        let (now, ran) = (self.world().now(), self.world().ran_now());
        let behind_all = self.world().next_at() > now;
        match place {
            SeekTarget::Time(time) => now == time && behind_all,
            SeekTarget::End(time) => now == time && behind_all || self.is_over(),
            SeekTarget::Moment(time, nth) => {
                now == time && (ran == nth || behind_all && (ran < nth || nth == 0 && now > Time::ZERO))
            }
            SeekTarget::Event(number) => self.seekable_run.number() == number && ran > 0,
        }
    }

    /// Moment to which the cursor moves: a time, and the number of events of that time that have run; the
    /// number 0 stands for all events. Returns the position of the cursor if the cursor does not move, or if
    /// the time of the target is unknown.
    #[must_use]
    pub fn moment(&self) -> (Time, u64) {
        match self.target {
            Some(SeekTarget::Time(time) | SeekTarget::End(time)) => (time, 0),
            Some(SeekTarget::Moment(time, nth)) => (time, nth),
            Some(SeekTarget::Event(_)) | None => (self.world().now(), self.world().ran_now()),
        }
    }

    /// Continues the move of the cursor until `is_budget_spent` returns true. Returns `true` if the cursor
    /// has arrived or was not moving. Returns `false` if the move continues, or if the memory exceeds its
    /// budget ([`Recording::over_budget`]).
    pub fn travel(&mut self, is_budget_spent: &mut impl FnMut() -> bool) -> bool {
        let Some(target) = self.target else { return true };
        let there = self.go(target, &mut |_| (), is_budget_spent);
        if there {
            self.target = None;
        }
        there
    }

    /// Returns the spec of the run with all actions, including actions performed after the spec was compiled.
    pub(super) fn with_actions(&self) -> Arc<Spec> {
        let actions = self.world().actions();
        if actions.len() == self.spec().actions.len() {
            return Arc::clone(self.spec());
        }
        let mut spec = Spec::clone(self.spec());
        spec.actions = actions.to_vec();
        Arc::new(spec)
    }
}
