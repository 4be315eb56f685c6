//! Command `fabric run`: runs a document and prints its report. Start with [`Run::run`].
//!
//! Each window of simulated time gives a report. Windows must be in the order of time and must not overlap.
//! Without a window, the report covers the whole run. The run ends after at most one hour of simulated
//! time.

use std::io::Write;
use std::str::FromStr;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use fabric_interop::sonic::Table;
use fabric_sim::document::link::Cursor;
use fabric_sim::engine::World;
use fabric_sim::insight::latency::Waterfalls;
use fabric_sim::insight::{Report, ReportRecorder, WindowStart};
use fabric_sim::units::Time;

use super::figures::OutputOptions;
use super::simulate::{Limit, Progress, warn_of_hash_mismatch};
use crate::source::Source;
use crate::{Outcome, summary};

/// Arguments of `fabric run`.
#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    source: Source,
    /// Time at which the run ends [default: the end of the window, otherwise the event that the link or file
    /// names, otherwise the document's horizon]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    until: Option<Time>,
    #[command(flatten)]
    limit: Limit,
    /// Time window of counts and rates. Several windows, in the order of time, give a report each, as a list
    /// with --json [default: the whole run]
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    window: Vec<ReportWindow>,
    /// Print the report as JSON (`fabric schema --report` describes it)
    #[arg(long)]
    json: bool,
    /// Print counters of the switches in the format of SONiC's `show` commands, instead of the report
    #[arg(long, value_name = "TABLE", value_enum, conflicts_with = "json")]
    show: Option<Show>,
    #[command(flatten)]
    figures: OutputOptions,
}

/// Table of a `show` command of SONiC.
#[derive(Clone, Copy, ValueEnum)]
enum Show {
    /// `show pfc counters`: PFC frames that pause, by port and priority
    PfcCounters,
    /// `show priority-group watermark shared` and `headroom`: largest use of memory by each
    /// priority group
    PgWatermark,
    /// `show queue watermark unicast`: largest length of each queue
    QueueWatermark,
    /// `pfcwd show stats`: storms that the watchdogs detected
    PfcwdStats,
}

impl From<Show> for Table {
    fn from(show: Show) -> Self {
        match show {
            Show::PfcCounters => Self::PfcCounters,
            Show::PgWatermark => Self::PgWatermark,
            Show::QueueWatermark => Self::QueueWatermark,
            Show::PfcwdStats => Self::PfcwdStats,
        }
    }
}

/// Window of simulated time from `from` to `to`. A window from time 0 includes the events of time 0; any
/// other window begins after the events of `from`. The events of `to` are included. If `to` is `None`, the
/// window ends with the run.
#[derive(Clone, Copy)]
struct ReportWindow {
    from: Time,
    to: Option<Time>,
}

impl FromStr for ReportWindow {
    type Err = String;

    /// Parses a window `A..B` of simulated time. If `A` is missing, the window begins at 0. If `B` is
    /// missing, the end is `None`.
    ///
    /// # Errors
    /// If there is no `..`, a time is invalid, or `B` is not after `A`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (from, to) = text.split_once("..").ok_or("must be A..B, such as 1ms..2ms")?;
        let from = if from.is_empty() { Time::ZERO } else { time(from)? };
        let to = if to.is_empty() { None } else { Some(time(to)?) };
        if to.is_some_and(|to| to <= from) {
            return Err("must be a window that ends after it begins".to_owned());
        }
        Ok(Self { from, to })
    }
}

/// Parses a time in the notation of documents, at most 3600 s. Options with this parser have
/// `allow_hyphen_values`, so that a negative time is refused with the range.
///
/// # Errors
/// If the text is not a time, or is a time above 3600 s.
pub(super) fn time(text: &str) -> Result<Time, String> {
    let time: Time = text.parse().map_err(|error| format!("{error}"))?;
    if time > Time::LONGEST { Err("must be a time from 0s to 3600s".to_owned()) } else { Ok(time) }
}

impl Run {
    /// Runs the document, and writes a report for each window and the requested files. The run ends at the
    /// end of the last window, even if `--until` is later. If a share link names the event at which the run
    /// ends, and states another hash for this event, also prints a warning.
    ///
    /// A time series and a trace each take a separate run, before the run of the report. Each run has the
    /// whole limit of events. If a file goes to standard output, no report is written. Reports are written
    /// in the order of windows. JSON is a single object for one window, and a list for several windows.
    ///
    /// # Errors
    /// If the document is invalid, a window ends after `--until`, or windows are refused ([`Run::windows`]).
    /// Also if the run exceeds its limit of events, or a file cannot be written. Also if a table of `--show`
    /// and a file would both go to standard output.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let link = self.source.load()?;
        fabric_sim::check::validate(&link.document).map_err(|problems| self.source.placed(problems))?;
        let spec = Arc::new(self.source.compile(&link.document)?);
        let requested_end = self.window.last().map_or(self.until, |window| window.to.or(self.until));
        let moment = link.cursor.filter(|_| requested_end.is_none());
        let goal = moment.unwrap_or(Cursor { time: requested_end.unwrap_or(spec.horizon), nth: 0 });
        let end = goal.time;
        if self.until.is_some_and(|until| until < end) {
            return Err(format!("--window: the window ends at {end}, after --until; end it earlier").into());
        }
        let windows = self.windows(end)?;
        if windows.len() > 1 && (self.show.is_some() || self.figures.has_flows()) {
            return Err(
                "--window: there are several, but --show and --flows write one table; give one window".into(),
            );
        }
        let takes_stdout = self.figures.take_stdout()?;
        if takes_stdout && self.show.is_some() {
            return Err(
                "--show: its table and another file go to standard output; name that file, as by -o".into()
            );
        }
        let most = self.limit.most(moment.is_some());
        let file = self.source.file();
        self.figures.run(&spec, goal, most, file.as_slice(), out)?;
        let mut world = World::new(spec);
        let progress = Progress::new(end).at_most(most);
        let mut reports = Vec::new();
        // A frame in flight at the start of a window counts in this window, with its whole latency.
        let mut latency = Waterfalls::means(Arc::clone(world.spec()));
        for (n, ReportWindow { from, to }) in windows.iter().enumerate() {
            // A window from time 0 includes the events of time 0, so that the run does not advance before it.
            if *from > Time::ZERO {
                progress.run(&mut world, *from, &mut latency)?;
            }
            let window_start = (*from > Time::ZERO).then(|| WindowStart::of(&world));
            let mut recorder = ReportRecorder::with_latency(latency, &world);
            match to.filter(|_| n + 1 < windows.len()) {
                Some(to) => progress.run(&mut world, to, &mut recorder)?,
                None => progress.run_to(&mut world, goal, &mut recorder)?,
            }
            let report = window_start
                .map_or_else(|| Report::of(&world), |window_start| Report::since(&world, &window_start));
            let report = report.with_components(&recorder.latency).with_causes(&recorder.causes, &world);
            let report = report.with_lost_pauses(&recorder.lost_pauses, &world);
            reports.push(report.with_occupancy(&recorder.occupancy, &world));
            latency = recorder.latency;
        }
        drop(progress);
        if moment.is_some() {
            warn_of_hash_mismatch(&link, &world);
        }
        if let Some(report) = reports.last() {
            self.figures.write_flows(&world, report, file.as_slice(), out)?;
        }
        if takes_stdout {
            return Ok(());
        }
        if self.json {
            return match &reports[..] {
                [report] => super::write_json(out, report),
                reports => super::write_json(out, &reports),
            };
        }
        for report in &reports {
            match self.show {
                Some(table) => {
                    let text = Table::from(table).text(world.spec(), &link.document.interfaces, report);
                    out.write_all(text.as_bytes())?;
                }
                None => summary::write(out, &link.document, report)?,
            }
        }
        Ok(())
    }

    /// Windows in the order of time, or one window of the whole run if the user gave none. A window may
    /// begin where the previous window ends. `end` is the end of the run.
    ///
    /// # Errors
    /// If windows overlap or are not in order. If a window that is not the last has no end. If a window
    /// begins at `end` or later, except a window from 0 in a run that ends at 0.
    fn windows(&self, end: Time) -> Result<Vec<ReportWindow>, String> {
        for pair in self.window.windows(2) {
            let from = pair[1].from;
            if pair[0].to.is_none_or(|to| from < to) {
                return Err(format!(
                    "--window: a window begins at {from}, before the previous one ends; give them in order"
                ));
            }
        }
        for ReportWindow { from, .. } in self.window.iter().copied() {
            if from >= end && end > Time::ZERO {
                return Err(format!(
                    "--window: a window begins at {from}, but the run ends at {end}; give a later --until"
                ));
            }
        }
        let whole = ReportWindow { from: Time::ZERO, to: None };
        Ok(if self.window.is_empty() { vec![whole] } else { self.window.clone() })
    }
}
