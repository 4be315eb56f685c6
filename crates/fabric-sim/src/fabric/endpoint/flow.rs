//! A flow at both its ends: what is still to be sent, what came.

use crate::digest::Digest;
use crate::fabric::credit::Update;
use crate::fabric::frame::{Fifo, Frame, FrameKind, Frames};
use crate::ids::{FlowId, PortId};
use crate::units::Time;
use crate::wire::{Ecn, Label, MIN_FRAME_BYTES};

use super::Process;

/// What a flow's NIC holds for it at most, in frame bytes; a frame that comes
/// to a full queue is lost there and counted.
pub const NIC_QUEUE_BYTES: u32 = 4 << 20;

/// A flow.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The sending host's port.
    pub source: PortId,
    /// The receiving host's port.
    pub destination: PortId,
    /// Picks its path among equal ones.
    pub key: u64,
    /// When frames come.
    pub process: Process,
    /// When the next frame comes, or the flow starts or stops.
    pub next_at: Time,
    /// It hands over nothing from here on.
    pub stop: Time,
    /// Payload not yet handed over; [`u64::MAX`] is endless.
    pub remaining: u64,
    /// Payload delivered that completes it; [`u64::MAX`] is endless.
    pub size: u64,
    /// Number of the next frame.
    pub sequence: u32,
    /// Number that the receiver waits for.
    pub expected: u32,
    /// Data frames received since the last ack.
    pub unacked: u32,
    /// Data frames an ack stands for; 0: no acks.
    pub ack_every: u32,
    /// Frames handed over that wait in the NIC.
    pub backlog: Fifo,
    /// Their bytes.
    pub backlog_bytes: u32,
    /// Bytes of a full frame.
    pub frame_bytes: u16,
    /// Payload of a full frame.
    pub payload_bytes: u16,
    /// Bytes of an ack, header through FCS.
    pub ack_bytes: u16,
    /// Bytes of a CNP.
    pub cnp_bytes: u16,
    /// What its data frames say of their priority.
    pub label: Label,
    /// What its acks say.
    pub ack_label: Label,
    /// What its CNPs say.
    pub cnp_label: Label,
    /// What its credit updates say.
    pub grant_label: Label,
    /// Priority of data.
    pub priority: u8,
    /// Priority of acks.
    pub ack_priority: u8,
    /// Priority of CNPs.
    pub cnp_priority: u8,
    /// ECN field of its data.
    pub ecn: Ecn,
    /// Hop limit of its frames.
    pub hops: u8,
    /// Whether it names (part of) its path.
    pub named_path: bool,
    /// Whether it hands over frames.
    pub active: bool,
    /// Whether its rate control lets nothing start yet.
    pub held: bool,
    /// Whether the credits between its ends do not cover a full frame.
    pub short: bool,
    /// Its credits, by number; `None`: it needs none.
    pub credit: Option<u32>,
    /// What controls its rate, by number; `None`: its link alone.
    pub regulator: Option<u32>,
}

impl Flow {
    /// Whether its NIC has a frame of it, which it may have to hold.
    #[must_use]
    #[inline]
    pub fn has_frame(&self) -> bool {
        !self.backlog.is_empty() || (self.active && matches!(self.process, Process::Saturate))
    }

    /// Whether its NIC has a frame of it to send now.
    #[must_use]
    #[inline]
    pub fn ready(&self) -> bool {
        !self.held && !self.short && self.has_frame()
    }

    /// Bytes of the frame that [`Flow::take`] would give. Only when ready.
    #[must_use]
    #[inline]
    pub fn head_bytes(&self, frames: &Frames) -> u16 {
        self.backlog.head().map_or_else(|| self.next_size().0, |id| frames.get(id).bytes)
    }

    /// The next frame for the wire: the oldest that waits, or of a saturating
    /// flow a new one, handed over at `now`. Only when ready.
    #[inline]
    pub fn take(&mut self, id: FlowId, now: Time, frames: &mut Frames) -> Frame {
        if let Some(head) = self.backlog.pop(frames) {
            let frame = frames.remove(head);
            self.backlog_bytes -= u32::from(frame.bytes);
            frame
        } else {
            self.hand_over(id, now)
        }
    }

    /// Makes the flow's next frame; the flow ends with its last payload.
    #[inline]
    pub fn hand_over(&mut self, id: FlowId, now: Time) -> Frame {
        let (bytes, payload) = self.next_size();
        let sequence = self.sequence;
        self.sequence = self.sequence.wrapping_add(1);
        if self.remaining != u64::MAX {
            self.remaining -= u64::from(payload);
            self.active &= self.remaining > 0;
        }
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
            FrameKind::Ack => self.ack_label,
            FrameKind::Cnp => self.cnp_label,
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
        Some(Frame {
            born: now,
            flow: data.flow,
            sequence: data.sequence,
            bytes: self.ack_bytes,
            priority: self.ack_priority,
            kind: FrameKind::Ack,
            hops: self.hops,
            ..Frame::EMPTY
        })
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

    /// Takes the flow into the state's hash.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        digest.time(self.next_at);
        digest.time(self.stop);
        digest.add(self.size);
        digest.add(self.remaining);
        digest.add(u64::from(self.sequence) << 32 | u64::from(self.expected));
        digest.add(u64::from(self.unacked) << 32 | u64::from(self.backlog_bytes));
        digest.add(u8::from(self.active) | u8::from(self.held) << 1 | u8::from(self.short) << 3);
        self.backlog.digest(frames, digest);
    }

    /// Bytes and payload of the next frame: the last one carries what is left.
    #[inline]
    fn next_size(&self) -> (u16, u16) {
        match u16::try_from(self.remaining) {
            Ok(rest) if rest < self.payload_bytes => {
                let envelope = self.frame_bytes - self.payload_bytes;
                ((rest + envelope).max(MIN_FRAME_BYTES), rest)
            }
            _ => (self.frame_bytes, self.payload_bytes),
        }
    }
}

#[cfg(test)]
mod tests;
