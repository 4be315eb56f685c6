//! Options of `fabric run` that write figures of the run to files: a time series, a table of flows, and a
//! trace. Start with [`OutputOptions`].
//!
//! At most one of these files may go to standard output; the report is then not printed. A file above the
//! size limit is an error. Without options nothing is written.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use fabric_export::{Bounded, Series, Trace, Unwritten, trace_interval, write_flows};
use fabric_sim::document::link::Cursor;
use fabric_sim::engine::World;
use fabric_sim::insight::Report;
use fabric_sim::spec::Spec;
use fabric_sim::units::{Bytes, Time};

use super::run::time;
use super::simulate::Progress;
use crate::Outcome;
use crate::output::{OutputFile, check_distinct, create, is_stdout, shown, unwritable};

/// Options that write figures of a run to files.
#[derive(Args)]
pub struct OutputOptions {
    /// Write a time series as CSV: after each INTERVAL, a row for every port and priority, and a row for
    /// every flow
    #[arg(long, value_name = "INTERVAL", value_parser = time, allow_hyphen_values = true)]
    series: Option<Time>,
    /// File of the time series [default: standard output, in place of the report]
    #[arg(short, long, value_name = "FILE", requires = "series")]
    output: Option<PathBuf>,
    /// File for a table of flows as CSV, or `-` for standard output, in place of the report
    #[arg(long, value_name = "FILE")]
    flows: Option<PathBuf>,
    /// File for a trace, for Perfetto (ui.perfetto.dev) or `chrome://tracing`. Pauses and flows are spans.
    /// Queues are counters, sampled at each interval of --series, otherwise 2000 times. Drops, CNPs and
    /// watchdog decisions are instants
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Largest size of each written file. A run that would write more fails with status 2
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    max_size: Bytes,
}

/// Destination of a written file. `None`: standard output.
type File = Option<OutputFile>;

impl OutputOptions {
    /// Returns whether one of the files goes to standard output, in place of the report.
    ///
    /// # Errors
    /// If several files would go to standard output, or two options name one file.
    pub fn take_stdout(&self) -> Result<bool, String> {
        let series = self.series.map(|_| self.series_path());
        let paths = [series, self.flows.as_deref(), self.trace.as_deref()];
        let options = ["--output", "--flows", "--trace"];
        check_distinct(&options.into_iter().zip(paths).collect::<Vec<_>>())?;
        match paths.into_iter().flatten().filter(|path| is_stdout(path)).count() {
            0 => Ok(false),
            1 => Ok(true),
            files => Err(format!("{files} files go to standard output; name all but one of them")),
        }
    }

    /// Runs `spec` to `goal`, and writes the time series and the trace. Does nothing if neither file was
    /// requested. `most` is the largest number of events. `inputs` are the files that the command reads,
    /// which are never overwritten. Files appear under their names only after a successful run.
    ///
    /// # Errors
    /// If the interval is 0, or the run needs more than `most` events. If a file cannot be written or is too
    /// large; for a time series, this is estimated before the run.
    pub fn run(
        &self,
        spec: &Arc<Spec>,
        goal: Cursor,
        most: u64,
        inputs: &[&Path],
        out: &mut dyn Write,
    ) -> Outcome {
        if self.series.is_none() && self.trace.is_none() {
            return Ok(());
        }
        let end = goal.time;
        if self.series == Some(Time::ZERO) {
            return Err("--series: 0 is no interval; give one above 0, such as 1us".into());
        }
        let mut world = World::new(Arc::clone(spec));
        let mut series_file =
            self.series.map(|_| create(self.series_path(), "--output", inputs)).transpose()?;
        let mut trace_file = self.trace.as_deref().map(|path| create(path, "--trace", inputs)).transpose()?;
        let mut stdout: Option<&mut dyn Write> = Some(&mut *out);
        let mut series = match (self.series, &mut series_file) {
            (Some(every), Some(file)) => {
                let begun =
                    Series::begin(&world, every, end, self.max_size.get(), writer(file, &mut stdout)?);
                Some(begun.map_err(|rows| self.too_many(every, rows))?)
            }
            _ => None,
        };
        let mut trace = match &mut trace_file {
            Some(file) => {
                let out = Bounded::new(writer(file, &mut stdout)?, self.max_size.get());
                Some(Trace::begin(&world, out))
            }
            None => None,
        };
        let progress = Progress::new(end).at_most(most);
        let every = self.series.unwrap_or(trace_interval(end));
        let mut next = Time::ZERO;
        while next <= end {
            if next > Time::ZERO {
                match &mut trace {
                    Some(trace) => progress.run(&mut world, next, trace)?,
                    None => progress.run(&mut world, next, &mut ())?,
                }
            }
            if let Some(series) = &mut series {
                series
                    .sample(&world)
                    .map_err(|why| self.unwritten("--output", self.series_path(), next, &why))?;
            }
            if let (Some(trace), Some(path)) = (&mut trace, &self.trace) {
                trace.sample(&world);
                if let Some(why) = trace.failure() {
                    return Err(self.unwritten("--trace", path, next, why));
                }
            }
            next = next.saturating_add(every);
        }
        if let Some(outcome) = series.map(Series::finish) {
            outcome.map_err(|why| self.unwritten("--output", self.series_path(), end, &why))?;
        }
        if let (Some(mut trace), Some(path)) = (trace, &self.trace) {
            progress.run_to(&mut world, goal, &mut trace)?;
            trace.finish(world.now()).map_err(|why| self.unwritten("--trace", path, end, &why))?;
        }
        for file in [series_file, trace_file].into_iter().flatten().flatten() {
            file.finish()?;
        }
        Ok(())
    }

    /// Whether a table of flows was requested.
    pub const fn has_flows(&self) -> bool {
        self.flows.is_some()
    }

    /// Writes the table of flows, if it was requested. `inputs` are the files that the command reads, which
    /// are never overwritten.
    ///
    /// # Errors
    /// If the file cannot be written or is too large.
    pub fn write_flows(
        &self,
        world: &World,
        report: &Report,
        inputs: &[&Path],
        out: &mut dyn Write,
    ) -> Outcome {
        let Some(path) = &self.flows else { return Ok(()) };
        let mut file = create(path, "--flows", inputs)?;
        let to: &mut dyn Write = match &mut file {
            Some(file) => file,
            None => out,
        };
        write_flows(world, report, Bounded::new(to, self.max_size.get()))
            .map_err(|why| self.unwritten("--flows", path, world.now(), &why))?;
        file.map_or(Ok(()), |file| Ok(file.finish()?))
    }

    /// Path of the time series; `-` if the option `--output` is not given.
    fn series_path(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new("-"))
    }

    fn too_many(&self, every: Time, rows: u64) -> String {
        format!(
            "--series: {rows} rows at intervals of {every} are more than --max-size {}; take a longer interval, end earlier by --until, or allow more",
            self.max_size
        )
    }

    /// Error for a file that could not be written at the time `at`. If the reader has closed the pipe, the
    /// error is a broken pipe, and the command then succeeds.
    fn unwritten(&self, option: &str, path: &Path, at: Time, why: &Unwritten) -> Box<dyn Error> {
        let path = shown(path);
        match why {
            Unwritten::TooLarge => format!(
                "--max-size: {path} of {option} is larger than {} at {at}; allow more, or end earlier by --until",
                self.max_size
            )
            .into(),
            Unwritten::Failed(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                std::io::Error::from(std::io::ErrorKind::BrokenPipe).into()
            }
            Unwritten::Failed(error) => format!("{option} {path}: {}", unwritable(error)).into(),
        }
    }
}

/// Writer for `file`. If `file` means standard output, the writer is `out`, and `out` is `None` afterwards.
///
/// # Errors
/// If `file` means standard output, but an earlier call has taken `out`.
fn writer<'a>(file: &'a mut File, out: &mut Option<&'a mut dyn Write>) -> Result<&'a mut dyn Write, String> {
    match file {
        Some(file) => Ok(file),
        None => out.take().ok_or_else(|| "standard output is taken; name a file".to_owned()),
    }
}
