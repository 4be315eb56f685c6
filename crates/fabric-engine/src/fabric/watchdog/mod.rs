//! The watchdog of one priority of one port: what it takes for a storm, what
//! it then does, and when it ends. It sees its own port only, so it believes;
//! whether it is right is for the world to know.

mod config;
mod machine;
mod nic;

pub use config::{Mitigation, Rule, WatchdogConfig};
pub use machine::{Seen, Verdict, Watchdog};
pub use nic::NicWatchdog;
