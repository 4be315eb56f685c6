//! Division of the data of a flow into messages of the `InfiniBand` transport. The numbers
//! of frames, requests and messages begin at 0 and continue when the flow is started again. Start with
//! [`Messages::of`].
//!
//! A message of exactly 2 GiB is allowed. A message holds whole frames, and at least one. An endless flow has
//! a single start.

use crate::spec::{FlowSpec, Operation};
use crate::wire::{AETH_BYTES, RETH_BYTES};

/// Largest size of a message, in bytes (`InfiniBand` architecture, 9.7.6).
const LONGEST: u64 = 1 << 31;

/// Division of a flow into messages. In a flow of RDMA reads, a message is the data of one request. In any
/// other flow, a message has at most 2 GiB. Each repeated start of the flow begins a new message.
#[derive(Clone, Copy, Debug)]
pub struct Messages {
    /// Payload in bytes that the flow sends each time it is started; `None` for an endless flow.
    size: Option<u64>,
    /// Payload in bytes of each frame in the run. After each start of the flow, the last frame may have less.
    payload: u64,
    /// Payload in bytes of each frame in the capture file. After each start of the flow, the last frame may
    /// have less.
    written: u64,
    /// Payload of a shorter last frame in the capture file, in bytes. After each start of the flow, the last
    /// frame may be shorter than the others. 0 if all frames have the same length.
    written_last: u64,
    /// Number of frames that the flow sends each time it is started.
    frames: u64,
    /// Number of frames of a message. After each start of the flow, the last message may have fewer.
    each: u64,
    /// Bytes of the extended header in the first frame of a message. In the capture file, the header takes
    /// the place of payload.
    first_header: u64,
    /// Bytes of the extended header in the last frame of a message of several frames.
    last_header: u64,
}

/// Position of a frame in its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FramePosition {
    /// Whether the frame is the first of its message.
    pub is_first: bool,
    /// Whether the frame is the last of its message.
    pub is_last: bool,
    /// Payload of the message in the capture file, in bytes, without the extended headers of its frames.
    pub bytes: u32,
    /// Number of messages of the flow that are complete when this frame has arrived, if all earlier frames
    /// have arrived.
    pub completed: u32,
}

impl Messages {
    /// Division of `flow` into messages. A frame with a payload of `n` bytes in the run has a payload of
    /// `written(n)` bytes in the capture file. The numbers differ if the capture file uses another frame
    /// format, whose headers have another size.
    pub fn of(flow: &FlowSpec, written: impl Fn(u16) -> u16) -> Self {
        let payload = u64::from(flow.payload_bytes.max(1));
        let (first_header, last_header) = match flow.operation {
            Operation::Write => (RETH_BYTES.into(), 0),
            Operation::Read(_) => (AETH_BYTES.into(), AETH_BYTES.into()),
            Operation::Send | Operation::Multicast(_) | Operation::Raw => (0, 0),
        };
        let rest = flow.size.map_or(0, |size| size % payload);
        let rest = u16::try_from(rest).expect("less than a payload, which fits");
        let most = match &flow.operation {
            Operation::Read(config) => config.request.min(LONGEST),
            _ => LONGEST,
        };
        let each = (most / payload).max(1);
        let frames = flow.size.map_or(u64::MAX, |size| size.div_ceil(payload).max(1));
        Self {
            size: flow.size,
            payload,
            written: written(flow.payload_bytes.max(1)).into(),
            written_last: if rest == 0 { 0 } else { written(rest).into() },
            frames,
            each,
            first_header,
            last_header,
        }
    }

    /// Position of the frame with number `number` in its message. Frame numbers begin at 0 and continue when
    /// the flow is started again.
    pub fn of_frame(&self, number: u32) -> FramePosition {
        let (start, frame) = (u64::from(number) / self.frames, u64::from(number) % self.frames);
        let (message, place) = (frame / self.each, frame % self.each);
        let is_last = place + 1 == self.each || frame + 1 == self.frames;
        let completed = start * self.messages() + message + u64::from(is_last);
        FramePosition { is_first: place == 0, is_last, bytes: self.bytes(message), completed: low(completed) }
    }

    /// Returns two numbers for the request with number `number`: the number of the first data frame that
    /// answers it, and its requested bytes. Request numbers begin at 0 and continue when the flow is started
    /// again.
    pub fn of_request(&self, number: u32) -> (u32, u32) {
        let (start, message) = (u64::from(number) / self.messages(), u64::from(number) % self.messages());
        let first = start.wrapping_mul(self.frames).wrapping_add(message * self.each);
        (low(first), self.bytes(message))
    }

    /// Number of messages that the flow sends each time it is started.
    const fn messages(&self) -> u64 {
        self.frames.div_ceil(self.each)
    }

    /// Payload of a message in the capture file, in bytes, without extended headers. `message` is the number
    /// of the message since the flow was last started, from 0. A frame whose payload is shorter than its
    /// extended header has no extended header.
    fn bytes(&self, message: u64) -> u32 {
        let longest = self.each * self.payload;
        let left = self.size.map_or(longest, |size| size.saturating_sub(message * longest)).min(longest);
        let (whole, is_rest_left) = (left / self.payload, !left.is_multiple_of(self.payload));
        let first = if whole > 0 { self.written } else { self.written_last };
        let last = if is_rest_left { self.written_last } else { self.written };
        let frames = whole + u64::from(is_rest_left);
        let fits = |header, payload| if header <= payload { header } else { 0 };
        let headers =
            fits(self.first_header, first) + if frames > 1 { fits(self.last_header, last) } else { 0 };
        low(whole * self.written + if is_rest_left { self.written_last } else { 0 } - headers)
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
        let written_last = match size {
            Some(size) => size % payload,
            None => 0,
        };
        Messages {
            size,
            payload,
            written: payload,
            written_last,
            frames,
            each,
            first_header: 0,
            last_header: 0,
        }
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

    /// 10 frames in requests of 4 frames: the PSNs of the requests are 0, 4 and 8, then 10 for the next
    /// start.
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

    /// RoCEv2 headers take 20 B from the payload of each frame, so a request of 4 frames has 80 B less. In a
    /// read, the AETHs of the first and the last frame take further bytes.
    #[test]
    fn a_message_has_the_bytes_that_its_frames_are_written_with() {
        let written = Messages { written: 980, written_last: 480, ..messages(Some(9_500), 1_000, 4) };
        let bytes = |messages: Messages| (0..3).map(|n| messages.of_request(n).1).collect::<Vec<_>>();
        assert_eq!(bytes(written), [3_920, 3_920, 980 + 480]);
        let read = Messages { first_header: 4, last_header: 4, ..written };
        assert_eq!(bytes(read), [3_912, 3_912, 980 + 480 - 8]);
        let single =
            Messages { first_header: 4, last_header: 4, written_last: 3, ..messages(Some(8_003), 1_000, 4) };
        assert_eq!(single.of_request(2).1, 3, "too short for an AETH");
    }

    #[test]
    fn an_endless_flow_has_messages_of_2_gib() {
        let messages = messages(None, 4_096, LONGEST / 4_096);
        let last = u32::try_from(LONGEST / 4_096 - 1).unwrap();
        assert_eq!((messages.of_frame(0).bytes, messages.of_frame(last).is_last), (1 << 31, true));
        assert!(messages.of_frame(last + 1).is_first && !messages.of_frame(1).is_first);
    }
}
