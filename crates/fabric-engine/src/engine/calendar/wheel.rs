//! Timing wheel for the deadlines of the next 17 µs (Varghese and Lauck, SOSP 1987).
//!
//! The wheel has a ring of buckets; each bucket covers a short time. A deadline goes into the bucket of its
//! time, in no order. When all earlier deadlines are removed, the next bucket is opened: its deadlines are
//! sorted and moved to the list `open`. Deadlines are taken from this list. Start with [`Wheel::insert`] and
//! [`Wheel::pop`].

mod bucket_bitmap;

use crate::units::Time;

use super::NOWHERE;
use bucket_bitmap::BucketBitmap;

/// Exponent of the time that the timing wheel covers: 2^`SPAN` ps = 17 µs. A signal travels this time through
/// 3 km of cable; a frame of 1500 B takes this time at 700 Mb/s.
const SPAN: u32 = 24;
/// Exponent of the smallest number of buckets of a timing wheel: 2^`NARROWEST` = 4096 buckets of 4 ns each.
const NARROWEST: u32 = 12;
/// Exponent of the largest number of buckets of a timing wheel: 2^`WIDEST` = 16 384 buckets of 1 ns each.
const WIDEST: u32 = 14;
/// Exponent of the number of buckets of a timing wheel for each slot: 2^`ROOM` = 4 buckets. [`NARROWEST`] and
/// [`WIDEST`] limit the total.
const ROOM: u32 = 2;

/// Value of `Entry::next` for a slot without a deadline.
const IDLE: u32 = NOWHERE - 1;
/// Value of `Entry::next` for a slot whose deadline is in the heap.
const BEYOND: u32 = NOWHERE - 2;
/// Value of `Entry::next` for a slot with the earliest deadline, or with a deadline in the list
/// `open`.
const OPEN: u32 = NOWHERE - 3;

/// Bucket number that is higher than all others.
const LAST: u64 = u64::MAX;

/// Deadline of a slot, and the next slot in its bucket. Eight entries share a cache line.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Low 32 bits of the deadline in picoseconds. The high bits follow from the present time, because the
    /// wheel holds only deadlines of the next 17 µs.
    time: u32,
    /// Next slot in the bucket of this slot; [`NOWHERE`] for the last slot of the bucket. For a slot that is
    /// in no bucket: [`IDLE`], [`BEYOND`] or [`OPEN`].
    next: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Wheel {
    /// Earliest deadline and its slot; [`Time::NEVER`] if the wheel is empty.
    first: (Time, u32),
    /// Present time of the wheel: the deadline that was removed last. All deadlines on the wheel are at or
    /// after this time, within one turn of the wheel.
    from: Time,
    /// Exponent of the width of a bucket in time: 2^`shift` ps.
    shift: u32,
    /// Time ahead of `from` up to which deadlines can be inserted, in picoseconds.
    reach: u64,
    /// Number of the bucket that was opened last; buckets are numbered from time zero. A new deadline in this
    /// bucket or an earlier bucket goes into `open`. [`LAST`] if the wheel is empty.
    opened: u64,
    /// Slot that was added last to each bucket, indexed by bucket; [`NOWHERE`] if the bucket is empty. From a
    /// slot, `Entry::next` leads to the slot that was added before.
    heads: Vec<u32>,
    filled: BucketBitmap,
    /// Entry of each slot, indexed by slot.
    entries: Vec<Entry>,
    /// Deadlines of opened buckets, except the earliest one (`first`); latest first.
    open: Vec<u64>,
}

impl Wheel {
    /// Creates an empty wheel for `slots` slots. `from` is the present time.
    pub fn new(slots: u32, from: Time) -> Self {
        let bits = (slots.next_power_of_two().ilog2() + ROOM).clamp(NARROWEST, WIDEST);
        let buckets = 1usize << bits;
        Self {
            first: (Time::NEVER, 0),
            from,
            shift: SPAN - bits,
            reach: (1 << SPAN) - (1 << (SPAN - bits)),
            opened: LAST,
            heads: vec![NOWHERE; buckets],
            filled: BucketBitmap::new(buckets),
            entries: vec![Entry { time: 0, next: IDLE }; slots as usize],
            open: Vec::new(),
        }
    }

    /// Earliest deadline on the wheel, and its slot. If several slots have this deadline, the slot is the
    /// lowest of them. If the wheel is empty, the time is [`Time::NEVER`].
    #[inline]
    pub fn first(&self) -> (Time, u32) {
        self.first
    }

    /// Sets the present time of the wheel to `to`, which must be the earliest deadline.
    #[inline]
    pub fn turn(&mut self, to: Time) {
        self.from = to;
    }

    /// Longest time ahead of the present for which the timing wheel can hold a deadline.
    pub fn reach(&self) -> Time {
        Time(self.reach)
    }

    /// Whether `slot` has a deadline on the wheel.
    #[inline]
    pub fn has(&self, slot: u32) -> bool {
        !matches!(self.entries[slot as usize].next, IDLE | BEYOND)
    }

    /// Whether `slot` has no deadline, neither on the wheel nor in the heap.
    #[inline]
    pub fn is_idle(&self, slot: u32) -> bool {
        self.entries[slot as usize].next == IDLE
    }

    /// Whether the deadline of `slot` is in the heap.
    #[inline]
    pub fn is_beyond(&self, slot: u32) -> bool {
        self.entries[slot as usize].next == BEYOND
    }

    /// Records where the deadline of `slot` is, for a slot that has no deadline on the wheel. `beyond` is
    /// `true`: the deadline is in the heap; `false`: the slot has no deadline.
    #[inline]
    pub fn set_beyond(&mut self, slot: u32, beyond: bool) {
        self.entries[slot as usize].next = if beyond { BEYOND } else { IDLE };
    }

    /// Removes the earliest deadline; the wheel must not be empty.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.entries[self.first.1 as usize].next = IDLE;
        match self.open.pop() {
            Some(place) => self.first = self.unplace(place),
            None => self.open_next(),
        }
    }

    /// Whether `time` is at or after the present time of the wheel.
    pub fn is_to_come(&self, time: Time) -> bool {
        time >= self.from
    }

    /// Whether a deadline at `time` can be inserted: `time` is at most `reach` after the present time.
    /// `false` for a time before the present.
    #[inline]
    pub fn reaches(&self, time: Time) -> bool {
        time.ps().wrapping_sub(self.from.ps()) <= self.reach
    }

    /// Inserts `time` as the deadline of the entry `slot`. The wheel must reach `time` (see
    /// [`Self::reaches`]), and the entry must have no deadline on the wheel.
    #[inline(always)]
    pub fn insert(&mut self, slot: u32, time: Time) {
        let number = time.ps() >> self.shift;
        if number <= self.opened {
            return self.insert_in_order(slot, time);
        }
        let bucket = self.bucket(number);
        // No branch for an empty bucket: the processor could not predict it.
        let next = std::mem::replace(&mut self.heads[bucket], slot);
        self.entries[slot as usize] = Entry { time: low(time), next };
        self.filled.set(bucket);
    }

    /// Inserts a deadline that is earlier than all buckets that are not yet opened. The deadline goes to its
    /// position in the sorted list `open`. Not inlined, like the functions below, to keep the event loop
    /// fast.
    #[inline(never)]
    fn insert_in_order(&mut self, slot: u32, time: Time) {
        self.entries[slot as usize] = Entry { time: low(time), next: OPEN };
        let (first, own) = (self.first, place(time, slot));
        if first.0 == Time::NEVER {
            self.opened = time.ps() >> self.shift;
            self.first = (time, slot);
        } else if (time, slot) < first {
            self.open.push(place(first.0, first.1));
            self.first = (time, slot);
        } else {
            // All times are within the reach of the wheel, so their low 32 bits differ by less than
            // 2^31.
            let before = |other: u64| other.wrapping_sub(own) >= 1 << 63;
            // Moves single entries: there are few, and in wasm `memmove` is a call of an imported
            // function.
            let mut at = self.open.len();
            self.open.push(own);
            while at > 0 && before(self.open[at - 1]) {
                self.open[at] = self.open[at - 1];
                at -= 1;
            }
            self.open[at] = own;
        }
    }

    /// Removes the deadline of `slot`, which must be on the wheel.
    #[inline(never)]
    pub fn remove(&mut self, slot: u32) {
        if self.first.1 == slot {
            return self.pop();
        }
        let Entry { time, next } =
            std::mem::replace(&mut self.entries[slot as usize], Entry { time: 0, next: IDLE });
        let place = u64::from(time) << 32 | u64::from(slot);
        if next == OPEN {
            self.open.retain(|other| *other != place);
            return;
        }
        let bucket = self.bucket(self.unplace(place).0.ps() >> self.shift);
        let mut at = self.heads[bucket];
        if at == slot {
            self.heads[bucket] = next;
            if next == NOWHERE {
                self.filled.clear(bucket);
            }
            return;
        }
        while self.entries[at as usize].next != slot {
            at = self.entries[at as usize].next;
        }
        self.entries[at as usize].next = next;
    }

    /// Heap memory of the timing wheel, in bytes.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.heads[..])
            + self.filled.heap_bytes()
            + size_of_val(&self.entries[..])
            + size_of_val(&self.open[..])
    }

    /// Index in `heads` of the bucket with this number. Buckets are numbered from time zero; the index is the
    /// number modulo the number of buckets.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than there are buckets")]
    fn bucket(&self, number: u64) -> usize {
        number as usize & (self.heads.len() - 1)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the fields that `place` packed")]
    fn unplace(&self, place: u64) -> (Time, u32) {
        (self.time((place >> 32) as u32), place as u32)
    }

    /// Complete deadline, of which `half` is the low 32 bits. The high bits follow from the present time of
    /// the wheel.
    #[inline]
    fn time(&self, half: u32) -> Time {
        Time(self.from.ps() + u64::from(half.wrapping_sub(low(self.from))))
    }

    /// Opens the next bucket that is not empty. The list `open` must be empty.
    #[inline(always)]
    fn open_next(&mut self) {
        let Some(bucket) = self.filled.first_from(self.bucket(self.opened)) else {
            (self.first, self.opened) = ((Time::NEVER, 0), LAST);
            return;
        };
        self.filled.clear(bucket);
        let slot = std::mem::replace(&mut self.heads[bucket], NOWHERE);
        let entry = &mut self.entries[slot as usize];
        let (half, next) = (entry.time, std::mem::replace(&mut entry.next, OPEN));
        self.first = (self.time(half), slot);
        self.opened = self.first.0.ps() >> self.shift;
        if next != NOWHERE {
            self.open_rest(next);
        }
    }

    /// Moves the deadlines of an opened bucket to `open`, beginning with `slot`, and sorts `open`. The
    /// earliest deadline of the bucket becomes `first`.
    #[inline(never)]
    fn open_rest(&mut self, mut slot: u32) {
        let mut last = place(self.first.0, self.first.1);
        self.open.push(last);
        // The list holds the slot added last first. If several slots have the same deadline, the
        // lowest is mostly added first and therefore comes last.
        let mut in_order = true;
        while slot != NOWHERE {
            let entry = &mut self.entries[slot as usize];
            // The deadlines of a bucket have the same high 32 bits.
            let own = u64::from(entry.time) << 32 | u64::from(slot);
            in_order &= own < last;
            last = own;
            self.open.push(own);
            slot = std::mem::replace(&mut entry.next, OPEN);
        }
        if !in_order {
            self.open.sort_unstable_by(|one, other| other.cmp(one));
        }
        if let Some(place) = self.open.pop() {
            self.first = self.unplace(place);
        }
    }
}

/// Sort key of a deadline: first by time, then by slot. Two keys can be compared only if their times differ
/// by less than 2³¹ ps.
#[inline]
const fn place(time: Time, slot: u32) -> u64 {
    (low(time) as u64) << 32 | slot as u64
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the low half is asked for")]
const fn low(time: Time) -> u32 {
    time.ps() as u32
}

#[cfg(test)]
mod tests;
