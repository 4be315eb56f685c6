//! What leaves a port next, and what is marked on leaving: strict priority and
//! ETS ([`scheduler`]), ECN ([`ecn`]).

pub mod ecn;
pub mod scheduler;

pub use ecn::EcnConfig;
pub use scheduler::{Class, Discipline, Scheduler, SchedulerConfig};
