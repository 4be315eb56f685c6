//! Thresholds on the use of shared memory, static or dynamic (Choudhury and Hahne 1998), and the memory use
//! that a threshold limits ([`Scope`]). A static threshold may exceed the pool; admission then also requires
//! free memory.

/// Limit on bytes of shared memory in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// Static threshold: a number of bytes.
    Static(u64),
    /// Dynamic threshold: α times the free bytes of the pool; α in 1/65536.
    Dynamic(u32),
}

impl Threshold {
    /// α = 1 in the fixed point of [`Threshold::Dynamic`].
    pub const ONE: u32 = 1 << 16;

    /// Limit in bytes while `free` bytes of the pool are free, rounded down. `free` must be at most 2⁴⁰.
    #[must_use]
    #[inline]
    pub const fn bytes(self, free: u64) -> u64 {
        match self {
            Self::Static(bytes) => bytes,
            Self::Dynamic(alpha) => (free * alpha as u64) >> 16,
        }
    }

    /// Least free memory, in bytes, at which the threshold is `bytes` or more. `None` if the
    /// threshold does not depend on free memory: it is static, or α is 0.
    #[must_use]
    pub const fn free_for(self, bytes: u64) -> Option<u64> {
        match self {
            Self::Static(_) | Self::Dynamic(0) => None,
            Self::Dynamic(alpha) => Some((bytes << 16).div_ceil(alpha as u64)),
        }
    }
}

/// Memory use that the threshold of a group limits. A lossless group pauses its peer when this use reaches
/// the threshold. In every scope, the group also pauses its peer while it uses headroom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Bytes of the ingress group in shared memory, as in commercial shared-memory switches (SONiC's
    /// `BUFFER_PG`; Broadcom Trident and Tomahawk, NVIDIA Spectrum, HPCC's simulator).
    #[default]
    Group,
    /// Bytes of each VOQ (input, output, priority) of the group. Switches with virtual output
    /// queues limit and drop in this way (Broadcom DNX, Cisco Silicon One), but decide PFC by the
    /// ingress group. In this model a VOQ at the threshold pauses its input; the group resumes when
    /// none of its VOQs is above XON.
    Voq,
    /// Bytes of the egress queue (output, priority). The threshold is that of the group of the same port and
    /// priority as the queue. A lossy frame above the threshold is dropped, as with SONiC's `BUFFER_QUEUE`. A
    /// lossless queue at the threshold pauses every input that feeds it, as with
    /// [`crate::fabric::pfc::Trigger::EgressQueue`].
    Queue,
}

/// Use and limit, in bytes, of the VOQ or egress queue to which a threshold applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupancy {
    /// Bytes that the VOQ or egress queue holds before the arriving frame is charged.
    pub used: u64,
    /// Largest allowed use in bytes.
    pub limit: u64,
}

impl Occupancy {
    /// Whether a frame that is charged `bytes` stays within the limit.
    #[must_use]
    #[inline]
    pub const fn has_room(self, bytes: u64) -> bool {
        self.used + bytes <= self.limit
    }
}
