//! The deadlines of the next microseconds: a timing wheel (Varghese and Lauck,
//! SOSP 1987) whose buckets are in order, so that the first of all is the head
//! of the first bucket that has any.

use crate::units::Time;

use super::{Key, NOWHERE, key, unpack};

/// How far a wheel looks ahead, as a power of two of picoseconds: 17 µs, the
/// time of 3 km of cable, or of a frame of 1500 B at 700 Mb/s.
const SPAN: u32 = 24;
/// The narrowest wheel has 1 Ki buckets of 16 ns, the widest 64 Ki of 0.26 ns.
const NARROWEST: u32 = 10;
const WIDEST: u32 = 16;
/// Four buckets to a slot, as a power of two.
const ROOM: u32 = 2;

/// What comes after a slot that has no deadline.
const IDLE: u32 = NOWHERE - 1;
/// What comes after a slot whose deadline lies further ahead and is kept elsewhere.
const BEYOND: u32 = NOWHERE - 2;

/// A slot's place in its bucket: eight to a line of the cache.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The low half of its time: the rest follows from where the wheel stands,
    /// which is never as far from it as that.
    time: u32,
    /// [`NOWHERE`] at the end; [`IDLE`] or [`BEYOND`] if it is in none.
    next: u32,
}

impl Entry {
    /// Its place among those of a bucket, which agree in all else of their times.
    #[inline]
    const fn place(self, slot: u32) -> u64 {
        (self.time as u64) << 32 | slot as u64
    }
}

/// A list in order. Of many deadlines at one time the lowest slot is nearly
/// always set first: who comes last joins at the tail.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    /// Of one that is empty neither means anything.
    head: u32,
    tail: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Wheel {
    /// A bucket lasts two to this picoseconds.
    shift: u32,
    /// How far ahead the last bucket begins that is not the present one again.
    reach: u64,
    buckets: Vec<Bucket>,
    /// The buckets that have any, a bit each, and the words of those that are not 0.
    filled: Vec<u64>,
    words: Vec<u64>,
    entries: Vec<Entry>,
    /// What came last: nothing before it is in, and nothing a turn or more after it.
    from: Time,
    first: Key,
}

impl Wheel {
    /// An empty wheel that begins at `from`.
    pub fn new(slots: u32, from: Time) -> Self {
        let bits = (slots.next_power_of_two().ilog2() + ROOM).clamp(NARROWEST, WIDEST);
        let buckets = 1usize << bits;
        let words = buckets / 64;
        Self {
            shift: SPAN - bits,
            reach: (1 << SPAN) - (1 << (SPAN - bits)),
            buckets: vec![Bucket { head: NOWHERE, tail: NOWHERE }; buckets],
            filled: vec![0; words],
            words: vec![0; words.div_ceil(64)],
            entries: vec![Entry { time: 0, next: IDLE }; slots as usize],
            from,
            first: Key::MAX,
        }
    }

    /// The lowest key; [`Key::MAX`] if there is none.
    #[inline]
    pub fn first(&self) -> Key {
        self.first
    }

    /// Goes on to `to`, the time of what comes first of all.
    #[inline]
    pub fn turn(&mut self, to: Time) {
        self.from = to;
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

    /// Takes out the slot of the lowest key, which there is.
    #[inline]
    pub fn pop(&mut self) {
        let (time, slot) = unpack(self.first);
        let bucket = self.bucket(time);
        let next = std::mem::replace(&mut self.entries[slot as usize].next, IDLE);
        self.first = if next == NOWHERE {
            self.empty(bucket);
            self.first_after(bucket)
        } else {
            self.buckets[bucket].head = next;
            self.key(next)
        };
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

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than there are buckets")]
    fn bucket(&self, time: Time) -> usize {
        (time.ps() >> self.shift) as usize & (self.buckets.len() - 1)
    }

    /// Puts `slot` in, which is not in, with a deadline that is within reach.
    #[inline]
    pub fn insert(&mut self, slot: u32, time: Time) {
        let bucket = self.bucket(time);
        self.first = self.first.min(key(time, slot));
        let mut entry = Entry { time: low(time), next: NOWHERE };
        let own = entry.place(slot);
        if self.fill(bucket) {
            // Of one far ahead nothing is read, which would be waited for.
            self.buckets[bucket] = Bucket { head: slot, tail: slot };
        } else {
            let Bucket { head, tail } = self.buckets[bucket];
            if self.place(tail) < own {
                self.entries[tail as usize].next = slot;
                self.buckets[bucket].tail = slot;
            } else if own < self.place(head) {
                self.buckets[bucket].head = slot;
                entry.next = head;
            } else {
                entry.next = self.insert_after(head, slot, own);
            }
        }
        self.entries[slot as usize] = entry;
    }

    /// The place of `slot` behind `before`, whose bucket does not end before it; returns what
    /// comes after it.
    #[inline(never)]
    fn insert_after(&mut self, mut before: u32, slot: u32, own: u64) -> u32 {
        loop {
            let next = self.entries[before as usize].next;
            if self.place(next) > own {
                self.entries[before as usize].next = slot;
                return next;
            }
            before = next;
        }
    }

    /// Takes out `slot`, which is in.
    #[inline(never)]
    pub fn remove(&mut self, slot: u32) {
        let own = self.key(slot);
        if self.first == own {
            return self.pop();
        }
        let next = std::mem::replace(&mut self.entries[slot as usize].next, IDLE);
        let bucket = self.bucket(unpack(own).0);
        let mut before = self.buckets[bucket].head;
        if before == slot {
            self.buckets[bucket].head = next;
            if next == NOWHERE {
                self.empty(bucket);
            }
            return;
        }
        while self.entries[before as usize].next != slot {
            before = self.entries[before as usize].next;
        }
        self.entries[before as usize].next = next;
        if next == NOWHERE {
            self.buckets[bucket].tail = before;
        }
    }

    /// What it keeps beside itself in memory, in bytes.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.buckets[..])
            + size_of_val(&self.filled[..])
            + size_of_val(&self.words[..])
            + size_of_val(&self.entries[..])
    }

    #[inline]
    fn place(&self, slot: u32) -> u64 {
        self.entries[slot as usize].place(slot)
    }

    #[inline]
    fn key(&self, slot: u32) -> Key {
        let ahead = self.entries[slot as usize].time.wrapping_sub(low(self.from));
        key(Time(self.from.ps() + u64::from(ahead)), slot)
    }

    /// The bucket has something. Returns whether it had nothing before.
    #[inline]
    fn fill(&mut self, bucket: usize) -> bool {
        let word = &mut self.filled[bucket / 64];
        let before = *word;
        *word |= 1 << (bucket % 64);
        if before == 0 {
            self.words[bucket / 4096] |= 1 << (bucket / 64 % 64);
        }
        before >> (bucket % 64) & 1 == 0
    }

    #[inline]
    fn empty(&mut self, bucket: usize) {
        let word = &mut self.filled[bucket / 64];
        *word &= !(1 << (bucket % 64));
        if *word == 0 {
            self.words[bucket / 4096] &= !(1 << (bucket / 64 % 64));
        }
    }

    /// The first of all when `bucket`, which held it, has become empty.
    #[inline]
    fn first_after(&self, bucket: usize) -> Key {
        let word = bucket / 64;
        // What is behind it in its word; of what is before it, all is a turn ahead.
        let bits = self.filled[word] & (u64::MAX << (bucket % 64));
        if bits != 0 {
            return self.head(word, bits);
        }
        self.word_after(word).map_or(Key::MAX, |word| self.head(word, self.filled[word]))
    }

    #[inline]
    fn head(&self, word: usize, bits: u64) -> Key {
        self.key(self.buckets[word * 64 + bits.trailing_zeros() as usize].head)
    }

    /// The first word after this one, all around, that is not 0.
    #[inline]
    fn word_after(&self, word: usize) -> Option<usize> {
        let (from, count) = (word / 64, self.words.len());
        let mut bits = self.words[from] & (u64::MAX << 1 << (word % 64));
        let mut at = from;
        for n in 1..=count {
            if bits != 0 {
                break;
            }
            at = (from + n) % count;
            bits = self.words[at];
        }
        (bits != 0).then(|| at * 64 + bits.trailing_zeros() as usize)
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the low half is asked for")]
const fn low(time: Time) -> u32 {
    time.ps() as u32
}

#[cfg(test)]
mod tests;
