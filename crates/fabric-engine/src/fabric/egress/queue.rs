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
    /// Frames in order of departure.
    pub frames: Fifo,
    /// Bytes of switch memory that the frames occupy.
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
    /// Input ports whose peers are paused because of the length of this queue.
    pub paused_inputs: PortSet,
}

impl EgressQueue {
    /// Creates an empty queue with `limit` (`None`: no limit) and the ECN marking `ecn`.
    #[must_use]
    pub fn new(limit: Option<Threshold>, ecn: EcnConfig) -> Self {
        Self { frames: Fifo::default(), bytes: 0, limit, ecn }
    }

    /// Whether the limit of the queue allows one more frame that is charged as `bytes`. `free`: free bytes of
    /// the shared pool, on which a dynamic limit depends. A frame that fills the limit exactly is allowed.
    /// Always true without a limit.
    #[must_use]
    #[inline]
    pub fn has_room(&self, bytes: u64, free: u64) -> bool {
        self.limit.is_none_or(|limit| self.bytes + bytes <= limit.bytes(free))
    }

    /// Adds the queue and its pause state to the hash of the simulation state.
    pub fn digest(&self, frames: &Frames, egress_pause: EgressPauseState, digest: &mut Digest) {
        let (kind, limit) = match self.limit {
            None => (0u8, 0),
            Some(Threshold::Static(bytes)) => (1, bytes),
            Some(Threshold::Dynamic(alpha)) => (2, u64::from(alpha)),
        };
        digest.add(kind);
        // The field `at` (moment of marking) is not hashed, because it never changes during a run.
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
