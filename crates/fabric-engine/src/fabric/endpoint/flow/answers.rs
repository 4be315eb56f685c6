//! Frames other than data that the ends of a flow send each other: acks, NAKs, CNPs, read requests,
//! credit updates.

use super::Flow;
use crate::fabric::credit::Update;
use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::{FlowId, Priority};
use crate::units::Time;

impl Flow {
    /// Builds an ack or NAK (`kind`) with the sequence number `sequence`, handed over to the NIC at `now`.
    #[must_use]
    pub const fn reply(&self, id: FlowId, kind: FrameKind, sequence: u32, now: Time) -> Frame {
        Frame {
            created_at: now,
            flow: id,
            sequence,
            bytes: self.ack_bytes,
            priority: self.ack_priority,
            kind,
            hops: self.hops,
            ..Frame::EMPTY
        }
    }

    /// Builds the CNP with the number `number`, handed over to the NIC at `now`.
    #[must_use]
    pub const fn cnp(&self, id: FlowId, number: u32, now: Time) -> Frame {
        Frame {
            created_at: now,
            flow: id,
            sequence: number,
            bytes: self.cnp_bytes,
            priority: self.cnp_priority,
            kind: FrameKind::Cnp,
            hops: self.hops,
            ..Frame::EMPTY
        }
    }

    /// Builds the read request with the number `number` and the priority `priority`, handed over to the NIC
    /// at `now`.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a frame has the low bits of its number")]
    pub const fn request(&self, id: FlowId, number: u64, priority: Priority, now: Time) -> Frame {
        Frame {
            created_at: now,
            flow: id,
            sequence: number as u32,
            bytes: self.request_bytes,
            priority,
            kind: FrameKind::Request,
            hops: self.hops,
            ..Frame::EMPTY
        }
    }

    /// Builds a frame of `kind` that carries the credit update `update`. The frame has `bytes` bytes and the
    /// priority `priority`, and is handed over to the NIC at `now`.
    #[must_use]
    pub const fn credit_update(
        &self,
        id: FlowId,
        kind: FrameKind,
        update: Update,
        (bytes, priority): (u16, Priority),
        now: Time,
    ) -> Frame {
        Frame { created_at: now, flow: id, kind, hops: self.hops, ..Frame::credit(priority, update, bytes) }
    }
}
