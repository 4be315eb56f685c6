//! What speed is measured with: workloads that anyone can run, and the bare
//! event loop that every figure is quoted against.

pub mod checkpoint;
pub mod cost;
pub mod growth;
pub mod outlook;
pub mod seek;
pub mod tape;
pub mod workload;
pub mod yardstick;
