//! Shared memory of one switch: free bytes, and memory set aside for headroom (SONiC buffer pools;
//! Choudhury and Hahne 1998). Start with [`Pool`].
//!
//! The free bytes are the base of dynamic thresholds. A switch has one pool for ingress and egress;
//! separate service pools are not modelled.

use super::pg::PgConfig;
use crate::digest::Digest;

/// Configuration of a switch's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolConfig {
    /// Total memory in bytes: reserves, headrooms and the shared pool.
    pub memory: u64,
    /// Bytes of a cell, at least 1. A frame is charged for whole cells. With cells of 1 B, a frame
    /// is charged for its exact bytes.
    pub cell_bytes: u32,
    /// Owner of the headroom memory: each group, or the switch.
    pub headroom: HeadroomPool,
}

/// Owner of the headroom memory: each group, or the switch (SONiC, "Shared headroom pool design").
/// A group never holds more headroom than [`PgConfig::headroom`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeadroomPool {
    /// Each group owns its headroom: memory is set aside for the sum of all headrooms.
    #[default]
    Private,
    /// The switch owns a pool: the sum of all headrooms divided by a ratio, rounded up (SONiC:
    /// `over_subscribe_ratio`). The number is the ratio in 1/65536.
    Ratio(u32),
    /// The switch owns a pool of this size in bytes (SONiC: `xoff` of the ingress lossless pool).
    Bytes(u64),
}

impl HeadroomPool {
    /// Ratio 1 in the fixed point of [`HeadroomPool::Ratio`].
    pub const ONE: u32 = 1 << 16;

    /// Memory set aside for headroom, in bytes, if the headrooms of the groups sum to `sum` bytes.
    ///
    /// # Panics
    /// If the ratio is 0.
    #[must_use]
    pub const fn size(self, sum: u64) -> u64 {
        match self {
            Self::Private => sum,
            Self::Ratio(ratio) => (sum << 16).div_ceil(ratio as u64),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// Shared memory of one switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Pool {
    config: PoolConfig,
    /// Memory − Σ reserve − headroom set aside − shared bytes in use. Negative only after an action
    /// raised a reserve or headroom under load, until enough bytes are released.
    free: i64,
    /// Sum of the groups' headroom limits, in bytes.
    headrooms: u64,
    /// Sum of the groups' headroom in use, in bytes.
    headroom_used: u64,
    /// Least free memory in bytes at which a paused group may resume; the engine sets it when it
    /// pauses groups. [`u64::MAX`]: no paused group waits for free memory.
    pub resume_at: u64,
}

impl Pool {
    /// Creates an empty pool; the reserves and headrooms of `groups` are set aside.
    #[must_use]
    pub fn new<'a>(config: PoolConfig, groups: impl IntoIterator<Item = &'a PgConfig>) -> Self {
        let (mut reserves, mut headrooms) = (0, 0);
        for group in groups {
            reserves += group.reserve;
            headrooms += group.headroom;
        }
        let mut pool = Self {
            config,
            free: config.memory.cast_signed(),
            headrooms,
            headroom_used: 0,
            resume_at: u64::MAX,
        };
        pool.charge(reserves + pool.headroom_size());
        pool
    }

    /// Free shared bytes, at least 0. Dynamic thresholds are a multiple of this number (Choudhury
    /// and Hahne, "Dynamic queue length thresholds for shared-memory packet switches", 1998).
    #[must_use]
    #[inline]
    pub fn free(&self) -> u64 {
        self.free.max(0).cast_unsigned()
    }

    /// Bytes charged for a frame of `bytes`, rounded up to whole cells.
    #[must_use]
    #[expect(
        clippy::inline_always,
        reason = "every frame is charged and released; a call costs more than it"
    )]
    #[inline(always)]
    pub fn charged_bytes(&self, bytes: u16) -> u64 {
        if self.config.cell_bytes == 1 {
            u64::from(bytes)
        } else {
            u64::from(u32::from(bytes).div_ceil(self.config.cell_bytes) * self.config.cell_bytes)
        }
    }

    /// Configuration of the pool.
    #[must_use]
    pub fn config(&self) -> &PoolConfig {
        &self.config
    }

    /// Memory set aside for headroom, in bytes.
    #[must_use]
    pub fn headroom_size(&self) -> u64 {
        self.config.headroom.size(self.headrooms)
    }

    /// Headroom in use by all groups, in bytes.
    #[must_use]
    pub fn headroom_used(&self) -> u64 {
        self.headroom_used
    }

    /// Adds the pool to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        // Headroom in use is the sum over the groups, which are added to the hash elsewhere.
        digest.add(self.free());
    }

    pub(super) fn charge(&mut self, bytes: u64) {
        self.free -= bytes.cast_signed();
    }

    pub(super) fn release(&mut self, bytes: u64) {
        self.free += bytes.cast_signed();
    }

    /// Replaces a group's reserve and headroom in `old` by those in `new`, and changes the free
    /// memory by the difference.
    pub(super) fn set_aside(&mut self, old: &PgConfig, new: &PgConfig) {
        self.release(old.reserve + self.headroom_size());
        self.headrooms = self.headrooms - old.headroom + new.headroom;
        self.charge(new.reserve + self.headroom_size());
    }

    /// Charges `bytes` of headroom for a group whose own limit allows it. Returns `false` and charges nothing
    /// if the bytes do not fit a shared headroom pool; always `true` for private headrooms. Headroom equal to
    /// the size of the pool fits.
    pub(super) fn charge_headroom(&mut self, bytes: u64) -> bool {
        let shared = self.config.headroom != HeadroomPool::Private;
        if shared && self.headroom_used + bytes > self.headroom_size() {
            return false;
        }
        self.headroom_used += bytes;
        true
    }

    pub(super) fn release_headroom(&mut self, bytes: u64) {
        self.headroom_used -= bytes;
    }
}

#[cfg(test)]
mod tests;
