//! Importers and exporters: files of switches and NICs in, a document of the simulator and a list of
//! findings out; and a document's switches and hosts back as configurations and commands.
//!
//! Pure functions of texts: no I/O, no clock, no panic. Whoever calls them
//! reads the files and writes the document, so the command line, the page and
//! the tests share one importer.
//!
//! - [`sonic`]: SONiC's `config_db.json` and the files that go with it.
//! - [`hpcc`]: files of HPCC's ns-3 simulator and its relatives, and results in its formats.
//! - [`htsim`]: topologies and connection matrices of htsim.
//! - [`nic`]: output of `mlnx_qos` and `dcb`.
//! - [`finding`]: findings and refusals, each with its place in a file.
#![warn(missing_docs)]

mod checked;
pub mod finding;
pub mod hpcc;
pub mod htsim;
pub mod nic;
pub mod sonic;
mod words;

pub use finding::{Finding, List, Place, Refusal, Refusals};
