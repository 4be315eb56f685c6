//! Reliability of a flow: retransmission of lost frames, with a [`ReliableSender`] at the source and a
//! [`ReliableReceiver`] at the destination.

mod receiver;
mod sender;

pub use receiver::{Answer, Reception, ReliableReceiver};
pub use sender::ReliableSender;

use crate::units::Time;

/// Frames that are retransmitted after a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// Go-back-N: the source retransmits the lost frame and every frame after it (`InfiniBand` architecture,
    /// section 9.7; `RoCEv2` adapters).
    GoBackN,
    /// Go-back-0: the source retransmits the whole message, as Guo et al. first observed (SIGCOMM 2016,
    /// section 4.1).
    GoBack0,
}

/// Configuration of the reliability of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReliabilityConfig {
    /// Frames that are retransmitted.
    pub recovery: Recovery,
    /// Send window: largest number of frames in flight without an ack; above 0.
    pub window: u32,
    /// Ack timeout, above 0: time without a new ack after which the source retransmits.
    pub timeout: Time,
}

/// Division of a flow into messages of equal length, from frame 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Messages {
    /// Number of frames of each message; for an endless message, larger than any sequence number.
    frames: u64,
}

impl Messages {
    /// Creates messages of `size` bytes ([`u64::MAX`]: one endless message) in frames of `payload` bytes,
    /// above 0. A message has at least one frame.
    #[must_use]
    pub fn new(size: u64, payload: u16) -> Self {
        Self { frames: size.div_ceil(u64::from(payload)).max(1) }
    }

    /// Index of the message of frame `number`, from 0.
    #[must_use]
    #[inline]
    pub fn number(self, number: u32) -> u32 {
        // The result is at most `number`.
        u32::try_from(u64::from(number) / self.frames).unwrap_or(number)
    }

    /// Number of frames that precede frame `number` in its message.
    #[must_use]
    #[inline]
    pub fn before(self, number: u32) -> u32 {
        // The result is at most `number`.
        u32::try_from(u64::from(number) % self.frames).unwrap_or(number)
    }

    /// Number of the first frame of the message that contains frame `number`.
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
