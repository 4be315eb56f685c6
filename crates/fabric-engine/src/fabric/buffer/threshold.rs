//! Thresholds of shared buffer: static in bytes, or dynamic by the factor α.

/// A limit on shared use, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// A fixed number of bytes.
    Static(u64),
    /// α times the pool's free bytes; α in 1/65536.
    Dynamic(u32),
}

impl Threshold {
    /// α = 1 in the fixed point of [`Threshold::Dynamic`].
    pub const ONE: u32 = 1 << 16;

    /// The limit while `free` bytes of the pool are free. `free` up to 2⁴⁰.
    #[must_use]
    #[inline]
    pub const fn bytes(self, free: u64) -> u64 {
        match self {
            Self::Static(bytes) => bytes,
            Self::Dynamic(alpha) => (free * alpha as u64) >> 16,
        }
    }

    /// The least free memory at which this threshold reaches `bytes`; `None`
    /// where free memory does not move it.
    #[must_use]
    pub const fn free_for(self, bytes: u64) -> Option<u64> {
        match self {
            Self::Static(_) | Self::Dynamic(0) => None,
            Self::Dynamic(alpha) => Some((bytes << 16).div_ceil(alpha as u64)),
        }
    }
}

/// What a group's threshold limits, and so what a pause of a lossless group
/// is asked for by. Headroom in use asks in every scope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The shared use of the ingress group: what asks for PFC on shipping
    /// shared-memory switches (SONiC's `BUFFER_PG`; Broadcom Trident and
    /// Tomahawk, NVIDIA Spectrum, HPCC's simulator).
    #[default]
    Group,
    /// Each VOQ (input, output, priority) of the group, all of its bytes: how
    /// switches with virtual output queues limit and drop (Broadcom DNX,
    /// Cisco Silicon One). Those decide PFC by the ingress group all the
    /// same; that a VOQ asks, and a group resumes when none of its VOQs is
    /// above XON, is this model's own, because one of them pauses the whole input.
    Voq,
    /// The egress queue (output, priority), all of its bytes, by the threshold
    /// of the output's group: what drops lossy frames on SONiC
    /// (`BUFFER_QUEUE`). A lossless queue asks every input that feeds it, as
    /// [`crate::fabric::pfc::Trigger::EgressQueue`].
    Queue,
}

/// Something beside the group that a threshold limits. Bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limited {
    /// In use, before the frame.
    pub used: u64,
    /// What may be.
    pub limit: u64,
}

impl Limited {
    /// Whether a frame that is charged `bytes` stays within the limit.
    #[must_use]
    #[inline]
    pub const fn has_room(self, bytes: u64) -> bool {
        self.used + bytes <= self.limit
    }
}
