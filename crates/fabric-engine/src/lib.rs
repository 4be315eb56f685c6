//! The engine of Lossless Fabric Lab: lossless Ethernet, packet by packet.
//!
//! No clock, no I/O, no global, no randomness but seeded streams. What decides is
//! whole numbers, but for DCQCN's rates and Poisson's intervals, which take only
//! what is the same on every machine (products, sums, `libm`): the same fabric
//! gives the same run, bit for bit, natively and in wasm. The rooms, each knowing only those before it:
//!
//! - [`units`]: time, bytes, rates as newtypes.
//! - [`wire`]: what a frame is.
//! - [`fabric`]: one state machine a file: PFC, buffer, egress, endpoint.
//! - [`spec`]: a validated fabric and the actions on it, as plain types.
//! - [`engine`]: the world: calendar, order of events, state, counters, hash.
//! - [`tape`]: a run that can be gone through in both directions.
//!
//! Beside them, known to all: [`ids`] (things by number), [`digest`] (the hash of
//! a state) and [`order`].
//!
//! They are a crate of their own because of how it is compiled: the loop to be
//! fast, whatever size that takes, and what reads documents and puts runs in
//! words (`fabric-sim`) to be small. So the engine knows no document.

pub mod digest;
pub mod engine;
pub mod fabric;
mod heap;
pub mod ids;
mod mask;
pub mod order;
pub mod spec;
pub mod tape;
pub mod units;
pub mod wire;
