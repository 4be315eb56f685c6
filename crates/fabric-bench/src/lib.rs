//! Benchmarks of the simulator: workloads, and the bare event loop that every figure is compared
//! with. Start with [`workload`] and [`outlook`].

pub mod checkpoint;
pub mod cost;
pub mod growth;
pub mod outlook;
pub mod seek;
pub mod tape;
pub mod workload;
pub mod yardstick;
