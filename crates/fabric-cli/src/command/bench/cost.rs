//! Cost of parts of the model, as `fabric bench` prints it. Start with [`Costs::measure`].

use std::error::Error;
use std::io::Write;
use std::sync::Arc;

use fabric_bench::cost::{VARIANTS, Variant, VariantRun};
use fabric_bench::workload::{Bare, SHORT_BARE_LOOP};
use fabric_sim::engine::COUNTS;
use fabric_sim::spec::Spec;
use serde::Serialize;

use super::{BenchReport, millions};
use crate::Outcome;
use crate::summary::table;

/// Cost of parts of the model. Each part is measured as a variant of the workload W1, with unpaced and with
/// paced senders.
#[derive(Serialize)]
pub struct Costs {
    runs: u32,
    /// Whether the simulator was built with the counters that only reports read: `false` with `--cfg
    /// uncounted`.
    counters: bool,
    /// Hops per second of the fastest run of the bare event loop.
    yardstick_hops_per_s: f64,
    variants: Vec<CostRow>,
}

/// Row of the table for one variant. All figures except `ratio` and `wall_ratio` are from the fastest run of
/// the variant.
#[derive(Serialize)]
struct CostRow {
    name: &'static str,
    hops: u64,
    events: u64,
    wall_s: f64,
    hops_per_s: f64,
    /// Hops per second of the variant, divided by the hops per second of the bare event loop; median over all
    /// turns.
    ratio: f64,
    /// Name of the variant to compare with. The two variants differ in one part of the model.
    #[serde(rename = "beside")]
    baseline: &'static str,
    /// Wall time divided by the wall time of `baseline`; median over all turns. `None` if `baseline` was
    /// not run, or if this variant is its own baseline.
    #[serde(rename = "time", skip_serializing_if = "Option::is_none")]
    wall_ratio: Option<f64>,
    pauses: u64,
    marks: u64,
    cnps: u64,
    /// Number of events, or of latencies of frames, that the recorder of the variant received; 0 without a
    /// recorder.
    #[serde(rename = "heard")]
    recorded: u64,
}

/// Variant of the workload, with the figures of its runs so far.
struct VariantFigures {
    variant: &'static Variant,
    spec: Arc<Spec>,
    ran: Vec<VariantRun>,
    /// Wall time of each run divided by the wall time of the baseline, which runs immediately before. Empty
    /// if the baseline is not measured, or if this variant is its own baseline.
    wall_ratios: Vec<f64>,
}

impl Costs {
    /// Measures the variants in `only`, in the order of [`VARIANTS`], or all variants if `only` is empty.
    /// Unknown names are ignored.
    ///
    /// In each of `runs` turns, the bare event loop runs first. Then each variant runs. If its baseline is
    /// also measured, the baseline runs once more immediately before the variant; this extra run is used only
    /// for `wall_ratio`. A rate is the rate of the fastest run. A ratio is the median over the turns, so that
    /// a slow moment of the machine has little effect. With 0 `runs` there are no rows.
    ///
    /// # Errors
    /// If the document of a variant is refused.
    pub fn measure(runs: u32, only: &[String]) -> Result<Self, Box<dyn Error>> {
        let is_chosen = |variant: &&Variant| only.is_empty() || only.iter().any(|name| name == variant.name);
        let mut all = Vec::new();
        for variant in VARIANTS.iter().filter(is_chosen) {
            all.push(VariantFigures {
                variant,
                spec: variant.spec()?,
                ran: Vec::new(),
                wall_ratios: Vec::new(),
            });
        }
        let mut bare = Vec::new();
        for _ in 0..runs {
            bare.push(Bare::run(SHORT_BARE_LOOP));
            for n in 0..all.len() {
                let name = all[n].variant.baseline;
                let baseline = all.iter().position(|one| one.variant.name == name).filter(|at| *at != n);
                let before = baseline.map(|at| all[at].run());
                let ran = all[n].run();
                all[n].wall_ratios.extend(before.map(|before| ran.figures.wall_s / before.figures.wall_s));
                all[n].ran.push(ran);
            }
        }
        let variants = all.iter().filter_map(|one| CostRow::of(one, &bare)).collect();
        let yardstick_hops_per_s = bare.into_iter().fold(Bare::default(), Bare::max).hops_per_s;
        Ok(Self { runs, counters: COUNTS, yardstick_hops_per_s, variants })
    }
}

impl VariantFigures {
    fn run(&self) -> VariantRun {
        self.variant.run(&self.spec)
    }
}

impl CostRow {
    fn of(VariantFigures { variant, ran, wall_ratios, .. }: &VariantFigures, bare: &[Bare]) -> Option<Self> {
        let fastest = ran.iter().min_by(|a, b| a.figures.wall_s.total_cmp(&b.figures.wall_s))?;
        let VariantRun { figures, marks, cnps, recorded } = *fastest;
        let by_turn = ran.iter().zip(bare).map(|(one, bare)| one.figures.hops_per_s() / bare.hops_per_s);
        Some(Self {
            name: variant.name,
            hops: figures.hops,
            events: figures.events,
            wall_s: figures.wall_s,
            hops_per_s: figures.hops_per_s(),
            ratio: median(by_turn.collect())?,
            baseline: variant.baseline,
            wall_ratio: median(wall_ratios.clone()),
            pauses: figures.pauses,
            marks,
            cnps,
            recorded,
        })
    }
}

/// Median of the ratios; the greater of the two middle ones if the number of ratios is even. `None` if
/// `ratios` is empty.
fn median(mut ratios: Vec<f64>) -> Option<f64> {
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied()
}

impl BenchReport for Costs {
    fn print(&self, out: &mut dyn Write) -> Outcome {
        writeln!(
            out,
            "w1, as it is and with its senders paced; bare loop of the same run: {:.2} M hops/s",
            millions(self.yardstick_hops_per_s)
        )?;
        let row = |one: &CostRow| {
            let rates = [millions(one.hops_per_s), one.ratio].map(|rate| format!("{rate:.2}"));
            let time =
                one.wall_ratio.map_or_else(String::new, |ratio| format!("{ratio:.3} of {}", one.baseline));
            let counts = [one.hops, one.events, one.pauses, one.marks, one.cnps, one.recorded];
            let counts = counts.map(|count| count.to_string());
            [vec![one.name.to_owned()], rates.to_vec(), vec![time], counts.to_vec()].concat()
        };
        let header =
            ["", "M hops/s", "of bare", "time", "hops", "events", "pauses", "marks", "CNPs", "recorded"];
        table(out, &header, self.variants.iter().map(row))?;
        Ok(())
    }
}
