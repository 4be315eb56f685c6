//! Command `fabric sweep`: runs a document with different values and prints a table. Start with
//! [`Sweep::run`].
//!
//! Rows are in the order of the values, not in the order in which runs end. A combination of values that is
//! refused or whose run is too long has no row, but a message. The command fails only if all combinations
//! fail.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use fabric_draw::charts::{LineRow, NoCanvas, SweepChart, ink, spots, tones};
use fabric_draw::scene::Theme;
use fabric_draw::svg;
use fabric_sim::document::Variation;
use fabric_sim::document::params::{Address, ValueKind};
use fabric_sim::insight::{MEASURES, Measure};
use fabric_sim::sweep::{self, Figure, Unmeasured};
use fabric_sim::units::Time;
use indicatif::{ProgressBar, ProgressDrawTarget};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::draw::{CHART, Colours, write_picture};
use super::run::time;
use super::simulate::Limit;
use crate::Outcome;
use crate::output::is_stdout;
use crate::source::Source;
use crate::summary::table;

/// Largest number of failed combinations of values whose messages are printed. Further failures are only
/// counted.
const MAX_MESSAGES: usize = 10;

/// Arguments of `fabric sweep`.
#[derive(Args)]
pub struct Sweep {
    #[command(flatten)]
    source: Source,
    /// Parameter and its values: a range (`xoff=24k..96k`, ten values; `xoff=24k..96k/4`, four values;
    /// `xoff=1k..1M/4log`, four values with equal ratios), a list (`xoff=24k,48k`), or seeds
    /// (`seed=1..20/20`). With several parameters, all combinations are run
    #[arg(long, value_name = "PATH=FROM..TO[/N]", required = true, value_parser = vary)]
    vary: Vec<Variation>,
    /// Names of measures; `fabric sweep --help` lists them
    #[arg(
        long, value_name = "NAME", value_delimiter = ',', required = true,
        value_parser = |name: &str| Measure::find(name), long_help = measures()
    )]
    measure: Vec<&'static Measure>,
    /// Time at which each run ends [default: the time that the link names, or the document's horizon]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    until: Option<Time>,
    /// Write CSV. Numbers are in the unit at the end of the measure's name
    #[arg(long)]
    csv: bool,
    /// Draw the measure over the parameter. Needs one --vary and one --measure. The picture is SVG, or PNG if
    /// the file's name ends with `.png`; `-` for SVG on standard output instead of the table
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Colours of the picture
    #[arg(long, value_name = "THEME", default_value = "light")]
    theme: Colours,
    /// Number of runs at the same time; default: one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    #[command(flatten)]
    limit: Limit,
}

fn vary(text: &str) -> Result<Variation, String> {
    Variation::parse(text).map_err(|problem| problem.to_string())
}

/// Long help of `--measure`: a line for each measure.
fn measures() -> String {
    let rows = MEASURES.iter().map(|one| format!("- {}: {}", one.name, one.help));
    format!("Names of measures, separated by commas:\n{}", rows.collect::<Vec<_>>().join("\n"))
}

impl Sweep {
    /// Runs every combination of values, and writes a table with a row for each combination. The value of the
    /// last `--vary` changes fastest. A combination that is refused or takes too long has no row; a message
    /// on standard error names the combination. A picture is written before the table; on standard output,
    /// the picture replaces the table. All events of the end time run; the event number of a share link is
    /// ignored.
    ///
    /// # Errors
    /// If all combinations fail, a variation is refused, or `--draw` has several variations or measures. Also
    /// if the picture cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let link = self.source.load()?;
        let is_of_link = self.until.is_none() && link.cursor.is_some();
        let until = self.until.or(link.cursor.map(|cursor| cursor.time));
        let sweep = sweep::Sweep::new(link.document, self.vary.clone(), self.measure.clone(), until)
            .map_err(|problem| format!("--vary: {problem}"))?;
        if self.draw.is_some() && (self.vary.len() > 1 || self.measure.len() > 1) {
            return Err("--draw: a picture has one --vary and one --measure; leave out the others".into());
        }
        // rayon takes 0 as one thread for each core.
        let jobs = self.jobs.map_or(0, |jobs| usize::from(jobs).min(sweep.count()));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
        let most = self.limit.most(is_of_link);
        let bar = bar(sweep.count());
        let results: Vec<Result<Vec<Figure>, Unmeasured>> = pool.install(|| {
            let runs = (0..sweep.count()).into_par_iter().map(|n| {
                let result = sweep.run(n, most);
                bar.inc(1);
                result
            });
            runs.collect()
        });
        bar.finish_and_clear();
        report_refused(&sweep, &results)?;
        if let Some(path) = &self.draw {
            let svg = self.picture(&sweep, &results)?;
            write_picture(&svg, path, "--draw", self.source.file().as_slice(), out)?;
            if is_stdout(path) {
                return Ok(());
            }
        }
        let made = sweep.table(results.iter().map(|result| result.as_deref().ok()));
        if self.csv {
            write!(out, "{}", made.csv())?;
        } else {
            table(out, &made.header.iter().map(String::as_str).collect::<Vec<_>>(), made.rows.into_iter())?;
        }
        Ok(())
    }
}

impl Sweep {
    /// Draws the measure over the values of the parameter as SVG. The line of the first column of results
    /// has a colour; the lines of the other columns are grey. The horizontal axis is logarithmic if the
    /// values are geometric, otherwise linear. Values that are not numbers have equal distances, in the
    /// order of the option. Combinations that failed are marked on the axis. A combination without a figure
    /// interrupts its line.
    ///
    /// # Errors
    /// If the picture cannot be drawn.
    #[expect(clippy::cast_precision_loss, reason = "for drawing")]
    fn picture(
        &self,
        sweep: &sweep::Sweep,
        results: &[Result<Vec<Figure>, Unmeasured>],
    ) -> Result<String, String> {
        let (vary, theme) = (&self.vary[0], Theme::from(self.theme));
        let kind = Address::parse(&vary.key).ok().map(|address| address.key.param().kind);
        let read = |value: &String| match kind {
            None => value.parse().ok(),
            Some(ValueKind::Choice) => None,
            Some(kind) => kind.parse(value),
        };
        let values: Option<Vec<u64>> = vary.values.iter().map(read).collect();
        let by_ratio = values.as_deref().is_some_and(is_geometric);
        let spots = spots(values.as_deref(), vary.values.len(), by_ratio);
        let header = sweep.table(results.iter().map(|result| result.as_deref().ok())).header;
        let columns: Vec<&String> = header.iter().skip(1).collect();
        let row = |(n, column): (usize, &&String)| {
            let figure = |figures: &Vec<Figure>| {
                let found = figures.iter().find(|figure| figure.column == **column);
                found.and_then(|figure| figure.value).map(|value| value as f64)
            };
            let points =
                spots.iter().zip(results).filter_map(|(x, result)| Some((*x, figure(result.as_ref().ok()?))));
            let colour = if n == 0 { tones(theme).accent } else { ink(theme).grid };
            LineRow { points: points.collect(), colour, chosen: n == 0 }
        };
        // The line of the first column is drawn last, over the others.
        let rows = columns.iter().enumerate().rev().map(row).collect();
        let ticks = spots.iter().copied().zip(vary.values.iter().cloned()).collect();
        let refused =
            spots.iter().zip(results).filter(|(_, result)| result.is_err()).map(|(x, _)| *x).collect();
        let measure = self.measure[0].name;
        let chart = SweepChart { measure, rows, ticks, refused: (refused, tones(theme).stop) };
        let of = columns.first().map_or(measure, |column| column.as_str());
        svg::sweep::<NoCanvas>(&format!("{of} over {}", vary.key), &chart, CHART, theme)
    }
}

/// Whether there are at least three ascending values, and each ratio of adjacent values differs by less than
/// 2 % from the first ratio. A 0 counts as 1 in a ratio.
#[expect(clippy::cast_precision_loss, reason = "for drawing")]
fn is_geometric(values: &[u64]) -> bool {
    let ratio = |pair: &[u64]| pair[1] as f64 / (pair[0] as f64).max(1.0);
    let first = values.windows(2).next().map_or(0.0, ratio);
    values.len() > 2 && first > 1.0 && values.windows(2).all(|pair| (ratio(pair) / first - 1.0).abs() < 0.02)
}

/// Prints a message with the reason on standard error for each failed combination of values; at most
/// [`MAX_MESSAGES`] messages.
///
/// # Errors
/// If all combinations failed. The error then has the messages.
fn report_refused(sweep: &sweep::Sweep, results: &[Result<Vec<Figure>, Unmeasured>]) -> Outcome {
    let without = |(n, result): (usize, &Result<Vec<Figure>, Unmeasured>)| {
        let why = result.as_ref().err()?;
        let given: Vec<String> = sweep.pairs(n).map(|(key, value)| format!("{key}={value}")).collect();
        Some(format!("--vary: with {}: {why}", given.join(" ")))
    };
    let mut messages: Vec<String> = results.iter().enumerate().filter_map(without).collect();
    let (all, count) = (results.len(), messages.len());
    if count > MAX_MESSAGES {
        messages.truncate(MAX_MESSAGES);
        messages.push(format!("--vary: and {} more", count - MAX_MESSAGES));
    }
    if count == all {
        return Err(messages.join("\n").into());
    }
    for line in messages {
        crate::print_message(line);
    }
    Ok(())
}

/// Progress bar of `runs` runs; hidden if standard error is not a terminal.
fn bar(runs: usize) -> ProgressBar {
    let shown = std::io::stderr().is_terminal();
    let target = if shown { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    ProgressBar::with_draw_target(Some(runs as u64), target)
}
