use crate::digest::Digest;
use crate::fabric::frame::{Fifo, FrameId, Frames};
use crate::wire::PRIORITIES;

/// A host's answers to reads, by the priority of the data: what it has still
/// to send of requests that it took, and requests that wait until there is less.
#[derive(Clone, Debug, Default)]
pub struct Responder {
    queued: [u64; PRIORITIES],
    waiting: [Fifo; PRIORITIES],
    /// Their bytes, by priority of the data, then their own.
    held: [[u64; PRIORITIES]; PRIORITIES],
}

impl Responder {
    /// Payload that is still to be sent in `class`.
    #[must_use]
    pub const fn queued(&self, class: u8) -> u64 {
        self.queued[class as usize]
    }

    /// Frame bytes of requests of `priority` that wait for room in `class`.
    #[must_use]
    pub const fn held(&self, class: u8, priority: u8) -> u64 {
        self.held[class as usize][priority as usize]
    }

    /// Whether a request for data of `class` is taken by a host that has at
    /// most `limit` bytes of it to send before it takes one more.
    #[must_use]
    pub const fn has_room(&self, class: u8, limit: u64) -> bool {
        self.queued[class as usize] < limit
    }

    /// It takes a request for so much payload.
    pub const fn takes(&mut self, class: u8, payload: u64) {
        self.queued[class as usize] = self.queued[class as usize].saturating_add(payload);
    }

    /// So much of what it took is sent.
    pub const fn sent(&mut self, class: u8, payload: u64) {
        self.queued[class as usize] = self.queued[class as usize].saturating_sub(payload);
    }

    /// A request for data of `class` has to wait.
    pub fn push(&mut self, frames: &mut Frames, class: u8, id: FrameId) {
        let frame = frames.get(id);
        self.held[usize::from(class)][usize::from(frame.priority)] += u64::from(frame.bytes);
        self.waiting[usize::from(class)].push(frames, id);
    }

    /// The request that has waited longest for `class` goes on.
    pub fn pop(&mut self, frames: &Frames, class: u8) -> Option<FrameId> {
        let id = self.waiting[usize::from(class)].pop(frames)?;
        let frame = frames.get(id);
        self.held[usize::from(class)][usize::from(frame.priority)] -= u64::from(frame.bytes);
        Some(id)
    }

    /// Adds the fields to the state's hash.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        for (queued, waiting) in self.queued.iter().zip(&self.waiting) {
            digest.add(*queued);
            waiting.digest(frames, digest);
        }
    }
}
