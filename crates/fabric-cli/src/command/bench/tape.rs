use std::error::Error;
use std::io::Write;
use std::sync::Arc;

use fabric_bench::checkpoint::{self, Copied};
use fabric_bench::outlook::{Heap, Outlook};
use fabric_bench::seek::{self, Sought};
use fabric_bench::workload::Unit;
use fabric_sim::document::Preset;
use fabric_sim::spec::Spec;
use serde::Serialize;

use super::Figures;
use crate::Outcome;
use crate::summary::table;

fn incast() -> Result<Arc<Spec>, Box<dyn Error>> {
    Ok(Arc::new(Preset::find("incast")?.document().compile()?))
}

/// Checkpoints along the run of `incast`.
#[derive(Serialize)]
pub struct Clones {
    /// Of the run from checkpoint to checkpoint.
    #[serde(flatten)]
    outlook: Outlook,
    copies: Vec<Checkpoint>,
    /// The most bytes of any beside 40 for each frame.
    most_beside_frames: usize,
    slowest_us: f64,
    back_slowest_us: f64,
}

#[derive(Serialize)]
struct Checkpoint {
    at_ps: u64,
    frames: u32,
    bytes: usize,
    /// To make it, and to go on from it.
    us: f64,
    back_us: f64,
}

impl Checkpoint {
    fn of(copy: Copied) -> Self {
        let [us, back_us] = [copy.wall_s, copy.back_s].map(|s| s * 1e6);
        Self { at_ps: copy.at.ps(), frames: copy.frames, bytes: copy.bytes, us, back_us }
    }

    /// What its frames do not take.
    fn beside_frames(&self) -> usize {
        self.bytes.saturating_sub(40 * self.frames as usize)
    }
}

impl Clones {
    /// Makes checkpoints all along the run of `incast`, `runs` times, beside
    /// the bare loop; the fastest of each counts.
    pub fn of_incast(runs: u32, heap: Heap) -> Result<Self, Box<dyn Error>> {
        let (spec, mut best) = (incast()?, Vec::<Copied>::new());
        let outlook = Outlook::beside("clone", Unit::Hops, runs, heap, || {
            let (figures, copies) = checkpoint::run(&spec);
            if best.is_empty() {
                best.clone_from(&copies);
            }
            best.iter_mut().zip(copies).for_each(|(best, copy)| *best = best.min(copy));
            figures
        });
        let copies: Vec<_> = best.into_iter().map(Checkpoint::of).collect();
        let most_beside_frames = copies.iter().map(Checkpoint::beside_frames).max().unwrap_or(0);
        let slowest = |of: fn(&Checkpoint) -> f64| copies.iter().map(of).fold(0.0, f64::max);
        let (slowest_us, back_slowest_us) = (slowest(|copy| copy.us), slowest(|copy| copy.back_us));
        Ok(Self { outlook, copies, most_beside_frames, slowest_us, back_slowest_us })
    }
}

impl Figures for Clones {
    fn print(&self, out: &mut dyn Write) -> Outcome {
        self.outlook.print(out)?;
        let row = |copy: &Checkpoint| {
            let at = fabric_sim::units::Time(copy.at_ps);
            let numbers = [copy.frames as usize, copy.bytes, copy.beside_frames()].map(|n| n.to_string());
            let times = [copy.us, copy.back_us].map(|us| format!("{us:.1}"));
            [vec![at.to_string()], numbers.to_vec(), times.to_vec()].concat()
        };
        let header = ["at", "frames", "bytes", "beside 40 a frame", "us", "back us"];
        table(out, &header, self.copies.iter().step_by(5).map(row))?;
        writeln!(out, "at most {} bytes beside 40 for each frame", self.most_beside_frames)?;
        writeln!(
            out,
            "at most {:.1} us to make one, {:.1} us to go on from it",
            self.slowest_us, self.back_slowest_us
        )?;
        Ok(())
    }
}

/// The cursor in the run of `incast`.
#[derive(Serialize)]
pub struct Seeks {
    /// Of the run to the horizon, checkpoints included.
    #[serde(flatten)]
    outlook: Outlook,
    checkpoints: usize,
    checkpoint_bytes: usize,
    anywhere_median_ms: f64,
    anywhere_slowest_ms: f64,
    back_median_ms: f64,
    back_slowest_ms: f64,
}

impl Seeks {
    /// Goes all over the run of `incast`, `runs` times, beside the bare loop;
    /// the fastest way to each place counts.
    pub fn of_incast(runs: u32, heap: Heap) -> Result<Self, Box<dyn Error>> {
        let (spec, mut best) = (incast()?, None::<Sought>);
        let outlook = Outlook::beside("seek", Unit::Hops, runs, heap, || {
            let (figures, sought) = seek::run(&spec);
            best = Some(match best.take() {
                Some(best) => best.min(&sought),
                None => sought,
            });
            figures
        });
        let sought = best.ok_or("no run was asked for")?;
        let [anywhere, back] = [sought.anywhere, sought.back].map(|mut times| {
            times.sort_by(f64::total_cmp);
            let of = |n: usize| times.get(n).copied().unwrap_or(0.0) * 1e3;
            (of(times.len() / 2), of(times.len().saturating_sub(1)))
        });
        let (checkpoints, checkpoint_bytes) = sought.checkpoints;
        Ok(Self {
            outlook,
            checkpoints,
            checkpoint_bytes,
            anywhere_median_ms: anywhere.0,
            anywhere_slowest_ms: anywhere.1,
            back_median_ms: back.0,
            back_slowest_ms: back.1,
        })
    }
}

impl Figures for Seeks {
    fn print(&self, out: &mut dyn Write) -> Outcome {
        self.outlook.print(out)?;
        writeln!(out, "{} checkpoints of {} bytes", self.checkpoints, self.checkpoint_bytes)?;
        let rows = [
            ("anywhere", self.anywhere_median_ms, self.anywhere_slowest_ms),
            ("one event back", self.back_median_ms, self.back_slowest_ms),
        ];
        let row = |(name, median, slowest): (&str, f64, f64)| {
            vec![name.to_owned(), format!("{median:.2}"), format!("{slowest:.2}")]
        };
        table(out, &["to", "median ms", "slowest ms"], rows.into_iter().map(row))?;
        Ok(())
    }
}
