//! Causes of the pauses of a run: each root that held queues, with its span and whom it held.
//!
//! A recorder follows each pause to its root as it begins, and again where that may have changed
//! (a refresh, a cycle of waits, a link, a pause of the root itself). The event loop keeps none of it.

mod cause;
mod recorder;
mod report;
mod root;

pub use recorder::{Causes, HeldSpan};
pub use report::{CauseReport, HeldReport};
