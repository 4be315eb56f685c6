//! Benchmarks of the simulator: workloads, and the bare event loop ([`yardstick`]) with which every speed
//! is compared. Start with [`workload`] (what is run) and [`outlook`] (how it is measured).

pub mod checkpoint;
pub mod cost;
pub mod growth;
pub mod outlook;
pub mod seek;
pub mod tape;
pub mod workload;
pub mod yardstick;
