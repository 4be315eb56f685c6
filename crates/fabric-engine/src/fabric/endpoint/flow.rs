//! State of a flow at both its ends: frames still to be sent, and frames received. Start with [`Flow`].
//!
//! Data frames are numbered from 0, and the numbers continue when the flow is started again. A saturating
//! flow builds a frame when the NIC starts to transmit it. All other flows hand a frame over to the NIC
//! before. Without retransmission, a lost frame leaves a gap, and later frames still count as in order.
//! Sequence numbers wrap at 2³².

mod answers;
mod extensions;
#[cfg(test)]
mod tests;

use crate::digest::Digest;
use crate::fabric::frame::{Fifo, Frame, FrameId, FrameKind, Frames};
use crate::ids::{FlowId, HostId, PortId, Priority};
use crate::units::Time;
use crate::wire::{Ecn, Label, MIN_FRAME_BYTES};

use super::reliability::Messages;
use super::{Process, SendBlocks};

pub use extensions::{ExtensionIndices, ExtensionSet, FlowExtensions};

/// Capacity of the queue of a flow in its NIC, in frame bytes. A frame that does not fit is dropped and
/// counted; a reliable source waits instead.
pub const NIC_QUEUE_BYTES: u32 = 4 << 20;

/// State of a flow. The fields that every frame needs come first, in two cache lines; the fields
/// for acks and rarer frames are in the third.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Flow {
    /// Hash key that selects one of several equal paths.
    pub key: u64,
    /// Port of the sending host.
    pub source: PortId,
    /// Port of the receiving host.
    pub destination: PortId,
    /// Index of the sending host, by which routes are looked up.
    pub source_host: HostId,
    /// Index of the receiving host.
    pub destination_host: HostId,
    /// Payload bytes not yet handed to the NIC; [`u64::MAX`] for an endless flow.
    pub remaining: u64,
    /// Payload bytes whose delivery completes the flow; [`u64::MAX`] for an endless flow.
    pub size: u64,
    /// Sequence number of the next frame.
    pub sequence: u32,
    /// Sequence number that the receiver expects.
    pub expected: u32,
    /// Length of a full frame in bytes, header through FCS.
    pub frame_bytes: u16,
    /// Payload bytes of a full frame.
    pub payload_bytes: u16,
    /// Label of data frames: their PCP and DSCP.
    pub label: Label,
    /// Priority of data frames, 0 to 7.
    pub priority: Priority,
    /// ECN field of data frames.
    pub ecn: Ecn,
    /// Hop limit of the frames of the flow: largest number of switches on the path.
    pub hops: u8,
    /// Whether the flow specifies output ports of its path, or has several receivers.
    pub has_own_path: bool,
    /// Whether the flow hands new frames to its NIC: false before the start, after the stop, and
    /// after the last frame. For a read, true while requested data is not yet handed over.
    pub active: bool,
    /// Reasons why no frame of the flow may start. If empty, a frame may start.
    pub send_blocks: SendBlocks,
    /// Extensions that the flow has, such as rate control or reliability. An entry of `extension_indices` is
    /// valid if its extension is in this set.
    pub extensions: ExtensionSet,
    /// Arrival process of the data frames at the NIC.
    pub process: Process,
    /// Time at which the flow next starts, hands over a frame or stops.
    pub next_at: Time,
    /// Time at which the flow stops; [`Time::NEVER`] if it has no stop.
    pub stop: Time,
    /// Frames that were handed over to the NIC and wait there.
    pub backlog: Fifo,
    /// Frame bytes in the backlog.
    pub backlog_bytes: u32,
    /// Sequence number of the frame to retransmit next; `None`: the next frame is in the backlog or
    /// new.
    pub retransmit_from: Option<u32>,
    /// Number of data frames that one ack confirms; 0: no acks.
    pub ack_every: u32,
    /// Data frames received since the last ack.
    pub unacked: u32,
    /// Number of messages still to start after the present one.
    pub messages_left: u32,
    /// Payload bytes of a message, sent each time that the flow is started; [`u64::MAX`] for an
    /// endless flow.
    pub message: u64,
    /// Indices of the extensions of the flow in their tables.
    pub extension_indices: ExtensionIndices,
    /// Label of acks: their PCP and DSCP.
    pub ack_label: Label,
    /// Label of CNPs: their PCP and DSCP.
    pub cnp_label: Label,
    /// Label of read requests: their PCP and DSCP.
    pub request_label: Label,
    /// Label of credit updates: their PCP and DSCP.
    pub credit_label: Label,
    /// Frame bytes of an ack.
    pub ack_bytes: u16,
    /// Frame bytes of a CNP.
    pub cnp_bytes: u16,
    /// Frame bytes of a read request.
    pub request_bytes: u16,
    /// Priority of acks.
    pub ack_priority: Priority,
    /// Priority of CNPs.
    pub cnp_priority: Priority,
}

/// Check that the fields which every frame needs, with or without acks, are in the first two of
/// three cache lines.
const _: () = assert!(std::mem::offset_of!(Flow, unacked) == 128 && size_of::<Flow>() == 192);

impl Flow {
    /// Whether the NIC has a frame of the flow, even if the frame may not start now.
    #[must_use]
    #[inline]
    pub fn has_frame(&self) -> bool {
        !self.backlog.is_empty()
            || self.retransmit_from.is_some()
            || (self.active && matches!(self.process, Process::Saturate))
    }

    /// Whether the NIC has a frame of the flow that may start now.
    #[must_use]
    #[inline]
    pub fn is_ready(&self) -> bool {
        !self.send_blocks.any() && self.has_frame()
    }

    /// Bytes of the frame that [`Flow::take`] would return. The flow must be ready
    /// ([`Flow::is_ready`]).
    #[must_use]
    #[inline]
    pub fn head_bytes(&self, frames: &Frames) -> u16 {
        if let Some(number) = self.retransmit_from {
            return self.size_of(number).0;
        }
        self.backlog.head().map_or_else(|| self.size_with(self.remaining).0, |id| frames.get(id).bytes)
    }

    /// Takes the next frame: a retransmission, the oldest frame of the backlog or, for a saturating
    /// flow, a new frame handed over at `now`. The flow must be ready ([`Flow::is_ready`]). Returns
    /// the frame, and whether this call built it.
    #[inline]
    pub fn take(&mut self, id: FlowId, now: Time, frames: &mut Frames) -> (FrameId, bool) {
        if let Some(number) = self.retransmit_from {
            (frames.insert(self.frame(id, number, self.size_of(number), now)), true)
        } else if let Some(head) = self.backlog.pop(frames) {
            self.backlog_bytes -= u32::from(frames.get(head).bytes);
            (head, false)
        } else {
            (frames.insert(self.build_next_frame(id, now)), true)
        }
    }

    /// Sets the sequence number `next` of the next frame of a reliable flow. A frame that was
    /// handed over before and is not in the backlog is built again.
    #[inline]
    pub fn set_next_sequence(&mut self, next: u32, frames: &Frames) {
        let waits = || self.backlog.head().is_some_and(|id| frames.get(id).sequence == next);
        self.retransmit_from = (next != self.sequence && !waits()).then_some(next);
    }

    /// Builds the next new frame, handed over at `now`. Payload must be left ([`Flow::remaining`] above 0).
    /// The flow becomes inactive with its last byte of payload, unless another message follows.
    #[inline]
    pub fn build_next_frame(&mut self, id: FlowId, now: Time) -> Frame {
        let size = self.size_with(self.remaining);
        let sequence = self.sequence;
        self.sequence = self.sequence.wrapping_add(1);
        if self.remaining != u64::MAX {
            self.remaining -= u64::from(size.1);
            if self.remaining == 0 && self.messages_left > 0 {
                self.messages_left -= 1;
                self.send_message(1);
            }
            self.active &= self.remaining > 0;
        }
        self.frame(id, sequence, size, now)
    }

    #[inline]
    fn frame(&self, id: FlowId, sequence: u32, (bytes, payload): (u16, u16), now: Time) -> Frame {
        Frame {
            created_at: now,
            flow: id,
            sequence,
            bytes,
            payload,
            priority: self.priority,
            kind: FrameKind::Data,
            ecn: self.ecn,
            hops: self.hops,
            ..Frame::EMPTY
        }
    }

    /// Label (PCP and DSCP) of frames of `kind`.
    #[must_use]
    #[inline]
    pub const fn label(&self, kind: FrameKind) -> Label {
        match kind {
            FrameKind::Ack | FrameKind::Nak => self.ack_label,
            FrameKind::Cnp => self.cnp_label,
            FrameKind::Request => self.request_label,
            FrameKind::CreditReturn => self.credit_label,
            FrameKind::Data | FrameKind::Pfc | FrameKind::Credit | FrameKind::SentTotal => self.label,
        }
    }

    /// Whether one more frame of `bytes` fits the queue of the flow in its NIC. A frame that fills the queue
    /// exactly fits.
    #[must_use]
    pub const fn has_room(&self, bytes: u16) -> bool {
        self.backlog_bytes + bytes as u32 <= NIC_QUEUE_BYTES
    }

    /// Receives data frame `sequence`. Returns whether the frame counts as in order: `false` if this frame or
    /// a later one has arrived before. Without retransmission a gap is permanent, so that frames after a gap
    /// are in order as well.
    #[inline]
    pub fn receive(&mut self, sequence: u32) -> bool {
        let new = sequence.wrapping_sub(self.expected) < 1 << 31;
        if new {
            self.expected = sequence.wrapping_add(1);
        }
        new
    }

    /// Host to which frames of `kind` are addressed: the source for answers such as acks, the destination for
    /// data.
    #[must_use]
    #[inline]
    pub const fn addressed_host(&self, kind: FrameKind) -> HostId {
        if kind.returns() { self.source_host } else { self.destination_host }
    }

    /// Counts the data frame `data`, and returns the ack that is due after it; `None` if no ack is
    /// due.
    #[inline]
    pub fn acknowledge(&mut self, data: &Frame, now: Time) -> Option<Frame> {
        if self.ack_every == 0 {
            return None;
        }
        self.unacked += 1;
        if self.unacked < self.ack_every {
            return None;
        }
        self.unacked = 0;
        Some(self.reply(data.flow, FrameKind::Ack, data.sequence, now))
    }

    /// Adds the flow to the hash of the simulation state.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        digest.time(self.next_at);
        digest.time(self.stop);
        digest.add(self.size);
        digest.add(self.remaining);
        digest.add(u64::from(self.sequence) << 32 | u64::from(self.expected));
        digest.add(u64::from(self.unacked) << 32 | u64::from(self.backlog_bytes));
        digest.add(
            u64::from(self.messages_left) << 32
                | u64::from(u8::from(self.active) | self.send_blocks.bits() << 1),
        );
        self.backlog.digest(frames, digest);
        self.process.delay().into_iter().for_each(|delay| digest.time(delay));
    }

    /// Adds a message of [`Flow::message`] bytes. Call only when no payload is left ([`Flow::remaining`] is
    /// 0). `receivers`: number of hosts that receive the message.
    pub const fn send_message(&mut self, receivers: u64) {
        self.remaining = self.message;
        self.size = self.size.saturating_add(self.message.saturating_mul(receivers));
    }

    /// Makes the flow wait until a message is started by [`Flow::send_message`].
    pub const fn send_nothing(&mut self) {
        (self.remaining, self.size) = (0, 0);
    }

    /// Division of the data frames of the flow into messages.
    #[must_use]
    #[inline]
    pub fn messages(&self) -> Messages {
        Messages::new(self.message, self.payload_bytes)
    }

    /// Frame bytes and payload bytes of frame `number`.
    fn size_of(&self, number: u32) -> (u16, u16) {
        let before = u64::from(self.messages().before(number)) * u64::from(self.payload_bytes);
        self.size_with(self.message - before)
    }

    /// Frame bytes and payload bytes of a frame while `rest` payload bytes are left. The last frame carries
    /// the rest, and has at least 64 B.
    #[inline]
    fn size_with(&self, rest: u64) -> (u16, u16) {
        match u16::try_from(rest) {
            Ok(rest) if rest < self.payload_bytes => {
                let envelope = self.frame_bytes - self.payload_bytes;
                ((rest + envelope).max(MIN_FRAME_BYTES), rest)
            }
            _ => (self.frame_bytes, self.payload_bytes),
        }
    }
}
