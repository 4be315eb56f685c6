//! Simulator of Lossless Fabric Lab: lossless Ethernet at the level of packets.
//!
//! No clock, no I/O, no global state; random numbers come from seeded streams only. Decisions
//! use integers, except for DCQCN's rates and the intervals of Poisson arrivals (see
//! [`fabric_engine`]). The same document gives the same run, bit for bit, natively and in wasm.
//! The modules here, each of which uses only those before it:
//!
//! - [`sizing`]: the frames that can cross a port, and the headroom that its groups need.
//! - [`document`]: the file format and the parameter table; compiles to a spec.
//! - [`insight`]: what a run means: the report, warnings, calculators.
//! - [`new_document`]: documents from a few choices.
//! - [`worst_case`]: documents in which a lossless group needs most headroom.
//! - [`sweep`]: runs that differ in a few values, side by side.
//! - [`check`]: assertions of a document, judged by its run.
//!
//! Before them stand the rooms of [`fabric_engine`], which are found here under
//! the same names: [`units`], [`wire`], [`fabric`], [`spec`], [`engine`] and
//! [`tape`], and beside those [`ids`], [`digest`] and [`order`].
//!
//! Two crates because they are compiled in two ways: the loop to be fast, what
//! reads documents and puts runs in words to be small. What is generic in the
//! engine is compiled by whoever asks for it, so what runs a world here asks
//! for the loops that the engine has compiled
//! ([`World::run`](engine::World::run), [`World::run_recording`](engine::World::run_recording)).

pub mod check;
pub mod document;
pub mod insight;
pub mod new_document;
pub mod sizing;
pub mod sweep;
pub mod worst_case;

pub use fabric_engine::{digest, engine, fabric, ids, order, spec, tape, units, wire};
