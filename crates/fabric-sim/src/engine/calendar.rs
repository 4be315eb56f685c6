//! What happens next: one deadline per owner, in a heap that knows where each
//! owner stands.
//!
//! Every owner (a cable's far end, a transmitter, a timer) has one slot, so
//! that arming again replaces and nothing stale is ever popped. Slots are
//! numbered by class, then by entity: among equal times the lowest slot wins,
//! which makes the order of events structural, whatever was armed first.

use crate::units::Time;

/// An armed slot as one number: the time, then the slot.
type Key = u128;

const fn key(time: Time, slot: u32) -> Key {
    (time.ps() as u128) << 64 | slot as u128
}

#[expect(clippy::cast_possible_truncation, reason = "the fields that `key` packed")]
const fn unpack(key: Key) -> (Time, u32) {
    (Time((key >> 64) as u64), key as u32)
}

const NOWHERE: u32 = u32::MAX;

/// A binary heap of the armed slots. Idle owners cost nothing but their entry
/// in `places`.
#[derive(Clone, Debug)]
pub(super) struct Calendar {
    heap: Vec<Key>,
    /// By slot: where it stands in the heap.
    places: Vec<u32>,
    /// The root has been taken and not yet been filled. Most events arm a slot
    /// again, which then goes there: one way down instead of two.
    hole: bool,
}

impl Calendar {
    pub(super) fn new(slots: u32) -> Self {
        let slots = slots as usize;
        Self { heap: Vec::with_capacity(slots), places: vec![NOWHERE; slots], hole: false }
    }

    /// The earliest deadline; [`Time::NEVER`] if nothing is armed.
    #[inline]
    pub(super) fn next_time(&self) -> Time {
        self.next().0
    }

    /// The earliest deadline and the slot that it belongs to; at
    /// [`Time::NEVER`] the slot means nothing.
    #[inline]
    pub(super) fn next(&self) -> (Time, u32) {
        let earliest = if self.hole {
            let second = self.heap.get(1).copied().unwrap_or(Key::MAX);
            second.min(self.heap.get(2).copied().unwrap_or(Key::MAX))
        } else {
            self.heap.first().copied().unwrap_or(Key::MAX)
        };
        unpack(earliest)
    }

    /// Takes out the earliest deadline and the slot that it belongs to, which
    /// is disarmed.
    #[inline]
    pub(super) fn take(&mut self) -> Option<(Time, u32)> {
        if self.hole {
            self.hole = false;
            self.remove(0);
        }
        let root = self.heap.first_mut()?;
        let (time, slot) = unpack(*root);
        // Lower than any key: nothing rises into the hole.
        *root = 0;
        self.places[slot as usize] = NOWHERE;
        self.hole = true;
        Some((time, slot))
    }

    /// Replaces the deadline of `slot`; [`Time::NEVER`] disarms it.
    #[inline]
    pub(super) fn set(&mut self, slot: u32, time: Time) {
        let place = self.places[slot as usize];
        let key = key(time, slot);
        if place != NOWHERE {
            let at = place as usize;
            let old = self.heap[at];
            if time == Time::NEVER {
                self.places[slot as usize] = NOWHERE;
                self.remove(at);
            } else if key < old {
                self.rise(at, key);
            } else if key > old {
                self.sink(at, key);
            }
        } else if time != Time::NEVER {
            if self.hole {
                self.hole = false;
                self.sink(0, key);
            } else {
                self.heap.push(key);
                self.rise(self.heap.len() - 1, key);
            }
        }
    }

    /// Closes the gap at `at`, whose slot is no longer in `places`.
    fn remove(&mut self, at: usize) {
        let Some(last) = self.heap.pop() else { return };
        if at < self.heap.len() {
            if at > 0 && last < self.heap[(at - 1) / 2] {
                self.rise(at, last);
            } else {
                self.sink(at, last);
            }
        }
    }

    fn put(&mut self, at: usize, key: Key) {
        self.heap[at] = key;
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer slots than 2^32")]
        let place = at as u32;
        self.places[unpack(key).1 as usize] = place;
    }

    #[inline]
    fn rise(&mut self, mut at: usize, key: Key) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if self.heap[parent] <= key {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, key);
    }

    #[inline]
    fn sink(&mut self, mut at: usize, key: Key) {
        let heap = self.heap.len();
        loop {
            let mut child = 2 * at + 1;
            if child + 1 < heap {
                child += usize::from(self.heap[child + 1] < self.heap[child]);
            } else if child >= heap {
                break;
            }
            if key <= self.heap[child] {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, key);
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.heap[..]) + size_of_val(&self.places[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(calendar: &mut Calendar) -> Vec<(u64, u32)> {
        std::iter::from_fn(|| calendar.take()).map(|(time, slot)| (time.ps(), slot)).collect()
    }

    #[test]
    fn the_earliest_wins_and_ties_go_to_the_lowest_slot() {
        let mut calendar = Calendar::new(7);
        assert_eq!(calendar.next_time(), Time::NEVER);
        for (slot, ps) in [(5, 30), (3, 10), (6, 10), (1, 20)] {
            calendar.set(slot, Time(ps));
        }
        assert_eq!(drain(&mut calendar), [(10, 3), (10, 6), (20, 1), (30, 5)]);
    }

    #[test]
    fn arming_again_replaces_and_never_disarms() {
        let mut calendar = Calendar::new(3);
        (0..3).for_each(|slot| calendar.set(slot, Time(5)));
        calendar.set(0, Time(9));
        calendar.set(1, Time::NEVER);
        assert_eq!(drain(&mut calendar), [(5, 2), (9, 0)]);
    }

    #[test]
    fn what_is_armed_for_the_present_instant_comes_before_the_rest_of_it() {
        let mut calendar = Calendar::new(4);
        calendar.set(2, Time(5));
        calendar.set(3, Time(5));
        assert_eq!(calendar.take(), Some((Time(5), 2)));
        calendar.set(3, Time(5));
        calendar.set(0, Time(5));
        assert_eq!(calendar.next_time(), Time(5));
        assert_eq!(drain(&mut calendar), [(5, 0), (5, 3)]);
    }

    /// Against the obvious way: the minimum of (time, slot) over all slots.
    #[test]
    fn agrees_with_a_scan_of_all_slots() {
        let mut calendar = Calendar::new(37);
        let mut deadlines = [Time::NEVER; 37];
        let scan = |deadlines: &[Time; 37]| (0..37u32).min_by_key(|n| (deadlines[*n as usize], *n)).unwrap();
        let mut x = 1u64;
        for _ in 0..50_000 {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let first = scan(&deadlines);
            assert_eq!(calendar.next_time(), deadlines[first as usize]);
            if (x >> 40).is_multiple_of(4) {
                let taken = calendar.take();
                let due = std::mem::replace(&mut deadlines[first as usize], Time::NEVER);
                assert_eq!(taken, (due != Time::NEVER).then_some((due, first)));
            } else {
                let slot = u32::try_from((x >> 33) % 37).unwrap();
                let time = if (x >> 50).is_multiple_of(4) { Time::NEVER } else { Time(x >> 58) };
                deadlines[slot as usize] = time;
                calendar.set(slot, time);
            }
        }
    }
}
