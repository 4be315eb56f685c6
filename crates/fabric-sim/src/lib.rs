//! The simulator of Lossless Fabric Lab: lossless Ethernet, packet by packet.
//!
//! No clock, no I/O, no global, no randomness but seeded streams, no float in
//! a decision: the same document gives the same run, bit for bit, natively and
//! in wasm. The rooms, each knowing only those before it:
//!
//! - [`units`]: time, bytes, rates as newtypes.
//! - [`wire`]: what a frame is.
//! - [`fabric`]: one state machine a file: PFC, buffer, egress, endpoint.
//! - [`spec`]: a validated fabric and the actions on it, as plain types.
//! - [`engine`]: the world: calendar, order of events, state, counters, hash.
//! - [`document`]: the file format and the parameter table; compiles to a spec.
//! - [`insight`]: what a run means: the report, warnings, calculators.
//!
//! - [`tape`]: a run that can be gone through in both directions.
//! - [`sweep`]: runs that differ in a few values, side by side.
//!
//! Beside them, known to all: [`ids`] (things by number), [`digest`] (the hash of
//! a state) and [`order`].

pub mod digest;
pub mod document;
pub mod engine;
pub mod fabric;
mod heap;
pub mod ids;
pub mod insight;
mod mask;
pub mod order;
pub mod spec;
pub mod sweep;
pub mod tape;
pub mod units;
pub mod wire;
