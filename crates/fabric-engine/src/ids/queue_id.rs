//! Identity of an egress queue.

use super::{PortId, Priority};

/// Egress queue of a port: the frames of one priority that wait for transmission. Ids are ordered
/// by port, then by priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QueueId {
    /// Port that transmits the frames.
    pub port: PortId,
    /// Priority of the frames, 0 to 7.
    pub priority: Priority,
}

impl QueueId {
    /// Queue of `priority`, 0 to 7, at `port`.
    #[must_use]
    #[inline]
    pub const fn new(port: PortId, priority: Priority) -> Self {
        Self { port, priority }
    }
}
