//! A flow at both its ends: what is still to be sent, what came.

mod answers;
mod elsewhere;
#[cfg(test)]
mod tests;

use crate::digest::Digest;
use crate::fabric::frame::{Fifo, Frame, FrameId, FrameKind, Frames};
use crate::ids::{FlowId, PortId};
use crate::units::Time;
use crate::wire::{Ecn, Label, MIN_FRAME_BYTES};

use super::reliability::Messages;
use super::{Holds, Process};

pub use elsewhere::{Elsewhere, Has, Rows};

/// What a flow's NIC holds for it at most, in frame bytes; a frame that comes
/// to a full queue is lost there and counted.
pub const NIC_QUEUE_BYTES: u32 = 4 << 20;

/// A flow. What every frame needs at its source, on its way and at its receiver
/// comes first, in two lines of the cache; what acks need, and what few flows do,
/// is in the third.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Flow {
    /// Picks its path among equal ones.
    pub key: u64,
    /// The sending host's port.
    pub source: PortId,
    /// The receiving host's port.
    pub destination: PortId,
    /// The number of the sending host among the hosts, by which routes are looked up.
    pub source_host: u32,
    /// That of the receiving host.
    pub destination_host: u32,
    /// Payload not yet handed over; [`u64::MAX`] is endless.
    pub remaining: u64,
    /// Payload delivered that completes it; [`u64::MAX`] is endless.
    pub size: u64,
    /// Number of the next frame.
    pub sequence: u32,
    /// Number that the receiver waits for.
    pub expected: u32,
    /// Bytes of a full frame.
    pub frame_bytes: u16,
    /// Payload of a full frame.
    pub payload_bytes: u16,
    /// What its data frames say of their priority.
    pub label: Label,
    /// Priority of data.
    pub priority: u8,
    /// ECN field of its data.
    pub ecn: Ecn,
    /// Hop limit of its frames.
    pub hops: u8,
    /// Whether it names (part of) its path, or goes to several hosts.
    pub guided: bool,
    /// Whether it hands over frames.
    pub active: bool,
    /// Reasons for which no frame of the flow may start.
    pub held: Holds,
    /// Mask of the valid entries of `rows`.
    pub has: Has,
    /// When frames come.
    pub process: Process,
    /// When the next frame comes, or the flow starts or stops.
    pub next_at: Time,
    /// It hands over nothing from here on.
    pub stop: Time,
    /// Frames handed over that wait in the NIC.
    pub backlog: Fifo,
    /// Their bytes.
    pub backlog_bytes: u32,
    /// The number of the frame that goes next, if it has to be made again.
    pub again: Option<u32>,
    /// Data frames an ack stands for; 0: no acks.
    pub ack_every: u32,
    /// Data frames received since the last ack.
    pub unacked: u32,
    /// Messages that it is to send behind the present one.
    pub owed: u32,
    /// Payload of a message: what is sent each time that it is started;
    /// [`u64::MAX`] is endless.
    pub message: u64,
    /// What is kept of it in other tables.
    pub rows: Rows,
    /// What its acks say.
    pub ack_label: Label,
    /// What its CNPs say.
    pub cnp_label: Label,
    /// What requests for its data say.
    pub request_label: Label,
    /// What its credit updates say.
    pub grant_label: Label,
    /// Bytes of an ack, header through FCS.
    pub ack_bytes: u16,
    /// Bytes of a CNP.
    pub cnp_bytes: u16,
    /// Bytes of a request.
    pub request_bytes: u16,
    /// Priority of acks.
    pub ack_priority: u8,
    /// Priority of CNPs.
    pub cnp_priority: u8,
}

/// What every frame needs, acked or not, lies in the first two of three lines.
const _: () = assert!(std::mem::offset_of!(Flow, unacked) == 128 && size_of::<Flow>() == 192);

impl Flow {
    /// Whether its NIC has a frame of it, which it may have to hold.
    #[must_use]
    #[inline]
    pub fn has_frame(&self) -> bool {
        !self.backlog.is_empty()
            || self.again.is_some()
            || (self.active && matches!(self.process, Process::Saturate))
    }

    /// Whether its NIC has a frame of it to send now.
    #[must_use]
    #[inline]
    pub fn ready(&self) -> bool {
        !self.held.any() && self.has_frame()
    }

    /// Bytes of the frame that [`Flow::take`] would give. Only when ready.
    #[must_use]
    #[inline]
    pub fn head_bytes(&self, frames: &Frames) -> u16 {
        if let Some(number) = self.again {
            return self.size_of(number).0;
        }
        self.backlog.head().map_or_else(|| self.size_with(self.remaining).0, |id| frames.get(id).bytes)
    }

    /// The next frame for the wire: one that is to be made again, the oldest
    /// that waits, or of a saturating flow a new one, handed over at `now`. Only
    /// when ready. Returns whether it was made just now, too.
    #[inline]
    pub fn take(&mut self, id: FlowId, now: Time, frames: &mut Frames) -> (FrameId, bool) {
        if let Some(number) = self.again {
            (frames.insert(self.frame(id, number, self.size_of(number), now)), true)
        } else if let Some(head) = self.backlog.pop(frames) {
            self.backlog_bytes -= u32::from(frames.get(head).bytes);
            (head, false)
        } else {
            (frames.insert(self.hand_over(id, now)), true)
        }
    }

    /// Its sender sends `next` next: whether that is handed over already and
    /// does not wait, so that it has to be made again.
    #[inline]
    pub fn turn_to(&mut self, next: u32, frames: &Frames) {
        let waits = || self.backlog.head().is_some_and(|id| frames.get(id).sequence == next);
        self.again = (next != self.sequence && !waits()).then_some(next);
    }

    /// Makes the flow's next frame; the flow ends with its last payload.
    #[inline]
    pub fn hand_over(&mut self, id: FlowId, now: Time) -> Frame {
        let size = self.size_with(self.remaining);
        let sequence = self.sequence;
        self.sequence = self.sequence.wrapping_add(1);
        if self.remaining != u64::MAX {
            self.remaining -= u64::from(size.1);
            if self.remaining == 0 && self.owed > 0 {
                self.owed -= 1;
                self.send_message(1);
            }
            self.active &= self.remaining > 0;
        }
        self.frame(id, sequence, size, now)
    }

    #[inline]
    fn frame(&self, id: FlowId, sequence: u32, (bytes, payload): (u16, u16), now: Time) -> Frame {
        Frame {
            born: now,
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

    /// What a frame of this kind says of its priority.
    #[must_use]
    #[inline]
    pub const fn label(&self, kind: FrameKind) -> Label {
        match kind {
            FrameKind::Ack | FrameKind::Nak => self.ack_label,
            FrameKind::Cnp => self.cnp_label,
            FrameKind::Request => self.request_label,
            FrameKind::Grant => self.grant_label,
            FrameKind::Data | FrameKind::Pfc | FrameKind::Credit | FrameKind::Tally => self.label,
        }
    }

    /// Whether the NIC has room for one more frame of `bytes`.
    #[must_use]
    pub const fn has_room(&self, bytes: u16) -> bool {
        self.backlog_bytes + bytes as u32 <= NIC_QUEUE_BYTES
    }

    /// A data frame of number `sequence` came. Returns whether it counts as in
    /// order: nothing is sent again here, so a gap stays a gap and what is
    /// behind it is still new.
    #[inline]
    pub fn receive(&mut self, sequence: u32) -> bool {
        let new = sequence.wrapping_sub(self.expected) < 1 << 31;
        if new {
            self.expected = sequence.wrapping_add(1);
        }
        new
    }

    /// The number of the host that its frames of `kind` head for.
    #[must_use]
    #[inline]
    pub const fn host_ahead(&self, kind: FrameKind) -> u32 {
        if kind.returns() { self.source_host } else { self.destination_host }
    }

    /// The ack that is due after the data frame `data`, if one is.
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

    /// Adds the flow to the state's hash.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        digest.time(self.next_at);
        digest.time(self.stop);
        digest.add(self.size);
        digest.add(self.remaining);
        digest.add(u64::from(self.sequence) << 32 | u64::from(self.expected));
        digest.add(u64::from(self.unacked) << 32 | u64::from(self.backlog_bytes));
        digest.add(u64::from(self.owed) << 32 | u64::from(u8::from(self.active) | self.held.bits() << 1));
        self.backlog.digest(frames, digest);
    }

    /// It has one message more to send, behind all that it has sent, which
    /// `receivers` hosts get.
    pub const fn send_message(&mut self, receivers: u64) {
        self.remaining = self.message;
        self.size = self.size.saturating_add(self.message.saturating_mul(receivers));
    }

    /// It has nothing to send before it is told to send a message.
    pub const fn send_nothing(&mut self) {
        (self.remaining, self.size) = (0, 0);
    }

    /// Which frames make up a message.
    #[must_use]
    #[inline]
    pub fn messages(&self) -> Messages {
        Messages::new(self.message, self.payload_bytes)
    }

    /// Bytes and payload of frame `number`.
    fn size_of(&self, number: u32) -> (u16, u16) {
        let before = u64::from(self.messages().before(number)) * u64::from(self.payload_bytes);
        self.size_with(self.message - before)
    }

    /// Bytes and payload of a frame with `rest` left to carry: the last one carries that.
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
