//! What a frame is on its way.

mod cable;
mod lists;
mod packed;

use crate::digest::Digest;
use crate::fabric::credit::Update;
use crate::ids::{FlowId, PortId};
use crate::units::{Quanta, Time};
use crate::wire::Ecn;

pub use cable::Cable;
use lists::NONE;
pub use lists::{Fifo, FrameId, Frames};
pub use packed::PackedFrames;

/// What a frame is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
#[repr(u8)]
pub enum FrameKind {
    /// Carries payload of its flow.
    #[default]
    Data = 0,
    /// Tells a flow's source what arrived.
    Ack = 1,
    /// A PFC frame: hop by hop, never forwarded, never queued with data.
    Pfc = 2,
    /// Tells a flow's source that frames of it came marked: a congestion
    /// notification packet.
    Cnp = 3,
    /// Tells a flow's source which frame is missing.
    Nak = 4,
    /// Tells what a buffer has given back, or what was sent to it: a credit
    /// update. Hop by hop it is never forwarded.
    Credit = 5,
    /// Tells a flow's source what its destination has given back.
    Grant = 6,
    /// Tells a flow's destination what was sent to it.
    Tally = 7,
    /// Asks a flow's source for data: a read request.
    Request = 8,
}

impl FrameKind {
    /// Whether it goes to the source of its flow.
    #[must_use]
    #[inline]
    pub const fn returns(self) -> bool {
        matches!(self, Self::Ack | Self::Cnp | Self::Nak | Self::Grant | Self::Request)
    }

    /// Whether its way over a link is a hop, as speed is counted: data and acks,
    /// of which a workload has so many whatever its flows are told on the way.
    #[must_use]
    #[inline]
    pub const fn is_hop(self) -> bool {
        matches!(self, Self::Data | Self::Ack)
    }

    /// Whether it goes from one end of a link to the other and no further,
    /// before every frame that is queued.
    #[must_use]
    #[inline]
    pub const fn is_control(self) -> bool {
        matches!(self, Self::Pfc | Self::Credit)
    }
}

/// What became of a frame's bits on its way so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
#[repr(u8)]
pub enum Bits {
    /// They are as they were sent.
    #[default]
    Whole = 0,
    /// Some are wrong, or its end is missing: its FCS does not fit. Who takes
    /// it whole drops it; a switch that cuts it through passes it on.
    Spoilt = 1,
    /// Nothing of it will come in at the end of the cable that it is in.
    Lost = 2,
}

/// A PFC indication: which priorities it pauses, and which it resumes
/// (802.1Qbb). All pauses of one frame have the same time in this model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Indication {
    /// Priorities with time ≠ 0.
    pub pauses: u8,
    /// Priorities enabled with time 0.
    pub resumes: u8,
    /// The time of those that are paused.
    pub quanta: Quanta,
}

/// A frame on its way. 40 bytes, copied by value, no header bytes: these are
/// only written when a capture asks for them.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// While in a cable: when its last bit is in at the far end.
    pub arrives: Time,
    /// When it was handed to its NIC.
    pub born: Time,
    /// The flow it belongs to; no meaning for PFC.
    pub flow: FlowId,
    /// Number within the flow; of a CNP or a request, among these. An ack carries the
    /// number it acknowledges, a NAK the one that is missing, a credit update its bytes.
    pub sequence: u32,
    /// The port by which it entered the switch that holds it; there are far
    /// fewer than 2¹⁶.
    pub(super) ingress: u16,
    /// The frame behind it in whatever list holds it.
    pub(super) next: u32,
    /// Header through FCS.
    pub bytes: u16,
    /// Payload of the flow in it.
    pub payload: u16,
    /// 0 to 7.
    pub priority: u8,
    /// What it is for.
    pub kind: FrameKind,
    /// Its ECN field.
    pub ecn: Ecn,
    /// Switches it may still pass.
    pub hops: u8,
    /// What became of its bits.
    pub bits: Bits,
    /// Whether a switch that flooded it sent this copy elsewhere than to its destination.
    pub stray: bool,
}

impl Frame {
    /// The PFC frame that carries `indication`, 64 B.
    #[must_use]
    pub fn pfc(indication: Indication) -> Self {
        let Indication { pauses, resumes, quanta } = indication;
        let packed = u32::from(pauses) | u32::from(resumes) << 8 | u32::from(quanta.0) << 16;
        Self { sequence: packed, bytes: crate::wire::PfcFrame::BYTES, kind: FrameKind::Pfc, ..Self::EMPTY }
    }

    /// The frame of `bytes` that carries `update` of virtual channel `priority`
    /// to the other end of a link; 0 bytes: it takes no wire time.
    #[must_use]
    pub const fn credit(priority: u8, update: Update, bytes: u16) -> Self {
        let (kind, amount) = match update {
            Update::Freed(bytes) => (0, bytes),
            Update::Total(bytes) => (1, bytes),
            Update::Sent(bytes) => (2, bytes),
        };
        Self { sequence: amount, payload: kind, bytes, priority, kind: FrameKind::Credit, ..Self::EMPTY }
    }

    /// What a credit update says; no meaning for other frames.
    #[must_use]
    pub const fn update(&self) -> Update {
        match self.payload {
            0 => Update::Freed(self.sequence),
            1 => Update::Total(self.sequence),
            _ => Update::Sent(self.sequence),
        }
    }

    /// The port by which it entered the switch that holds it.
    #[must_use]
    #[inline]
    pub const fn ingress(&self) -> PortId {
        PortId(self.ingress as u32)
    }

    /// It entered a switch by `port`.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "documents are limited to 2^15 ports")]
    pub const fn enters_by(&mut self, port: PortId) {
        self.ingress = port.0 as u16;
    }

    /// Whether this is that frame, or a copy of it, wherever the two are.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        let name = |frame: &Self| (frame.flow, frame.sequence, frame.kind, frame.born);
        name(self) == name(other)
    }

    /// Copy of the frame that a switch floods to a port other than that of the destination.
    #[must_use]
    pub const fn gone_astray(mut self) -> Self {
        self.stray = true;
        self
    }

    /// What a PFC frame says; no meaning for other frames.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the fields that Frame::pfc packed")]
    pub const fn indication(&self) -> Indication {
        let packed = self.sequence;
        Indication {
            pauses: packed as u8,
            resumes: (packed >> 8) as u8,
            quanta: Quanta((packed >> 16) as u16),
        }
    }

    /// A frame of nothing, to build others from.
    pub const EMPTY: Self = Self {
        arrives: Time::ZERO,
        born: Time::ZERO,
        flow: FlowId(0),
        sequence: 0,
        ingress: 0,
        next: NONE,
        bytes: 0,
        payload: 0,
        priority: 0,
        kind: FrameKind::Data,
        ecn: Ecn::NotCapable,
        hops: 0,
        bits: Bits::Whole,
        stray: false,
    };

    /// Adds the frame to the state's hash.
    pub(crate) fn digest(&self, digest: &mut Digest) {
        digest.time(self.arrives);
        digest.time(self.born);
        digest.add(u64::from(self.flow.0) << 32 | u64::from(self.sequence));
        let fate = u64::from(self.bits as u8) << 56 | u64::from(self.stray) << 48;
        let condition = fate | u64::from(self.ingress) << 32;
        digest.add(condition | u64::from(self.bytes) << 16 | u64::from(self.payload));
        digest.add(u32::from_le_bytes([self.priority, self.kind as u8, self.ecn as u8, self.hops]));
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
        let indication = Indication { pauses: 0b1000, resumes: 0b10, quanta: Quanta::MAX };
        assert_eq!(Frame::pfc(indication).indication(), indication);
    }

    #[test]
    fn a_credit_update_says_what_it_was_built_from() {
        for update in [Update::Freed(1_000), Update::Total(u32::MAX), Update::Sent(0)] {
            let frame = Frame::credit(5, update, 64);
            assert_eq!((frame.update(), frame.priority, frame.bytes), (update, 5, 64));
        }
    }
}
