//! What the two ends of a flow tell each other.

use super::Flow;
use crate::fabric::credit::Update;
use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::FlowId;
use crate::units::Time;

impl Flow {
    /// An ack or a NAK that says `sequence`.
    #[must_use]
    pub const fn reply(&self, id: FlowId, kind: FrameKind, sequence: u32, now: Time) -> Frame {
        Frame {
            born: now,
            flow: id,
            sequence,
            bytes: self.ack_bytes,
            priority: self.ack_priority,
            kind,
            hops: self.hops,
            ..Frame::EMPTY
        }
    }

    /// The CNP of this number.
    #[must_use]
    pub const fn notice(&self, id: FlowId, number: u32, now: Time) -> Frame {
        Frame {
            born: now,
            flow: id,
            sequence: number,
            bytes: self.cnp_bytes,
            priority: self.cnp_priority,
            kind: FrameKind::Cnp,
            hops: self.hops,
            ..Frame::EMPTY
        }
    }

    /// The request of this number for its data, in `priority`.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a frame has the low bits of its number")]
    pub const fn request(&self, id: FlowId, number: u64, priority: u8, now: Time) -> Frame {
        Frame {
            born: now,
            flow: id,
            sequence: number as u32,
            bytes: self.request_bytes,
            priority,
            kind: FrameKind::Request,
            hops: self.hops,
            ..Frame::EMPTY
        }
    }

    /// A credit update of one of the two kinds, of so many bytes and a priority.
    #[must_use]
    pub const fn tell(
        &self,
        id: FlowId,
        kind: FrameKind,
        update: Update,
        (bytes, priority): (u16, u8),
        now: Time,
    ) -> Frame {
        Frame { born: now, flow: id, kind, hops: self.hops, ..Frame::credit(priority, update, bytes) }
    }
}
