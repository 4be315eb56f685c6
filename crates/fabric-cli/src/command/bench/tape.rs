use std::error::Error;
use std::io::Write;
use std::sync::Arc;

use fabric_bench::{checkpoint, seek};
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
    copies: Vec<Copied>,
    /// The most bytes of any beside 40 for each frame.
    most_beside_frames: usize,
    slowest_us: f64,
    back_slowest_us: f64,
}

#[derive(Serialize)]
struct Copied {
    at_ps: u64,
    frames: u32,
    bytes: usize,
    /// To make it, and to go on from it.
    us: f64,
    back_us: f64,
}

impl Copied {
    /// What its frames do not take.
    fn beside_frames(&self) -> usize {
        self.bytes.saturating_sub(40 * self.frames as usize)
    }
}

impl Clones {
    /// Makes checkpoints all along the run of `incast`.
    pub fn of_incast() -> Result<Self, Box<dyn Error>> {
        let read = |copy: checkpoint::Copied| Copied {
            at_ps: copy.at.ps(),
            frames: copy.frames,
            bytes: copy.bytes,
            us: copy.wall_s * 1e6,
            back_us: copy.back_s * 1e6,
        };
        let copies: Vec<_> = checkpoint::run(&incast()?).into_iter().map(read).collect();
        let most_beside_frames = copies.iter().map(Copied::beside_frames).max().unwrap_or(0);
        let slowest = |of: fn(&Copied) -> f64| copies.iter().map(of).fold(0.0, f64::max);
        let (slowest_us, back_slowest_us) = (slowest(|copy| copy.us), slowest(|copy| copy.back_us));
        Ok(Self { copies, most_beside_frames, slowest_us, back_slowest_us })
    }
}

impl Figures for Clones {
    fn print(&self, out: &mut dyn Write) -> Outcome {
        writeln!(out, "checkpoints of incast")?;
        let row = |copy: &Copied| {
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
    events: u64,
    checkpoints: usize,
    checkpoint_bytes: usize,
    anywhere_median_ms: f64,
    anywhere_slowest_ms: f64,
    back_median_ms: f64,
    back_slowest_ms: f64,
}

impl Seeks {
    /// Goes all over the run of `incast`.
    pub fn of_incast() -> Result<Self, Box<dyn Error>> {
        let sought = seek::run(&incast()?);
        let median = |times: &[f64]| times.get(times.len() / 2).copied().unwrap_or(0.0) * 1e3;
        let slowest = |times: &[f64]| times.last().copied().unwrap_or(0.0) * 1e3;
        Ok(Self {
            events: sought.events,
            checkpoints: sought.checkpoints.0,
            checkpoint_bytes: sought.checkpoints.1,
            anywhere_median_ms: median(&sought.anywhere),
            anywhere_slowest_ms: slowest(&sought.anywhere),
            back_median_ms: median(&sought.back),
            back_slowest_ms: slowest(&sought.back),
        })
    }
}

impl Figures for Seeks {
    fn print(&self, out: &mut dyn Write) -> Outcome {
        let Self { events, checkpoints, checkpoint_bytes, .. } = self;
        writeln!(out, "incast: {events} events, {checkpoints} checkpoints of {checkpoint_bytes} bytes")?;
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
