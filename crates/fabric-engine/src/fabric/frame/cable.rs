//! List of the frames in a cable. Start with [`Cable`].

use super::lists::NONE;
use super::{Fifo, Frame, FrameId, Frames};
use crate::digest::Digest;

/// Frames in a cable, in order of arrival. On an arrival the engine reads the first and the second frame. The
/// list stores the indices of both frames, so that the read of the second frame does not wait for the first.
#[derive(Clone, Copy, Debug)]
pub struct Cable {
    frames: Fifo,
    /// Index of the second frame in the cable; [`NONE`] if the cable has fewer than two frames.
    second: u32,
}

impl Default for Cable {
    fn default() -> Self {
        Self { frames: Fifo::default(), second: NONE }
    }
}

impl Cable {
    /// Whether no frame is in the cable.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Frame that arrives next; `None` if the cable is empty.
    #[must_use]
    #[inline]
    pub const fn head(&self) -> Option<FrameId> {
        self.frames.head()
    }

    /// Appends a frame to the cable. The frame must not be in another list.
    #[inline]
    pub fn push(&mut self, frames: &mut Frames, id: FrameId) {
        if self.second == NONE && !self.is_empty() {
            self.second = id.0;
        }
        self.frames.push(frames, id);
    }

    /// Removes the first frame from the cable and returns its id and the frame after it. The first
    /// frame stays in the table. `None` if the cable is empty.
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

    /// Iterates over the ids of the frames, first to last.
    pub fn ids<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = FrameId> + use<'a> {
        self.frames.ids(frames)
    }

    /// Iterates over the frames, first to last.
    pub fn iter<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = &'a Frame> + use<'a> {
        self.frames.iter(frames)
    }

    /// Adds the frames, in order, to the hash of the simulation state.
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
