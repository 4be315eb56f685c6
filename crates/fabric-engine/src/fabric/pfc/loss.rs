//! PFC frames that do not come in where they should.

use crate::digest::Digest;
use crate::fabric::frame::Indication;
use crate::units::Time;

/// Which PFC frames are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Lost {
    /// All of them.
    #[default]
    All,
    /// Those that pause something.
    Pauses,
    /// Those that resume something.
    Resumes,
}

/// A port at which PFC frames are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PfcLoss {
    /// Which.
    pub which: Lost,
    /// How many more; `None`: without end.
    pub left: Option<u32>,
    /// Until then; [`Time::NEVER`]: without end.
    pub until: Time,
}

impl PfcLoss {
    /// A PFC frame comes in at `now`. Returns whether it is lost.
    pub fn takes(&mut self, indication: Indication, now: Time) -> bool {
        let meant = match self.which {
            Lost::All => true,
            Lost::Pauses => indication.pauses != 0,
            Lost::Resumes => indication.resumes != 0,
        };
        if !meant || self.is_over(now) {
            return false;
        }
        self.left = self.left.map(|left| left - 1);
        true
    }

    /// When the first pause is heard of those that come in at `first` and `every` so
    /// often after that, as long as nothing else comes in; [`Time::NEVER`]: all are lost.
    #[must_use]
    pub fn first_heard(&self, first: Time, every: Time) -> Time {
        let lasts = self.until.saturating_sub(first).ps().div_ceil(every.ps().max(1));
        let lasts = if self.until == Time::NEVER { u64::MAX } else { lasts };
        let lost =
            if self.which == Lost::Resumes { 0 } else { lasts.min(self.left.map_or(u64::MAX, u64::from)) };
        first.saturating_add(Time(every.ps().saturating_mul(lost)))
    }

    /// Whether no frame is lost from `now` on.
    #[must_use]
    pub fn is_over(&self, now: Time) -> bool {
        self.left == Some(0) || now >= self.until
    }

    /// Takes it into the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(self.which as u8);
        digest.add(self.left.map_or(u64::MAX, u64::from));
        digest.time(self.until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Quanta;

    #[test]
    fn the_first_pause_that_is_heard_is_the_one_after_those_that_are_lost() {
        let heard = |which, left, until: u64| {
            let loss = PfcLoss { which, left, until: Time(until) };
            let said = loss.first_heard(Time(100), Time(10));
            // One after the other.
            let pause = Indication { pauses: 8, resumes: 0, quanta: Quanta::MAX };
            let mut goes = loss;
            let arrivals = (0..40).map(|n| Time(100 + 10 * n));
            let first = arrivals.into_iter().find(|at| !goes.takes(pause, *at)).unwrap_or(Time::NEVER);
            assert_eq!(if said > Time(490) { Time::NEVER } else { said }, first, "{loss:?}");
            said
        };
        assert_eq!(heard(Lost::Resumes, None, u64::MAX), Time(100));
        assert_eq!(heard(Lost::All, Some(3), u64::MAX), Time(130));
        assert_eq!(heard(Lost::Pauses, None, 120), Time(120));
        assert_eq!(heard(Lost::Pauses, None, 121), Time(130));
        assert_eq!(heard(Lost::Pauses, Some(1), 121), Time(110));
        assert_eq!(heard(Lost::All, None, 100), Time(100));
        assert_eq!(heard(Lost::All, None, u64::MAX), Time::NEVER);
    }

    #[test]
    fn so_many_of_the_kind_are_lost_until_the_time_is_over() {
        let pause = Indication { pauses: 8, resumes: 0, quanta: Quanta::MAX };
        let resume = Indication { pauses: 0, resumes: 8, quanta: Quanta::MAX };
        let mut loss = PfcLoss { which: Lost::Resumes, left: Some(2), until: Time(100) };
        let taken =
            [(pause, 1), (resume, 2), (resume, 3), (resume, 4)].map(|(says, at)| loss.takes(says, Time(at)));
        assert_eq!(taken, [false, true, true, false]);
        let mut loss = PfcLoss { which: Lost::All, left: None, until: Time(100) };
        assert_eq!([99, 100].map(|at| loss.takes(pause, Time(at))), [true, false]);
        let mut loss = PfcLoss { which: Lost::Pauses, left: Some(9), until: Time::NEVER };
        assert_eq!([pause, resume].map(|says| loss.takes(says, Time(5))), [true, false]);
    }
}
