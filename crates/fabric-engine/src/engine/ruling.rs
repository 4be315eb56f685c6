//! Reasons of an admission decision.

use crate::fabric::buffer::Scope;
use crate::ids::PortId;

use super::DropCause;

/// Admission decision about one frame, with the numbers before it. Built only if the recorder asks
/// for reasons. Amounts in bytes, below 2³².
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Decision on the frame.
    pub verdict: Verdict,
    /// Output port of the frame.
    pub output: PortId,
    /// Charge in bytes, whole cells.
    pub charge: u32,
    /// Whether the priority is lossless at the input port.
    pub lossless: bool,
    /// Whether the PG requests a pause already.
    pub is_pausing: bool,
    /// Quantity that the threshold limits.
    pub scope: Scope,
    /// Reserve of the PG.
    pub reserve: UseAndLimit,
    /// Use of the quantity in `scope`, and its threshold.
    pub shared: UseAndLimit,
    /// Headroom of the PG.
    pub headroom: UseAndLimit,
    /// Headroom pool of the switch, or the sum of the PGs' headrooms.
    pub headroom_pool: UseAndLimit,
    /// Queue of (output, priority), and the limit of a lossy queue; [`u32::MAX`]: none.
    pub queue: UseAndLimit,
    /// Free shared memory of the switch, in bytes.
    pub free: u32,
}

/// Use and limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UseAndLimit {
    /// Use in bytes.
    pub used: u32,
    /// Limit in bytes.
    pub size: u32,
}

/// Decision about a frame, and its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Charged to reserve and shared memory.
    Shared {
        /// Bytes charged to the reserve; the rest is shared.
        to_reserve: u32,
    },
    /// Charged whole to headroom.
    Headroom,
    /// Admitted without being charged: its priority is not counted.
    Uncounted,
    /// Dropped.
    Dropped(DropCause),
}

impl UseAndLimit {
    /// Use and limit; 2³² B or more, which means "no limit", becomes [`u32::MAX`].
    pub(super) fn new(used: u64, size: u64) -> Self {
        Self { used: small(used), size: small(size) }
    }
}

pub(super) fn small(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
