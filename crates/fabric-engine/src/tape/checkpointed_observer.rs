//! Observers that are saved and restored with a run.

use crate::engine::{Log, World};

/// Observer that is saved with each checkpoint and restored with it. It may receive events that it
/// did not subscribe to.
pub trait CheckpointedObserver: Clone {
    /// Receives the log of the events that have just run. `world` is the state after the last of
    /// them; of the earlier events the log has only trace events that need no world
    /// ([`EventKind::stands_alone`]).
    ///
    /// [`EventKind::stands_alone`]: crate::engine::EventKind::stands_alone
    fn observe(&mut self, world: &World, log: &Log);

    /// Subscription of frames that leave a crowd behind them, as a mask of priorities indexed by
    /// port, see [`EventFilter::crowding`].
    ///
    /// [`EventFilter::crowding`]: crate::engine::Interest::crowding
    fn crowding(&self) -> &[u8] {
        &[]
    }

    /// Heap bytes of a copy.
    fn heap_bytes(&self) -> usize;
}

/// No observer.
impl CheckpointedObserver for () {
    fn observe(&mut self, _: &World, _: &Log) {}

    fn heap_bytes(&self) -> usize {
        0
    }
}
