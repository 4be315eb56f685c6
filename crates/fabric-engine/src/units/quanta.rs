//! Pause time in quanta, and its duration at the rate of a port.

use super::{Time, TransmissionTimes};

/// Pause time in quanta: one quantum is 512 bit times of the port that obeys the pause (IEEE 802.1Qbb, clause
/// 36.1.3.2). Zero is a resume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Quanta(pub u16);

impl Quanta {
    /// Longest pause time of a PFC frame.
    pub const MAX: Self = Self(u16::MAX);

    /// Duration at the rate of `clock`, rounded up to a whole picosecond. 65 535 quanta at 100 Gb/s
    /// are 335 539 200 ps.
    #[must_use]
    pub const fn time(self, clock: TransmissionTimes) -> Time {
        clock.time(self.0 as u32 * 64)
    }
}
