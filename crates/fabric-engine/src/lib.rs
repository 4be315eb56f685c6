//! Engine of Lossless Fabric Lab: a simulator of lossless Ethernet at the level of packets.
//!
//! The engine has no clock, no I/O and no global state; random numbers come from seeded streams only.
//! Decisions use integers, with two exceptions: DCQCN's rates and the intervals of Poisson arrivals are
//! `f64`. Their operations give the same result on every machine (products, sums, `libm`). Therefore the same
//! fabric gives the same run, bit for bit, natively and in wasm.
//!
//! Modules; each uses only the modules above it in this list:
//!
//! - [`units`]: time, bytes and rates as newtypes.
//! - [`wire`]: frame formats.
//! - [`fabric`]: state machines, one for each file: PFC, buffer, egress, endpoint.
//! - [`spec`]: a validated fabric and the actions on it, as plain types.
//! - [`engine`]: the world: calendar, order of events, state, counters, hash.
//! - [`seekable`]: a run that can be replayed in both directions.
//!
//! All modules may use [`ids`] (indices of nodes, ports, flows), [`digest`] (the hash of a state)
//! and [`sort`].
//!
//! Newcomers start with [`fabric::pfc`] and [`fabric::buffer`], then [`engine`].
//!
//! The engine is a separate crate because it is compiled for speed. The crate that reads documents and writes
//! reports (`fabric-sim`) is compiled for size. The engine does not know the format of documents.

pub mod digest;
pub mod engine;
pub mod fabric;
pub mod ids;
mod mask;
mod mem_size;
pub mod seekable;
pub mod sort;
pub mod spec;
pub mod units;
pub mod wire;
