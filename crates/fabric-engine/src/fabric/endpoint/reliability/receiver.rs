//! Receiving end of a reliable flow: frames are accepted in order only (InfiniBand Architecture 1.2.1,
//! volume 1, 9.7.5).
//!
//! A gap causes a single NAK; the next NAK is possible only after the missing frame has arrived. Frames after
//! the gap are dropped, never stored. Sequence numbers wrap at 2³².

use super::{Messages, Recovery};
use crate::digest::Digest;

/// Receiving end of a reliable flow: accepts frames in order only, and answers with acks and NAKs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReliableReceiver {
    recovery: Recovery,
    messages: Messages,
    /// Number of frames that one ack confirms; above 0.
    every: u32,
    /// Sequence number of the frame that is accepted next.
    expected: u32,
    /// Number of frames accepted since the last ack or NAK.
    unacknowledged: u32,
    /// Whether a NAK for the expected frame was sent.
    nak_sent: bool,
}

/// Decision about a received frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reception {
    /// Accepted: the expected frame.
    Taken,
    /// Dropped: an earlier frame is missing.
    OutOfOrder,
    /// Dropped: a duplicate.
    Duplicate,
}

/// Answer of the receiver to a data frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Ack: all frames up to and including this number have arrived.
    Ack(u32),
    /// NAK: the frame with this number is missing; all earlier frames have arrived.
    Nak(u32),
}

impl ReliableReceiver {
    /// Creates a receiver that expects frame 0 and acknowledges every `every` frames (0 counts as 1).
    #[must_use]
    pub fn new(recovery: Recovery, messages: Messages, every: u32) -> Self {
        Self { recovery, messages, every: every.max(1), expected: 0, unacknowledged: 0, nak_sent: false }
    }

    /// Receives frame `number`. Returns the decision about the frame, and the answer to send; `None`: no
    /// answer is sent.
    ///
    /// Every `every`-th accepted frame, the last frame of a message and each duplicate cause an ack. Only the
    /// first frame after a gap causes a NAK, until the missing frame arrives (`InfiniBand` architecture,
    /// section 9.7.5). With go-back-0, the first frame of the present message is accepted at any time, and
    /// the message starts again. Any other frame out of order makes the receiver discard the message so far.
    pub fn receive(&mut self, number: u32) -> (Reception, Option<Answer>) {
        // First frame of the retransmission if the expected frame is missing.
        let begin = match self.recovery {
            Recovery::GoBackN => self.expected,
            Recovery::GoBack0 => self.messages.first(self.expected),
        };
        if number == self.expected || number == begin {
            self.expected = number.wrapping_add(1);
            self.nak_sent = false;
            self.unacknowledged += 1;
            let due = self.unacknowledged >= self.every || self.messages.is_last(number);
            return (Reception::Taken, due.then(|| self.record_answer(Answer::Ack(number))));
        }
        if begin.wrapping_sub(number) < 1 << 31 {
            return (Reception::Duplicate, Some(self.record_answer(Answer::Ack(begin.wrapping_sub(1)))));
        }
        self.expected = begin;
        let news = !std::mem::replace(&mut self.nak_sent, true);
        (Reception::OutOfOrder, news.then(|| self.record_answer(Answer::Nak(begin))))
    }

    const fn record_answer(&mut self, answer: Answer) -> Answer {
        self.unacknowledged = 0;
        answer
    }

    /// Adds the receiver to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(u64::from(self.expected) << 32 | u64::from(self.unacknowledged));
        digest.add(u8::from(self.nak_sent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Answer::{Ack, Nak};
    use Reception::{Duplicate, OutOfOrder, Taken};

    fn receiver(recovery: Recovery, frames: u64, every: u32) -> ReliableReceiver {
        ReliableReceiver::new(recovery, Messages::new(frames, 1), every)
    }

    #[test]
    fn ack_follows_every_nth_frame_and_the_last_frame_of_a_message() {
        let mut receiver = receiver(Recovery::GoBackN, 8, 3);
        let answers: Vec<_> = (0..10).map(|n| receiver.receive(n).1).collect();
        let acks: Vec<u32> = (0..10).filter(|n| answers[*n as usize] == Some(Ack(*n))).collect();
        assert_eq!(acks, [2, 5, 7]);
        assert_eq!(answers.iter().flatten().count(), 3);
    }

    #[test]
    fn a_gap_causes_one_nak_until_the_missing_frame_arrives() {
        let mut receiver = receiver(Recovery::GoBackN, u64::MAX, 1);
        receiver.receive(0);
        assert_eq!(receiver.receive(2), (OutOfOrder, Some(Nak(1))));
        assert_eq!(receiver.receive(3), (OutOfOrder, None));
        assert_eq!(receiver.receive(1), (Taken, Some(Ack(1))));
        assert_eq!(receiver.receive(3), (OutOfOrder, Some(Nak(2))), "another gap");
    }

    #[test]
    fn a_duplicate_is_dropped_and_acknowledged() {
        let mut receiver = receiver(Recovery::GoBackN, u64::MAX, 4);
        assert!((0..6).all(|n| receiver.receive(n).0 == Taken));
        assert_eq!(receiver.receive(2), (Duplicate, Some(Ack(5))));
        assert_eq!(receiver.receive(6), (Taken, None));
    }

    #[test]
    fn under_go_back_0_a_gap_costs_the_message() {
        let mut receiver = receiver(Recovery::GoBack0, 4, 1);
        assert!((0..6).all(|n| receiver.receive(n).0 == Taken));
        assert_eq!(receiver.receive(7), (OutOfOrder, Some(Nak(4))));
        assert_eq!(receiver.receive(6), (OutOfOrder, None), "what it had of the message is gone");
        assert_eq!(receiver.receive(4), (Taken, Some(Ack(4))));
        // After a timeout the sender may restart the present message, but not a message that is
        // complete.
        assert_eq!(receiver.receive(5), (Taken, Some(Ack(5))));
        assert_eq!(receiver.receive(4), (Taken, Some(Ack(4))));
        assert_eq!(receiver.receive(0), (Duplicate, Some(Ack(3))));
        assert_eq!(receiver.receive(5), (Taken, Some(Ack(5))));
    }

    #[test]
    fn numbers_may_wrap() {
        let mut receiver =
            ReliableReceiver { expected: u32::MAX, ..receiver(Recovery::GoBackN, u64::MAX, 1) };
        assert_eq!(receiver.receive(0), (OutOfOrder, Some(Nak(u32::MAX))));
        assert_eq!(receiver.receive(u32::MAX), (Taken, Some(Ack(u32::MAX))));
        assert_eq!(receiver.receive(u32::MAX), (Duplicate, Some(Ack(u32::MAX))));
        assert_eq!(receiver.receive(0).0, Taken);
    }
}
