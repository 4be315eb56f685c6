use super::pg::PgConfig;

/// What a switch's memory is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolConfig {
    /// All of it, in bytes: reserves, headrooms and the shared pool.
    pub memory: u64,
    /// Bytes of a cell; a frame is charged whole cells. 1 is byte-exact.
    pub cell_bytes: u32,
}

/// The shared pool of one switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    config: PoolConfig,
    /// memory − Σ reserve − Σ headroom − shared in use. Negative only while a
    /// setting that was raised under load waits for the pool to drain.
    free: i64,
}

impl Pool {
    /// An empty pool of `config` from which `groups` have had their reserve
    /// and headroom taken.
    #[must_use]
    pub fn new<'a>(config: PoolConfig, groups: impl IntoIterator<Item = &'a PgConfig>) -> Self {
        let mut pool = Self { config, free: config.memory.cast_signed() };
        for group in groups {
            pool.take(group.reserve + group.headroom);
        }
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
    #[inline]
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

    pub(crate) fn take(&mut self, bytes: u64) {
        self.free -= bytes.cast_signed();
    }

    pub(crate) fn give(&mut self, bytes: u64) {
        self.free += bytes.cast_signed();
    }
}
