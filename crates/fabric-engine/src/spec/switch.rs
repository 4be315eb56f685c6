//! Configuration of a switch, except its ports.

use crate::fabric::buffer::{HeadroomPool, PoolConfig};
use crate::fabric::crossbar::CrossbarConfig;
use crate::fabric::mac::LearningConfig;
use crate::units::Time;

/// Configuration of a switch, except its ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchConfig {
    /// Configuration of the memory.
    pub pool: PoolConfig,
    /// Crossbar; `None`: an ideal shared memory without a crossbar (output queueing).
    pub crossbar: Option<CrossbarConfig>,
    /// MAC learning; `None`: the switch uses the routes.
    pub learning: Option<LearningConfig>,
    /// Time at which a frame may leave: store and forward, or cut-through.
    pub forwarding: Forwarding,
    /// Time for parsing, classification and look-up. Counts from the end of the header with
    /// cut-through, from the last bit with store and forward, until the frame joins its queue.
    pub ingress_latency: Time,
}

/// Time at which a frame may leave a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Forwarding {
    /// After the whole frame has arrived.
    #[default]
    StoreAndForward,
    /// After the header has arrived, if the output is idle, not paused and not faster than the
    /// input, and its queue is empty. Otherwise as store and forward.
    CutThrough,
}

impl SwitchConfig {
    /// Default switch with `memory` bytes of memory, allocated in cells of 1 B.
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
