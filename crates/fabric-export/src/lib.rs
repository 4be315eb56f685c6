//! Figures of a run in the formats of other programs: captures for packet analysers, tables as CSV, and
//! traces for Perfetto.
//!
//! Each writer receives an output, and a limit for the size of the file in bytes. Start with [`Replay`],
//! which runs a document and writes the kind of file that [`RunFile`] names.

mod blocks;
mod bounded;
mod capture;
mod causes;
mod flows;
mod replay;
mod series;
mod table;
mod trace;

pub use bounded::{Bounded, Unwritten};
pub use capture::CaptureFile;
pub use flows::write_flows;
pub use replay::{Refused, Replay, RunFile};
pub use series::Series;
pub use trace::{Trace, trace_interval};
