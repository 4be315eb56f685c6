use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;

use clap::Args;
use fabric_sim::document::{Document, Variation};
use fabric_sim::engine::World;
use fabric_sim::insight::{MEASURES, Measure, Report};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use indicatif::{ProgressBar, ProgressDrawTarget};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::run::time;
use crate::Outcome;
use crate::source::Source;
use crate::summary::table;

/// `fabric sweep`.
#[derive(Args)]
pub struct Sweep {
    #[command(flatten)]
    source: Source,
    /// What to vary: a range (`xoff=24k..96k`, ten values; `xoff=24k..96k/4`,
    /// four), a list (`xoff=24k,48k`), or `seed=1..20/20`. Several are combined
    #[arg(long, value_name = "PATH=FROM..TO[/N]", required = true, value_parser = vary)]
    vary: Vec<Variation>,
    /// What to measure, by name; `fabric sweep --help` lists them
    #[arg(
        long, value_name = "NAME", value_delimiter = ',', required = true,
        value_parser = |name: &str| Measure::find(name), help = measures()
    )]
    measure: Vec<&'static Measure>,
    /// How far to run each; default: the link's moment, or the document's horizon
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<Time>,
    /// Write CSV: whole numbers in the unit that the measure's name ends with
    #[arg(long)]
    csv: bool,
    /// Runs at the same time; default: one for every core
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

fn vary(text: &str) -> Result<Variation, String> {
    Variation::parse(text).map_err(|problem| problem.to_string())
}

fn measures() -> String {
    let rows = MEASURES.iter().map(|one| format!("{} ({})", one.name, one.help));
    format!("What to measure, one or more of: {}", rows.collect::<Vec<_>>().join("; "))
}

/// A figure of a run: which column it stands in, and what it is.
type Figure = (String, Option<u64>);

impl Sweep {
    /// Simulates every combination, and writes a row of each, in their order.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let (document, moment) = self.source.load()?;
        let rows = Variation::combined(&self.vary).map_err(|problem| format!("--vary: {problem}"))?;
        // All are looked at before the first is run; thousands are not kept.
        rows.iter().try_for_each(|row| self.spec(&document, row).map(drop))?;
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(self.jobs.map_or(0, NonZeroUsize::get)).build()?;
        let bar = bar(rows.len());
        let figures: Vec<Vec<Figure>> = pool.install(|| {
            let runs = rows.par_iter().map(|row| {
                let figures = self.figures(&Arc::new(self.spec(&document, row)?), moment);
                bar.inc(1);
                Ok(figures)
            });
            runs.collect::<Result<_, String>>()
        })?;
        bar.finish_and_clear();
        let columns = columns(&figures);
        let keys = self.vary.iter().map(|one| one.key.clone());
        let header: Vec<String> = keys.chain(columns.iter().cloned()).collect();
        let rows = rows.iter().zip(&figures).map(|(given, figures)| {
            let found = |column: &String| figures.iter().find(|(name, _)| name == column)?.1;
            let values = columns
                .iter()
                .map(|column| found(column).map_or_else(String::new, |value| value.to_string()));
            given.iter().map(|value| (*value).to_owned()).chain(values).collect::<Vec<_>>()
        });
        if self.csv {
            let mut csv = csv::Writer::from_writer(out);
            csv.write_record(&header)?;
            for row in rows {
                csv.write_record(row)?;
            }
            csv.flush()?;
        } else {
            table(out, &header.iter().map(String::as_str).collect::<Vec<_>>(), rows)?;
        }
        Ok(())
    }

    /// The fabric with these values of what is varied.
    fn spec(&self, document: &Document, row: &[&str]) -> Result<Spec, String> {
        let mut document = document.clone();
        let pairs = self.vary.iter().map(|one| one.key.as_str()).zip(row.iter().copied());
        let compiled = document.edit_all(pairs.clone()).and_then(|written| document.compile_edited(&written));
        compiled.map_err(|problems| {
            let given: Vec<String> = pairs.map(|(key, value)| format!("{key}={value}")).collect();
            format!("--vary: with {}: {problems}", given.join(" "))
        })
    }

    /// What a run comes to.
    fn figures(&self, spec: &Arc<Spec>, moment: Option<Time>) -> Vec<Figure> {
        let mut world = World::new(Arc::clone(spec));
        world.run_until(self.until.or(moment).unwrap_or(spec.horizon), u64::MAX, &mut ());
        let report = Report::of(&world);
        let named = |measure: &Measure, of: &str| {
            if of.is_empty() { measure.name.to_owned() } else { format!("{} {of}", measure.name) }
        };
        let of = |measure: &&'static Measure| {
            let readings = measure.of(&report).into_iter();
            readings.map(|one| (named(measure, &one.of), one.value)).collect::<Vec<_>>()
        };
        self.measure.iter().flat_map(of).collect()
    }
}

/// The columns of all runs, in the order in which they come first.
fn columns(figures: &[Vec<Figure>]) -> Vec<String> {
    let mut columns: Vec<String> = Vec::new();
    let mut known = std::collections::HashSet::new();
    for (name, _) in figures.iter().flatten() {
        if known.insert(name.as_str()) {
            columns.push(name.clone());
        }
    }
    columns
}

fn bar(runs: usize) -> ProgressBar {
    let shown = std::io::stderr().is_terminal();
    let target = if shown { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    ProgressBar::with_draw_target(Some(runs as u64), target)
}
