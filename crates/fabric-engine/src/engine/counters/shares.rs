//! Bandwidth shares of the ETS classes of a port: bytes sent, and bytes due by weight. Start with [`Shares`].
//!
//! Bytes count only while at least two ETS classes compete. A class that never competed has zero in all
//! fields.

use crate::fabric::egress::SchedulerConfig;
use crate::ids::{Priority, PrioritySet};
use crate::wire::PRIORITIES;

use super::COUNTS;

/// Number of units of `entitled` in one byte. With whole bytes, rounding errors of short intervals would add
/// up.
const FINE: i64 = 1 << 16;

/// Bytes that one ETS class sent, and bytes due to this class by its weight. Both count only while another
/// class competes. Bytes are counted as the scheduler counts them ([`SchedulerConfig::counted`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassShare {
    /// Bytes sent by all ETS classes of the port while this class competed. A class competes if it
    /// has frames to send, or if its sent bytes differ from the bytes due.
    pub contended: u64,
    /// Bytes that this class sent; part of the bytes in `contended`.
    pub served: u64,
    /// Bytes due to this class by its weight, in 1/65536 B. When the class runs out of frames, this value is
    /// lowered to the bytes that the class has sent.
    entitled: i64,
    /// Bytes sent minus bytes due in the last complete round of the scheduler. 0 before the first complete
    /// round.
    pub round_error: i64,
    /// Largest absolute `round_error` of all rounds, in bytes.
    pub round_error_peak: u64,
    /// [`ClassShare::error`] at the start of the current round.
    error_before: i64,
}

impl ClassShare {
    /// Bytes due to this class by its weight. Rounded down; 0 if the value is negative.
    #[must_use]
    pub const fn entitled(&self) -> u64 {
        let bytes = self.entitled / FINE;
        if bytes < 0 { 0 } else { bytes.cast_unsigned() }
    }

    /// Bytes sent minus bytes due; negative if the class sent too few bytes. Rounded towards 0.
    #[must_use]
    pub const fn error(&self) -> i64 {
        self.ahead() / FINE
    }

    /// Bytes sent and bytes due since `earlier`, an older copy of this value. The byte counts are differences
    /// of `self` and `earlier`; `round_error` and `round_error_peak` are taken from `self`.
    #[must_use]
    pub const fn since(&self, earlier: &Self) -> Self {
        Self {
            contended: self.contended - earlier.contended,
            served: self.served - earlier.served,
            entitled: self.entitled - earlier.entitled,
            ..*self
        }
    }

    /// Bytes that the class sent minus bytes that are due to it, in 1/65536 B.
    const fn ahead(&self) -> i64 {
        self.served.cast_signed() * FINE - self.entitled
    }

    fn end_round(&mut self) {
        let error = self.error();
        self.round_error = error - self.error_before;
        self.round_error_peak = self.round_error_peak.max(self.round_error.unsigned_abs());
        self.error_before = error;
    }
}

/// Bytes sent and bytes due of the ETS classes of one port. The bytes due are those of an ideal
/// fluid scheduler that serves the same bytes (generalised processor sharing, Parekh and Gallager
/// 1993).
///
/// The fluid scheduler serves classes with frames to send by their weights. A class without frames is due
/// only the bytes that it has already sent. The classes with frames share all other bytes.
///
/// An interval is a time in which the set of competing classes does not change. The bytes due are computed at
/// the end of an interval, so that a frame costs only one addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Bytes of the classes, indexed by priority.
    classes: [ClassShare; PRIORITIES],
    /// Classes with frames to send in the current interval.
    backlogged: PrioritySet,
    /// Bytes that all ETS classes sent in the current interval.
    interval_bytes: u64,
    /// Bytes (DWRR) or frames (WRR) that the ETS classes sent in the current round of the scheduler.
    spent: u64,
    /// Whether for any class the bytes sent differ from the bytes due.
    has_difference: bool,
}

impl Shares {
    /// Whether a frame of `class` must be counted in the bandwidth shares. `true` if another of the
    /// `eligible` classes competes, or if for any class the bytes sent differ from the bytes due. `false` for
    /// a class outside ETS, and if [`COUNTS`] is `false`.
    #[inline]
    pub(in super::super) fn concerns(
        &self,
        config: &SchedulerConfig,
        class: Priority,
        eligible: PrioritySet,
    ) -> bool {
        COUNTS
            && config.ets().contains(class)
            && (config.is_contended(class, eligible) || self.has_difference)
    }

    /// Counts a frame of `class` with size `bytes`. `backlogged`: ETS classes with frames to send, `class`
    /// included. `emptied`: `class` has no frame after this one. Call only if [`Shares::concerns`] is true.
    pub(in super::super) fn sent(
        &mut self,
        config: &SchedulerConfig,
        backlogged: PrioritySet,
        class: Priority,
        bytes: u32,
        emptied: bool,
    ) {
        debug_assert!(backlogged.contains(class), "{class} of {backlogged:?}");
        if backlogged != self.backlogged {
            self.settle(config, PrioritySet::EMPTY);
            self.backlogged = backlogged;
            if backlogged.is_single() && !self.has_difference {
                return;
            }
        }
        let counted = u64::from(config.counted(bytes));
        self.interval_bytes += counted;
        self.classes[class.index()].served += counted;
        self.spent += u64::from(config.cost(bytes));
        self.has_difference = true;
        let round = self.spent >= config.round();
        if round || emptied || backlogged.is_single() {
            self.settle(config, if emptied { PrioritySet::of(class) } else { PrioritySet::EMPTY });
        }
        if round {
            self.spent = 0;
            self.classes.iter_mut().for_each(ClassShare::end_round);
        }
    }

    /// Bytes sent and bytes due of one class, the current interval included. All fields are 0 for a class
    /// outside ETS.
    #[must_use]
    pub fn class(&self, config: &SchedulerConfig, class: Priority) -> ClassShare {
        let mut settled = *self;
        settled.settle(config, PrioritySet::EMPTY);
        settled.classes[class.index()]
    }

    /// Ends the current interval and adds its bytes to the classes. From then on, the classes in `emptied`
    /// have no frames to send.
    fn settle(&mut self, config: &SchedulerConfig, emptied: PrioritySet) {
        let interval_bytes = std::mem::take(&mut self.interval_bytes);
        let was_backlogged = self.backlogged;
        self.backlogged &= !emptied;
        let mut fluid = interval_bytes.cast_signed() * FINE;
        let mut sharing = self.backlogged;
        for n in config.ets().iter() {
            let class = &mut self.classes[n.index()];
            let ahead = class.ahead();
            if !self.backlogged.contains(n) && ahead < 0 {
                // The class has sent all its frames: further bytes of the fluid scheduler are due to the
                // other classes.
                class.entitled += ahead;
                fluid -= ahead;
            } else if ahead > 0 {
                sharing.insert(n);
            }
            if (was_backlogged | sharing).contains(n) {
                class.contended += interval_bytes;
            }
        }
        self.divide(config, sharing, fluid);
        self.has_difference = self.classes.iter().any(|class| class.ahead() != 0);
    }

    /// Distributes the bytes `fluid` (in 1/65536 B) among the classes `sharing` by their weights, as bytes
    /// due. A class without frames to send gets at most the bytes that it has already sent; the others share
    /// the rest.
    fn divide(&mut self, config: &SchedulerConfig, mut sharing: PrioritySet, mut fluid: i64) {
        let share = |n: Priority| i64::from(config.share(n).max(1));
        let all = |sharing: PrioritySet| sharing.iter().map(share).sum::<i64>();
        loop {
            let sum = all(sharing);
            let full = |n: &Priority| fluid * share(*n) >= self.classes[n.index()].ahead() * sum;
            let Some(n) = (sharing & !self.backlogged).iter().find(full) else { break };
            let class = &mut self.classes[n.index()];
            fluid -= class.ahead();
            class.entitled += class.ahead();
            sharing.remove(n);
        }
        let mut left = all(sharing);
        for n in sharing.iter() {
            let part = fluid * share(n) / left;
            self.classes[n.index()].entitled += part;
            fluid -= part;
            left -= share(n);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::egress::{Class, Discipline, EtsConfig};

    /// Classes 3, 4 and 0 with 80, 15 and 5 %; quanta of 16 000, 3000 and 1000 B.
    fn textbook() -> SchedulerConfig {
        let mut classes = [Class { discipline: Discipline::Strict, share: 0 }; PRIORITIES];
        for (n, share) in [(3, 80), (4, 15), (0, 5)] {
            classes[n] = Class { discipline: Discipline::Ets, share };
        }
        SchedulerConfig::new(&classes, EtsConfig::DEFAULT, 1_000, 20)
    }

    const ALL: PrioritySet = PrioritySet::from_bits(0b1_1001);

    #[test]
    fn a_round_of_whole_quanta_has_no_error() {
        let (config, mut shares) = (textbook(), Shares::default());
        for (class, frames) in [(Priority::P3, 16), (Priority::P4, 3), (Priority::P0, 1)] {
            (0..frames).for_each(|_| shares.sent(&config, ALL, class, 1_000, false));
        }
        for (class, served) in [(Priority::P3, 16_000), (Priority::P4, 3_000), (Priority::P0, 1_000)] {
            let one = shares.class(&config, class);
            assert_eq!((one.contended, one.served, one.entitled()), (20_000, served, served));
            assert_eq!((one.round_error, one.round_error_peak), (0, 0));
        }
    }

    #[test]
    fn unused_share_of_a_class_is_divided_among_the_others() {
        let (config, mut shares) = (textbook(), Shares::default());
        shares.sent(
            &config,
            PrioritySet::from_iter([Priority::P4, Priority::P0]),
            Priority::P4,
            1_000,
            false,
        );
        shares.sent(&config, ALL, Priority::P3, 1_000, false);
        let [rdma, storage] = [Priority::P3, Priority::P4].map(|n| shares.class(&config, n));
        assert_eq!((rdma.contended, rdma.entitled(), rdma.error()), (1_000, 800, 200));
        // Class 4 is due 15/20 of the first frame and 15/100 of the second.
        assert_eq!((storage.contended, storage.entitled(), storage.error()), (2_000, 900, 100));
    }

    #[test]
    fn emptied_class_is_entitled_to_its_served_bytes_only() {
        let (config, mut shares) = (textbook(), Shares::default());
        let two = PrioritySet::from_iter([Priority::P4, Priority::P0]);
        for _ in 0..1_000 {
            // Early frame: the fluid scheduler serves it in the time of four frames, because the
            // share of class 0 is 5 of 20.
            shares.sent(&config, two, Priority::P0, 1_000, true);
            for _ in 0..9 {
                if shares.concerns(&config, Priority::P4, PrioritySet::of(Priority::P4)) {
                    shares.sent(&config, PrioritySet::of(Priority::P4), Priority::P4, 1_000, false);
                }
            }
            // Late frame: the fluid scheduler would have served two frames of class 0 by then, but
            // there was only one.
            (0..8).for_each(|_| shares.sent(&config, two, Priority::P4, 1_000, false));
            shares.sent(&config, two, Priority::P0, 1_000, true);
        }
        let [sparse, other] = [Priority::P0, Priority::P4].map(|n| shares.class(&config, n));
        assert_eq!((sparse.contended, sparse.served, sparse.entitled()), (13_000_000, 2_000_000, 2_000_000));
        assert_eq!((other.contended, other.served, other.error()), (13_000_000, 11_000_000, 0));
        assert!(!shares.concerns(&config, Priority::P4, PrioritySet::of(Priority::P4)));
    }

    #[test]
    fn class_served_too_little_has_a_negative_error() {
        let (config, mut shares) = (textbook(), Shares::default());
        // Class 4 is due 15 of 20 bytes and sends 5 of 20.
        for n in 0..100 {
            let class = if n % 4 == 0 { Priority::P4 } else { Priority::P0 };
            shares.sent(&config, PrioritySet::from_iter([Priority::P4, Priority::P0]), class, 1_000, false);
        }
        let late = shares.class(&config, Priority::P4);
        assert_eq!((late.served, late.entitled(), late.error()), (25_000, 75_000, -50_000));
    }

    #[test]
    fn only_classes_that_share_with_others_are_contended() {
        let config = textbook();
        assert!(
            config.is_contended(Priority::P3, ALL)
                && config.is_contended(Priority::P4, PrioritySet::from_iter([Priority::P4, Priority::P0]))
        );
        assert!(!config.is_contended(Priority::P3, PrioritySet::of(Priority::P3)), "alone");
        assert!(
            !config.is_contended(Priority::P3, PrioritySet::from_iter([Priority::P3, Priority::P7])),
            "beside a strict one"
        );
        assert!(!config.is_contended(Priority::P7, ALL | PrioritySet::of(Priority::P7)), "strict itself");
    }

    #[test]
    fn an_unfair_round_shows_its_error_and_the_largest_stays() {
        let (config, mut shares) = (textbook(), Shares::default());
        (0..20).for_each(|_| shares.sent(&config, ALL, Priority::P3, 1_000, false));
        assert_eq!(shares.class(&config, Priority::P3).round_error, 4_000);
        assert_eq!(shares.class(&config, Priority::P0).round_error, -1_000);
        for (class, frames) in [(Priority::P3, 16), (Priority::P4, 3), (Priority::P0, 1)] {
            (0..frames).for_each(|_| shares.sent(&config, ALL, class, 1_000, false));
        }
        let class = shares.class(&config, Priority::P3);
        assert_eq!((class.round_error, class.round_error_peak, class.error()), (0, 4_000, 4_000));
    }
}
