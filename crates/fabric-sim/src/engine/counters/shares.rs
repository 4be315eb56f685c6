//! What the ETS classes of a port got, against what they were to get.

use crate::fabric::egress::SchedulerConfig;
use crate::ids::priorities;
use crate::wire::PRIORITIES;

/// 1/65536 of a byte: what entitlements are kept in, so that shares of short
/// stretches add up.
const FINE: u64 = 1 << 16;

/// One ETS class while at least one other had something to send, too. In
/// bytes as the port counts them ([`SchedulerConfig::counted`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassShare {
    /// What ETS classes sent, all together, while this one wanted to.
    pub contended: u64,
    /// What of it this one sent.
    pub served: u64,
    /// What of it an ideal fluid would have given this one, in 1/65536 B:
    /// shares in proportion among those that had something to send.
    entitled: u64,
    /// `served` less what an ideal fluid would have given, over the last
    /// whole round.
    pub round_error: i64,
    /// Its largest size over all rounds.
    pub round_error_peak: u64,
    served_before: u64,
    entitled_before: u64,
}

impl ClassShare {
    /// What an ideal fluid would have given.
    #[must_use]
    pub const fn entitled(&self) -> u64 {
        self.entitled / FINE
    }

    /// What this one got above what an ideal fluid would have given; below 0, less.
    #[must_use]
    pub const fn error(&self) -> i64 {
        error(self.served, self.entitled)
    }

    /// What was counted since `earlier`, an older copy; rounds stay as they are.
    #[must_use]
    pub const fn since(&self, earlier: &Self) -> Self {
        Self {
            contended: self.contended - earlier.contended,
            served: self.served - earlier.served,
            entitled: self.entitled - earlier.entitled,
            ..*self
        }
    }

    fn end_round(&mut self) {
        self.round_error = error(self.served - self.served_before, self.entitled - self.entitled_before);
        self.round_error_peak = self.round_error_peak.max(self.round_error.unsigned_abs());
        (self.served_before, self.entitled_before) = (self.served, self.entitled);
    }
}

const fn error(served: u64, entitled: u64) -> i64 {
    served.cast_signed() - (entitled / FINE).cast_signed()
}

/// The ETS classes of one port. A stretch in which the same classes want to
/// send costs one sum a frame; what it entitles whom to is worked out when it ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shares {
    classes: [ClassShare; PRIORITIES],
    /// Who wanted to send in the open stretch.
    wanting: u8,
    /// What they sent in it.
    stretch: u64,
    /// What was spent of the open round, in the scheduler's unit.
    spent: u64,
}

impl Shares {
    /// One of the ETS classes that want to send sends a frame of `bytes`. A
    /// class alone says nothing of shares and is not to be counted.
    pub(in super::super) fn sent(&mut self, config: &SchedulerConfig, wanting: u8, class: u8, bytes: u32) {
        debug_assert!(wanting.count_ones() > 1 && wanting >> class & 1 == 1, "{class} of {wanting:b}");
        if wanting != self.wanting {
            self.settle(config);
            self.wanting = wanting;
        }
        let counted = u64::from(config.counted(bytes));
        self.stretch += counted;
        self.classes[usize::from(class)].served += counted;
        self.spent += u64::from(config.cost(bytes));
        if self.spent >= config.round() {
            self.spent = 0;
            self.settle(config);
            self.classes.iter_mut().for_each(ClassShare::end_round);
        }
    }

    /// One class, the open stretch with it.
    #[must_use]
    pub fn class(&self, config: &SchedulerConfig, class: u8) -> ClassShare {
        let mut settled = *self;
        settled.settle(config);
        settled.classes[usize::from(class)]
    }

    fn settle(&mut self, config: &SchedulerConfig) {
        let stretch = std::mem::take(&mut self.stretch);
        let all: u64 = priorities(self.wanting).map(|n| u64::from(config.share(n))).sum();
        for n in priorities(self.wanting) {
            let class = &mut self.classes[usize::from(n)];
            class.contended += stretch;
            class.entitled += stretch * FINE * u64::from(config.share(n)) / all.max(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::egress::{Class, Discipline, EtsConfig};

    /// Classes 3, 4 and 0 with 80, 15 and 5 %; quanta 16 000, 3000, 1000 B.
    fn textbook() -> SchedulerConfig {
        let mut classes = [Class { discipline: Discipline::Strict, share: 0 }; PRIORITIES];
        for (n, share) in [(3, 80), (4, 15), (0, 5)] {
            classes[n] = Class { discipline: Discipline::Ets, share };
        }
        SchedulerConfig::new(&classes, EtsConfig::DEFAULT, 1_000, 20)
    }

    const ALL: u8 = 1 << 3 | 1 << 4 | 1 << 0;

    #[test]
    fn a_round_of_whole_quanta_has_no_error() {
        let (config, mut shares) = (textbook(), Shares::default());
        for (class, frames) in [(3, 16), (4, 3), (0, 1)] {
            (0..frames).for_each(|_| shares.sent(&config, ALL, class, 1_000));
        }
        for (class, served) in [(3, 16_000), (4, 3_000), (0, 1_000)] {
            let one = shares.class(&config, class);
            assert_eq!((one.contended, one.served, one.entitled()), (20_000, served, served));
            assert_eq!((one.round_error, one.round_error_peak), (0, 0));
        }
    }

    #[test]
    fn what_a_class_does_not_want_is_the_others_due() {
        let (config, mut shares) = (textbook(), Shares::default());
        shares.sent(&config, 1 << 4 | 1 << 0, 4, 1_000);
        shares.sent(&config, ALL, 3, 1_000);
        let [rdma, storage] = [3, 4].map(|n| shares.class(&config, n));
        assert_eq!((rdma.contended, rdma.entitled(), rdma.error()), (1_000, 800, 200));
        // 15 of 20, then 15 of 100.
        assert_eq!((storage.contended, storage.entitled(), storage.error()), (2_000, 900, 100));
    }

    #[test]
    fn only_classes_that_share_with_others_are_contended() {
        let config = textbook();
        assert!(config.is_contended(3, ALL) && config.is_contended(4, 1 << 4 | 1 << 0));
        assert!(!config.is_contended(3, 1 << 3), "alone");
        assert!(!config.is_contended(3, 1 << 3 | 1 << 7), "beside a strict one");
        assert!(!config.is_contended(7, ALL | 1 << 7), "strict itself");
    }

    #[test]
    fn an_unfair_round_shows_its_error_and_the_largest_stays() {
        let (config, mut shares) = (textbook(), Shares::default());
        (0..20).for_each(|_| shares.sent(&config, ALL, 3, 1_000));
        assert_eq!(shares.class(&config, 3).round_error, 4_000);
        assert_eq!(shares.class(&config, 0).round_error, -1_000);
        for (class, frames) in [(3, 16), (4, 3), (0, 1)] {
            (0..frames).for_each(|_| shares.sent(&config, ALL, class, 1_000));
        }
        let class = shares.class(&config, 3);
        assert_eq!((class.round_error, class.round_error_peak, class.error()), (0, 4_000, 4_000));
    }
}
