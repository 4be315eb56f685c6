//! `fabric bench`: how fast, how much memory, and what costs what.

mod cost;
mod growth;
mod rate;
mod tape;

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use fabric_bench::outlook::{Heap, Outlook};
use fabric_bench::workload::{WORKLOADS, Workload};
use serde::Serialize;

use crate::{HEAP, Outcome};

/// What is measured beside the workloads.
const OTHERS: [&str; 4] = ["clone", "seek", "cost", "growth"];

/// `fabric bench`.
#[derive(Args)]
pub struct Bench {
    /// A workload; or what a checkpoint of `incast` takes (clone), how long its cursor does (seek),
    /// what parts of the model cost (cost), how cost grows (growth)
    #[arg(value_parser = names())]
    name: String,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Runs of each, taken in turn; the fastest of each counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    runs: u32,
    /// Draw a picture of how cost grows, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn names() -> PossibleValuesParser {
    WORKLOADS.map(|workload| workload.name).into_iter().chain(OTHERS).into()
}

/// What was measured.
trait Figures: Serialize {
    /// Writes it for people.
    fn print(&self, out: &mut dyn Write) -> Outcome;
}

impl Bench {
    /// Measures, and writes the figures.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        if self.svg.is_some() && self.name != "growth" {
            return Err("--svg: only growth has a picture".into());
        }
        match self.name.as_str() {
            "clone" => self.write(&tape::Clones::of_incast()?, out),
            "seek" => self.write(&tape::Seeks::of_incast()?, out),
            "cost" => self.write(&cost::Costs::measure(self.runs)?, out),
            "growth" => {
                // Nobody is to wait for a picture that has nowhere to go.
                self.svg.iter().try_for_each(|file| {
                    File::create(file).map(drop).map_err(|error| format!("{}: {error}", file.display()))
                })?;
                let growth = growth::Growth::measure(self.runs)?;
                self.svg.iter().try_for_each(|file| growth.draw(file))?;
                self.write(&growth, out)
            }
            name => {
                let workload = Workload::find(name).ok_or("there is no such workload")?;
                let heap = Heap { reset: || HEAP.reset_peak_usage(), peak: || HEAP.peak_usage() };
                self.write(&Outlook::of(workload, self.runs, heap)?, out)
            }
        }
    }

    fn write(&self, figures: &impl Figures, out: &mut dyn Write) -> Outcome {
        if self.json {
            serde_json::to_writer_pretty(&mut *out, figures)?;
            writeln!(out)?;
            Ok(())
        } else {
            figures.print(out)
        }
    }
}
