//! A workload beside the bare event loop, in one run.

use fabric_sim::document::Problems;
use fabric_sim::engine::COUNTS;
use serde::Serialize;

use crate::workload::{self, Bare, Figures, Unit, Workload, YARDSTICK};

/// What a workload came to. Rates are per second of wall time.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Outlook {
    /// Its name.
    pub workload: &'static str,
    /// Runs of it and of the bare loop, in turn.
    pub runs: u32,
    /// Whether what is only read is counted, as it is in what is shipped.
    pub counters: bool,
    /// What its speed is quoted in.
    pub unit: Unit,
    /// Data and ack frames that crossed a link.
    pub hops: u64,
    /// Events.
    pub events: u64,
    /// Seconds of the fastest run.
    pub wall_s: f64,
    /// Hops per second.
    pub hops_per_s: f64,
    /// Events per second.
    pub events_per_s: f64,
    /// Cells that crossed a crossbar.
    pub cells: u64,
    /// Cells per second.
    pub cells_per_s: f64,
    /// Most bytes that were ever in use, document and fabric included.
    pub heap_peak_bytes: usize,
    /// Hops per second of the bare loop.
    pub yardstick_hops_per_s: f64,
    /// Events per second of the bare loop.
    pub yardstick_events_per_s: f64,
    /// The workload's rate by the bare loop's, in its unit.
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
    /// Runs the workload and the bare loop in turn, at least once; the fastest
    /// of `runs` of each counts.
    ///
    /// # Errors
    /// If its document is wrong; a test sees to it that none is.
    pub fn of(workload: &Workload, runs: u32, heap: Heap) -> Result<Self, Problems> {
        let spec = workload.spec()?;
        Ok(Self::beside(workload.name, workload.unit, runs, heap, || workload::run(&spec)))
    }

    /// The same of whatever `run` runs.
    pub fn beside(
        name: &'static str,
        unit: Unit,
        runs: u32,
        heap: Heap,
        mut run: impl FnMut() -> Figures,
    ) -> Self {
        let mut once = || {
            let bare = Bare::run(YARDSTICK);
            (heap.reset)();
            let figures = run();
            (figures, bare, (heap.peak)())
        };
        let (mut best, mut bare, mut peak) = once();
        for _ in 1..runs {
            let (figures, other, bytes) = once();
            bare = bare.max(other);
            peak = bytes;
            if figures.wall_s < best.wall_s {
                best = figures;
            }
        }
        let (hops_per_s, events_per_s) = (best.hops_per_s(), best.per_s(best.events));
        Self {
            workload: name,
            runs: runs.max(1),
            counters: COUNTS,
            unit,
            hops: best.hops,
            events: best.events,
            wall_s: best.wall_s,
            hops_per_s,
            events_per_s,
            cells: best.cells,
            cells_per_s: best.per_s(best.cells),
            heap_peak_bytes: peak,
            yardstick_hops_per_s: bare.hops_per_s,
            yardstick_events_per_s: bare.events_per_s,
            ratio: match unit {
                Unit::Hops => hops_per_s / bare.hops_per_s,
                Unit::Events => events_per_s / bare.events_per_s,
            },
            finished_ps: best.finished.ps(),
            drops: best.drops,
            pauses: best.pauses,
        }
    }
}
