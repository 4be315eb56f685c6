//! Measures the size and time of checkpoints ([`Clones`]), and the time that the cursor needs to reach an
//! event ([`Seeks`]). The preset `incast` is run; the bare event loop is measured for comparison.

use std::error::Error;
use std::sync::Arc;

use fabric_sim::document::Preset;
use fabric_sim::spec::Spec;
use serde::Serialize;

use crate::checkpoint::{self, CheckpointCost};
use crate::measurement::{Heap, Measurement};
use crate::seek::{self, SeekTimes};
use crate::workload::Unit;

/// Expected number of bytes that a checkpoint needs for each frame in the fabric.
const FRAME: usize = 40;

/// Compiled preset `incast`.
fn incast() -> Result<Arc<Spec>, Box<dyn Error>> {
    Ok(Arc::new(Preset::find("incast")?.document().compile()?))
}

/// Measured checkpoints of the run of `incast`.
#[derive(Clone, Debug, Serialize)]
pub struct Clones {
    /// Speed of the fastest run; the wall time does not include the checkpoints. The peak of the heap is that
    /// of the last run.
    #[serde(flatten)]
    pub measurement: Measurement,
    /// Checkpoints in the order of simulated time: at the start, and after each of 50 equal steps.
    pub copies: Vec<Checkpoint>,
    /// Greatest size of a checkpoint in bytes, after subtraction of 40 B for each frame in the fabric.
    pub most_beside_frames: usize,
    /// Longest time to make a checkpoint, in microseconds.
    pub slowest_us: f64,
    /// Longest time to restore a checkpoint, in microseconds.
    pub back_slowest_us: f64,
}

/// Measured checkpoint of a run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Checkpoint {
    /// Simulated time of the checkpoint, in picoseconds.
    pub at_ps: u64,
    /// Number of frames in the fabric at the time of the checkpoint.
    pub frames: u32,
    /// Size of the checkpoint in bytes, without the start state of the run, which all checkpoints share.
    pub bytes: usize,
    /// Wall time to make the checkpoint, in microseconds.
    pub us: f64,
    /// Wall time to restore the checkpoint, in microseconds.
    pub back_us: f64,
}

impl Checkpoint {
    fn of(copy: CheckpointCost) -> Self {
        let [us, back_us] = [copy.wall_s, copy.back_s].map(|s| s * 1e6);
        Self { at_ps: copy.at.ps(), frames: copy.frames, bytes: copy.bytes, us, back_us }
    }

    /// Size of the checkpoint without its frames, in bytes. Each frame in the fabric counts as 40 B. 0 if the
    /// difference is negative.
    #[must_use]
    pub fn beside_frames(&self) -> usize {
        self.bytes.saturating_sub(FRAME * self.frames as usize)
    }
}

impl Clones {
    /// Runs `incast` with checkpoints and the bare event loop in turn, `runs` times but at least once.
    /// Returns the fastest run, and the shortest times of each checkpoint, which may come from different
    /// runs.
    ///
    /// # Errors
    /// If the preset is invalid. A test checks that the preset is valid.
    pub fn of_incast(runs: u32, heap: Heap) -> Result<Self, Box<dyn Error>> {
        let (spec, mut best) = (incast()?, Vec::<CheckpointCost>::new());
        let measurement = Measurement::compare("clone", Unit::Hops, runs, heap, || {
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
        Ok(Self { measurement, copies, most_beside_frames, slowest_us, back_slowest_us })
    }
}

/// Measured times that the cursor needs to reach events of the run of `incast`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Seeks {
    /// Figures of the fastest of several runs from start to end. Each run takes checkpoints, and the wall
    /// time includes them. The moves of the cursor come after the run and are not included.
    #[serde(flatten)]
    pub measurement: Measurement,
    /// Number of checkpoints of the run.
    pub checkpoints: usize,
    /// Bytes of all checkpoints of the run together.
    pub checkpoint_bytes: usize,
    /// Median wall time to reach an event anywhere in the run, in milliseconds. For an even number of times,
    /// the greater of the two middle values.
    pub anywhere_median_ms: f64,
    /// Longest wall time to reach an event anywhere in the run, in milliseconds.
    pub anywhere_slowest_ms: f64,
    /// Median wall time to move from an event back to the previous event, in milliseconds.
    pub back_median_ms: f64,
    /// Longest wall time to move from an event back to the previous event, in milliseconds.
    pub back_slowest_ms: f64,
}

impl Seeks {
    /// Measures moves of the cursor in the run of `incast`, and runs the bare event loop, in turn, `runs`
    /// times but at least once. Returns the shortest wall time for each move.
    ///
    /// # Errors
    /// If the preset is invalid. A test checks that the preset is valid.
    pub fn of_incast(runs: u32, heap: Heap) -> Result<Self, Box<dyn Error>> {
        let (spec, mut best) = (incast()?, None::<SeekTimes>);
        let measurement = Measurement::compare("seek", Unit::Hops, runs, heap, || {
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
            measurement,
            checkpoints,
            checkpoint_bytes,
            anywhere_median_ms: anywhere.0,
            anywhere_slowest_ms: anywhere.1,
            back_median_ms: back.0,
            back_slowest_ms: back.1,
        })
    }
}
