//! Deadlock detection: which paused queue waits for which other queue, and which queues can never
//! transmit again.
//!
//! An egress queue is *stuck* if it belongs to the largest set of paused, non-empty queues such
//! that each is paused by a priority group (PG) downstream that cannot fall to its XON unless some
//! queue of the set transmits. A pause counts only while it would be refreshed: a pause that
//! expires blocks nothing for ever.
//!
//! A cycle of waits that can still drain is congestion. A cycle of stuck queues is a deadlock; the
//! other stuck queues are its tributaries (Dally and Seitz 1987; for PFC: Hu et al., `HotNets`
//! 2016). A queue without credits for its next frame waits like a paused one: the buffer at the
//! other end must drain until the credits cover the frame.
//!
//! Start with `graph` (the result, [`Waits`]) and `stuck` (how it is computed); `tracker` runs the
//! detection after events.

mod backlog;
mod credit;
mod cycles;
mod graph;
mod held;
mod hold;
mod pauser;
mod refreshed;
mod resumes;
mod storms;
mod stuck;
mod tracker;
mod truth;
mod verdicts;

pub use cycles::{Cause, Cycle, Cycles, How, Turn};
pub use graph::{Hold, PausedQueue, Pauser, Waits};
pub use storms::Storm;
pub(super) use tracker::DeadlockTracker;
pub use verdicts::{Judged, Truth, Verdicts};
