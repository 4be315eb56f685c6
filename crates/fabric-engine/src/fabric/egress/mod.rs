//! Output side of a port: queues, transmission selection, marking and early drops.
//!
//! - [`EgressQueue`]: frames of one priority.
//! - [`Scheduler`]: selection of the next class.
//! - [`Shaper`]: minimum and maximum rates of queues and ports.
//! - [`EcnConfig`] and [`WredConfig`]: marks and drops by queue length.

mod ecn;
mod queue;
mod scheduler;
mod shaper;
mod wred;

pub use ecn::{EcnConfig, MarkAt};
pub use queue::{EgressPauseState, EgressQueue};
pub use scheduler::{Algorithm, Class, CountedBytes, Discipline, EtsConfig, Scheduler, SchedulerConfig};
pub use shaper::{Bucket, BucketConfig, Debt, Shaper, ShaperConfig};
pub use wred::{WredConfig, WredVerdict};
