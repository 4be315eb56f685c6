//! The subcommands, one a file.

mod bench;
mod capture;
mod hash;
mod latency;
mod presets;
mod run;
mod schema;
mod simulate;
mod why;

use std::io::Write;

use clap::Subcommand;

use crate::Outcome;

/// What there is to do.
#[derive(Subcommand)]
pub enum Command {
    /// Simulate a document and report what happened
    Run(run::Run),
    /// List the presets, or print one
    Presets(presets::Presets),
    /// Print the JSON Schema of documents, or of reports
    Schema(schema::Schema),
    /// Print the hash of the state that a document comes to
    Hash(hash::Hash),
    /// Say what each switch made of a frame: where it was charged, or why it was dropped
    Why(why::Why),
    /// Print where the time of one frame went, hop by hop
    Latency(latency::Latency),
    /// Write what passes a port, or all ports, to a file that packet analysers read
    Capture(capture::Capture),
    /// Measure a workload beside the bare event loop
    Bench(bench::Bench),
}

impl Command {
    /// Does it, and writes its result to `out`.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        match self {
            Self::Run(run) => run.run(out),
            Self::Presets(presets) => presets.run(out),
            Self::Schema(schema) => schema.run(out),
            Self::Hash(hash) => hash.run(out),
            Self::Why(why) => why.run(out),
            Self::Latency(latency) => latency.run(out),
            Self::Capture(capture) => capture.run(out),
            Self::Bench(bench) => bench.run(out),
        }
    }
}
