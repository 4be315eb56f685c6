//! Frames that the ends of a flow send each other besides data.

use super::Flow;
use crate::fabric::credit::Update;
use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::FlowId;
use crate::units::Time;

impl Flow {
    /// Ack or NAK of `sequence`.
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

    /// CNP of this number.
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

    /// Read request of this number, of `priority`.
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

    /// Credit update of the flow, as a frame of the given bytes and priority.
    #[must_use]
    pub const fn credit_update(
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
