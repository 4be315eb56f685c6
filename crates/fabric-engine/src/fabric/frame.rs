//! Frames in transit, and the lists that hold them. Start with [`Frame`].
//!
//! The table of frames ([`Frames`]) owns every frame; a list contains only the index of a frame. A frame is
//! in at most one list at a time. A field has no meaning in frames of a kind that does not need it.

mod cable;
mod lists;
mod packed;

use crate::digest::Digest;
use crate::fabric::credit::Update;
use crate::ids::{FlowId, PortId, Priority, PrioritySet};
use crate::units::{Quanta, Time};
use crate::wire::Ecn;

pub use cable::Cable;
use lists::NONE;
pub use lists::{Fifo, FrameId, Frames};
pub use packed::PackedFrames;

/// Kind of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
#[repr(u8)]
pub enum FrameKind {
    /// Data: payload of the flow.
    #[default]
    Data = 0,
    /// Ack: the destination has received frames of the flow.
    Ack = 1,
    /// PFC frame; not forwarded, not queued with data.
    Pfc = 2,
    /// Congestion notification packet (CNP): marked frames have arrived.
    Cnp = 3,
    /// NAK: a frame is missing.
    Nak = 4,
    /// Link credit update: credits returned, or bytes sent; not forwarded.
    Credit = 5,
    /// Update of end-to-end credits: credits returned by the destination.
    CreditReturn = 6,
    /// Resync of end-to-end credits: bytes sent by the source.
    SentTotal = 7,
    /// RDMA read request.
    Request = 8,
}

impl FrameKind {
    /// Whether frames of this kind travel from the destination to the source of their flow.
    #[must_use]
    #[inline]
    pub const fn returns(self) -> bool {
        matches!(self, Self::Ack | Self::Cnp | Self::Nak | Self::CreditReturn | Self::Request)
    }

    /// Whether the passage of a frame of this kind over a link counts as a hop. The number of hops measures
    /// the speed of the simulator. Only data and acks count, because the workload determines their number.
    #[must_use]
    #[inline]
    pub const fn is_hop(self) -> bool {
        matches!(self, Self::Data | Self::Ack)
    }

    /// Word for a frame of this kind in sentences, such as `ack`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ack => "ack",
            Self::Nak => "NAK",
            Self::Cnp => "CNP",
            Self::Request => "request",
            Self::CreditReturn => "credit update",
            Self::SentTotal => "total",
            Self::Data | Self::Pfc | Self::Credit => "frame",
        }
    }

    /// Whether frames of this kind travel over one link only and are sent before all queued frames.
    #[must_use]
    #[inline]
    pub const fn is_control(self) -> bool {
        matches!(self, Self::Pfc | Self::Credit)
    }
}

/// State of the bits of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
#[repr(u8)]
pub enum Bits {
    /// Intact: the bits are as sent.
    #[default]
    Whole = 0,
    /// Corrupt or truncated: the FCS is wrong. A receiver of the whole frame drops it; a
    /// cut-through switch forwards it.
    Corrupted = 1,
    /// Lost: the frame does not arrive at the end of its cable.
    Lost = 2,
}

/// PFC indication: priorities paused and resumed (802.1Qbb). In this model all pauses of one frame
/// have the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Indication {
    /// Mask of priorities with a pause time above 0.
    pub pauses: PrioritySet,
    /// Mask of priorities with a pause time of 0.
    pub resumes: PrioritySet,
    /// Pause time of the paused priorities.
    pub quanta: Quanta,
}

/// Frame in transit: 40 B, copied by value. Header bytes are built only for a capture.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Arrival time of the last bit of the frame while it is in a cable.
    pub arrives: Time,
    /// Time at which the frame was handed over to its NIC.
    pub created_at: Time,
    /// Flow of the frame; meaningless for PFC frames and link credit updates.
    pub flow: FlowId,
    /// Sequence number within the flow. For a CNP or a read request, the number among the CNPs or
    /// requests of the flow. For an ack, the acknowledged number; for a NAK, the missing number;
    /// for a credit update, its bytes.
    pub sequence: u32,
    /// Input port of the frame at the switch that holds it; below 2¹⁶.
    pub(super) ingress: u16,
    /// Index of the next frame in the list that contains this frame; [`NONE`] if this frame is the last.
    pub(super) next: u32,
    /// Frame bytes, header through FCS.
    pub bytes: u16,
    /// Payload of the frame, in bytes.
    pub payload: u16,
    /// Priority, 0 to 7.
    pub priority: Priority,
    /// Kind of the frame.
    pub kind: FrameKind,
    /// ECN field of the frame.
    pub ecn: Ecn,
    /// Number of switches that the frame may still pass.
    pub hops: u8,
    /// State of the bits of the frame: intact, corrupt or lost.
    pub bits: Bits,
    /// Whether the frame is a flooded copy that leaves by a port other than the port to its
    /// destination.
    pub is_flood_copy: bool,
}

impl Frame {
    /// Builds a PFC frame of 64 B with `indication`.
    #[must_use]
    pub fn pfc(indication: Indication) -> Self {
        let Indication { pauses, resumes, quanta } = indication;
        let packed = u32::from(pauses.bits()) | u32::from(resumes.bits()) << 8 | u32::from(quanta.0) << 16;
        Self { sequence: packed, bytes: crate::wire::PfcFrame::BYTES, kind: FrameKind::Pfc, ..Self::EMPTY }
    }

    /// Builds a link credit update as a frame of `bytes` bytes for virtual channel `priority`. With `bytes` 0
    /// the frame takes no wire time.
    #[must_use]
    pub const fn credit(priority: Priority, update: Update, bytes: u16) -> Self {
        let (kind, amount) = match update {
            Update::Freed(bytes) => (0, bytes),
            Update::Total(bytes) => (1, bytes),
            Update::Sent(bytes) => (2, bytes),
        };
        Self { sequence: amount, payload: kind, bytes, priority, kind: FrameKind::Credit, ..Self::EMPTY }
    }

    /// Content of a credit update; meaningless for other frames.
    #[must_use]
    pub const fn update(&self) -> Update {
        match self.payload {
            0 => Update::Freed(self.sequence),
            1 => Update::Total(self.sequence),
            _ => Update::Sent(self.sequence),
        }
    }

    /// Input port by which the frame arrived at the switch that holds the frame.
    #[must_use]
    #[inline]
    pub const fn ingress(&self) -> PortId {
        PortId(self.ingress as u32)
    }

    /// Sets the input port of the frame at the switch that holds it.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "documents are limited to 2^15 ports")]
    pub const fn set_ingress(&mut self, port: PortId) {
        self.ingress = port.0 as u16;
    }

    /// Whether `self` and `other` are the same frame, or copies of one frame: their flow, sequence number,
    /// kind and time of creation are equal.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        let name = |frame: &Self| (frame.flow, frame.sequence, frame.kind, frame.created_at);
        name(self) == name(other)
    }

    /// Returns the copy of the frame that a switch floods to a port other than the port to its destination
    /// (`is_flood_copy` is set).
    #[must_use]
    pub const fn as_flood_copy(mut self) -> Self {
        self.is_flood_copy = true;
        self
    }

    /// Content of a PFC frame; meaningless for other frames.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the fields that Frame::pfc packed")]
    pub const fn indication(&self) -> Indication {
        let packed = self.sequence;
        Indication {
            pauses: PrioritySet::from_bits(packed as u8),
            resumes: PrioritySet::from_bits((packed >> 8) as u8),
            quanta: Quanta((packed >> 16) as u16),
        }
    }

    /// Data frame of 0 B, as a base for building other frames.
    pub const EMPTY: Self = Self {
        arrives: Time::ZERO,
        created_at: Time::ZERO,
        flow: FlowId(0),
        sequence: 0,
        ingress: 0,
        next: NONE,
        bytes: 0,
        payload: 0,
        priority: Priority::P0,
        kind: FrameKind::Data,
        ecn: Ecn::NotCapable,
        hops: 0,
        bits: Bits::Whole,
        is_flood_copy: false,
    };

    /// Adds the frame to the hash of the simulation state.
    pub(crate) fn digest(&self, digest: &mut Digest) {
        digest.time(self.arrives);
        digest.time(self.created_at);
        digest.add(u64::from(self.flow.0) << 32 | u64::from(self.sequence));
        let fate = u64::from(self.bits as u8) << 56 | u64::from(self.is_flood_copy) << 48;
        let condition = fate | u64::from(self.ingress) << 32;
        digest.add(condition | u64::from(self.bytes) << 16 | u64::from(self.payload));
        digest.add(u32::from_le_bytes([self.priority.get(), self.kind as u8, self.ecn as u8, self.hops]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_stays_small() {
        assert!(size_of::<Frame>() <= 40, "{}", size_of::<Frame>());
    }

    #[test]
    fn a_pfc_frame_carries_its_indication() {
        let indication = Indication {
            pauses: PrioritySet::of(Priority::P3),
            resumes: PrioritySet::of(Priority::P1),
            quanta: Quanta::MAX,
        };
        assert_eq!(Frame::pfc(indication).indication(), indication);
    }

    #[test]
    fn credit_update_round_trips_through_a_frame() {
        for update in [Update::Freed(1_000), Update::Total(u32::MAX), Update::Sent(0)] {
            let frame = Frame::credit(Priority::P5, update, 64);
            assert_eq!((frame.update(), frame.priority, frame.bytes), (update, Priority::P5, 64));
        }
    }
}
