//! Who waits for whom: paused queues, what keeps each paused, whose bytes that
//! holds, and which of them can never move again.
//!
//! An egress queue is *stuck* if it belongs to the largest set of paused,
//! non-empty queues such that each is paused by a group downstream that cannot
//! fall to its XON unless some queue of the set sends. A pause counts only
//! while it would be said again: one that expires unrefreshed holds nothing
//! for ever. A cycle of waits that can still drain is congestion; a cycle
//! among the stuck is a deadlock, and what else is stuck are its tributaries
//! (Dally and Seitz 1987; for PFC: Hu et al., `HotNets` 2016). A queue that has
//! no credits for its next frame waits as a paused one does: for the buffer at
//! the other end, which must empty until what it has promised covers the frame.

mod backlog;
mod circles;
mod credit;
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

pub use circles::{Cause, Circle, Circles, How, Queue, Turn};
pub use graph::{Hold, PausedQueue, Pauser, Waits};
pub use storms::Storm;
pub(super) use tracker::DeadlockTracker;
pub use verdicts::{Judged, Truth, Verdicts};
