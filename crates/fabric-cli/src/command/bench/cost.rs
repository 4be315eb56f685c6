use std::error::Error;
use std::io::Write;

use fabric_bench::cost::{Ran, VARIANTS, Variant};
use fabric_bench::workload::{Bare, SHORT_YARDSTICK};
use fabric_sim::engine::COUNTS;
use serde::Serialize;

use super::{Figures, millions};
use crate::Outcome;
use crate::summary::table;

/// What parts of the model cost, on W1 as it is and with paced senders.
#[derive(Serialize)]
pub struct Costs {
    runs: u32,
    counters: bool,
    yardstick_hops_per_s: f64,
    variants: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    hops: u64,
    events: u64,
    wall_s: f64,
    hops_per_s: f64,
    /// Of the bare loop.
    ratio: f64,
    /// The variant that it differs from in one part.
    beside: &'static str,
    /// Wall time, of that variant's; unless only others were run.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    pauses: u64,
    marks: u64,
    cnps: u64,
    heard: u64,
}

impl Costs {
    /// Runs the bare loop and each variant (or `only` those) `runs` times, in
    /// turn; of each the fastest counts.
    pub fn measure(runs: u32, only: &[String]) -> Result<Self, Box<dyn Error>> {
        let asked = |variant: &&Variant| only.is_empty() || only.iter().any(|name| name == variant.name);
        let specs = VARIANTS.iter().filter(asked).map(|variant| Ok((variant, variant.spec()?)));
        let specs = specs.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
        let mut bare = Bare::default();
        let mut best: Vec<Option<Ran>> = vec![None; specs.len()];
        for _ in 0..runs {
            bare = bare.max(Bare::run(SHORT_YARDSTICK));
            for ((variant, spec), best) in specs.iter().zip(&mut best) {
                let ran = variant.run(spec);
                *best = best.filter(|best| best.figures.wall_s <= ran.figures.wall_s).or(Some(ran));
            }
        }
        let ran: Vec<_> = specs.iter().map(|(variant, _)| *variant).zip(best.into_iter().flatten()).collect();
        let variants = ran.iter().map(|(variant, one)| Row::of(variant, one, bare, &ran)).collect();
        Ok(Self { runs, counters: COUNTS, yardstick_hops_per_s: bare.hops_per_s, variants })
    }
}

impl Row {
    fn of(variant: &Variant, ran: &Ran, bare: Bare, all: &[(&Variant, Ran)]) -> Self {
        let Ran { figures, marks, cnps, heard } = *ran;
        let beside = all.iter().find(|(other, _)| other.name == variant.beside);
        Self {
            name: variant.name,
            hops: figures.hops,
            events: figures.events,
            wall_s: figures.wall_s,
            hops_per_s: figures.hops_per_s(),
            ratio: figures.hops_per_s() / bare.hops_per_s,
            beside: variant.beside,
            time: beside.map(|(_, other)| figures.wall_s / other.figures.wall_s),
            pauses: figures.pauses,
            marks,
            cnps,
            heard,
        }
    }
}

impl Figures for Costs {
    fn print(&self, out: &mut dyn Write) -> Outcome {
        writeln!(
            out,
            "w1, as it is and with its senders paced; bare loop of the same run: {:.2} M hops/s",
            millions(self.yardstick_hops_per_s)
        )?;
        let row = |one: &Row| {
            let rates = [millions(one.hops_per_s), one.ratio].map(|rate| format!("{rate:.2}"));
            let time = one.time.map_or_else(String::new, |time| format!("{time:.3}"));
            let counts = [one.hops, one.events, one.pauses, one.marks, one.cnps, one.heard];
            let counts = counts.map(|count| count.to_string());
            [vec![one.name.to_owned()], rates.to_vec(), vec![time, one.beside.to_owned()], counts.to_vec()]
                .concat()
        };
        let header = [
            "",
            "M hops/s",
            "of bare",
            "time",
            "of that of",
            "hops",
            "events",
            "pauses",
            "marks",
            "CNPs",
            "heard",
        ];
        table(out, &header, self.variants.iter().map(row))?;
        Ok(())
    }
}
