//! What waits for a port, what leaves it next, and what is marked on leaving.

mod ecn;
mod queue;
mod scheduler;
mod wred;

pub use ecn::{EcnConfig, MarkAt};
pub use queue::{EgressPauseState, EgressQueue};
pub use scheduler::{Algorithm, Class, Counts, Discipline, EtsConfig, Scheduler, SchedulerConfig};
pub use wred::{Early, WredConfig};
