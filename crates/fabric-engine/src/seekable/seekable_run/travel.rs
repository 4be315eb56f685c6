//! Movement of the cursor towards a target. The caller gets a callback for the events that it or the
//! observer subscribed to.

use crate::engine::EventFilter;
use crate::units::Time;

use super::{CheckpointedObserver, SeekTarget, SeekableRun};

/// Units of work ([`World::work`](crate::engine::World::work)) after which the run checks again whether to
/// stop.
pub const ROUND: u64 = 256;
/// Latest time at which an event may occur.
const END: Time = Time(Time::NEVER.0 - 1);

impl<R: CheckpointedObserver> SeekableRun<R> {
    /// Moves the cursor forwards until it reaches `target`, or until `should_stop` returns true. `target`
    /// must not be before the cursor. Calls `each` after every event at which the event loop returns, because
    /// `filter` or the observer subscribed to it ([`EventFilter`]). Also calls `each` from time to time with
    /// the data logged since the last call.
    ///
    /// Returns whether the cursor is at `target`, or no event is left before it. The cursor also stops early
    /// if the world exceeds its memory budget.
    pub fn travel(
        &mut self,
        target: SeekTarget,
        filter: EventFilter,
        each: &mut impl FnMut(&Self),
        should_stop: &mut impl FnMut() -> bool,
    ) -> bool {
        let there = self.travel_by_events(target, filter, each, should_stop);
        if let (true, SeekTarget::Time(time) | SeekTarget::Moment(time, 0)) = (there, target) {
            // Time also passes if no event is left.
            self.world.run(time, 0);
        }
        there
    }

    /// Moves the cursor like [`SeekableRun::travel`], with the same result, but does not advance the time if
    /// no event is left.
    fn travel_by_events(
        &mut self,
        target: SeekTarget,
        filter: EventFilter,
        each: &mut impl FnMut(&Self),
        should_stop: &mut impl FnMut() -> bool,
    ) -> bool {
        if self.weigh() {
            return false;
        }
        let mut round = self.world.work() + ROUND;
        loop {
            let before = self.number();
            let most = round.saturating_sub(self.world.work());
            let there = match target {
                SeekTarget::Time(time) | SeekTarget::End(time) | SeekTarget::Moment(time, 0) => {
                    self.run_filtered_until(time, most, filter)
                }
                // The events at the time of the target are run one by one, so that they are counted.
                SeekTarget::Moment(time, _) if self.world.now() < time => {
                    self.run_filtered_until(Time(time.ps() - 1), most, filter)
                        // The events so far are reported before the next one.
                        && self.number() == before
                        && !self.run_event_until(time)
                }
                SeekTarget::Moment(time, nth) => self.is_at(time, nth) || !self.run_event_until(time),
                // The event of the target is run alone, so that all its trace events are recorded.
                SeekTarget::Event(number) if before + 1 < number => {
                    self.run_filtered_until(END, most.min(number - before - 1), filter)
                }
                SeekTarget::Event(number) => before >= number || !self.run_event(),
            };
            if self.number() > before {
                each(self);
            }
            if there {
                return true;
            }
            if self.world.work() >= round {
                if self.weigh() || should_stop() {
                    return false;
                }
                round = self.world.work() + ROUND;
            }
        }
    }

    /// Runs at most `most` events, none of them later than `until`. Stops early after an event at which
    /// `filter` makes the event loop return. Returns true if no event is left up to `until`; the time has
    /// then advanced to `until`.
    fn run_filtered_until(&mut self, until: Time, most: u64, filter: EventFilter) -> bool {
        if filter.everything {
            return self.world.next_at() == Time::NEVER || !self.run_event_until(until);
        }
        let before = self.number();
        let mut most = most.min(self.checkpoints.due().saturating_sub(before)).max(1);
        if before < self.known {
            // Replayed and new events are reported separately.
            most = most.min(self.known - before);
        }
        let filter = EventFilter { backlogged: self.observer.backlogged(), ..filter };
        self.log.clear();
        let there = self.world.run_filtered(until, most, filter, &mut self.log);
        if self.number() > before {
            self.observe_batch(before);
        }
        there
    }
}
