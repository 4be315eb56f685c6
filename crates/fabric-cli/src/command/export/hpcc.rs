//! `fabric export hpcc`: runs a document, and writes the files `fct.txt` and `pfc.txt` of HPCC's simulator.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use fabric_interop::hpcc::Results;
use fabric_sim::engine::World;
use fabric_sim::ids::FlowId;
use fabric_sim::units::Time;

use super::super::run::time;
use super::super::simulate::{Limit, Progress};
use crate::output::{check_distinct, create, is_stdout, shown, unwritable, write_text};
use crate::source::Source;
use crate::{Outcome, print_message};

/// Arguments of `fabric export hpcc`.
#[derive(Args)]
pub(super) struct Hpcc {
    #[command(flatten)]
    source: Source,
    /// File for the completed messages, or `-` for standard output. Each line has `sip dip sport dport size
    /// start_ns fct_ns standalone_fct_ns`. A flow of a collective sends several messages, other flows one
    #[arg(long, value_name = "FILE", required_unless_present = "pfc")]
    fct: Option<PathBuf>,
    /// File for the PFC frames that ports receive, or `-` for standard output. Each line has `time_ns node
    /// node_type ifindex type`
    #[arg(long, value_name = "FILE")]
    pfc: Option<PathBuf>,
    /// Time to add to all times: the start of the first flow in `flow.txt`
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true, default_value = "0s")]
    start: Time,
    /// Time at which the run ends [default: the document's horizon]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    until: Option<Time>,
    #[command(flatten)]
    limit: Limit,
}

impl Hpcc {
    /// Runs the document and writes the chosen files; at least one must be chosen. Writes a summary of each
    /// file to `out`, or to standard error if a file goes to `out`. All events of the end time run; the
    /// time of a share link is ignored.
    ///
    /// PFC frames are written in the order of events, completed messages in the order of their ends. Messages
    /// that are not completed by the end of the run have no line.
    ///
    /// # Errors
    /// If both files would go to `out`, or if both options name one file. If the document is invalid, or the
    /// run exceeds its limit of events. If a file cannot be written, or is the document itself.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let printed = [&self.fct, &self.pfc].into_iter().flatten().filter(|path| is_stdout(path)).count();
        if printed > 1 {
            return Err(
                "--fct -, --pfc -: standard output takes one of them; name a file for the other".into()
            );
        }
        check_distinct(&[("--fct", self.fct.as_deref()), ("--pfc", self.pfc.as_deref())])?;
        let link = self.source.load()?;
        let spec = Arc::new(self.source.compile(&link.document)?);
        let end = self.until.unwrap_or(spec.horizon);
        let mut world = World::new(spec);
        let inputs = self.source.file();
        let inputs = inputs.as_slice();
        let mut pfc = self.pfc.as_deref().map(|path| create(path, "--pfc", inputs)).transpose()?;
        let mut written: io::Result<u64> = Ok(0);
        let mut results = Results::new(&world, self.start, |line| {
            if let (Some(file), Ok(count)) = (&mut pfc, &mut written) {
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
            print_message(text);
            Ok(())
        };
        if let (Some(path), Some(file)) = (&self.pfc, pfc) {
            let named = |error: io::Error| format!("--pfc {}: {}", shown(path), unwritable(&error));
            let frames = written.map_err(named)?;
            if let Some(file) = file {
                file.finish().map_err(named)?;
                summary(&mut *out, format!("{frames} PFC frames in {}", shown(path)))?;
            }
        }
        // The signal handler removes only one unfinished file. Therefore the PFC file, which is written
        // during the run, is finished before this file is created.
        if let Some(path) = &self.fct {
            let lines: Vec<String> = completions.iter().map(|line| format!("{line}\n")).collect();
            write_text(path, "--fct", inputs, &lines.concat(), out)?;
            if !is_stdout(path) {
                let sum = format!("{} of {} in {}", completions.len(), of_messages(&world), shown(path));
                summary(out, sum)?;
            }
        }
        Ok(())
    }
}

/// Number of flows of `world` as text, such as `3 flows`. If a flow sends several messages, the text also
/// has the number of messages: `112 messages of 8 flows`. A flow that never starts counts as one message.
fn of_messages(world: &World) -> String {
    let flows = world.flow_specs().count();
    let messages: u64 = (0..flows).map(|n| world.flow_messages(FlowId::new(n)).unwrap_or(1)).sum();
    if messages == flows as u64 {
        return format!("{flows} flows");
    }
    format!("{messages} messages of {flows} flows")
}
