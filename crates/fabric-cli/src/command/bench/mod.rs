//! `fabric bench`: measures speed and memory of the simulator, and the cost of parts of the model. Start with
//! [`Bench::run`].

mod cost;
mod growth;
mod picture;
mod rate;
mod seekable;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use fabric_bench::cost::VARIANTS;
use fabric_bench::growth::Fabric;
use fabric_bench::measurement::{Heap, Measurement};
use fabric_bench::seekable::{Clones, Seeks};
use fabric_bench::workload::{WORKLOADS, Workload};
use fabric_sim::engine::COUNTS;
use serde::Serialize;

use crate::output::{OutputFile, shown, unwritable};
use crate::{HEAP, Outcome};

/// Names of the measurements that are not a run of one workload.
const OTHERS: [&str; 4] = ["clone", "seek", "cost", "growth"];

/// Arguments of `fabric bench`.
#[derive(Args)]
pub struct Bench {
    /// A workload, or a measurement: checkpoints of `incast` (clone), moves of its cursor (seek), cost of
    /// parts of the model (cost), growth of the cost with the fabric (growth)
    #[arg(value_parser = names())]
    name: String,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Print the document of the workload instead, without measuring it
    #[arg(long, conflicts_with = "json")]
    document: bool,
    /// Number of runs of each workload, fabric or variant; the fastest run is reported
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    runs: u32,
    /// Measure only this variant of cost or growth; can be repeated
    #[arg(long, value_name = "VARIANT")]
    only: Vec<String>,
    /// Write a chart of growth as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn names() -> PossibleValuesParser {
    WORKLOADS.map(|workload| workload.name).into_iter().chain(OTHERS).into()
}

/// Converts a count or rate to millions.
fn millions(rate: f64) -> f64 {
    rate / 1e6
}

/// Figures of a measurement, which can be written as text or as JSON.
trait BenchReport: Serialize {
    /// Writes the figures of the measurement as text.
    fn print(&self, out: &mut dyn Write) -> Outcome;
}

impl Bench {
    /// Runs the measurement called `name` and writes its figures. With `--document`, only writes the document
    /// of the workload. A chart that was requested is written before the figures. Without `--json`, a first
    /// line says if the program was built without counters.
    ///
    /// # Errors
    /// If `--svg` is given without `growth`, `--only` names no variant, or `--document` is given without a
    /// workload. Also if the SVG file cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        if self.svg.is_some() && self.name != "growth" {
            return Err("--svg: only growth has a picture; leave it out".into());
        }
        self.has_all_of_only()?;
        if self.document {
            let workload = Workload::find(&self.name)
                .ok_or("--document: only workloads have a document; leave it out")?;
            writeln!(out, "{}", workload.text())?;
            return Ok(());
        }
        if !COUNTS && !self.json {
            writeln!(out, "built with --cfg uncounted: what is only read is not counted")?;
        }
        let heap = Heap { reset: || HEAP.reset_peak_usage(), peak: || HEAP.peak_usage() };
        match self.name.as_str() {
            "clone" => self.write(&Clones::of_incast(self.runs, heap)?, out),
            "seek" => self.write(&Seeks::of_incast(self.runs, heap)?, out),
            "cost" => self.write(&cost::Costs::measure(self.runs, &self.only)?, out),
            "growth" => {
                // The file is created before the measurement, so that a wrong path is reported at once.
                let refused = |file: &PathBuf, why: String| format!("--svg {}: {why}", shown(file));
                let opened = self
                    .svg
                    .iter()
                    .map(|file| Ok((file, OutputFile::create(file, &[]).map_err(|why| refused(file, why))?)));
                let opened = opened.collect::<Result<Vec<_>, String>>()?;
                let growth = growth::Growth::measure(self.runs, &self.only)?;
                for (file, mut picture) in opened {
                    let written = picture.write_all(picture::draw(&growth)?.as_bytes());
                    let written = written.and_then(|()| picture.finish());
                    written.map_err(|error| refused(file, unwritable(&error)))?;
                }
                self.write(&growth, out)
            }
            name => {
                let workload =
                    Workload::find(name).ok_or("there is no such workload; see fabric bench --help")?;
                self.write(&Measurement::of(workload, self.runs, heap)?, out)
            }
        }
    }

    /// Checks that every name in `--only` is a variant of the measurement. Succeeds without `--only`. The
    /// error lists the variants. If the measurement has no variants, any `--only` is an error.
    fn has_all_of_only(&self) -> Result<(), String> {
        let names: Vec<String> = match self.name.as_str() {
            "cost" => VARIANTS.iter().map(|variant| variant.name.to_owned()).collect(),
            "growth" => Fabric::all().into_iter().map(Fabric::name).collect(),
            _ => Vec::new(),
        };
        match self.only.iter().find(|only| !names.contains(only)) {
            Some(_) if names.is_empty() => {
                Err("--only: only cost and growth have variants; leave it out".to_owned())
            }
            Some(none) => {
                Err(format!("--only: {} has no \"{none}\"; there are: {}", self.name, names.join("; ")))
            }
            None => Ok(()),
        }
    }

    fn write(&self, figures: &impl BenchReport, out: &mut dyn Write) -> Outcome {
        if self.json { super::write_json(out, figures) } else { figures.print(out) }
    }
}
