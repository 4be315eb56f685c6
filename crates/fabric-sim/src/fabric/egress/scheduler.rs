//! Transmission selection of one port: strict priority first, then ETS by
//! deficit weighted round robin in bytes (IEEE 802.1Q, clauses 8.6.8.1 and
//! 8.6.8.3; Shreedhar and Varghese, "Efficient fair queuing using deficit
//! round robin", 1995).

use crate::digest::Digest;
use crate::wire::PRIORITIES;

/// How a class takes its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discipline {
    /// Served first, highest class first.
    Strict,
    /// Shares what strict leaves.
    Ets,
}

/// A traffic class; here each priority is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// How it takes its turn.
    pub discipline: Discipline,
    /// Percent of what strict leaves, 1 to 100; 0 for a strict class.
    pub share: u8,
}

/// The classes of a port, with the quanta that follow from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchedulerConfig {
    strict: u8,
    quantum: [u32; PRIORITIES],
}

impl SchedulerConfig {
    /// Quanta are share × base, base such that the smallest share gets at
    /// least one frame of `max_frame` bytes a round. `max_frame` above 0.
    #[must_use]
    pub fn new(classes: &[Class; PRIORITIES], max_frame: u16) -> Self {
        let ets = |class: &&Class| class.discipline == Discipline::Ets && class.share > 0;
        let smallest = classes.iter().filter(ets).map(|class| class.share).min().unwrap_or(1);
        let base = u32::from(max_frame).div_ceil(u32::from(smallest));
        let mut config = Self { strict: 0, quantum: [0; PRIORITIES] };
        for (n, class) in classes.iter().enumerate() {
            match class.discipline {
                Discipline::Strict => config.strict |= 1 << n,
                // A class without a share still sends: a byte of quantum at least.
                Discipline::Ets => config.quantum[n] = (u32::from(class.share) * base).max(1),
            }
        }
        config
    }

    /// The bytes that `class` earns on its turn; 0 for a strict class.
    #[must_use]
    pub fn quantum(&self, class: u8) -> u32 {
        self.quantum[usize::from(class)]
    }
}

/// Whose turn it is, and what each class has saved up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scheduler {
    deficit: [u32; PRIORITIES],
    turn: u8,
    /// Whether the class whose turn it is has had its quantum.
    granted: bool,
}

impl Scheduler {
    /// Picks the class that sends next among `eligible` (has a frame, is not
    /// paused); `head` gives the bytes of a class's first frame.
    #[inline]
    pub fn select(&mut self, config: &SchedulerConfig, eligible: u8, head: impl Fn(u8) -> u32) -> Option<u8> {
        let strict = eligible & config.strict;
        if strict != 0 {
            return u8::try_from(strict.ilog2()).ok();
        }
        if eligible == 0 {
            return None;
        }
        loop {
            let n = usize::from(self.turn);
            if eligible >> self.turn & 1 == 1 {
                let bytes = head(self.turn);
                // A turn that a pause cut short goes on: it earns nothing new
                // while what it earned before is not spent.
                if !self.granted && bytes > self.deficit[n] {
                    self.deficit[n] += config.quantum[n];
                }
                self.granted = true;
                if bytes <= self.deficit[n] {
                    self.deficit[n] -= bytes;
                    return Some(self.turn);
                }
            }
            self.turn = next_after(eligible, self.turn);
            self.granted = false;
        }
    }

    /// The class has nothing left to send: it forfeits what it saved.
    #[inline]
    pub fn emptied(&mut self, class: u8) {
        self.deficit[usize::from(class)] = 0;
    }

    /// What `class` has saved up, in bytes.
    #[must_use]
    pub fn deficit(&self, class: u8) -> u32 {
        self.deficit[usize::from(class)]
    }

    /// Takes the scheduler into the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(u16::from_le_bytes([self.turn, u8::from(self.granted)]));
        self.deficit.iter().for_each(|bytes| digest.add(*bytes));
    }
}

/// The first class of `eligible` after `turn`, round the circle; itself if it
/// is the only one. `eligible` is not empty.
fn next_after(eligible: u8, turn: u8) -> u8 {
    let step = eligible.rotate_right(u32::from(turn) + 1).trailing_zeros();
    (turn + 1 + u8::try_from(step).unwrap_or(0)) & 7
}

#[cfg(test)]
mod tests;
