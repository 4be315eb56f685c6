//! Measures the speed of a workload and compares it with the bare event loop. Start with [`Measurement::of`].

use fabric_sim::document::Problems;
use fabric_sim::engine::COUNTS;
use serde::Serialize;

use crate::workload::{self, BARE_LOOP, Bare, Unit, Workload, WorkloadFigures};

/// Measured figures of a workload, compared with the bare event loop. Rates are per second of wall time.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Measurement {
    /// Name of the workload.
    pub workload: &'static str,
    /// Number of runs of the workload. The bare event loop has the same number of runs.
    pub runs: u32,
    /// Whether the program was compiled with the statistics that only reports and the page need. The released
    /// program has these statistics.
    pub counters: bool,
    /// Unit in which [`Measurement::ratio`] compares the two speeds.
    pub unit: Unit,
    /// Number of data frames and acks that crossed a link, counted at each link.
    pub hops: u64,
    /// Number of events in a run of the workload.
    pub events: u64,
    /// Wall time of the fastest run, in seconds.
    pub wall_s: f64,
    /// Hops of the workload per second of wall time.
    pub hops_per_s: f64,
    /// Events of the workload per second of wall time.
    pub events_per_s: f64,
    /// Number of cells that crossed a crossbar.
    pub cells: u64,
    /// Cells of the workload per second of wall time.
    pub cells_per_s: f64,
    /// Greatest number of bytes in use on the heap during the last run (not the fastest run). Includes the
    /// document and the fabric.
    pub heap_peak_bytes: usize,
    /// Hops per second of the bare event loop.
    pub yardstick_hops_per_s: f64,
    /// Events per second of the bare event loop.
    pub yardstick_events_per_s: f64,
    /// Speed of the workload divided by the speed of the bare event loop, both in [`Measurement::unit`].
    pub ratio: f64,
    /// Simulated time at which the last flow ended, in picoseconds; the horizon if no flow ended.
    pub finished_ps: u64,
    /// Number of dropped frames.
    pub drops: u64,
    /// Number of transmitted PFC frames that pause at least one priority.
    pub pauses: u64,
}

/// Functions that measure the greatest number of bytes in use on the heap.
#[derive(Clone, Copy, Debug)]
pub struct Heap {
    /// Starts a new measurement of the heap.
    pub reset: fn(),
    /// Returns the greatest number of bytes in use since the start of the measurement.
    pub peak: fn() -> usize,
}

impl Measurement {
    /// Runs the workload and the bare event loop in turn, `runs` times but at least once. Returns the figures
    /// of the fastest run of the workload and of the fastest run of the loop.
    ///
    /// # Errors
    /// If the document of the workload is invalid. Tests check that the documents of all workloads are valid.
    pub fn of(workload: &Workload, runs: u32, heap: Heap) -> Result<Self, Problems> {
        let spec = workload.spec()?;
        Ok(Self::compare(workload.name, workload.unit, runs, heap, || workload::run(&spec)))
    }

    /// Calls `run` and the bare event loop in turn, the loop first, `runs` times but at least once. Returns
    /// the figures of the fastest call of `run` and of the fastest run of the loop. Among equally fast runs,
    /// the first counts. `name` and `unit` are those of the workload.
    pub fn compare(
        name: &'static str,
        unit: Unit,
        runs: u32,
        heap: Heap,
        mut run: impl FnMut() -> WorkloadFigures,
    ) -> Self {
        let mut once = || {
            let bare = Bare::run(BARE_LOOP);
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
