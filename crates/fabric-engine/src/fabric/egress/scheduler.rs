//! Transmission selection of one port: strict priority first, then ETS. ETS uses deficit weighted round robin
//! in bytes or, for comparison, weighted round robin in frames. Sources: IEEE 802.1Q, clauses 8.6.8.1 and
//! 8.6.8.3; Shreedhar and Varghese, "Efficient fair queuing using deficit round robin", 1995. Start with
//! [`Scheduler::select`].
//!
//! Queues below their minimum rate are served before strict and ETS classes. The engine serves them before it
//! calls [`Scheduler::select`] (`engine/rate_limits.rs`).
//!
//! Classes that are empty, paused or without credits are skipped; an ETS class that becomes empty loses
//! its deficit. A frame in transmission is never interrupted (no preemption).

use crate::digest::Digest;
use crate::ids::{Priority, PrioritySet};
use crate::wire::PRIORITIES;

/// Scheduling discipline of a traffic class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discipline {
    /// Strict priority: served before ETS, highest class first.
    Strict,
    /// ETS: shares the bandwidth that strict classes leave.
    Ets,
}

/// Scheduling configuration of a traffic class. Each priority is a traffic class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Scheduling discipline of the class: strict or ETS.
    pub discipline: Discipline,
    /// Relative weight, 1 to 100, by which ETS classes share the bandwidth that strict classes leave.
    /// Percentages are weights that sum to 100. A strict class has 0.
    pub share: u8,
}

/// Unit of the ETS quanta: bytes or frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Deficit weighted round robin: quanta in bytes, so that frame sizes do not change the shares
    /// (Shreedhar and Varghese 1995).
    Dwrr,
    /// Weighted round robin with quanta in frames (Katevenis et al. 1991, for cells of one size). A class of
    /// long frames gets more than its share.
    Wrr,
}

/// Bytes of a frame that count towards the share of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedBytes {
    /// Frame bytes, from the header to the FCS.
    Frame,
    /// Frame bytes, from the header to the FCS, plus preamble and inter-frame gap.
    Wire,
}

/// Configuration of ETS at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EtsConfig {
    /// Unit of the ETS quanta: bytes or frames.
    pub algorithm: Algorithm,
    /// Bytes of a frame that count towards the share of its class.
    pub counts: CountedBytes,
    /// Quantum in bytes, above 0, of the class with the smallest share. `None`: length of the longest frame
    /// of the document, with [`CountedBytes::Wire`] plus preamble and gap.
    pub quantum: Option<u32>,
}

impl EtsConfig {
    /// DWRR in frame bytes; the quantum of the class with the smallest share is the longest frame.
    pub const DEFAULT: Self = Self { algorithm: Algorithm::Dwrr, counts: CountedBytes::Frame, quantum: None };
}

/// Classes of a port and their quanta. Costs, quanta and deficits are in one unit: bytes, or frames
/// with [`Algorithm::Wrr`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchedulerConfig {
    strict: PrioritySet,
    ets: PrioritySet,
    /// Quantum of each class, indexed by priority: in bytes with DWRR, in frames with WRR.
    quantum: [u32; PRIORITIES],
    /// Weight of each class, indexed by priority; 0 for a strict class.
    share: [u8; PRIORITIES],
    /// Cost of a byte, by which the deficit of the class falls: 1 with DWRR, 0 with WRR.
    cost_per_byte: u32,
    /// Cost of a frame, in addition to the cost of its bytes: above 0 with WRR only, or with
    /// [`CountedBytes::Wire`].
    cost_per_frame: u32,
    /// Bytes of preamble and gap of each frame that count towards the share of its class; 0 if only frame
    /// bytes count.
    counted_overhead: u32,
    /// Longest frame of the fabric in bytes.
    longest: u16,
}

impl SchedulerConfig {
    /// Creates the configuration of a port whose longest frame is `max_frame` bytes, above 0, with
    /// `overhead` bytes of preamble and gap for each frame.
    ///
    /// Each quantum is the share of the class times a common factor. With DWRR the factor gives the class
    /// with the smallest share at least [`EtsConfig::quantum`] for each round. With WRR, quanta are the
    /// shares divided by their greatest common divisor. An ETS class with share 0 has a quantum of 1, so that
    /// it is served.
    #[must_use]
    pub fn new(classes: &[Class; PRIORITIES], ets: EtsConfig, max_frame: u16, overhead: u32) -> Self {
        let sharing = |class: &&Class| class.discipline == Discipline::Ets && class.share > 0;
        let shares = || classes.iter().filter(sharing).map(|class| u32::from(class.share));
        let counted_overhead = if ets.counts == CountedBytes::Wire { overhead } else { 0 };
        let by_bytes = ets.algorithm == Algorithm::Dwrr;
        let base = if by_bytes {
            let least = ets.quantum.unwrap_or(u32::from(max_frame) + counted_overhead);
            (least.div_ceil(shares().min().unwrap_or(1)), 1)
        } else {
            (1, shares().reduce(common_divisor).unwrap_or(1))
        };
        let mut config = Self {
            strict: PrioritySet::EMPTY,
            ets: PrioritySet::EMPTY,
            quantum: [0; PRIORITIES],
            share: classes.map(|class| class.share),
            cost_per_byte: u32::from(by_bytes),
            cost_per_frame: if by_bytes { counted_overhead } else { 1 },
            counted_overhead,
            longest: max_frame,
        };
        for (n, class) in PrioritySet::ALL.iter().zip(classes) {
            match class.discipline {
                Discipline::Strict => config.strict.insert(n),
                Discipline::Ets => {
                    config.ets.insert(n);
                    // An ETS class with share 0 has a quantum of 1, so that it is served.
                    config.quantum[n.index()] = (u32::from(class.share) * base.0 / base.1).max(1);
                }
            }
        }
        config
    }

    /// Returns a copy of the configuration in which each priority in `mask` has the class `class`. `ets` must
    /// be the ETS configuration of the port, as in [`SchedulerConfig::new`].
    #[must_use]
    pub fn with_class(&self, mask: PrioritySet, class: Class, ets: EtsConfig) -> Self {
        let classes = Priority::ALL.map(|n| match (mask.contains(n), self.ets.contains(n)) {
            (true, _) => class,
            (_, true) => Class { discipline: Discipline::Ets, share: self.share(n) },
            _ => Class { discipline: Discipline::Strict, share: self.share(n) },
        });
        Self::new(&classes, ets, self.longest, self.counted_overhead)
    }

    /// Quantum of `class` in bytes (frames with [`Algorithm::Wrr`]); 0 for a strict class.
    #[must_use]
    pub fn quantum(&self, class: Priority) -> u32 {
        self.quantum[class.index()]
    }

    /// Relative weight of `class`; 0 for a strict class.
    #[must_use]
    pub fn share(&self, class: Priority) -> u8 {
        self.share[class.index()]
    }

    /// Share of `class` in the bandwidth that strict classes leave, rounded to the nearest percent. The sum
    /// over the classes may differ from 100. Zero for a strict class.
    #[must_use]
    pub fn share_percent(&self, class: Priority) -> u8 {
        let sum: u32 = self.ets.iter().map(|n| u32::from(self.share(n))).sum();
        let percent = (u32::from(self.share(class)) * 100 + sum / 2).checked_div(sum).unwrap_or(0);
        u8::try_from(percent).unwrap_or(100)
    }

    /// Set of the ETS classes of the port; all other classes are strict.
    #[must_use]
    #[inline]
    pub const fn ets(&self) -> PrioritySet {
        self.ets
    }

    /// Whether `class` is an ETS class in `eligible`, and `eligible` has another ETS class.
    #[must_use]
    #[inline]
    pub fn is_contended(&self, class: Priority, eligible: PrioritySet) -> bool {
        let sharing = eligible & self.ets;
        sharing.contains(class) && !sharing.is_single()
    }

    /// Bytes of a frame of `bytes` that count towards the share of its class.
    #[must_use]
    #[inline]
    pub const fn counted(&self, bytes: u32) -> u32 {
        bytes + self.counted_overhead
    }

    /// Cost of a frame of `bytes`: the number that [`Scheduler::select`] subtracts from the deficit of its
    /// class.
    #[must_use]
    #[inline]
    pub const fn cost(&self, bytes: u32) -> u32 {
        bytes * self.cost_per_byte + self.cost_per_frame
    }

    /// Sum of the quanta of all classes for one round, in bytes (frames with [`Algorithm::Wrr`]).
    #[must_use]
    pub fn round(&self) -> u64 {
        self.quantum.iter().map(|quantum| u64::from(*quantum)).sum()
    }
}

fn common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// State of the transmission selection of one output: the ETS class whose turn it is, and the deficit of each
/// class. At the start, it is the turn of priority 0, and all deficits are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scheduler {
    /// Deficit of each class, indexed by priority, in the unit of its quantum.
    deficit: [u32; PRIORITIES],
    turn: Priority,
    /// Whether the class whose turn it is has received its quantum for this turn.
    granted: bool,
    /// Classes whose turn was interrupted because their frames are still in front of the crossbar.
    /// The turn continues as soon as the class has a frame in its egress queue.
    interrupted: PrioritySet,
}

impl Scheduler {
    /// Selects the next class among `eligible`: classes that have a frame and are not paused. Subtracts the
    /// cost of the first frame from the deficit of an ETS class. `None` if `eligible` is empty. `head`
    /// returns the bytes of the first frame of a class.
    ///
    /// `awaited`: classes with frames in front of a crossbar. If an awaited class has no frame in its egress
    /// queue at its turn, it keeps its deficit, and other classes transmit meanwhile. Its turn continues as
    /// soon as it has a frame in the egress queue. Without this rule the class would lose its share.
    #[inline]
    pub fn select(
        &mut self,
        config: &SchedulerConfig,
        eligible: PrioritySet,
        head: impl Fn(Priority) -> u32,
        awaited: PrioritySet,
    ) -> Option<Priority> {
        let strict = eligible & config.strict;
        if !strict.is_empty() {
            return strict.highest();
        }
        if eligible.is_empty() {
            return None;
        }
        while let Some(class) = (self.interrupted & eligible).lowest() {
            let (saved, cost) = (&mut self.deficit[class.index()], config.cost(head(class)));
            if cost <= *saved {
                *saved -= cost;
                return Some(class);
            }
            self.interrupted.remove(class);
        }
        loop {
            let n = self.turn.index();
            if eligible.contains(self.turn) {
                let cost = config.cost(head(self.turn));
                // A pause may interrupt a turn. The turn then continues, and the class receives no
                // new quantum while its deficit covers the frame.
                if !self.granted && cost > self.deficit[n] {
                    self.deficit[n] += config.quantum[n];
                }
                self.granted = true;
                if cost <= self.deficit[n] {
                    self.deficit[n] -= cost;
                    return Some(self.turn);
                }
            }
            let waiting = awaited & config.ets & !(eligible | self.interrupted);
            if waiting.contains(self.turn) {
                if !self.granted {
                    self.deficit[n] += config.quantum[n];
                }
                if self.deficit[n] > 0 {
                    self.interrupted.insert(self.turn);
                }
            }
            self.turn = (eligible | waiting).next_after(self.turn);
            self.granted = false;
        }
    }

    /// Resets the deficit of `class`. Called when the class has become empty.
    #[inline]
    pub fn emptied(&mut self, class: Priority) {
        self.deficit[class.index()] = 0;
        self.interrupted.remove(class);
    }

    /// Deficit of `class`, in bytes (frames with [`Algorithm::Wrr`]).
    #[must_use]
    pub fn deficit(&self, class: Priority) -> u32 {
        self.deficit[class.index()]
    }

    /// Adds the scheduler to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(u16::from_le_bytes([self.turn.get(), u8::from(self.granted)]));
        if !self.interrupted.is_empty() {
            digest.add(self.interrupted);
        }
        self.deficit.iter().for_each(|saved| digest.add(*saved));
    }
}

#[cfg(test)]
mod tests;
