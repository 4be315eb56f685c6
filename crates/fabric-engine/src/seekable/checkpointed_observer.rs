//! Observers whose state is saved and restored with the run that they observe.

use crate::engine::{Log, World};
use crate::ids::PrioritySet;

/// Observer of a run. Each checkpoint saves the state of the observer, and a restart at the
/// checkpoint restores it. The observer may also receive events that it did not subscribe to.
pub trait CheckpointedObserver: Clone {
    /// Receives the log of the events that have just run. `world` is the state after the last
    /// event. For earlier events the log has only trace events that can be read without the world
    /// ([`EventKind::is_self_contained`]).
    ///
    /// [`EventKind::is_self_contained`]: crate::engine::EventKind::is_self_contained
    fn observe(&mut self, world: &World, log: &Log);

    /// Priorities, indexed by port. The observer subscribes to frames of these priorities whose
    /// transmission starts while a backlog waits behind them ([`EventFilter::backlogged`]). Ports
    /// beyond the end of the list have no such priority.
    ///
    /// [`EventFilter::backlogged`]: crate::engine::EventFilter::backlogged
    fn backlogged(&self) -> &[PrioritySet] {
        &[]
    }

    /// Heap bytes of a copy of the observer.
    fn heap_bytes(&self) -> usize;
}

/// Observer that does nothing.
impl CheckpointedObserver for () {
    fn observe(&mut self, _: &World, _: &Log) {}

    fn heap_bytes(&self) -> usize {
        0
    }
}
