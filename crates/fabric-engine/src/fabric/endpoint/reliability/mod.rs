//! What a flow does about frames that are lost: one machine at each of its ends.

mod receiver;
mod sender;

pub use receiver::{Answer, Receiver, Verdict};
pub use sender::Sender;

use crate::units::Time;

/// What is sent again when a frame is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// The frame that is missing, and everything behind it (`InfiniBand`
    /// architecture, section 9.7; `RoCEv2` adapters).
    GoBackN,
    /// The whole message: what Guo et al. found at first (SIGCOMM 2016,
    /// section 4.1).
    GoBack0,
}

/// How a flow recovers what is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReliabilityConfig {
    /// What is sent again.
    pub recovery: Recovery,
    /// Frames that may be under way without an ack; above 0.
    pub window: u32,
    /// How long the sender waits for an ack to move on before it goes back. Above 0.
    pub timeout: Time,
}

/// Which frames of a flow make up a message: as many for each, from number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Messages {
    /// Frames of each; beyond all numbers where there is no end.
    frames: u64,
}

impl Messages {
    /// Messages of `size` bytes, [`u64::MAX`] for one without end, in frames of
    /// `payload` bytes, above 0.
    #[must_use]
    pub fn new(size: u64, payload: u16) -> Self {
        Self { frames: size.div_ceil(u64::from(payload)).max(1) }
    }

    /// The message of frame `number`, from 0.
    #[must_use]
    #[inline]
    pub fn number(self, number: u32) -> u32 {
        // No more than the number itself.
        u32::try_from(u64::from(number) / self.frames).unwrap_or(number)
    }

    /// Frames of its message before frame `number`.
    #[must_use]
    #[inline]
    pub fn before(self, number: u32) -> u32 {
        // No more than the number itself.
        u32::try_from(u64::from(number) % self.frames).unwrap_or(number)
    }

    /// The first frame of the message of frame `number`.
    #[must_use]
    #[inline]
    pub fn first(self, number: u32) -> u32 {
        number - self.before(number)
    }

    /// Whether frame `number` ends its message.
    #[must_use]
    #[inline]
    pub fn is_last(self, number: u32) -> bool {
        u64::from(self.before(number)) + 1 == self.frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_as_many_frames_as_its_bytes_need() {
        let messages = Messages::new(2_500, 1_000);
        let firsts: Vec<u32> = (0..7).map(|n| messages.first(n)).collect();
        assert_eq!(firsts, [0, 0, 0, 3, 3, 3, 6]);
        let numbers: Vec<u32> = (0..7).map(|n| messages.number(n)).collect();
        assert_eq!(numbers, [0, 0, 0, 1, 1, 1, 2]);
        let lasts: Vec<u32> = (0..7).filter(|n| messages.is_last(*n)).collect();
        assert_eq!(lasts, [2, 5]);
        assert_eq!(Messages::new(1, 1_000).first(7), 7);
    }

    #[test]
    fn a_message_without_end_begins_with_number_0() {
        let messages = Messages::new(u64::MAX, 1);
        assert_eq!(messages.first(u32::MAX), 0);
        assert!(!messages.is_last(u32::MAX));
    }
}
