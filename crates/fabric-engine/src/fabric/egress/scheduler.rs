//! Transmission selection of one port: strict priority first, then ETS by
//! deficit weighted round robin in bytes (IEEE 802.1Q, clauses 8.6.8.1 and
//! 8.6.8.3; Shreedhar and Varghese, "Efficient fair queuing using deficit
//! round robin", 1995), or, for contrast, by weighted round robin in frames.

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

/// What a turn of an ETS class is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Deficit weighted round robin: bytes, whatever the frames' sizes
    /// (Shreedhar and Varghese 1995).
    Dwrr,
    /// Weighted round robin: frames, so that a class of long frames gets more
    /// than its share (Katevenis et al. 1991, for cells of one size).
    Wrr,
}

/// What of a frame counts towards its class's share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Header through FCS.
    Frame,
    /// Preamble and gap, too.
    Wire,
}

/// How the ETS classes of a port share what strict leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EtsConfig {
    /// What a turn is measured in.
    pub algorithm: Algorithm,
    /// What counts towards a share.
    pub counts: Counts,
    /// What the smallest class earns a round, in bytes, above 0; `None`: one
    /// frame of the document's longest, as it counts.
    pub quantum: Option<u32>,
}

impl EtsConfig {
    /// DWRR in frame bytes, the smallest class one longest frame a round.
    pub const DEFAULT: Self = Self { algorithm: Algorithm::Dwrr, counts: Counts::Frame, quantum: None };
}

/// The classes of a port, with the quanta that follow from them. What a frame
/// costs, what a class earns and saves are in one unit: bytes, or frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchedulerConfig {
    strict: u8,
    ets: u8,
    quantum: [u32; PRIORITIES],
    share: [u8; PRIORITIES],
    /// What a byte of a frame costs: 1, or 0 where frames are counted.
    of_byte: u32,
    /// What a frame costs beside its bytes.
    of_frame: u32,
    /// Bytes of each frame that count towards its class's share beside its own.
    beside: u32,
}

impl SchedulerConfig {
    /// The classes of a port whose longest frame is `max_frame` bytes, above
    /// 0, with `overhead` bytes of preamble and gap beside each.
    ///
    /// Quanta are share × base. In bytes, the base is such that the smallest
    /// share earns at least [`EtsConfig::quantum`] a round; in frames, shares
    /// without their common divisor.
    #[must_use]
    pub fn new(classes: &[Class; PRIORITIES], ets: EtsConfig, max_frame: u16, overhead: u32) -> Self {
        let sharing = |class: &&Class| class.discipline == Discipline::Ets && class.share > 0;
        let shares = || classes.iter().filter(sharing).map(|class| u32::from(class.share));
        let beside = if ets.counts == Counts::Wire { overhead } else { 0 };
        let by_bytes = ets.algorithm == Algorithm::Dwrr;
        let base = if by_bytes {
            let least = ets.quantum.unwrap_or(u32::from(max_frame) + beside);
            (least.div_ceil(shares().min().unwrap_or(1)), 1)
        } else {
            (1, shares().reduce(common_divisor).unwrap_or(1))
        };
        let mut config = Self {
            strict: 0,
            ets: 0,
            quantum: [0; PRIORITIES],
            share: classes.map(|class| class.share),
            of_byte: u32::from(by_bytes),
            of_frame: if by_bytes { beside } else { 1 },
            beside,
        };
        for (n, class) in classes.iter().enumerate() {
            match class.discipline {
                Discipline::Strict => config.strict |= 1 << n,
                Discipline::Ets => {
                    config.ets |= 1 << n;
                    // A class without a share still sends: a byte of quantum at least.
                    config.quantum[n] = (u32::from(class.share) * base.0 / base.1).max(1);
                }
            }
        }
        config
    }

    /// What `class` earns on its turn, in bytes (frames with
    /// [`Algorithm::Wrr`]); 0 for a strict class.
    #[must_use]
    pub fn quantum(&self, class: u8) -> u32 {
        self.quantum[usize::from(class)]
    }

    /// Percent of what strict leaves that `class` is to get; 0 for a strict class.
    #[must_use]
    pub fn share(&self, class: u8) -> u8 {
        self.share[usize::from(class)]
    }

    /// The classes that share what strict leaves.
    #[must_use]
    #[inline]
    pub const fn ets(&self) -> u8 {
        self.ets
    }

    /// Whether `class` shares what strict leaves with others of `eligible`.
    #[must_use]
    #[inline]
    pub const fn is_contended(&self, class: u8, eligible: u8) -> bool {
        let sharing = eligible & self.ets;
        sharing >> class & 1 == 1 && sharing & (sharing - 1) != 0
    }

    /// The bytes of a frame that count towards its class's share.
    #[must_use]
    #[inline]
    pub const fn counted(&self, bytes: u32) -> u32 {
        bytes + self.beside
    }

    /// What a frame of `bytes` takes off its class's deficit.
    #[must_use]
    #[inline]
    pub const fn cost(&self, bytes: u32) -> u32 {
        bytes * self.of_byte + self.of_frame
    }

    /// What all ETS classes earn in a round.
    #[must_use]
    pub fn round(&self) -> u64 {
        self.quantum.iter().map(|quantum| u64::from(*quantum)).sum()
    }
}

fn common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// Whose turn it is, and what each class has saved up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scheduler {
    deficit: [u32; PRIORITIES],
    turn: u8,
    /// Whether the class whose turn it is has had its quantum.
    granted: bool,
    /// Classes whose turn goes on as soon as they have a frame again.
    cut: u8,
}

impl Scheduler {
    /// Picks the class that sends next among `eligible` (has a frame, is not
    /// paused); `head` gives the bytes of a class's first frame.
    ///
    /// Classes that have nothing here, but something in front of a crossbar, are
    /// `awaited`: one whose turn it is loses neither that nor what it saved. Others send
    /// meanwhile, as work conservation asks, and it goes on as soon as it has a frame.
    /// Else they would have a whole turn for each of these moments, and its share.
    #[inline]
    pub fn select(
        &mut self,
        config: &SchedulerConfig,
        eligible: u8,
        head: impl Fn(u8) -> u32,
        awaited: u8,
    ) -> Option<u8> {
        let strict = eligible & config.strict;
        if strict != 0 {
            return u8::try_from(strict.ilog2()).ok();
        }
        if eligible == 0 {
            return None;
        }
        while self.cut & eligible != 0 {
            let class = first_of(self.cut & eligible);
            let (saved, cost) = (&mut self.deficit[usize::from(class)], config.cost(head(class)));
            if cost <= *saved {
                *saved -= cost;
                return Some(class);
            }
            self.cut &= !(1 << class);
        }
        loop {
            let n = usize::from(self.turn);
            if eligible >> self.turn & 1 == 1 {
                let cost = config.cost(head(self.turn));
                // A turn that a pause cut short goes on: it earns nothing new
                // while what it earned before is not spent.
                if !self.granted && cost > self.deficit[n] {
                    self.deficit[n] += config.quantum[n];
                }
                self.granted = true;
                if cost <= self.deficit[n] {
                    self.deficit[n] -= cost;
                    return Some(self.turn);
                }
            }
            let waiting = awaited & config.ets & !(eligible | self.cut);
            if waiting >> self.turn & 1 == 1 {
                if !self.granted {
                    self.deficit[n] += config.quantum[n];
                }
                self.cut |= u8::from(self.deficit[n] > 0) << self.turn;
            }
            self.turn = next_after(eligible | waiting, self.turn);
            self.granted = false;
        }
    }

    /// The class has nothing left to send: it forfeits what it saved.
    #[inline]
    pub fn emptied(&mut self, class: u8) {
        self.deficit[usize::from(class)] = 0;
        self.cut &= !(1 << class);
    }

    /// What `class` has saved up, in bytes (frames with [`Algorithm::Wrr`]).
    #[must_use]
    pub fn deficit(&self, class: u8) -> u32 {
        self.deficit[usize::from(class)]
    }

    /// Takes the scheduler into the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(u16::from_le_bytes([self.turn, u8::from(self.granted)]));
        if self.cut != 0 {
            digest.add(self.cut);
        }
        self.deficit.iter().for_each(|saved| digest.add(*saved));
    }
}

/// The lowest class of `classes`, which is not empty.
fn first_of(classes: u8) -> u8 {
    u8::try_from(classes.trailing_zeros()).unwrap_or(0)
}

/// The first class of `eligible` after `turn`, round the circle; itself if it
/// is the only one. `eligible` is not empty.
fn next_after(eligible: u8, turn: u8) -> u8 {
    (turn + 1 + first_of(eligible.rotate_right(u32::from(turn) + 1))) & 7
}

#[cfg(test)]
mod tests;
