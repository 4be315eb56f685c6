//! Buffer pool of a switch: cells, free shared buffer, headroom shared by priority groups.

use super::pg::PgConfig;
use crate::digest::Digest;

/// What a switch's memory is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolConfig {
    /// All of it, in bytes: reserves, headrooms and the shared pool.
    pub memory: u64,
    /// Bytes of a cell; a frame is charged whole cells. 1 is byte-exact.
    pub cell_bytes: u32,
    /// Whether the groups' headrooms are parts of one pool.
    pub headroom: HeadroomPool,
}

/// Whose the headroom is (SONiC, "Shared headroom pool design"). A group may
/// hold its own headroom at most in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeadroomPool {
    /// Each group's own: memory is set aside for the sum of all.
    #[default]
    Private,
    /// The switch's, of the sum of all groups' headrooms divided by this
    /// ratio, rounded up (SONiC: `over_subscribe_ratio`); in 1/65536, at least 1.
    Ratio(u32),
    /// The switch's, of so many bytes (SONiC: `xoff` of the ingress lossless pool).
    Bytes(u64),
}

impl HeadroomPool {
    /// A ratio of one, in the fixed point of [`HeadroomPool::Ratio`].
    pub const ONE: u32 = 1 << 16;

    /// The memory that is set aside where the groups' headrooms sum to `sum`.
    #[must_use]
    pub const fn size(self, sum: u64) -> u64 {
        match self {
            Self::Private => sum,
            Self::Ratio(ratio) => (sum << 16).div_ceil(ratio as u64),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// The memory of one switch, beside what its groups hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Pool {
    config: PoolConfig,
    /// memory − Σ reserve − headroom set aside − shared in use. Negative only
    /// while a setting that was raised under load waits for the pool to drain.
    free: i64,
    /// Σ of what each group may hold in headroom.
    headrooms: u64,
    /// Σ of what the groups hold in headroom.
    headroom_used: u64,
    /// The free memory at which some paused group may resume, as far as whoever
    /// pauses them has said so; [`u64::MAX`]: none waits for it.
    pub resume_at: u64,
}

impl Pool {
    /// An empty pool of `config` from which `groups` have had their reserve
    /// and headroom taken.
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
        pool.take(reserves + pool.headroom_size());
        pool
    }

    /// Free shared bytes; what dynamic thresholds are a multiple of
    /// (Choudhury and Hahne, "Dynamic queue length thresholds for
    /// shared-memory packet switches", 1998).
    #[must_use]
    #[inline]
    pub fn free(&self) -> u64 {
        self.free.max(0).cast_unsigned()
    }

    /// What a frame of `bytes` is charged: whole cells.
    #[must_use]
    #[expect(
        clippy::inline_always,
        reason = "every frame is charged and released; a call costs more than it"
    )]
    #[inline(always)]
    pub fn charge(&self, bytes: u16) -> u64 {
        if self.config.cell_bytes == 1 {
            u64::from(bytes)
        } else {
            u64::from(u32::from(bytes).div_ceil(self.config.cell_bytes) * self.config.cell_bytes)
        }
    }

    /// The configuration.
    #[must_use]
    pub fn config(&self) -> &PoolConfig {
        &self.config
    }

    /// The memory set aside for headroom.
    #[must_use]
    pub fn headroom_size(&self) -> u64 {
        self.config.headroom.size(self.headrooms)
    }

    /// What all groups together hold in headroom.
    #[must_use]
    pub fn headroom_used(&self) -> u64 {
        self.headroom_used
    }

    /// Takes the pool into the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        // What is in headroom follows from the groups.
        digest.add(self.free());
    }

    pub(super) fn take(&mut self, bytes: u64) {
        self.free -= bytes.cast_signed();
    }

    pub(super) fn give(&mut self, bytes: u64) {
        self.free += bytes.cast_signed();
    }

    /// A group's reserve and headroom change from those of `old` to those of `new`.
    pub(super) fn set_aside(&mut self, old: &PgConfig, new: &PgConfig) {
        self.give(old.reserve + self.headroom_size());
        self.headrooms = self.headrooms - old.headroom + new.headroom;
        self.take(new.reserve + self.headroom_size());
    }

    /// Takes `bytes` for a group's headroom, which has room for them; not if
    /// the groups share a pool that has not.
    pub(super) fn take_headroom(&mut self, bytes: u64) -> bool {
        let shared = self.config.headroom != HeadroomPool::Private;
        if shared && self.headroom_used + bytes > self.headroom_size() {
            return false;
        }
        self.headroom_used += bytes;
        true
    }

    pub(super) fn give_headroom(&mut self, bytes: u64) {
        self.headroom_used -= bytes;
    }
}

#[cfg(test)]
mod tests;
