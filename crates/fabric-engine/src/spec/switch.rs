use crate::fabric::buffer::{HeadroomPool, PoolConfig};
use crate::fabric::crossbar::CrossbarConfig;
use crate::fabric::mac::LearningConfig;
use crate::units::Time;

/// What a switch is made of, beside its ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchConfig {
    /// Its memory.
    pub pool: PoolConfig,
    /// What joins its inputs and outputs; `None`: an ideal shared memory, which
    /// never limits (output queueing).
    pub crossbar: Option<CrossbarConfig>,
    /// How it learns where hosts are; `None`: it knows from the topology.
    pub learning: Option<LearningConfig>,
    /// When a frame may leave.
    pub forwarding: Forwarding,
    /// From the header (store-and-forward: the last bit) in to the queue:
    /// parsing, classification, look-up.
    pub ingress_latency: Time,
}

/// When a frame may leave a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Forwarding {
    /// Once it is whole.
    #[default]
    StoreAndForward,
    /// Once its header is in, if its output is idle, unpaused, not faster than
    /// its input, and nothing queues for it.
    CutThrough,
}

impl SwitchConfig {
    /// A switch of `memory` bytes that counts single bytes.
    #[must_use]
    pub const fn new(memory: u64) -> Self {
        Self {
            pool: PoolConfig { memory, cell_bytes: 1, headroom: HeadroomPool::Private },
            crossbar: None,
            learning: None,
            forwarding: Forwarding::StoreAndForward,
            ingress_latency: Time::ZERO,
        }
    }
}
