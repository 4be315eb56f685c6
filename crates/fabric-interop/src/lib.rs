//! Importers and exporters. Imports turn files of switches, NICs and other simulators into a document
//! and a list of findings; exports turn switches and hosts of a document into configurations and
//! commands.
//!
//! Pure functions on texts: no I/O, no clock, no panics. Callers read and write the files, so that the
//! command line, the page and the tests share one importer.
//!
//! - [`sonic`]: `config_db.json` of SONiC and the files beside it.
//! - [`hpcc`]: files of HPCC's ns-3 simulator and its relatives, and results in its formats.
//! - [`htsim`]: topologies and connection matrices of htsim.
//! - [`nic`]: output of `mlnx_qos` and `dcb`.
//! - [`together`]: files of any of these kinds, told apart by their contents.
//! - [`finding`]: findings and refusals, each with its place in a file. Start here.
#![warn(missing_docs)]

mod checked;
pub mod finding;
pub mod hpcc;
pub mod htsim;
pub mod nic;
pub mod sonic;
pub mod together;
mod words;

pub use finding::{Finding, List, Place, Refusal, Refusals};
