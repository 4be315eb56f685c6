//! Frames as rows of one table, and the lists that they wait in.

use crate::digest::Digest;
use crate::ids::{FlowId, PortId};
use crate::units::{Quanta, Time};
use crate::wire::Ecn;

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
}

impl FrameKind {
    /// Whether it goes to the source of its flow.
    #[must_use]
    #[inline]
    pub const fn returns(self) -> bool {
        matches!(self, Self::Ack | Self::Cnp)
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
    /// Number within the flow; of a CNP, among its CNPs. An ack carries the
    /// number it acknowledges.
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
}

impl Frame {
    /// The PFC frame that carries `indication`, 64 B.
    #[must_use]
    pub fn pfc(indication: Indication) -> Self {
        let Indication { pauses, resumes, quanta } = indication;
        let packed = u32::from(pauses) | u32::from(resumes) << 8 | u32::from(quanta.0) << 16;
        Self { sequence: packed, bytes: crate::wire::PfcFrame::BYTES, kind: FrameKind::Pfc, ..Self::EMPTY }
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
    };

    /// Takes the frame into the state's hash.
    pub(crate) fn digest(&self, digest: &mut Digest) {
        digest.time(self.arrives);
        digest.time(self.born);
        digest.add(u64::from(self.flow.0) << 32 | u64::from(self.sequence));
        let condition = u64::from(self.bits as u8) << 56 | u64::from(self.ingress) << 32;
        digest.add(condition | u64::from(self.bytes) << 16 | u64::from(self.payload));
        digest.add(u32::from_le_bytes([self.priority, self.kind as u8, self.ecn as u8, self.hops]));
    }
}

const NONE: u32 = u32::MAX;

/// Where a frame stands in [`Frames`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameId(u32);

/// Every frame that exists, in one vector whose holes are reused.
#[derive(Clone, Debug)]
pub struct Frames {
    rows: Vec<Frame>,
    hole: u32,
    live: u32,
}

impl Default for Frames {
    fn default() -> Self {
        Self { rows: Vec::new(), hole: NONE, live: 0 }
    }
}

impl Frames {
    /// Puts a frame in; it stays until [`Frames::remove`].
    ///
    /// # Panics
    /// If 2³² − 1 frames exist: 160 GB of them.
    #[inline]
    pub fn insert(&mut self, frame: Frame) -> FrameId {
        self.live += 1;
        if self.hole == NONE {
            let id = u32::try_from(self.rows.len()).expect("fewer than 2^32 frames");
            self.rows.push(frame);
            return FrameId(id);
        }
        let id = self.hole;
        let row = &mut self.rows[id as usize];
        self.hole = row.next;
        *row = frame;
        FrameId(id)
    }

    /// Takes a frame out.
    #[inline]
    pub fn remove(&mut self, id: FrameId) -> Frame {
        self.live -= 1;
        let row = &mut self.rows[id.0 as usize];
        let frame = *row;
        row.next = self.hole;
        self.hole = id.0;
        frame
    }

    /// The frame.
    #[must_use]
    #[inline]
    pub fn get(&self, id: FrameId) -> &Frame {
        &self.rows[id.0 as usize]
    }

    /// The frame, to be changed.
    #[inline]
    pub fn get_mut(&mut self, id: FrameId) -> &mut Frame {
        &mut self.rows[id.0 as usize]
    }

    /// More than this many frames a world does not take from its NICs: 160 MB.
    /// A document that offers more than its fabric can carry cannot eat the machine.
    pub const MOST: u32 = 1 << 22;

    /// Whether NICs must lose what they would hand over.
    #[must_use]
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.live >= Self::MOST
    }

    /// How many frames exist.
    #[must_use]
    pub fn live(&self) -> u32 {
        self.live
    }
}

/// First in, first out: a list threaded through [`Frames`].
#[derive(Clone, Copy, Debug)]
pub struct Fifo {
    head: u32,
    tail: u32,
}

impl Default for Fifo {
    fn default() -> Self {
        Self { head: NONE, tail: NONE }
    }
}

impl Fifo {
    /// Whether nothing waits.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.head == NONE
    }

    /// The frame that leaves next.
    #[must_use]
    #[inline]
    pub const fn head(&self) -> Option<FrameId> {
        if self.head == NONE { None } else { Some(FrameId(self.head)) }
    }

    /// Appends a frame that is in no list.
    #[inline]
    pub fn push(&mut self, frames: &mut Frames, id: FrameId) {
        frames.rows[id.0 as usize].next = NONE;
        if self.head == NONE {
            self.head = id.0;
        } else {
            frames.rows[self.tail as usize].next = id.0;
        }
        self.tail = id.0;
    }

    /// Takes the first frame off the list; it stays in the table.
    #[inline]
    pub fn pop(&mut self, frames: &Frames) -> Option<FrameId> {
        let id = self.head()?;
        self.head = frames.rows[id.0 as usize].next;
        Some(id)
    }

    /// Takes the frames that go off the list; they stay in the table.
    pub fn take_out(&mut self, frames: &mut Frames, goes: impl Fn(&Frame) -> bool) -> Vec<FrameId> {
        let (gone, stays): (Vec<FrameId>, Vec<FrameId>) =
            std::mem::take(self).ids(frames).partition(|id| goes(frames.get(*id)));
        for id in stays {
            self.push(frames, id);
        }
        gone
    }

    /// Where the frames stand that wait, first to last.
    pub fn ids<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = FrameId> + use<'a> {
        let mut at = self.head;
        std::iter::from_fn(move || {
            let id = FrameId(at);
            at = frames.rows.get(at as usize)?.next;
            Some(id)
        })
    }

    /// The frames that wait, first to last.
    pub fn iter<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = &'a Frame> + use<'a> {
        let mut at = self.head;
        std::iter::from_fn(move || {
            let row = frames.rows.get(at as usize)?;
            at = row.next;
            Some(row)
        })
    }

    /// Takes the waiting frames, in order, into the state's hash.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        digest.len(self.iter(frames).count());
        self.iter(frames).for_each(|frame| frame.digest(digest));
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
    fn lists_keep_order_and_holes_are_reused() {
        let mut frames = Frames::default();
        let mut list = Fifo::default();
        for round in 0..3u32 {
            for n in 0..4 {
                let id = frames.insert(Frame { sequence: round * 4 + n, ..Frame::EMPTY });
                list.push(&mut frames, id);
            }
            let order: Vec<_> = list.iter(&frames).map(|frame| frame.sequence).collect();
            assert_eq!(order, (round * 4..round * 4 + 4).collect::<Vec<_>>());
            while let Some(id) = list.pop(&frames) {
                frames.remove(id);
            }
            assert!(list.is_empty());
        }
        assert_eq!((frames.rows.len(), frames.live()), (4, 0));
    }

    #[test]
    fn a_pfc_frame_carries_its_indication() {
        let indication = Indication { pauses: 0b1000, resumes: 0b10, quanta: Quanta::MAX };
        assert_eq!(Frame::pfc(indication).indication(), indication);
    }
}
