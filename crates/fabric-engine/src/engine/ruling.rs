//! Admission decision of a switch about one frame, with the numbers it was decided by.

use crate::fabric::buffer::Scope;
use crate::ids::PortId;

use super::DropCause;

/// A switch's decision about one frame, with every number that it was decided
/// by, as they stood before it. Built only while somebody listens. Bytes of
/// memory, which are below 2³².
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// What became of it.
    pub verdict: Verdict,
    /// The port by which it is to leave.
    pub output: PortId,
    /// What it is charged: whole cells.
    pub charge: u32,
    /// Whether its priority is lossless at the port by which it came in.
    pub lossless: bool,
    /// What the group's threshold limits.
    pub scope: Scope,
    /// The group's reserve.
    pub reserve: Part,
    /// What the threshold limits (see `scope`) and the threshold as it stood.
    pub shared: Part,
    /// The group's headroom.
    pub headroom: Part,
    /// The headroom pool that the switch's groups share, or Σ of their own.
    pub headroom_pool: Part,
    /// What waited for (output, priority), and the limit of a lossy queue;
    /// [`u32::MAX`]: none.
    pub queue: Part,
    /// Free shared memory.
    pub free: u32,
}

/// So much in use of so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// In use.
    pub used: u32,
    /// What may be.
    pub size: u32,
}

/// What became of a frame, and by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Charged: so much to reserve, the rest to shared memory.
    Shared {
        /// Bytes of it that the reserve took.
        to_reserve: u32,
    },
    /// Charged whole to headroom.
    Headroom,
    /// Admitted without being charged: its priority is not counted.
    Uncounted,
    /// Dropped.
    Dropped(DropCause),
}

impl Part {
    /// Of amounts below 2³²; larger ones, which mean "no limit", as [`u32::MAX`].
    pub(super) fn new(used: u64, size: u64) -> Self {
        Self { used: small(used), size: small(size) }
    }
}

pub(super) fn small(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
