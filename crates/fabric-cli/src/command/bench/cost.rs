use std::error::Error;
use std::io::Write;

use fabric_bench::cost::VARIANTS;
use serde::Serialize;

use super::Figures;
use crate::Outcome;
use crate::summary::table;

/// What parts of the model cost, on W1 with paced senders.
#[derive(Serialize)]
pub struct Costs {
    variants: Vec<Variant>,
}

#[derive(Serialize)]
struct Variant {
    name: &'static str,
    hops_per_s: f64,
    /// Of the time of W1 as it is.
    time: f64,
}

impl Costs {
    /// Runs each `runs` times, in turn; of each the fastest counts.
    pub fn measure(runs: u32) -> Result<Self, Box<dyn Error>> {
        let specs = VARIANTS.iter().map(fabric_bench::cost::Variant::spec).collect::<Result<Vec<_>, _>>()?;
        let mut best = [0.0_f64; VARIANTS.len()];
        for _ in 0..runs {
            for ((variant, spec), best) in VARIANTS.iter().zip(&specs).zip(&mut best) {
                *best = best.max(variant.run(spec).hops_per_s);
            }
        }
        let variants = VARIANTS.iter().zip(best).map(|(variant, hops_per_s)| Variant {
            name: variant.name,
            hops_per_s,
            time: best[0] / hops_per_s,
        });
        Ok(Self { variants: variants.collect() })
    }
}

impl Figures for Costs {
    fn print(&self, out: &mut dyn Write) -> Outcome {
        writeln!(out, "w1 with paced senders")?;
        let row = |one: &Variant| {
            vec![one.name.to_owned(), format!("{:.2}", one.hops_per_s / 1e6), format!("{:.2}", one.time)]
        };
        table(out, &["", "M hops/s", "time"], self.variants.iter().map(row))?;
        Ok(())
    }
}
