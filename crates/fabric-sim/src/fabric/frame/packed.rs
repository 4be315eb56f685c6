//! The frames that exist, without the holes between them.

use super::{Frame, Frames};

/// Rows to a word of the mask.
const WORD: usize = u64::BITS as usize;

/// [`Frames`] to be kept: each frame has its place again afterwards.
#[derive(Clone, Debug)]
pub struct PackedFrames {
    /// A bit for each row up to the last that is one: whether it is.
    there: Vec<u64>,
    /// The frames, in order.
    rows: Vec<Frame>,
    live: u32,
}

impl Frames {
    /// The frames without the holes.
    #[must_use]
    pub fn pack(&self) -> PackedFrames {
        let mut there = vec![u64::MAX; self.rows.len().div_ceil(WORD)];
        let mut hole = self.hole;
        while let Some(row) = self.rows.get(hole as usize) {
            there[hole as usize / WORD] &= !(1 << (hole as usize % WORD));
            hole = row.next;
        }
        let is_there = |n: &usize| there[n / WORD] >> (n % WORD) & 1 == 1;
        let rows = (0..self.rows.len()).filter(is_there).map(|n| self.rows[n]).collect();
        PackedFrames { there, rows, live: self.live }
    }
}

impl PackedFrames {
    /// The frames, each where it was. Which hole is filled next may differ,
    /// which nothing depends on.
    #[must_use]
    pub fn unpack(&self) -> Frames {
        let mut frames = Frames { live: self.live, ..Frames::default() };
        let mut rows = self.rows.iter();
        let bits = self.there.iter().flat_map(|word| (0..u64::BITS).map(move |bit| word >> bit & 1 == 1));
        for (id, is_there) in (0u32..).zip(bits) {
            if is_there {
                frames.rows.extend(rows.next());
            } else if rows.len() > 0 {
                frames.rows.push(Frame { next: frames.hole, ..Frame::EMPTY });
                frames.hole = id;
            }
        }
        frames
    }

    /// What it keeps beside itself in memory, in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.there[..]) + size_of_val(&self.rows[..])
    }
}
