//! How the cursor goes on: as far as somebody wants to hear of what happens at
//! a time.

use crate::engine::Interest;
use crate::units::Time;

use super::{Goal, Reel, Rider};

/// Work ([`World::work`](crate::engine::World::work)) after which a cursor on its way is asked whether to go on.
pub const ROUND: u64 = 256;
/// A time that never comes.
const END: Time = Time(Time::NEVER.0 - 1);

impl<R: Rider> Reel<R> {
    /// Goes on towards `goal`, before which the cursor is, until it is `tired`;
    /// calls `each` after every event of `interest` or of that of the rider that has
    /// to be heard at once, and now and then, with what was written down since.
    /// Whether the cursor is there. It goes no further, and is not there, where the
    /// world exceeds its budget of memory.
    pub fn travel(
        &mut self,
        goal: Goal,
        interest: Interest,
        each: &mut impl FnMut(&Self),
        tired: &mut impl FnMut() -> bool,
    ) -> bool {
        let there = self.go_on(goal, interest, each, tired);
        if let (true, Goal::Time(time) | Goal::Moment(time, 0)) = (there, goal) {
            // Time passes where nothing is left to happen, too.
            self.world.run(time, 0);
        }
        there
    }

    /// Goes on as [`Reel::travel`] does, but where nothing is left to happen the
    /// cursor is there, and stays at the last event.
    fn go_on(
        &mut self,
        goal: Goal,
        interest: Interest,
        each: &mut impl FnMut(&Self),
        tired: &mut impl FnMut() -> bool,
    ) -> bool {
        if self.weigh() {
            return false;
        }
        let mut round = self.world.work() + ROUND;
        loop {
            let before = self.number();
            let most = round.saturating_sub(self.world.work());
            let there = match goal {
                Goal::Time(time) | Goal::End(time) | Goal::Moment(time, 0) => {
                    self.some_until(time, most, interest)
                }
                // The events of the instant itself are counted one by one.
                Goal::Moment(time, _) if self.world.now() < time => {
                    self.some_until(Time(time.ps() - 1), most, interest)
                        // What has run until then is heard of before there is more.
                        && self.number() == before
                        && self.one_until(time)
                }
                Goal::Moment(time, nth) => self.is_at(time, nth) || self.one_until(time),
                // Of the last one everything is to be known.
                Goal::Event(number) if before + 1 < number => {
                    self.some_until(END, most.min(number - before - 1), interest)
                }
                Goal::Event(number) => before >= number || !self.one(),
            };
            if self.number() > before {
                each(self);
            }
            if there {
                return true;
            }
            if self.world.work() >= round {
                if self.weigh() || tired() {
                    return false;
                }
                round = self.world.work() + ROUND;
            }
        }
    }

    /// Runs at most `most` events up to and including `until`, as long as none has
    /// to be heard at once; whether none is left, and time has passed until then.
    fn some_until(&mut self, until: Time, most: u64, interest: Interest) -> bool {
        if interest.everything {
            return self.world.next_at() == Time::NEVER || self.one_until(until);
        }
        let before = self.number();
        let mut most = most.min(self.checkpoints.due().saturating_sub(before)).max(1);
        if before < self.known {
            // What is known and what is news is not told at once.
            most = most.min(self.known - before);
        }
        let interest = Interest { crowding: self.rider.crowding(), ..interest };
        self.log.clear();
        let there = self.world.run_heeding(until, most, interest, &mut self.log);
        if self.number() > before {
            self.heard(before);
        }
        there
    }
}
