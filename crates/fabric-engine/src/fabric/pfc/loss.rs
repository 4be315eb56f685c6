//! Loss of received PFC frames: a fault of one port that drops all PFC frames, only pauses, or only
//! resumes. A frame that pauses one priority and resumes another counts as both. The fault ends
//! after a number of frames, at a time, or never.

use crate::digest::Digest;
use crate::fabric::frame::Indication;
use crate::units::Time;

/// Kind of PFC frame that a fault drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PfcLossKind {
    /// Every PFC frame.
    #[default]
    All,
    /// Frames that pause at least one priority.
    Pauses,
    /// Frames that resume at least one priority.
    Resumes,
}

/// Fault of one port: received PFC frames are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PfcLoss {
    /// Kind of frame that is dropped.
    pub which: PfcLossKind,
    /// Frames still to be dropped; `None`: unlimited.
    pub left: Option<u32>,
    /// End of the fault; [`Time::NEVER`]: unlimited.
    pub until: Time,
}

impl PfcLoss {
    /// Receives a PFC frame at `now`. Returns whether the fault drops the frame; a dropped frame
    /// reduces `left` by one.
    pub fn drops(&mut self, indication: Indication, now: Time) -> bool {
        let meant = match self.which {
            PfcLossKind::All => true,
            PfcLossKind::Pauses => !indication.pauses.is_empty(),
            PfcLossKind::Resumes => !indication.resumes.is_empty(),
        };
        if !meant || self.is_over(now) {
            return false;
        }
        self.left = self.left.map(|left| left - 1);
        true
    }

    /// Arrival time of the first pause that the fault does not drop. Pauses arrive at `first` and
    /// then at intervals of `every`, without other PFC frames. [`Time::NEVER`] if all pauses are
    /// dropped.
    #[must_use]
    pub fn first_received(&self, first: Time, every: Time) -> Time {
        let lasts = self.until.saturating_sub(first).ps().div_ceil(every.ps().max(1));
        let lasts = if self.until == Time::NEVER { u64::MAX } else { lasts };
        let lost = if self.which == PfcLossKind::Resumes {
            0
        } else {
            lasts.min(self.left.map_or(u64::MAX, u64::from))
        };
        first.saturating_add(Time(every.ps().saturating_mul(lost)))
    }

    /// Whether the fault has ended at `now`. At `until` exactly, it has ended.
    #[must_use]
    pub fn is_over(&self, now: Time) -> bool {
        self.left == Some(0) || now >= self.until
    }

    /// Adds the fault to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(self.which as u8);
        digest.add(self.left.map_or(u64::MAX, u64::from));
        digest.time(self.until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{Priority, PrioritySet};
    use crate::units::Quanta;

    #[test]
    fn first_received_pause_follows_the_lost_pauses() {
        let first_received = |which, left, until: u64| {
            let loss = PfcLoss { which, left, until: Time(until) };
            let received = loss.first_received(Time(100), Time(10));
            // Expected value: the first of successive pauses that the fault does not drop.
            let pause = Indication {
                pauses: PrioritySet::of(Priority::P3),
                resumes: PrioritySet::EMPTY,
                quanta: Quanta::MAX,
            };
            let mut goes = loss;
            let arrivals = (0..40).map(|n| Time(100 + 10 * n));
            let first = arrivals.into_iter().find(|at| !goes.drops(pause, *at)).unwrap_or(Time::NEVER);
            assert_eq!(if received > Time(490) { Time::NEVER } else { received }, first, "{loss:?}");
            received
        };
        assert_eq!(first_received(PfcLossKind::Resumes, None, u64::MAX), Time(100));
        assert_eq!(first_received(PfcLossKind::All, Some(3), u64::MAX), Time(130));
        assert_eq!(first_received(PfcLossKind::Pauses, None, 120), Time(120));
        assert_eq!(first_received(PfcLossKind::Pauses, None, 121), Time(130));
        assert_eq!(first_received(PfcLossKind::Pauses, Some(1), 121), Time(110));
        assert_eq!(first_received(PfcLossKind::All, None, 100), Time(100));
        assert_eq!(first_received(PfcLossKind::All, None, u64::MAX), Time::NEVER);
    }

    #[test]
    fn so_many_of_the_kind_are_lost_until_the_time_is_over() {
        let pause = Indication {
            pauses: PrioritySet::of(Priority::P3),
            resumes: PrioritySet::EMPTY,
            quanta: Quanta::MAX,
        };
        let resume = Indication {
            pauses: PrioritySet::EMPTY,
            resumes: PrioritySet::of(Priority::P3),
            quanta: Quanta::MAX,
        };
        let mut loss = PfcLoss { which: PfcLossKind::Resumes, left: Some(2), until: Time(100) };
        let taken = [(pause, 1), (resume, 2), (resume, 3), (resume, 4)]
            .map(|(indication, at)| loss.drops(indication, Time(at)));
        assert_eq!(taken, [false, true, true, false]);
        let mut loss = PfcLoss { which: PfcLossKind::All, left: None, until: Time(100) };
        assert_eq!([99, 100].map(|at| loss.drops(pause, Time(at))), [true, false]);
        let mut loss = PfcLoss { which: PfcLossKind::Pauses, left: Some(9), until: Time::NEVER };
        assert_eq!([pause, resume].map(|indication| loss.drops(indication, Time(5))), [true, false]);
    }
}
