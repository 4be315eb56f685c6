//! Deadlock detection: finds the paused queues that wait for each other, and the queues that can never
//! transmit again.
//!
//! *Stuck* queues are computed as follows. Start from the set of all paused, non-empty queues. Remove each
//! queue that is paused by a downstream priority group (PG) which can reach XON although the rest of the set
//! transmits nothing. Repeat until no queue can be removed; the remaining queues are stuck. A pause that
//! would expire, because it is not refreshed in time, does not make a queue stuck.
//!
//! A cycle of waits that can still drain is congestion. A cycle of stuck queues is a deadlock. Other stuck
//! queues are tributaries: they wait for a deadlock (Dally and Seitz 1987; for PFC: Hu et al., `HotNets`
//! 2016). A queue without credits for its next frame counts as paused. Such a queue waits until the buffer at
//! the other end has room for the frame.
//!
//! Start with `graph` (the result, [`Waits`]) and `stuck` (the computation). `tracker` records the changes of
//! an event, and `cycle_search` searches for cycles after the event.

mod backlog;
mod credit;
mod cycle_search;
mod cycles;
mod frames_by_output;
mod graph;
mod pauser;
mod refreshed;
mod resumes;
mod storms;
mod stuck;
mod tracker;
mod truth;
mod waiting_bytes;
mod watchdog_decisions;

pub use cycles::{Cycle, CycleChange, CycleTrigger, Cycles, TriggeringEvent};
pub use graph::{PausedQueue, Pauser, WaitEdge, Waits};
pub use storms::Storm;
pub(super) use tracker::DeadlockTracker;
pub use watchdog_decisions::{CheckedDecision, Truth, WatchdogDecisions};
