//! Egress queue of one output and priority: its frames, the memory that they occupy, and its limit
//! (SONiC `BUFFER_QUEUE`).
//!
//! The limit applies to lossy frames only; a lossless frame is limited by its priority group.

use crate::digest::Digest;
use crate::fabric::buffer::Threshold;
use crate::fabric::frame::{Fifo, Frames};
use crate::ids::PortSet;

use super::EcnConfig;

/// Egress queue of one output and priority of a switch. At a host, the queue holds the frames that
/// are not data of flows, such as acks and read requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct EgressQueue {
    /// Frames, first to leave first.
    pub frames: Fifo,
    /// Bytes charged for the frames.
    pub bytes: u64,
    /// Limit on the bytes of a lossy queue, in addition to the thresholds of the ingress groups;
    /// `None`: no limit.
    pub limit: Option<Threshold>,
    /// Configuration of ECN marking.
    pub ecn: EcnConfig,
}

/// Pause state of an egress queue, used by the egress PFC trigger only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EgressPauseState {
    /// Whether the queue has reached XOFF and has not fallen to XON since.
    pub above_xoff: bool,
    /// Input ports paused because of the queue.
    pub paused_inputs: PortSet,
}

impl EgressQueue {
    /// Creates an empty queue.
    #[must_use]
    pub fn new(limit: Option<Threshold>, ecn: EcnConfig) -> Self {
        Self { frames: Fifo::default(), bytes: 0, limit, ecn }
    }

    /// Whether the limit allows one more frame charged `bytes` while `free` bytes of the pool are free.
    /// Always true without a limit. Exactly the limit is allowed.
    #[must_use]
    #[inline]
    pub fn has_room(&self, bytes: u64, free: u64) -> bool {
        self.limit.is_none_or(|limit| self.bytes + bytes <= limit.bytes(free))
    }

    /// Adds the queue and its pause state to the state's hash.
    pub fn digest(&self, frames: &Frames, egress_pause: EgressPauseState, digest: &mut Digest) {
        let (kind, limit) = match self.limit {
            None => (0u8, 0),
            Some(Threshold::Static(bytes)) => (1, bytes),
            Some(Threshold::Dynamic(alpha)) => (2, u64::from(alpha)),
        };
        digest.add(kind);
        // The moment of marking never changes during a run.
        let EcnConfig { kmin, kmax, pmax, at: _ } = self.ecn;
        for value in [limit, kmin, kmax, pmax] {
            digest.add(value);
        }
        digest.add(self.bytes);
        digest.add(u8::from(egress_pause.above_xoff));
        egress_pause.paused_inputs.digest(digest);
        self.frames.digest(frames, digest);
    }
}
