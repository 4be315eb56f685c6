//! Benchmarks of the simulator: workloads, and the bare event loop ([`bare_loop`]) with which every speed
//! is compared. Start with [`workload`] (what is run) and [`measurement`] (how it is measured).

pub mod bare_loop;
pub mod checkpoint;
pub mod cost;
pub mod growth;
pub mod measurement;
pub mod seek;
pub mod seekable;
pub mod workload;
