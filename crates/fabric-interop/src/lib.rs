//! Importers and exporters. An import turns files of switches, NICs and other simulators into a document and
//! a list of findings. An export turns switches and hosts of a document into configurations and commands.
//!
//! All functions are pure: they take and return texts, without I/O or a clock, and do not panic. The caller
//! reads and writes the files, so the command line, the page and the tests share one importer.
//!
//! - [`sonic`]: `config_db.json` of SONiC and the files that complete it, such as `pg_profile_lookup.ini`.
//! - [`hpcc`]: files of HPCC's ns-3 simulator and of simulators derived from it, and results in its formats.
//! - [`htsim`]: topologies and connection matrices of htsim.
//! - [`nic`]: output of `mlnx_qos` and `dcb`.
//! - [`any_import`]: import of files of any of these kinds. The contents of a file decide its kind.
//! - [`finding`]: findings and refusals, each with its place in a file. Start reading here.
#![warn(missing_docs)]

pub mod any_import;
mod checked;
pub mod finding;
mod foreign;
pub mod hpcc;
pub mod htsim;
mod json;
pub mod nic;
pub mod sonic;
mod terminal;
mod words;

pub use finding::{FilePlace, Finding, Refusal, Refusals, Treatment};
pub use foreign::NotText;
