use crate::fabric::buffer::{HeadroomPool, PoolConfig};

/// What a switch is made of, beside its ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchConfig {
    /// Its memory.
    pub pool: PoolConfig,
}

impl SwitchConfig {
    /// A switch of `memory` bytes that counts single bytes.
    #[must_use]
    pub const fn new(memory: u64) -> Self {
        Self { pool: PoolConfig { memory, cell_bytes: 1, headroom: HeadroomPool::Private } }
    }
}
