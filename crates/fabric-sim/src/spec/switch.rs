use crate::fabric::buffer::{HeadroomPool, PoolConfig};
use crate::fabric::crossbar::CrossbarConfig;

/// What a switch is made of, beside its ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchConfig {
    /// Its memory.
    pub pool: PoolConfig,
    /// What joins its inputs and outputs; `None`: an ideal shared memory, which
    /// never limits (output queueing).
    pub crossbar: Option<CrossbarConfig>,
}

impl SwitchConfig {
    /// A switch of `memory` bytes that counts single bytes.
    #[must_use]
    pub const fn new(memory: u64) -> Self {
        Self { pool: PoolConfig { memory, cell_bytes: 1, headroom: HeadroomPool::Private }, crossbar: None }
    }
}
