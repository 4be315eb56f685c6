//! Calendar of deadlines. Near deadlines are on a timing wheel, far deadlines in a heap.
//!
//! Each possible deadline has one slot, for example the next arrival at a port or the end of a
//! transmission. A slot has at most one time. Setting a slot replaces its time, so no outdated time
//! is left. Slots are numbered by class, then by entity; among equal times the lowest slot comes
//! first (see `event_order.rs`). Start with [`Calendar`].

mod heap;
mod wheel;

use crate::units::Time;

use heap::Heap;
use wheel::Wheel;

/// Deadline as one number that sorts by time, then by slot.
type Key = u128;

#[inline]
const fn key(time: Time, slot: u32) -> Key {
    (time.ps() as u128) << 64 | slot as u128
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the fields that `key` packed")]
const fn unpack(key: Key) -> (Time, u32) {
    (Time((key >> 64) as u64), key as u32)
}

/// Index that stands for "no slot": an empty list, or the end of a list.
const NOWHERE: u32 = u32::MAX;

/// Calendar of deadlines. Most deadlines are close to the present (ends and arrivals of frames): these are on
/// a timing wheel, where setting or removing a deadline costs one bucket operation. Timers are later and stay
/// in a heap; most of them are replaced before the wheel reaches their time.
#[derive(Clone, Debug)]
pub(super) struct Calendar {
    near: Wheel,
    far: Heap,
    /// Time from which the earliest deadline of the heap is near enough to move to the wheel; [`Time::NEVER`]
    /// if the heap is empty.
    comes_near: Time,
}

impl Calendar {
    /// Creates a calendar of `slots` slots without deadlines. `now` is the present time. Slots are numbered
    /// from 0; a higher slot causes a panic.
    pub(super) fn new(slots: u32, now: Time) -> Self {
        Self { near: Wheel::new(slots, now), far: Heap::new(slots), comes_near: Time::NEVER }
    }

    /// Earliest deadline; [`Time::NEVER`] if no slot has a deadline.
    #[inline]
    pub(super) fn next_time(&self) -> Time {
        self.next().0
    }

    /// Earliest deadline, and its slot. If several slots have this deadline, the slot is the lowest of them.
    /// If no deadline is set, the time is [`Time::NEVER`] and the slot has no meaning.
    #[inline]
    pub(super) fn next(&self) -> (Time, u32) {
        // Every deadline in the heap is later than all deadlines on the wheel.
        let first = self.near.first();
        if first.0 == Time::NEVER { unpack(self.far.first()) } else { first }
    }

    /// Removes the earliest deadline, which must be at `time`, and makes `time` the present time.
    #[inline(always)]
    pub(super) fn take(&mut self, time: Time) {
        self.near.turn(time);
        if time >= self.comes_near {
            self.refill_wheel();
        }
        self.near.pop();
    }

    /// Sets the deadline of `slot` to `time`, and replaces the deadline that the slot had. [`Time::NEVER`]
    /// removes the deadline. `time` must not be before the deadline removed last.
    #[inline(always)]
    pub(super) fn set(&mut self, slot: u32, time: Time) {
        debug_assert!(self.near.is_to_come(time), "{slot} is armed for the past, {time:?}");
        if self.near.reaches(time) && self.near.is_idle(slot) {
            self.near.insert(slot, time);
        } else {
            self.replace(slot, time);
        }
    }

    /// Handles two rare cases of [`Calendar::set`]: the slot already has a deadline, or `time` is too far
    /// ahead for the timing wheel.
    #[inline(never)]
    fn replace(&mut self, slot: u32, time: Time) {
        if self.near.has(slot) {
            self.near.remove(slot);
        }
        if time == Time::NEVER || self.near.reaches(time) {
            if self.near.is_beyond(slot) {
                self.far.remove(slot);
                self.near.set_beyond(slot, false);
            }
            if time != Time::NEVER {
                self.near.insert(slot, time);
            }
        } else {
            self.far.set(slot, time);
            self.near.set_beyond(slot, true);
        }
        self.update_refill_time();
    }

    /// Moves the deadlines that are now within reach of the wheel from the heap to the wheel.
    #[inline(never)]
    fn refill_wheel(&mut self) {
        let mut first = unpack(self.far.first());
        while self.near.reaches(first.0) {
            self.far.remove(first.1);
            self.near.insert(first.1, first.0);
            first = unpack(self.far.first());
        }
        self.update_refill_time();
    }

    /// Computes `comes_near` again after the heap changed.
    fn update_refill_time(&mut self) {
        let first = unpack(self.far.first()).0;
        self.comes_near = if first == Time::NEVER { first } else { first.saturating_sub(self.near.reach()) };
    }

    /// Heap memory of the calendar, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.near.heap_bytes() + self.far.heap_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(calendar: &mut Calendar) -> Vec<(u64, u32)> {
        std::iter::from_fn(|| take(calendar)).map(|(time, slot)| (time.ps(), slot)).collect()
    }

    fn take(calendar: &mut Calendar) -> Option<(Time, u32)> {
        let next = calendar.next();
        (next.0 != Time::NEVER).then(|| {
            calendar.take(next.0);
            next
        })
    }

    #[test]
    fn the_earliest_wins_and_ties_go_to_the_lowest_slot() {
        let mut calendar = Calendar::new(7, Time::ZERO);
        assert_eq!(calendar.next_time(), Time::NEVER);
        for (slot, ps) in [(5, 30), (3, 10), (6, 10), (1, 20)] {
            calendar.set(slot, Time(ps));
        }
        assert_eq!(drain(&mut calendar), [(10, 3), (10, 6), (20, 1), (30, 5)]);
    }

    #[test]
    fn arming_again_replaces_and_never_disarms() {
        let mut calendar = Calendar::new(3, Time::ZERO);
        (0..3).for_each(|slot| calendar.set(slot, Time(5)));
        calendar.set(0, Time(9));
        calendar.set(1, Time::NEVER);
        assert_eq!(drain(&mut calendar), [(5, 2), (9, 0)]);
    }

    #[test]
    fn deadline_at_the_present_time_is_ordered_by_slot() {
        let mut calendar = Calendar::new(4, Time::ZERO);
        calendar.set(2, Time(5));
        calendar.set(3, Time(5));
        assert_eq!(take(&mut calendar), Some((Time(5), 2)));
        calendar.set(3, Time(5));
        calendar.set(0, Time(5));
        assert_eq!(calendar.next_time(), Time(5));
        assert_eq!(drain(&mut calendar), [(5, 0), (5, 3)]);
    }

    /// Compares the calendar with the minimum of (time, slot) over all slots.
    #[test]
    fn agrees_with_a_scan_of_all_slots() {
        let mut calendar = Calendar::new(37, Time::ZERO);
        let mut deadlines = [Time::NEVER; 37];
        let scan = |deadlines: &[Time; 37]| (0..37u32).min_by_key(|n| (deadlines[*n as usize], *n)).unwrap();
        let (mut x, mut last) = (1u64, Time::ZERO);
        for _ in 0..50_000 {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let first = scan(&deadlines);
            assert_eq!(calendar.next_time(), deadlines[first as usize]);
            if (x >> 40).is_multiple_of(4) {
                let taken = take(&mut calendar);
                let due = std::mem::replace(&mut deadlines[first as usize], Time::NEVER);
                assert_eq!(taken, (due != Time::NEVER).then_some((due, first)));
                last = taken.map_or(last, |(time, _)| time);
            } else {
                let slot = u32::try_from((x >> 33) % 37).unwrap();
                // Intervals of all lengths: some within reach of the wheel, some far beyond.
                let ahead = Time((x >> 58) << (x >> 20 & 31));
                let time = if (x >> 50).is_multiple_of(4) { Time::NEVER } else { last + ahead };
                deadlines[slot as usize] = time;
                calendar.set(slot, time);
            }
        }
    }
}
