//! Sending end of a reliable flow: go-back-N or go-back-0 (InfiniBand Architecture 1.2.1, volume 1,
//! 9.7; Guo et al., SIGCOMM 2016, 4.1). Start with [`ReliableSender`].
//!
//! A NAK or the ack timeout restarts transmission at the missing frame, or with go-back-0 at the
//! start of its message. The number of retries is not limited, and the timeout does not grow.

use super::{Messages, Recovery, ReliabilityConfig};
use crate::digest::Digest;
use crate::units::Time;

/// Sending end of a reliable flow: next sequence number, and whether the send window is full.
/// Frames are not stored; a retransmitted frame is built again from its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReliableSender {
    config: ReliabilityConfig,
    messages: Messages,
    /// Oldest sequence number that is not acknowledged.
    oldest: u32,
    /// Sequence number of the next frame to send.
    next: u32,
    /// Lowest sequence number that was never sent.
    unsent: u32,
    /// Time at which the ack timeout expires; [`Time::NEVER`] while no frame is in flight.
    deadline: Time,
}

impl ReliableSender {
    /// Creates a sender that has sent no frame.
    #[must_use]
    pub const fn new(config: ReliabilityConfig, messages: Messages) -> Self {
        Self { config, messages, oldest: 0, next: 0, unsent: 0, deadline: Time::NEVER }
    }

    /// Sequence number of the next frame to send.
    #[must_use]
    #[inline]
    pub const fn next(&self) -> u32 {
        self.next
    }

    /// Send window in frames.
    #[must_use]
    pub const fn window(&self) -> u32 {
        self.config.window
    }

    /// Number of frames in flight without an ack.
    #[must_use]
    #[inline]
    pub const fn unacked(&self) -> u32 {
        self.next.wrapping_sub(self.oldest)
    }

    /// Whether the send window is full, so that no frame may start before an ack.
    #[must_use]
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.unacked() >= self.config.window
    }

    /// Records the start of the next frame at `now`, and advances [`ReliableSender::next`]. Returns whether
    /// the frame is a retransmission. The window is not checked.
    #[inline]
    pub fn on_transmit(&mut self, now: Time) -> bool {
        if self.next == self.oldest {
            self.deadline = now.saturating_add(self.config.timeout);
        }
        let again = self.next != self.unsent && self.unsent.wrapping_sub(self.next) < 1 << 31;
        self.next = self.next.wrapping_add(1);
        if !again {
            self.unsent = self.next;
        }
        again
    }

    /// Handles an ack of all frames up to `number`, and restarts the timeout. An ack that confirms no further
    /// frame, or frames that were never sent, changes nothing. After a retransmission has begun, an ack at or
    /// after [`ReliableSender::next`] makes the sender skip the acknowledged frames.
    pub fn on_ack(&mut self, number: u32, now: Time) {
        let reached = number.wrapping_add(1);
        let fresh = reached.wrapping_sub(self.oldest);
        if fresh == 0 || fresh > self.unsent.wrapping_sub(self.oldest) {
            return;
        }
        let ahead = fresh > self.unacked();
        // After a restart of the message (go-back-0), an ack beyond `next` counts only if it
        // confirms the whole message.
        if ahead && self.config.recovery == Recovery::GoBack0 && !self.messages.is_last(number) {
            return;
        }
        self.oldest = reached;
        if ahead {
            self.next = reached;
        }
        self.rearm(now);
    }

    /// Handles a NAK: frame `number` is missing, and all earlier frames have arrived. Transmission restarts
    /// at `number`. With go-back-0, the receiver reports the first frame of the message instead of the
    /// missing frame. Returns the number of frames to retransmit; 0 if the NAK is out of date, or if `number`
    /// is not before [`ReliableSender::next`].
    pub fn on_nak(&mut self, number: u32, now: Time) -> u32 {
        let begin = self.begin();
        if number.wrapping_sub(begin) > self.unsent.wrapping_sub(begin) {
            return 0;
        }
        self.back_to(number, now)
    }

    /// Handles the ack timeout: transmission restarts at the oldest unacknowledged frame, or at the start of
    /// its message (go-back-0). Returns the number of frames to retransmit. No timeout runs until the next
    /// frame starts.
    pub fn on_timeout(&mut self, now: Time) -> u32 {
        self.back_to(self.begin(), now)
    }

    /// Time of the next call of [`ReliableSender::on_timeout`]; [`Time::NEVER`] while no frame is in flight.
    #[must_use]
    #[inline]
    pub const fn deadline(&self) -> Time {
        self.deadline
    }

    /// Ack timeout: time without a new ack after which the sender retransmits.
    #[must_use]
    pub const fn timeout(&self) -> Time {
        self.config.timeout
    }

    /// Sequence number at which retransmission begins after a timeout.
    fn begin(&self) -> u32 {
        match self.config.recovery {
            Recovery::GoBackN => self.oldest,
            Recovery::GoBack0 => self.messages.first(self.oldest),
        }
    }

    fn back_to(&mut self, number: u32, now: Time) -> u32 {
        let back = self.next.wrapping_sub(number);
        self.oldest = number;
        self.next = number;
        self.rearm(now);
        // After a timeout the receiver may be ahead of the sender: the NAK then names a frame after
        // `next`, and no frame is retransmitted.
        if back < 1 << 31 { back } else { 0 }
    }

    fn rearm(&mut self, now: Time) {
        self.deadline =
            if self.unacked() == 0 { Time::NEVER } else { now.saturating_add(self.config.timeout) };
    }

    /// Adds the sender to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(u64::from(self.oldest) << 32 | u64::from(self.next));
        digest.add(self.unsent);
        digest.time(self.deadline);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMEOUT: Time = Time::from_us(100);

    fn sender(recovery: Recovery, frames: u64, window: u32) -> ReliableSender {
        ReliableSender::new(
            ReliabilityConfig { recovery, window, timeout: TIMEOUT },
            Messages::new(frames, 1),
        )
    }

    /// Sends until the window is full or `many` frames are sent. Returns the number of frames sent,
    /// and how many of them are retransmissions.
    fn send(sender: &mut ReliableSender, many: u32, now: Time) -> (u32, u32) {
        let (mut sent, mut again) = (0, 0);
        while sent < many && !sender.is_full() {
            again += u32::from(sender.on_transmit(now));
            sent += 1;
        }
        (sent, again)
    }

    #[test]
    fn window_limits_unacked_frames_and_acks_advance_it() {
        let mut sender = sender(Recovery::GoBackN, u64::MAX, 4);
        assert_eq!(send(&mut sender, 10, Time::ZERO), (4, 0));
        sender.on_ack(1, Time::from_us(7));
        assert_eq!((sender.unacked(), sender.deadline()), (2, Time::from_us(107)));
        assert_eq!(send(&mut sender, 10, Time::from_us(8)), (2, 0));
        assert_eq!(sender.deadline(), Time::from_us(107), "of the oldest");
        sender.on_ack(1, Time::from_us(20));
        assert_eq!(sender.deadline(), Time::from_us(107), "nothing new");
        sender.on_ack(5, Time::from_us(30));
        assert_eq!((sender.unacked(), sender.deadline()), (0, Time::NEVER));
        sender.on_ack(6, Time::from_us(31));
        assert_eq!(sender.next(), 6, "of what was never sent");
    }

    #[test]
    fn nak_acknowledges_earlier_frames_and_retransmits_the_rest() {
        let mut sender = sender(Recovery::GoBackN, u64::MAX, 8);
        send(&mut sender, 8, Time::ZERO);
        assert_eq!(sender.on_nak(3, Time::ZERO), 5);
        assert_eq!((sender.next(), sender.unacked()), (3, 0));
        assert_eq!(send(&mut sender, 100, Time::ZERO), (8, 5), "three of them are new");
        assert_eq!(sender.on_nak(2, Time::ZERO), 0, "that was taken");
        assert_eq!(sender.next(), 11);
    }

    #[test]
    fn timeout_retransmits_from_the_oldest_unacked_frame() {
        let mut sender = sender(Recovery::GoBackN, u64::MAX, 8);
        send(&mut sender, 8, Time::ZERO);
        sender.on_ack(2, Time::from_us(10));
        assert_eq!(sender.deadline(), Time::from_us(110));
        assert_eq!(sender.on_timeout(Time::from_us(110)), 5);
        assert_eq!((sender.next(), sender.deadline()), (3, Time::NEVER));
        send(&mut sender, 2, Time::from_us(111));
        // The receiver had all frames, so that the other frames need no retransmission.
        sender.on_ack(7, Time::from_us(112));
        assert_eq!((sender.next(), sender.unacked()), (8, 0));
    }

    #[test]
    fn go_back_0_restarts_the_message() {
        let mut sender = sender(Recovery::GoBack0, 4, 8);
        send(&mut sender, 8, Time::ZERO);
        sender.on_ack(5, Time::ZERO);
        assert_eq!(sender.on_nak(4, Time::ZERO), 4, "two of it were acknowledged");
        assert_eq!(sender.next(), 4);
        sender.on_ack(6, Time::ZERO);
        assert_eq!(sender.next(), 4, "an ack from before");
        assert_eq!(sender.on_nak(0, Time::ZERO), 0, "that message is complete");
        send(&mut sender, 2, Time::ZERO);
        sender.on_ack(4, Time::ZERO);
        assert_eq!(sender.on_timeout(TIMEOUT), 2);
        assert_eq!(sender.next(), 4);
        sender.on_ack(7, TIMEOUT);
        assert_eq!(sender.next(), 8, "all of it had come");
    }
}
