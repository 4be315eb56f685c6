//! Binary heap of deadlines. The heap stores where the deadline of each slot is, so that this deadline can be
//! replaced or removed.

use crate::units::Time;

use super::{Key, NOWHERE, key, unpack};

#[derive(Clone, Debug)]
pub(super) struct Heap {
    keys: Vec<Key>,
    /// Index in `keys` of the key of each slot; indexed by slot. [`NOWHERE`] for a slot without a deadline in
    /// the heap.
    places: Vec<u32>,
}

impl Heap {
    pub fn new(slots: u32) -> Self {
        Self { keys: Vec::new(), places: vec![NOWHERE; slots as usize] }
    }

    /// Key of the earliest deadline; [`Key::MAX`] if the heap is empty. Among equal times, the lowest slot
    /// comes first.
    #[inline]
    pub fn first(&self) -> Key {
        self.keys.first().copied().unwrap_or(Key::MAX)
    }

    /// Sets the deadline of `slot` to `time`, and replaces the deadline that the slot had.
    pub fn set(&mut self, slot: u32, time: Time) {
        let key = key(time, slot);
        let place = self.places[slot as usize];
        if place == NOWHERE {
            self.keys.push(key);
            self.rise(self.keys.len() - 1, key);
        } else if key < self.keys[place as usize] {
            self.rise(place as usize, key);
        } else {
            self.sink(place as usize, key);
        }
    }

    /// Removes the deadline of `slot`, which must be in the heap.
    pub fn remove(&mut self, slot: u32) {
        let place = std::mem::replace(&mut self.places[slot as usize], NOWHERE);
        self.close(place as usize);
    }

    /// Memory of the two lists of this binary heap, in bytes.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.keys[..]) + size_of_val(&self.places[..])
    }

    /// Fills the free place `at` of the heap: moves the last key there, and restores the order of the heap.
    fn close(&mut self, at: usize) {
        let Some(last) = self.keys.pop() else { return };
        if at < self.keys.len() {
            if at > 0 && last < self.keys[(at - 1) / 2] {
                self.rise(at, last);
            } else {
                self.sink(at, last);
            }
        }
    }

    #[inline]
    fn put(&mut self, at: usize, key: Key) {
        self.keys[at] = key;
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer slots than 2^32")]
        let place = at as u32;
        self.places[unpack(key).1 as usize] = place;
    }

    #[inline]
    fn rise(&mut self, mut at: usize, key: Key) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if self.keys[parent] <= key {
                break;
            }
            self.put(at, self.keys[parent]);
            at = parent;
        }
        self.put(at, key);
    }

    #[inline]
    fn sink(&mut self, mut at: usize, key: Key) {
        let count = self.keys.len();
        loop {
            let mut child = 2 * at + 1;
            if child + 1 < count {
                child += usize::from(self.keys[child + 1] < self.keys[child]);
            } else if child >= count {
                break;
            }
            if key <= self.keys[child] {
                break;
            }
            self.put(at, self.keys[child]);
            at = child;
        }
        self.put(at, key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_come_out_in_order_wherever_they_were_taken_from() {
        let mut heap = Heap::new(100);
        (0..100).for_each(|slot| heap.set(slot, Time(u64::from(slot * 37 % 101))));
        (0..100).step_by(3).for_each(|slot| heap.remove(slot));
        assert!((0..100usize).all(|slot| (heap.places[slot] != NOWHERE) == (slot % 3 != 0)));
        (1..100).step_by(3).for_each(|slot| heap.set(slot, Time(u64::from(slot * 53 % 7))));
        let mut order = Vec::new();
        while heap.first() != Key::MAX {
            let first = heap.first();
            order.push(first);
            heap.remove(unpack(first).1);
        }
        assert_eq!(order.len(), 66);
        assert!(order.is_sorted());
    }
}
