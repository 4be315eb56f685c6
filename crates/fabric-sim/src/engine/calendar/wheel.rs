//! The deadlines of the next microseconds: a timing wheel (Varghese and Lauck,
//! SOSP 1987) whose buckets are in order, so that the first of all is the head
//! of the first bucket that has any.

use crate::units::Time;

use super::{Key, NOWHERE, key, unpack};

/// How far a wheel looks ahead, as a power of two of picoseconds: 4.2 µs, the
/// time of 800 m of cable, or of a frame of 1500 B at 3 Gb/s.
const SPAN: u32 = 22;
/// The narrowest wheel has 256 buckets of 16 ns, the widest 16 Ki of 0.26 ns.
const NARROWEST: u32 = 8;
const WIDEST: u32 = 14;

/// The time of a slot whose deadline lies further ahead and is kept elsewhere.
const BEYOND: Time = Time(Time::NEVER.0 - 1);

/// A slot's place in its bucket.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// [`Time::NEVER`] or [`BEYOND`] if it is in none.
    time: Time,
    next: u32,
}

/// A list in order. Of many deadlines at one time the lowest slot is nearly
/// always set first: who comes last joins at the tail.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    /// [`NOWHERE`] if it is empty; the tail means nothing then.
    head: u32,
    tail: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Wheel {
    /// A bucket lasts two to this picoseconds.
    shift: u32,
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
    /// An empty wheel that begins at `from`, with about as many buckets as slots.
    pub fn new(slots: u32, from: Time) -> Self {
        let bits = slots.next_power_of_two().ilog2().clamp(NARROWEST, WIDEST);
        let buckets = 1usize << bits;
        let words = buckets / 64;
        Self {
            shift: SPAN - bits,
            buckets: vec![Bucket { head: NOWHERE, tail: NOWHERE }; buckets],
            filled: vec![0; words],
            words: vec![0; words.div_ceil(64)],
            entries: vec![Entry { time: Time::NEVER, next: NOWHERE }; slots as usize],
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
        self.entries[slot as usize].time < BEYOND
    }

    /// Whether `slot` has no deadline, here or elsewhere.
    #[inline]
    pub fn is_idle(&self, slot: u32) -> bool {
        self.entries[slot as usize].time == Time::NEVER
    }

    /// Whether the deadline of `slot` is kept elsewhere.
    #[inline]
    pub fn is_beyond(&self, slot: u32) -> bool {
        self.entries[slot as usize].time == BEYOND
    }

    /// The deadline of `slot`, which is not in, is kept elsewhere from now on, or is not any more.
    #[inline]
    pub fn keep_beyond(&mut self, slot: u32, beyond: bool) {
        self.entries[slot as usize].time = if beyond { BEYOND } else { Time::NEVER };
    }

    /// Takes out the slot of the lowest key, which there is.
    #[inline]
    pub fn pop(&mut self) {
        let (time, slot) = unpack(self.first);
        let bucket = self.bucket(time);
        let entry = &mut self.entries[slot as usize];
        entry.time = Time::NEVER;
        let next = entry.next;
        self.buckets[bucket].head = next;
        self.first = if next == NOWHERE {
            self.empty(bucket);
            self.first_after(bucket)
        } else {
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
        let ahead = (time.ps() >> self.shift).wrapping_sub(self.from.ps() >> self.shift);
        ahead < self.buckets.len() as u64
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
        let own = key(time, slot);
        self.first = self.first.min(own);
        let Bucket { head, tail } = self.buckets[bucket];
        let next = if head == NOWHERE {
            self.fill(bucket);
            self.buckets[bucket] = Bucket { head: slot, tail: slot };
            NOWHERE
        } else if self.key(tail) < own {
            self.entries[tail as usize].next = slot;
            self.buckets[bucket].tail = slot;
            NOWHERE
        } else if own < self.key(head) {
            self.buckets[bucket].head = slot;
            head
        } else {
            self.insert_after(head, slot, own)
        };
        self.entries[slot as usize] = Entry { time, next };
    }

    /// The place of `slot` behind `before`, whose bucket does not end before it; returns what
    /// comes after it.
    #[inline(never)]
    fn insert_after(&mut self, mut before: u32, slot: u32, own: Key) -> u32 {
        loop {
            let next = self.entries[before as usize].next;
            if self.key(next) > own {
                self.entries[before as usize].next = slot;
                return next;
            }
            before = next;
        }
    }

    /// Takes out `slot`, which is in.
    #[inline(never)]
    pub fn remove(&mut self, slot: u32) {
        let Entry { time, next } = self.entries[slot as usize];
        if self.first == key(time, slot) {
            return self.pop();
        }
        self.entries[slot as usize].time = Time::NEVER;
        let bucket = self.bucket(time);
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
    fn key(&self, slot: u32) -> Key {
        key(self.entries[slot as usize].time, slot)
    }

    #[inline]
    fn fill(&mut self, bucket: usize) {
        let word = &mut self.filled[bucket / 64];
        let is_first = *word == 0;
        *word |= 1 << (bucket % 64);
        if is_first {
            self.words[bucket / 4096] |= 1 << (bucket / 64 % 64);
        }
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

#[cfg(test)]
mod tests;
