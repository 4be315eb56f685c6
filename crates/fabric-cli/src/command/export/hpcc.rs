//! `fct.txt` and `pfc.txt`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use fabric_interop::hpcc::Results;
use fabric_sim::engine::World;
use fabric_sim::units::Time;

use super::super::run::time;
use super::super::simulate::{Limit, Progress};
use crate::Outcome;
use crate::output::{OutputFile, shown};
use crate::source::Source;

/// `fabric export hpcc`.
#[derive(Args)]
pub(super) struct Hpcc {
    #[command(flatten)]
    source: Source,
    /// Write `sip dip sport dport size start_ns fct_ns standalone_fct_ns` of each completed flow
    #[arg(long, value_name = "FILE", required_unless_present = "pfc")]
    fct: Option<PathBuf>,
    /// Write `time_ns node node_type ifindex type` of each PFC frame that a
    /// port receives
    #[arg(long, value_name = "FILE")]
    pfc: Option<PathBuf>,
    /// Time to add to all times: the start of the first flow of `flow.txt`
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "0s")]
    start: Time,
    /// Time to run to [default: the document's horizon]
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<Time>,
    #[command(flatten)]
    limit: Limit,
}

impl Hpcc {
    /// Simulates, and writes the files.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let link = self.source.load()?;
        let spec = Arc::new(link.document.compile()?);
        let end = self.until.unwrap_or(spec.horizon);
        let mut world = World::new(spec);
        let mut pfc = self.pfc.as_deref().map(|path| self.create("--pfc", path)).transpose()?;
        let mut written: io::Result<u64> = Ok(0);
        let mut results = Results::new(&world, self.start, |line| {
            if let (Some((_, file)), Ok(count)) = (&mut pfc, &mut written) {
                *count += 1;
                if let Err(error) = writeln!(file, "{line}") {
                    written = Err(error);
                }
            }
        });
        Progress::new(end).at_most(self.limit.most(false)).run(&mut world, end, &mut results)?;
        let completions = results.completions(&world);
        drop(results);
        if let Some((named, file)) = pfc {
            let frames = written.map_err(|error| format!("{named}: {error}"))?;
            file.finish().map_err(|error| format!("{named}: {error}"))?;
            writeln!(out, "{frames} PFC frames in {}", shown(self.pfc.as_deref().unwrap_or(Path::new(""))))?;
        }
        // A signal removes one unfinished file, so that of a run that takes long is the only one meanwhile.
        let fct = self.fct.as_deref().map(|path| self.create("--fct", path)).transpose()?;
        if let Some((named, mut file)) = fct {
            for line in &completions {
                writeln!(file, "{line}").map_err(|error| format!("{named}: {error}"))?;
            }
            file.finish().map_err(|error| format!("{named}: {error}"))?;
            let flows = world.flow_specs().count();
            let path = shown(self.fct.as_deref().unwrap_or(Path::new("")));
            writeln!(out, "{} of {flows} flows in {path}", completions.len())?;
        }
        Ok(())
    }

    /// A new file, with its option and name for messages.
    fn create(&self, option: &str, path: &Path) -> Result<(String, OutputFile), String> {
        let named = format!("{option} {}", shown(path));
        let file = OutputFile::create(path, self.source.file().as_slice());
        let file = file.map_err(|why| format!("{named}: {why}"))?;
        Ok((named, file))
    }
}
