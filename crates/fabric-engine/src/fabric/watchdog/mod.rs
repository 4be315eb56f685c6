//! PFC watchdog of one priority of one port, and the watchdog of a NIC.
//!
//! - [`Rule`]: condition under which a queue counts as stormed.
//! - [`Mitigation`]: the reaction.
//! - [`Restoration`]: condition that ends the reaction.
//! - [`Watchdog`]: the state machine; start there.
//! - [`NicWatchdog`]: stops the pauses of a NIC that carries no frame to memory.
//!
//! A watchdog sees only its own port and can be wrong. The module `engine::waits` computes which
//! queues are in fact stuck.

mod config;
mod machine;
mod nic;

pub use config::{Mitigation, Restoration, Rule, WatchdogConfig};
pub use machine::{PollSample, Watchdog, WatchdogDecision};
pub use nic::NicWatchdog;
