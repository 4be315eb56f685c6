//! Division of the data of a flow into messages of the `InfiniBand` transport. Start with [`Messages::of`].

use crate::spec::{FlowSpec, Operation};

/// Largest size of a message, in bytes (`InfiniBand` architecture, 9.7.6).
const LONGEST: u64 = 1 << 31;

/// Division of a flow into messages. A message of a read is the data of one request. A message of another
/// flow has at most 2 GiB. Each repeated start of the flow begins a new message.
#[derive(Clone, Copy, Debug)]
pub struct Messages {
    /// Payload of each start of the flow, in bytes; `None` for an endless flow.
    size: Option<u64>,
    /// Payload of a message in bytes, a multiple of the payload of a frame. The last message of a start may
    /// have less.
    message: u64,
    /// Number of frames of each start of the flow.
    frames: u64,
    /// Number of frames of a message. The last message of a start may have fewer.
    each: u64,
}

/// Position of a frame in its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FramePosition {
    /// Whether the frame is the first of its message.
    pub is_first: bool,
    /// Whether the frame is the last of its message.
    pub is_last: bool,
    /// Payload of the message, in bytes.
    pub bytes: u32,
    /// Number of messages of the flow that are complete when this frame has arrived.
    pub completed: u32,
}

impl Messages {
    /// Division of `flow` into messages.
    pub fn of(flow: &FlowSpec) -> Self {
        let payload = u64::from(flow.payload_bytes.max(1));
        let most = match &flow.operation {
            Operation::Read(config) => config.request.min(LONGEST),
            _ => LONGEST,
        };
        let each = (most / payload).max(1);
        let frames = flow.size.map_or(u64::MAX, |size| size.div_ceil(payload).max(1));
        Self { size: flow.size, message: each * payload, frames, each }
    }

    /// Position of frame `number` in its message. Frames are numbered from 0 over all starts.
    pub fn of_frame(&self, number: u32) -> FramePosition {
        let (start, frame) = (u64::from(number) / self.frames, u64::from(number) % self.frames);
        let (message, place) = (frame / self.each, frame % self.each);
        let is_last = place + 1 == self.each || frame + 1 == self.frames;
        let completed = start * self.messages() + message + u64::from(is_last);
        FramePosition { is_first: place == 0, is_last, bytes: self.bytes(message), completed: low(completed) }
    }

    /// Number of the first frame of the data of request `number`, and the requested bytes. Requests are
    /// numbered from 0 over all starts.
    pub fn of_request(&self, number: u32) -> (u32, u32) {
        let (start, message) = (u64::from(number) / self.messages(), u64::from(number) % self.messages());
        let first = start.wrapping_mul(self.frames).wrapping_add(message * self.each);
        (low(first), self.bytes(message))
    }

    /// Number of messages of each start of the flow.
    const fn messages(&self) -> u64 {
        self.frames.div_ceil(self.each)
    }

    /// Payload of message `message` of a start, in bytes; messages are numbered from 0.
    fn bytes(&self, message: u64) -> u32 {
        let before = message * self.message;
        let left = self.size.map_or(self.message, |size| size.saturating_sub(before));
        low(left.min(self.message))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "headers have the low bits, and messages at most 2³¹ bytes"
)]
const fn low(number: u64) -> u32 {
    number as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn messages(size: Option<u64>, payload: u64, each: u64) -> Messages {
        let frames = match size {
            Some(size) => size.div_ceil(payload),
            None => u64::MAX,
        };
        Messages { size, message: each * payload, frames, each }
    }

    #[test]
    fn a_flow_that_starts_twice_has_two_messages() {
        let messages = messages(Some(2_500), 1_000, 1_000);
        let parts: Vec<FramePosition> = (0..6).map(|n| messages.of_frame(n)).collect();
        let ends: Vec<(bool, bool)> = parts.iter().map(|part| (part.is_first, part.is_last)).collect();
        let once = [(true, false), (false, false), (false, true)];
        assert_eq!(ends, [once, once].concat());
        assert!(parts.iter().all(|part| part.bytes == 2_500));
        assert_eq!(parts.iter().map(|part| part.completed).collect::<Vec<_>>(), [0, 0, 1, 1, 1, 2]);
    }

    /// 10 frames in requests of 4: PSN 0, 4 and 8, then 10 for the next start.
    #[test]
    fn requests_are_numbered_by_the_frames_that_answer_them() {
        let messages = messages(Some(9_500), 1_000, 4);
        let requests: Vec<(u32, u32)> = (0..4).map(|n| messages.of_request(n)).collect();
        assert_eq!(requests, [(0, 4_000), (4, 4_000), (8, 1_500), (10, 4_000)]);
        for number in 0..20 {
            let (first, _) = messages.of_request(messages.of_frame(number).completed.saturating_sub(1));
            let part = messages.of_frame(number);
            assert!(!part.is_last || first <= number, "{number}");
            assert_eq!(part.is_first, [0, 4, 8].contains(&(number % 10)), "{number}");
        }
    }

    #[test]
    fn an_endless_flow_has_messages_of_2_gib() {
        let messages = messages(None, 4_096, LONGEST / 4_096);
        let last = u32::try_from(LONGEST / 4_096 - 1).unwrap();
        assert_eq!((messages.of_frame(0).bytes, messages.of_frame(last).is_last), (1 << 31, true));
        assert!(messages.of_frame(last + 1).is_first && !messages.of_frame(1).is_first);
    }
}
