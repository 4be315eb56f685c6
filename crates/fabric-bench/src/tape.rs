//! Checkpoints and cursor of `incast`, measured beside the bare event loop.

use std::error::Error;
use std::sync::Arc;

use fabric_sim::document::Preset;
use fabric_sim::spec::Spec;
use serde::Serialize;

use crate::checkpoint::{self, CheckpointCost};
use crate::outlook::{Heap, Outlook};
use crate::seek::{self, SeekTimes};
use crate::workload::Unit;

/// Bytes that a checkpoint may take for each frame.
const FRAME: usize = 40;

fn incast() -> Result<Arc<Spec>, Box<dyn Error>> {
    Ok(Arc::new(Preset::find("incast")?.document().compile()?))
}

/// Checkpoints of the run of `incast`.
#[derive(Clone, Debug, Serialize)]
pub struct Clones {
    /// Figures of the run without the checkpoints.
    #[serde(flatten)]
    pub outlook: Outlook,
    /// Checkpoints in order of time.
    pub copies: Vec<Checkpoint>,
    /// Largest size of a checkpoint without 40 B for each frame, in bytes.
    pub most_beside_frames: usize,
    /// Longest time to make a checkpoint, in microseconds.
    pub slowest_us: f64,
    /// Longest time to restore a checkpoint, in microseconds.
    pub back_slowest_us: f64,
}

/// Checkpoint of a run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Checkpoint {
    /// Simulated time, in picoseconds.
    pub at_ps: u64,
    /// Frames that exist in the fabric.
    pub frames: u32,
    /// Size in bytes, without the start of the run, which all checkpoints share.
    pub bytes: usize,
    /// Time to make it, in microseconds.
    pub us: f64,
    /// Time to restore it, in microseconds.
    pub back_us: f64,
}

impl Checkpoint {
    fn of(copy: CheckpointCost) -> Self {
        let [us, back_us] = [copy.wall_s, copy.back_s].map(|s| s * 1e6);
        Self { at_ps: copy.at.ps(), frames: copy.frames, bytes: copy.bytes, us, back_us }
    }

    /// Size without 40 B for each frame, in bytes; 0 if the frames account for all of it.
    #[must_use]
    pub fn beside_frames(&self) -> usize {
        self.bytes.saturating_sub(FRAME * self.frames as usize)
    }
}

impl Clones {
    /// Makes checkpoints of the run of `incast`, `runs` times, beside the bare loop; the fastest of
    /// each counts.
    ///
    /// # Errors
    /// If the preset is wrong; a test checks that it is not.
    pub fn of_incast(runs: u32, heap: Heap) -> Result<Self, Box<dyn Error>> {
        let (spec, mut best) = (incast()?, Vec::<CheckpointCost>::new());
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

/// Cursor in the run of `incast`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Seeks {
    /// Figures of the run to the horizon, with the time of its checkpoints.
    #[serde(flatten)]
    pub outlook: Outlook,
    /// Number of checkpoints.
    pub checkpoints: usize,
    /// Bytes of the checkpoints.
    pub checkpoint_bytes: usize,
    /// Median time to an event anywhere in the run, in milliseconds.
    pub anywhere_median_ms: f64,
    /// Longest time to an event anywhere in the run, in milliseconds.
    pub anywhere_slowest_ms: f64,
    /// Median time from an event to the one before, in milliseconds.
    pub back_median_ms: f64,
    /// Longest time from an event to the one before, in milliseconds.
    pub back_slowest_ms: f64,
}

impl Seeks {
    /// Seeks events all over the run of `incast`, `runs` times, beside the bare loop; the shortest
    /// time to each counts.
    ///
    /// # Errors
    /// As [`Clones::of_incast`].
    pub fn of_incast(runs: u32, heap: Heap) -> Result<Self, Box<dyn Error>> {
        let (spec, mut best) = (incast()?, None::<SeekTimes>);
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
