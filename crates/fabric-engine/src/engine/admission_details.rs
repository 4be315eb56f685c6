//! Numbers that explain an admission decision.

use crate::fabric::buffer::Scope;
use crate::ids::PortId;

use super::DropCause;

/// Admission decision on one frame, and the values on which the decision was based. The values are those
/// before the decision. Built only if the recorder needs them ([`super::Recorder::RECORDS_ADMISSIONS`]).
/// Amounts are in bytes; values of 2³² or more become [`u32::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdmissionDetails {
    /// Decision on the frame.
    pub result: AdmissionResult,
    /// Output port of the frame.
    pub output: PortId,
    /// Memory that the frame takes, in bytes: its size, rounded up to whole cells.
    pub charge: u32,
    /// Whether the priority is lossless at the input port.
    pub lossless: bool,
    /// Whether the PG already requested a pause before this frame.
    pub is_pausing: bool,
    /// Whether the port may send pauses for the priority. With PFC: whether the transmission of pauses is
    /// enabled. With link pause (802.3x): whether the port sends link pauses.
    pub can_pause: bool,
    /// Memory use that the threshold in `shared` limits: use by the PG, by a VOQ, or by the egress queue.
    pub scope: Scope,
    /// Reserve of the PG: bytes in use, and size.
    pub reserve: UseAndLimit,
    /// Bytes in use by the PG, VOQ or egress queue (field `scope` says which), and its threshold.
    pub shared: UseAndLimit,
    /// Headroom of the PG: bytes in use, and size.
    pub headroom: UseAndLimit,
    /// Headroom of all PGs of the switch together: bytes in use, and size of the headroom pool. Without a
    /// headroom pool, the size is the sum of the headrooms of the PGs.
    pub headroom_pool: UseAndLimit,
    /// Egress queue: bytes in use, and the limit for lossy frames; [`u32::MAX`] for a lossless
    /// frame, and for a queue without a limit.
    pub queue: UseAndLimit,
    /// Free shared memory of the switch, in bytes.
    pub free: u32,
}

/// Bytes in use and limit of one kind of memory, such as the headroom of a PG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UseAndLimit {
    /// Bytes in use; [`u32::MAX`] for 2³² or more.
    pub used: u32,
    /// Limit in bytes; [`u32::MAX`] without a limit.
    pub size: u32,
}

/// Result of an admission: the memory that is charged, or the drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdmissionResult {
    /// Whole frame charged to the PG: first to the free part of the reserve of the PG, the rest to shared
    /// memory.
    Shared {
        /// Bytes charged to the reserve; the rest of the frame is charged to shared memory.
        to_reserve: u32,
    },
    /// Whole frame charged to the headroom of the PG.
    Headroom,
    /// Admitted without a charge to the PG, because the switch does not count this priority.
    Uncounted,
    /// Frame dropped, with the cause.
    Dropped(DropCause),
}

impl UseAndLimit {
    /// Stores `used` and `size`, in bytes. Values of 2³² or more become [`u32::MAX`]; in `size` this means
    /// "no limit".
    pub(super) fn new(used: u64, size: u64) -> Self {
        Self { used: small(used), size: small(size) }
    }
}

pub(super) fn small(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
