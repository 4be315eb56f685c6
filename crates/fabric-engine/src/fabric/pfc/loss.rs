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

    /// Whether the next `frames` that pause something are all lost, if they
    /// come before `until`.
    #[must_use]
    pub fn takes_pauses(&self, frames: u64, until: Time) -> bool {
        self.which != Lost::Resumes
            && self.until >= until
            && self.left.is_none_or(|left| u64::from(left) >= frames)
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
