//! Causes of the pauses of a run: each root that blocked queues, with its span and the queues that
//! it blocked.

mod cause;
mod recorder;
mod report;
mod root;

pub use recorder::{Causes, HeldSpan};
pub use report::{CauseReport, HeldReport};
