//! A workload beside the bare event loop, in one run.

use fabric_sim::document::Problems;
use serde::Serialize;

use crate::workload::{self, Figures, Workload};

/// What a workload came to. Rates are per second of wall time.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Outlook {
    /// Its name.
    pub workload: &'static str,
    /// Data and ack frames that crossed a link.
    pub hops: u64,
    /// Events.
    pub events: u64,
    /// Seconds of the fastest run.
    pub wall_s: f64,
    /// Hops per second.
    pub hops_per_s: f64,
    /// Cells that crossed a crossbar.
    pub cells: u64,
    /// Cells per second.
    pub cells_per_s: f64,
    /// Most bytes that were ever in use, document and fabric included.
    pub heap_peak_bytes: usize,
    /// Hops per second of the bare loop.
    pub yardstick_hops_per_s: f64,
    /// The one by the other.
    pub ratio: f64,
    /// Simulated time at which the last flow was done.
    pub finished_ps: u64,
    /// Frames lost.
    pub drops: u64,
    /// PFC frames that paused something.
    pub pauses: u64,
}

/// How what is allocated is measured.
#[derive(Clone, Copy, Debug)]
pub struct Heap {
    /// Begins anew.
    pub reset: fn(),
    /// The most bytes in use since.
    pub peak: fn() -> usize,
}

impl Outlook {
    /// Runs the workload and the yardstick in turn, at least once; the fastest
    /// of `runs` of each counts.
    ///
    /// # Errors
    /// If its document is wrong; a test sees to it that none is.
    pub fn of(workload: &Workload, runs: u32, heap: Heap) -> Result<Self, Problems> {
        let spec = workload.spec()?;
        let once = || {
            let bare = workload::yardstick_hops_per_s();
            (heap.reset)();
            let figures: Figures = workload::run(&spec);
            (figures, bare, (heap.peak)())
        };
        let (mut best, mut yardstick, mut peak) = once();
        for _ in 1..runs {
            let (figures, bare, bytes) = once();
            yardstick = yardstick.max(bare);
            peak = bytes;
            if figures.wall_s < best.wall_s {
                best = figures;
            }
        }
        Ok(Self {
            workload: workload.name,
            hops: best.hops,
            events: best.events,
            wall_s: best.wall_s,
            hops_per_s: best.hops_per_s(),
            cells: best.cells,
            cells_per_s: best.per_s(best.cells),
            heap_peak_bytes: peak,
            yardstick_hops_per_s: yardstick,
            ratio: best.hops_per_s() / yardstick,
            finished_ps: best.finished.ps(),
            drops: best.drops,
            pauses: best.pauses,
        })
    }
}
