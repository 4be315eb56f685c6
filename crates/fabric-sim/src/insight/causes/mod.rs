//! Causes of the pauses of a run: each root that blocked queues, with its span and the queues that
//! it blocked.
//!
//! A recorder follows each pause to its root when it begins, and again where the root may have
//! changed (a refresh, a lost resume, a cycle of waits, a link, a pause of the root itself). The event
//! loop stores no causes.

mod cause;
mod recorder;
mod report;
mod root;

pub use recorder::{Causes, HeldSpan};
pub use report::{CauseReport, HeldReport};
