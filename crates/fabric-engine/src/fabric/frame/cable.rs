//! Frames on their way from one end of a cable to the other.

use super::lists::NONE;
use super::{Fifo, Frame, FrameId, Frames};
use crate::digest::Digest;

/// What is in a cable, first to be in first. When one frame is in, the engine
/// needs its row and that of the next, which says when that one is in: it knows
/// both, so that neither fetch waits for the other.
#[derive(Clone, Copy, Debug)]
pub struct Cable {
    frames: Fifo,
    /// The frame behind the first; [`NONE`]: there is none.
    second: u32,
}

impl Default for Cable {
    fn default() -> Self {
        Self { frames: Fifo::default(), second: NONE }
    }
}

impl Cable {
    /// Whether nothing is in it.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The frame that is in next.
    #[must_use]
    #[inline]
    pub const fn head(&self) -> Option<FrameId> {
        self.frames.head()
    }

    /// A frame that is in no list enters.
    #[inline]
    pub fn push(&mut self, frames: &mut Frames, id: FrameId) {
        if self.second == NONE && !self.is_empty() {
            self.second = id.0;
        }
        self.frames.push(frames, id);
    }

    /// Takes the first frame out, which stays in the table, and shows the one
    /// that is in next, if any is.
    #[inline]
    pub fn pop<'a>(&mut self, frames: &'a Frames) -> Option<(FrameId, Option<&'a Frame>)> {
        let id = self.head()?;
        self.frames.head = self.second;
        if self.second == NONE {
            return Some((id, None));
        }
        let next = &frames.rows[self.second as usize];
        self.second = next.next;
        Some((id, Some(next)))
    }

    /// Where the frames stand, first to last.
    pub fn ids<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = FrameId> + use<'a> {
        self.frames.ids(frames)
    }

    /// The frames, first to last.
    pub fn iter<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = &'a Frame> + use<'a> {
        self.frames.iter(frames)
    }

    /// Takes the frames, in order, into the state's hash.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        self.frames.digest(frames, digest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_out_as_they_went_in_however_many_there_are() {
        let (mut frames, mut cable, mut expected) = (Frames::default(), Cable::default(), 0);
        let mut sequence = 0..;
        for (push, pop) in [(1, 1), (2, 1), (3, 2), (1, 3), (4, 4), (2, 2)] {
            for _ in 0..push {
                let frame = Frame { sequence: sequence.next().unwrap(), ..Frame::EMPTY };
                let id = frames.insert(frame);
                cable.push(&mut frames, id);
            }
            for _ in 0..pop {
                assert_eq!(cable.head().map(|id| frames.get(id).sequence), Some(expected));
                let (id, next) = cable.pop(&frames).unwrap();
                assert_eq!(next.map(|frame| frame.sequence), cable.head().map(|id| frames.get(id).sequence));
                frames.remove(id);
                expected += 1;
            }
        }
        assert!(cable.is_empty() && cable.pop(&frames).is_none());
    }
}
