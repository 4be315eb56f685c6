use std::io::{IsTerminal, Write};

use clap::Args;
use fabric_sim::document::Variation;
use fabric_sim::insight::{MEASURES, Measure};
use fabric_sim::sweep::{self, Figure, Unmeasured};
use fabric_sim::units::Time;
use indicatif::{ProgressBar, ProgressDrawTarget};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::run::time;
use super::simulate::Limit;
use crate::Outcome;
use crate::source::Source;
use crate::summary::table;

/// Largest number of points without figures that are reported one by one.
const MOST_TOLD: usize = 10;

/// `fabric sweep`.
#[derive(Args)]
pub struct Sweep {
    #[command(flatten)]
    source: Source,
    /// Parameter and its values: a range (`xoff=24k..96k`, ten values; `xoff=24k..96k/4`, four
    /// values; `xoff=1k..1M/4log`, four values with equal ratios), a list (`xoff=24k,48k`), or
    /// seeds (`seed=1..20/20`). Several parameters are combined
    #[arg(long, value_name = "PATH=FROM..TO[/N]", required = true, value_parser = vary)]
    vary: Vec<Variation>,
    /// Measures by name; `fabric sweep --help` lists them
    #[arg(
        long, value_name = "NAME", value_delimiter = ',', required = true,
        value_parser = |name: &str| Measure::find(name), help = measures()
    )]
    measure: Vec<&'static Measure>,
    /// Time to run to [default: the moment of the link, or the document's horizon]
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<Time>,
    /// Write CSV: whole numbers in the unit at the end of the measure's name
    #[arg(long)]
    csv: bool,
    /// Runs at the same time [default: one for every core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    #[command(flatten)]
    limit: Limit,
}

fn vary(text: &str) -> Result<Variation, String> {
    Variation::parse(text).map_err(|problem| problem.to_string())
}

fn measures() -> String {
    let rows = MEASURES.iter().map(|one| format!("{} ({})", one.name, one.help));
    format!("Measures, one or more of: {}", rows.collect::<Vec<_>>().join("; "))
}

impl Sweep {
    /// Simulates every combination, and writes a row for each in order. A combination that is
    /// refused or takes too long has no row; a message on standard error names it.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let link = self.source.load()?;
        let is_of_link = self.until.is_none() && link.cursor.is_some();
        let until = self.until.or(link.cursor.map(|cursor| cursor.time));
        let sweep = sweep::Sweep::new(link.document, self.vary.clone(), self.measure.clone(), until)
            .map_err(|problem| format!("--vary: {problem}"))?;
        // 0: one for every core.
        let jobs = self.jobs.map_or(0, |jobs| usize::from(jobs).min(sweep.count()));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
        let most = self.limit.most(is_of_link);
        let bar = bar(sweep.count());
        let came: Vec<Result<Vec<Figure>, Unmeasured>> = pool.install(|| {
            let runs = (0..sweep.count()).into_par_iter().map(|n| {
                let came = sweep.run(n, most);
                bar.inc(1);
                came
            });
            runs.collect()
        });
        bar.finish_and_clear();
        tell(&sweep, &came)?;
        let made = sweep.table(came.iter().map(|came| came.as_deref().ok()));
        if self.csv {
            write!(out, "{}", made.csv())?;
        } else {
            table(out, &made.header.iter().map(String::as_str).collect::<Vec<_>>(), made.rows.into_iter())?;
        }
        Ok(())
    }
}

/// Says on standard error which points have no figures, and why.
///
/// # Errors
/// If no point has any.
fn tell(sweep: &sweep::Sweep, came: &[Result<Vec<Figure>, Unmeasured>]) -> Outcome {
    let without = |(n, came): (usize, &Result<Vec<Figure>, Unmeasured>)| {
        let why = came.as_ref().err()?;
        let given: Vec<String> = sweep.pairs(n).map(|(key, value)| format!("{key}={value}")).collect();
        Some(format!("--vary: with {}: {why}", given.join(" ")))
    };
    let mut told: Vec<String> = came.iter().enumerate().filter_map(without).collect();
    let (all, count) = (came.len(), told.len());
    if count > MOST_TOLD {
        told.truncate(MOST_TOLD);
        told.push(format!("--vary: and {} more", count - MOST_TOLD));
    }
    if count == all {
        return Err(told.join("\n").into());
    }
    for line in told {
        crate::tell(line);
    }
    Ok(())
}

fn bar(runs: usize) -> ProgressBar {
    let shown = std::io::stderr().is_terminal();
    let target = if shown { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    ProgressBar::with_draw_target(Some(runs as u64), target)
}
