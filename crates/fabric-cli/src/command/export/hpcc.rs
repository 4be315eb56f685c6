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
use crate::output::{OutputFile, is_stdout, shown};
use crate::source::Source;
use crate::{Outcome, tell};

/// `fabric export hpcc`.
#[derive(Args)]
pub(super) struct Hpcc {
    #[command(flatten)]
    source: Source,
    /// Write `sip dip sport dport size start_ns fct_ns standalone_fct_ns` of each completed flow, or to
    /// standard output (`-`)
    #[arg(long, value_name = "FILE", required_unless_present = "pfc")]
    fct: Option<PathBuf>,
    /// Write `time_ns node node_type ifindex type` of each PFC frame that a
    /// port receives, or to standard output (`-`)
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
        let printed = [&self.fct, &self.pfc].into_iter().flatten().filter(|path| is_stdout(path)).count();
        if printed > 1 {
            return Err(
                "--fct -, --pfc -: standard output takes one of them; name a file for the other".into()
            );
        }
        let link = self.source.load()?;
        let spec = Arc::new(link.document.compile()?);
        let end = self.until.unwrap_or(spec.horizon);
        let mut world = World::new(spec);
        let mut pfc = self.pfc.as_deref().map(|path| self.create("--pfc", path)).transpose()?;
        let mut written: io::Result<u64> = Ok(0);
        let mut results = Results::new(&world, self.start, |line| {
            if let (Some((_, file)), Ok(count)) = (&mut pfc, &mut written) {
                *count += 1;
                let to: &mut dyn Write = match file {
                    Some(file) => file,
                    None => &mut *out,
                };
                if let Err(error) = writeln!(to, "{line}") {
                    written = Err(error);
                }
            }
        });
        Progress::new(end).at_most(self.limit.most(false)).run(&mut world, end, &mut results)?;
        let completions = results.completions(&world);
        drop(results);
        let summary = |out: &mut dyn Write, text: String| {
            if printed == 0 {
                return writeln!(out, "{text}");
            }
            tell(text);
            Ok(())
        };
        if let Some((named, file)) = pfc {
            let frames = written.map_err(|error| format!("{named}: {error}"))?;
            if let Some(file) = file {
                file.finish().map_err(|error| format!("{named}: {error}"))?;
                summary(&mut *out, format!("{frames} PFC frames in {}", path_of(self.pfc.as_deref())))?;
            }
        }
        // A signal removes one unfinished file, so that of a run that takes long is the only one meanwhile.
        let fct = self.fct.as_deref().map(|path| self.create("--fct", path)).transpose()?;
        if let Some((named, mut file)) = fct {
            for line in &completions {
                let to: &mut dyn Write = match &mut file {
                    Some(file) => file,
                    None => &mut *out,
                };
                writeln!(to, "{line}").map_err(|error| format!("{named}: {error}"))?;
            }
            if let Some(file) = file {
                file.finish().map_err(|error| format!("{named}: {error}"))?;
                let (count, flows) = (completions.len(), world.flow_specs().count());
                summary(&mut *out, format!("{count} of {flows} flows in {}", path_of(self.fct.as_deref())))?;
            }
        }
        Ok(())
    }

    /// A new file, with its option and name for messages; `None` in place of the file is standard output.
    fn create(&self, option: &str, path: &Path) -> Result<(String, Option<OutputFile>), String> {
        let named = format!("{option} {}", shown(path));
        if is_stdout(path) {
            return Ok((named, None));
        }
        let file = OutputFile::create(path, self.source.file().as_slice());
        let file = file.map_err(|why| format!("{named}: {why}"))?;
        Ok((named, Some(file)))
    }
}

/// Name of an output file for messages.
fn path_of(path: Option<&Path>) -> String {
    shown(path.unwrap_or(Path::new("")))
}
