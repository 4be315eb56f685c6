//! The deadlines of the next microseconds: a timing wheel (Varghese and Lauck,
//! SOSP 1987). Of a bucket nothing is in order until it is opened, as the first
//! that has any; then all of it is, and waits beside the wheel.

mod filled;

use crate::units::Time;

use super::NOWHERE;
use filled::Filled;

/// How far a wheel looks ahead, as a power of two of picoseconds: 17 µs, the
/// time of 3 km of cable, or of a frame of 1500 B at 700 Mb/s.
const SPAN: u32 = 24;
/// The narrowest wheel has 4 Ki buckets of 4 ns, the widest 16 Ki of 1 ns.
const NARROWEST: u32 = 12;
const WIDEST: u32 = 14;
/// Four buckets to a slot, as a power of two.
const ROOM: u32 = 2;

/// What comes after a slot that has no deadline.
const IDLE: u32 = NOWHERE - 1;
/// What comes after a slot whose deadline lies further ahead and is kept elsewhere.
const BEYOND: u32 = NOWHERE - 2;
/// What comes after a slot that is in no bucket any more: it is the first, or
/// stands in the order behind it.
const OPEN: u32 = NOWHERE - 3;

/// Bucket number after all buckets.
const LAST: u64 = u64::MAX;

/// A slot's place in its bucket: eight to a line of the cache.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The low half of its time: the rest follows from where the wheel stands,
    /// which is never as far from it as that.
    time: u32,
    /// [`NOWHERE`] at the end; [`IDLE`], [`BEYOND`] or [`OPEN`] if it is in none.
    next: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Wheel {
    /// What comes first; [`Time::NEVER`] if nothing does.
    first: (Time, u32),
    /// What came last: nothing before it is in, and nothing a turn or more after it.
    from: Time,
    /// A bucket lasts two to this picoseconds.
    shift: u32,
    /// Distance from the current bucket to the start of the furthest bucket, before the wheel wraps.
    reach: u64,
    /// The number of the bucket that was opened last, counted from time zero:
    /// what belongs in it, or before it, is put in order. [`LAST`]: there is no first.
    opened: u64,
    /// By bucket: the slot that joined last, which knows the one before.
    heads: Vec<u32>,
    filled: Filled,
    /// By slot.
    entries: Vec<Entry>,
    /// What is in no bucket any more and comes after the first, last of all first.
    open: Vec<u64>,
}

impl Wheel {
    /// An empty wheel that begins at `from`.
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
            filled: Filled::new(buckets),
            entries: vec![Entry { time: 0, next: IDLE }; slots as usize],
            open: Vec::new(),
        }
    }

    /// The earliest deadline and its slot, the lowest of several; [`Time::NEVER`] if there is none.
    #[inline]
    pub fn first(&self) -> (Time, u32) {
        self.first
    }

    /// Goes on to `to`, the time of what comes first of all.
    #[inline]
    pub fn turn(&mut self, to: Time) {
        self.from = to;
    }

    /// How far it looks ahead.
    pub fn reach(&self) -> Time {
        Time(self.reach)
    }

    /// Whether `slot` is in.
    #[inline]
    pub fn has(&self, slot: u32) -> bool {
        !matches!(self.entries[slot as usize].next, IDLE | BEYOND)
    }

    /// Whether `slot` has no deadline, here or elsewhere.
    #[inline]
    pub fn is_idle(&self, slot: u32) -> bool {
        self.entries[slot as usize].next == IDLE
    }

    /// Whether the deadline of `slot` is kept elsewhere.
    #[inline]
    pub fn is_beyond(&self, slot: u32) -> bool {
        self.entries[slot as usize].next == BEYOND
    }

    /// The deadline of `slot`, which is not in, is kept elsewhere from now on, or is not any more.
    #[inline]
    pub fn keep_beyond(&mut self, slot: u32, beyond: bool) {
        self.entries[slot as usize].next = if beyond { BEYOND } else { IDLE };
    }

    /// Takes out what comes first, which there is.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.entries[self.first.1 as usize].next = IDLE;
        match self.open.pop() {
            Some(place) => self.first = self.unplace(place),
            None => self.open_next(),
        }
    }

    /// Whether `time` is not past.
    pub fn is_to_come(&self, time: Time) -> bool {
        time >= self.from
    }

    /// Whether it looks ahead to `time`.
    #[inline]
    pub fn reaches(&self, time: Time) -> bool {
        time.ps().wrapping_sub(self.from.ps()) <= self.reach
    }

    /// Puts `slot` in, which is not in, with a deadline that is within reach.
    #[inline(always)]
    pub fn insert(&mut self, slot: u32, time: Time) {
        let number = time.ps() >> self.shift;
        if number <= self.opened {
            return self.insert_in_order(slot, time);
        }
        let bucket = self.bucket(number);
        // An empty bucket is not told from another: that could not be foreseen.
        let next = std::mem::replace(&mut self.heads[bucket], slot);
        self.entries[slot as usize] = Entry { time: low(time), next };
        self.filled.set(bucket);
    }

    /// Puts `slot` in where the buckets are open. Out of the loop's way, as all that
    /// follows: what it needs of the machine's registers is not saved for the rest.
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
            // As far as the wheel looks ahead, the low halves of times differ by less than half a turn.
            let before = |other: u64| other.wrapping_sub(own) >= 1 << 63;
            // One by one: there are few, and in wasm moving them at once is a call of the browser's.
            let mut at = self.open.len();
            self.open.push(own);
            while at > 0 && before(self.open[at - 1]) {
                self.open[at] = self.open[at - 1];
                at -= 1;
            }
            self.open[at] = own;
        }
    }

    /// Takes out `slot`, which is in.
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

    /// Heap memory in bytes.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.heads[..])
            + self.filled.heap_bytes()
            + size_of_val(&self.entries[..])
            + size_of_val(&self.open[..])
    }

    /// Where the bucket of this number is.
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

    /// The time of which this is the low half.
    #[inline]
    fn time(&self, half: u32) -> Time {
        Time(self.from.ps() + u64::from(half.wrapping_sub(low(self.from))))
    }

    /// Opens the next bucket that has anything: nothing is open any more.
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

    /// Moves a bucket to the open list, in order: its first deadline, then those from `slot` on.
    #[inline(never)]
    fn open_rest(&mut self, mut slot: u32) {
        let mut last = place(self.first.0, self.first.1);
        self.open.push(last);
        // Of many deadlines at one time the lowest slot is mostly set first, and comes last here.
        let mut in_order = true;
        while slot != NOWHERE {
            let entry = &mut self.entries[slot as usize];
            // All of one bucket agree in all that is missing of their times.
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

/// A place in the order, among what is less than half a turn of the low half of times apart.
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
