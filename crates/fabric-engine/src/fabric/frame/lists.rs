//! Table of all frames ([`Frames`]), and first-in first-out lists of them ([`Fifo`]). Start with [`Frames`].
//!
//! Removing a frame from a list leaves the frame in the table. [`Frames::remove`] frees its entry in the
//! table, which a later frame may reuse. The first element of an empty list is `None`.

use super::Frame;
use crate::digest::Digest;
use crate::mem_size;

/// Index that means "no frame".
pub(super) const NONE: u32 = u32::MAX;

/// Index of a frame in the table [`Frames`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameId(pub(super) u32);

/// Table of all frames: a vector whose free entries are reused.
#[derive(Clone, Debug)]
pub struct Frames {
    /// Frames, indexed by [`FrameId`]; free entries have old contents.
    pub(super) rows: Vec<Frame>,
    /// Free entry that [`Frames::insert`] uses next. Its field `next` is the following free entry. [`NONE`]:
    /// no entry is free.
    pub(super) hole: u32,
    pub(super) live: u32,
}

impl Default for Frames {
    fn default() -> Self {
        Self { rows: Vec::new(), hole: NONE, live: 0 }
    }
}

impl Frames {
    /// Inserts a frame and returns its id. The frame stays until [`Frames::remove`]. The limit
    /// [`Frames::MAX_FRAMES`] is not applied here.
    ///
    /// # Panics
    /// If 2³² − 1 frames exist, which take 160 GB.
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

    /// Removes a frame from the table and returns it. A later frame may reuse its id.
    #[inline]
    pub fn remove(&mut self, id: FrameId) -> Frame {
        self.live -= 1;
        let row = &mut self.rows[id.0 as usize];
        let frame = *row;
        row.next = self.hole;
        self.hole = id.0;
        frame
    }

    /// Frame with id `id`, which must be in the table. After the removal of the frame, the id may lead to
    /// another frame; this is not checked.
    #[must_use]
    #[inline]
    pub fn get(&self, id: FrameId) -> &Frame {
        &self.rows[id.0 as usize]
    }

    /// Mutable frame with id `id`, which must be in the table.
    #[inline]
    pub fn get_mut(&mut self, id: FrameId) -> &mut Frame {
        &mut self.rows[id.0 as usize]
    }

    /// Number of frames in the table at which NICs accept no more frames: 160 MB. The limit keeps a
    /// document that offers more than its fabric can carry from exhausting the memory.
    pub const MAX_FRAMES: u32 = 1 << 22;

    /// Whether the table has [`Frames::MAX_FRAMES`] frames, so that NICs must drop the frames that
    /// flows hand over.
    #[must_use]
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.live >= Self::MAX_FRAMES
    }

    /// Number of frames in the table.
    #[must_use]
    pub fn live(&self) -> u32 {
        self.live
    }

    /// Heap memory of the table, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        mem_size::rows::<Frame>(self.rows.len())
    }
}

/// First-in first-out list of frames in [`Frames`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fifo {
    pub(super) head: u32,
    tail: u32,
}

impl Default for Fifo {
    fn default() -> Self {
        Self { head: NONE, tail: NONE }
    }
}

impl Fifo {
    /// Whether the list is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.head == NONE
    }

    /// First frame; `None` if the list is empty.
    #[must_use]
    #[inline]
    pub const fn head(&self) -> Option<FrameId> {
        if self.head == NONE { None } else { Some(FrameId(self.head)) }
    }

    /// Appends a frame to the list. The frame must not be in another list.
    #[expect(
        clippy::inline_always,
        reason = "every frame waits in a list at each hop; a call costs more than it"
    )]
    #[inline(always)]
    pub fn push(&mut self, frames: &mut Frames, id: FrameId) {
        frames.rows[id.0 as usize].next = NONE;
        if self.head == NONE {
            self.head = id.0;
        } else {
            frames.rows[self.tail as usize].next = id.0;
        }
        self.tail = id.0;
    }

    /// Puts a frame that is in no list into an empty list. Faster than [`Fifo::push`], which must
    /// read the list.
    #[inline]
    pub fn begin(&mut self, frames: &mut Frames, id: FrameId) {
        frames.rows[id.0 as usize].next = NONE;
        *self = Self { head: id.0, tail: id.0 };
    }

    /// Removes the first frame from the list and returns its id; `None` if the list is empty. The
    /// frame stays in the table.
    #[inline]
    pub fn pop(&mut self, frames: &Frames) -> Option<FrameId> {
        self.pop_row(frames).map(|(id, _)| id)
    }

    /// Removes the first frame from the list like [`Fifo::pop`]; returns its id and the frame. `None` if the
    /// list is empty.
    #[inline]
    pub fn pop_row<'a>(&mut self, frames: &'a Frames) -> Option<(FrameId, &'a Frame)> {
        let id = self.head()?;
        let frame = frames.get(id);
        self.head = frame.next;
        Some((id, frame))
    }

    /// Removes from the list the frames for which `goes` returns true, and returns their ids in order. The
    /// frames stay in the table.
    pub fn take_out(&mut self, frames: &mut Frames, goes: impl Fn(&Frame) -> bool) -> Vec<FrameId> {
        let (gone, stays): (Vec<FrameId>, Vec<FrameId>) =
            std::mem::take(self).ids(frames).partition(|id| goes(frames.get(*id)));
        for id in stays {
            self.push(frames, id);
        }
        gone
    }

    /// Iterates over the ids of the frames, first to last.
    pub fn ids<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = FrameId> + use<'a> {
        let mut at = self.head;
        std::iter::from_fn(move || {
            let id = FrameId(at);
            at = frames.rows.get(at as usize)?.next;
            Some(id)
        })
    }

    /// Iterates over the frames, first to last.
    pub fn iter<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = &'a Frame> + use<'a> {
        let mut at = self.head;
        std::iter::from_fn(move || {
            let row = frames.rows.get(at as usize)?;
            at = row.next;
            Some(row)
        })
    }

    /// Adds the frames, in order, to the hash of the simulation state.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        digest.len(self.iter(frames).count());
        self.iter(frames).for_each(|frame| frame.digest(digest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
