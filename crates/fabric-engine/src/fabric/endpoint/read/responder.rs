//! Responder of RDMA reads at a host: data that accepted requests still have to send, and requests
//! that wait for acceptance.
//!
//! The data still to be sent in a class has a limit
//! ([`ReceiveSpec::responses`](crate::spec::ReceiveSpec::responses)). While the limit is reached,
//! further requests wait in the receive buffer. Waiting requests can fill the buffer and so pause
//! the requesters.

use crate::digest::Digest;
use crate::fabric::frame::{Fifo, FrameId, Frames};
use crate::ids::Priority;
use crate::wire::PRIORITIES;

/// Responder of a host: payload still to be sent for accepted requests, and waiting requests, each
/// indexed by the priority of the data.
#[derive(Clone, Debug, Default)]
pub struct Responder {
    queued: [u64; PRIORITIES],
    waiting: [Fifo; PRIORITIES],
    /// Frame bytes of waiting requests, indexed by the priority of the data, then by the priority
    /// of the request.
    waiting_bytes: [[u64; PRIORITIES]; PRIORITIES],
}

impl Responder {
    /// Payload bytes of accepted requests that are still to be sent in `class`.
    #[must_use]
    pub const fn queued(&self, class: Priority) -> u64 {
        self.queued[class.index()]
    }

    /// Frame bytes of requests of `priority` that wait because too much data of `class` is still to
    /// be sent.
    #[must_use]
    pub const fn waiting_bytes(&self, class: Priority, priority: Priority) -> u64 {
        self.waiting_bytes[class.index()][priority.index()]
    }

    /// Whether a request for data of `class` may be accepted: less than `limit` payload bytes are still to be
    /// sent. The accepted request may exceed the limit.
    #[must_use]
    pub const fn has_room(&self, class: Priority, limit: u64) -> bool {
        self.queued[class.index()] < limit
    }

    /// Accepts a request for `payload` bytes of data in `class`.
    pub const fn accept(&mut self, class: Priority, payload: u64) {
        self.queued[class.index()] = self.queued[class.index()].saturating_add(payload);
    }

    /// Records that `payload` bytes of accepted requests were sent in `class`.
    pub const fn record_sent(&mut self, class: Priority, payload: u64) {
        self.queued[class.index()] = self.queued[class.index()].saturating_sub(payload);
    }

    /// Adds a waiting request for data of `class`.
    pub fn push(&mut self, frames: &mut Frames, class: Priority, id: FrameId) {
        let frame = frames.get(id);
        self.waiting_bytes[class.index()][frame.priority.index()] += u64::from(frame.bytes);
        self.waiting[class.index()].push(frames, id);
    }

    /// Removes and returns the oldest waiting request for data of `class`; `None` if none waits.
    pub fn pop(&mut self, frames: &Frames, class: Priority) -> Option<FrameId> {
        let id = self.waiting[class.index()].pop(frames)?;
        let frame = frames.get(id);
        self.waiting_bytes[class.index()][frame.priority.index()] -= u64::from(frame.bytes);
        Some(id)
    }

    /// Adds the responder to the hash of the simulation state.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        for (queued, waiting) in self.queued.iter().zip(&self.waiting) {
            digest.add(*queued);
            waiting.digest(frames, digest);
        }
    }
}
