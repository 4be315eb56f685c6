//! Loss of received credit updates: a fault with a probability, a number of updates to lose, and an
//! end.
//!
//! Without a number and an end the fault lasts for the whole run. The credits of a lost update
//! return only with a later resync.

use crate::digest::Digest;
use crate::units::Time;

/// Fault of a port, or of the source of a flow: received credit updates are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpdateLoss {
    /// Probability in 1/2³² that an update is lost.
    pub chance: u64,
    /// Number of updates that the fault still loses; `None`: unlimited.
    pub left: Option<u32>,
    /// Time at which the fault ends; [`Time::NEVER`] if it never ends.
    pub until: Time,
}

impl UpdateLoss {
    /// Probability 1 in the fixed point of [`UpdateLoss::chance`].
    pub const CERTAIN: u64 = 1 << 32;

    /// Receives an update at `now`. Returns whether the update is lost; a lost update reduces
    /// `left` by one. `draw` returns 32 random bits and is called only if the probability is below
    /// 1.
    pub fn drops(&mut self, now: Time, draw: impl FnOnce() -> u32) -> bool {
        if self.is_over(now) || (self.chance < Self::CERTAIN && u64::from(draw()) >= self.chance) {
            return false;
        }
        self.left = self.left.map(|left| left - 1);
        true
    }

    /// Whether the fault has ended at `now`.
    #[must_use]
    pub fn is_over(&self, now: Time) -> bool {
        self.left == Some(0) || now >= self.until
    }

    /// Whether the fault drops all updates and never ends.
    #[must_use]
    pub fn is_for_good(&self) -> bool {
        self.chance >= Self::CERTAIN && self.left.is_none() && self.until == Time::NEVER
    }

    /// Adds the fault to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(self.chance);
        digest.add(self.left.map_or(u64::MAX, u64::from));
        digest.time(self.until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_are_lost_until_the_time_is_over() {
        let mut loss = UpdateLoss { chance: UpdateLoss::CERTAIN, left: Some(2), until: Time(100) };
        assert_eq!([1, 2, 3].map(|at| loss.drops(Time(at), || 0)), [true, true, false]);
        let mut loss = UpdateLoss { left: None, ..loss };
        assert_eq!([99, 100].map(|at| loss.drops(Time(at), || 0)), [true, false]);
        assert!(!loss.is_for_good() && UpdateLoss { until: Time::NEVER, ..loss }.is_for_good());
    }

    #[test]
    fn chance_decides_by_the_draw_alone() {
        let mut loss = UpdateLoss { chance: 1 << 31, left: None, until: Time::NEVER };
        let half = 1u32 << 31;
        assert_eq!([half - 1, half].map(|draw| loss.drops(Time(5), || draw)), [true, false]);
    }
}
