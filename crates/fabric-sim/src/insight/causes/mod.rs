//! Causes of the pauses of a run: each root that blocked queues, the time in which it blocked them, and the
//! blocked queues. Start with [`Causes`].
//!
//! A recorder searches for the root of each pause when the pause begins. The search is repeated whenever the
//! root may have changed: at a refresh, a lost resume, a new cycle of waits, a change of a link, or a pause
//! of the root itself. The event loop stores no causes.

mod blocking;
mod cause;
mod draining;
mod filling;
mod limit_spans;
mod recorder;
mod report;
mod root;
mod sources;

pub use recorder::{Causes, PauseSpan};
pub use report::{BlockedQueueReport, CauseReport, SourceReport};
