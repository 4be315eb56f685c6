//! Simulator of Lossless Fabric Lab: lossless Ethernet at the level of packets.
//!
//! The simulator uses no clock, no I/O and no global state. Random numbers come from seeded streams only.
//! Decisions use integers, except for DCQCN's rates and the intervals of Poisson arrivals (see
//! [`fabric_engine`]). The same document gives the same run, bit for bit, natively and in wasm. Start with
//! [`document`], then [`insight`]. Each module uses only modules that are listed before it:
//!
//! - [`sizing`]: frames that can cross a port, and headroom that its priority groups need.
//! - [`document`]: file format and parameter table; compiles a document to the specification of a fabric.
//! - [`insight`]: interpretation of a run: report, warnings, calculators.
//! - [`new_document`]: creation of documents from a few choices.
//! - [`worst_case`]: documents in which a lossless group needs its full headroom.
//! - [`sweep`]: runs of one document with different values of a few parameters.
//! - [`check`]: check of the assertions of a document against its run.
//!
//! The modules of [`fabric_engine`] are re-exported under the same names: [`units`], [`wire`], [`fabric`],
//! [`spec`], [`engine`], [`seekable`], [`ids`], [`digest`] and [`sort`].
//!
//! The two crates are compiled in different ways: the engine for speed, this crate for small size. A
//! generic function of the engine is compiled in the crate that calls it. To run at full speed, this crate
//! therefore calls the event loops that the engine has already compiled
//! ([`World::run`](engine::World::run), [`World::run_recording`](engine::World::run_recording)).

pub mod check;
pub mod document;
pub mod insight;
pub mod new_document;
pub mod sizing;
pub mod sweep;
pub mod worst_case;

pub use fabric_engine::{digest, engine, fabric, ids, seekable, sort, spec, units, wire};
