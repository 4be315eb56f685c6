//! Copy of the table of frames without its free entries, for checkpoints.

use super::lists::NONE;
use super::{Frame, Frames};
use crate::mask::Mask;

/// Copy of [`Frames`] without its free entries. After unpacking, each frame has its former id.
#[derive(Clone, Debug)]
pub struct PackedFrames {
    /// Set of the entries that contain a frame.
    there: Mask,
    /// Frames in ascending order of their ids.
    rows: Vec<Frame>,
    live: u32,
}

impl Frames {
    /// Copies the frames of the table, without the free entries.
    #[must_use]
    pub fn pack(&self) -> PackedFrames {
        let mut there = Mask::all(self.rows.len());
        let mut hole = self.hole;
        while let Some(row) = self.rows.get(hole as usize) {
            there.clear(hole as usize);
            hole = row.next;
        }
        let mut rows = Vec::with_capacity(there.count());
        there.ones().for_each(|n| rows.push(self.rows[n]));
        PackedFrames { there, rows, live: self.live }
    }
}

impl PackedFrames {
    /// Restores each frame under its former id. The free entries may be reused in another order, which has no
    /// effect on the run.
    #[must_use]
    pub fn unpack(&self) -> Frames {
        let mut frames = Frames { live: self.live, ..Frames::default() };
        for (place, row) in self.there.ones().zip(&self.rows) {
            while frames.rows.len() < place {
                let hole = u32::try_from(frames.rows.len()).unwrap_or(NONE);
                frames.rows.push(Frame { next: frames.hole, ..Frame::EMPTY });
                frames.hole = hole;
            }
            frames.rows.push(*row);
        }
        frames
    }

    /// Heap memory of the packed frames, in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.there.heap_bytes() + size_of_val(&self.rows[..])
    }
}
