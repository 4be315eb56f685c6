//! Measurement of a workload beside the bare event loop.

use fabric_sim::document::Problems;
use fabric_sim::engine::COUNTS;
use serde::Serialize;

use crate::workload::{self, Bare, Figures, Unit, Workload, YARDSTICK};

/// Figures of a workload. Rates are per second of wall time.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Outlook {
    /// Name of the workload.
    pub workload: &'static str,
    /// Runs of the workload, each with one of the bare loop.
    pub runs: u32,
    /// Whether the counters that are only read are compiled in, as in the shipped program.
    pub counters: bool,
    /// Unit of the ratio.
    pub unit: Unit,
    /// Data frames and acks that crossed a link.
    pub hops: u64,
    /// Events.
    pub events: u64,
    /// Wall time of the fastest run, in seconds.
    pub wall_s: f64,
    /// Hops per second.
    pub hops_per_s: f64,
    /// Events per second.
    pub events_per_s: f64,
    /// Cells that crossed a crossbar.
    pub cells: u64,
    /// Cells per second.
    pub cells_per_s: f64,
    /// Largest use of the heap in bytes, with document and fabric.
    pub heap_peak_bytes: usize,
    /// Hops per second of the bare loop.
    pub yardstick_hops_per_s: f64,
    /// Events per second of the bare loop.
    pub yardstick_events_per_s: f64,
    /// Rate of the workload divided by that of the bare loop, in `unit`.
    pub ratio: f64,
    /// Simulated time at which the last flow ended.
    pub finished_ps: u64,
    /// Frames dropped.
    pub drops: u64,
    /// PFC frames transmitted that pause at least one priority.
    pub pauses: u64,
}

/// Functions that measure the use of the heap.
#[derive(Clone, Copy, Debug)]
pub struct Heap {
    /// Starts a new measurement.
    pub reset: fn(),
    /// Largest use in bytes since the start of the measurement.
    pub peak: fn() -> usize,
}

impl Outlook {
    /// Runs the workload and the bare loop in turn, `runs` times but at least once; the fastest run
    /// of each counts.
    ///
    /// # Errors
    /// If the document of the workload is wrong; a test checks that none is.
    pub fn of(workload: &Workload, runs: u32, heap: Heap) -> Result<Self, Problems> {
        let spec = workload.spec()?;
        Ok(Self::beside(workload.name, workload.unit, runs, heap, || workload::run(&spec)))
    }

    /// Measures `run` in the way of [`Outlook::of`].
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
