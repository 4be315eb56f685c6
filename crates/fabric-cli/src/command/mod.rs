//! Subcommands of `fabric`, each in its own module. Start with [`Command`].

mod bench;
mod capture;
mod check;
mod completions;
mod draw;
mod export;
mod figures;
mod hash;
mod import;
mod latency;
mod lessons;
mod link;
mod new;
mod presets;
mod run;
mod schema;
mod simulate;
mod size;
mod sweep;
mod why;

use std::io::Write;

use clap::Subcommand;
use fabric_sim::engine::World;
use fabric_sim::ids::FlowId;
use fabric_sim::insight::flow_names;
use serde::Serialize;

use crate::Outcome;

/// Subcommand with its arguments.
#[derive(Subcommand)]
pub enum Command {
    /// Simulate a document and report the results
    Run(run::Run),
    /// Simulate documents and check their assertions: exit status 0 if all hold, 1 if one does not, 2 for
    /// errors
    Check(check::Check),
    /// Simulate a document with several values of parameters, on all cores, and print the results as a table
    Sweep(sweep::Sweep),
    /// Create a document with a regular topology, lossless priorities, shares of Enhanced Transmission
    /// Selection (ETS) and traffic
    New(new::New),
    /// List the presets, or print one
    Presets(presets::Presets),
    /// Print the JSON Schema of documents, reports, lessons or sizes
    Schema(schema::Schema),
    /// Print the hash of the state at the end of a document's run
    Hash(hash::Hash),
    /// Print the link to a document, or to an event of its run
    Link(link::LinkArgs),
    /// Recommend headroom, XOFF and XON for each lossless group, with each term of the sum; or print a
    /// document that produces the worst case
    Size(size::Size),
    /// Explain how each switch handled a frame: to which memory it was charged, or why it was dropped
    Why(why::Why),
    /// Print the components of a frame's latency, hop by hop
    Latency(latency::Latency),
    /// Write the frames that pass one port or all ports to a capture file for packet analysers
    Capture(capture::Capture),
    /// Draw the fabric, or a chart of its run, as SVG or PNG
    Draw(draw::Draw),
    /// List the lessons, check lesson files, grade the links of students, or print worksheets
    Lessons(lessons::Lessons),
    /// Import files of switches or of other simulators into a document, and report what was taken, changed
    /// and not modelled
    Import(import::Import),
    /// Export a document for other programs: a switch configuration, commands for a NIC, or results in the
    /// formats of other simulators
    Export(export::Export),
    /// Measure a workload, and compare it with the bare event loop
    Bench(bench::Bench),
    /// Print a script that completes this command line in a shell
    Completions(completions::Completions),
}

impl Command {
    /// Runs the subcommand and writes its result to `out`.
    ///
    /// # Errors
    /// If the subcommand fails. The error has the message for the user.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        match self {
            Self::Run(run) => run.run(out),
            Self::Check(check) => check.run(out),
            Self::Sweep(sweep) => sweep.run(out),
            Self::New(new) => new.run(out),
            Self::Presets(presets) => presets.run(out),
            Self::Schema(schema) => schema.run(out),
            Self::Hash(hash) => hash.run(out),
            Self::Link(link) => link.run(out),
            Self::Size(size) => size.run(out),
            Self::Why(why) => why.run(out),
            Self::Latency(latency) => latency.run(out),
            Self::Capture(capture) => capture.run(out),
            Self::Draw(draw) => draw.run(out),
            Self::Lessons(lessons) => lessons.run(out),
            Self::Import(import) => import.run(out),
            Self::Export(export) => export.run(out),
            Self::Bench(bench) => bench.run(out),
            Self::Completions(completions) => completions.run(out),
        }
    }
}

/// Writes `value` as indented JSON, followed by a line feed.
///
/// # Errors
/// If `out` cannot be written, for example because its reader has closed the pipe.
fn write_json(out: &mut dyn Write, value: &impl Serialize) -> Outcome {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Finds the flow called `text` or, if no flow has this name, the flow with the number `text`, from 0.
/// Returns its index and its name. If several flows have this name, the first is found.
///
/// # Errors
/// If there is no such flow.
fn flow(world: &World, text: &str) -> Result<(FlowId, String), String> {
    let mut names = flow_names(world);
    let by_name = names.iter().position(|name| name == text);
    let number = by_name.or_else(|| text.parse().ok().filter(|n| *n < names.len()));
    let count = names.len();
    let number = number.ok_or_else(|| {
        format!("--flow: there is no flow called \"{text}\" among the {count} of this run; name one of them")
    })?;
    Ok((FlowId::new(number), names.swap_remove(number)))
}
