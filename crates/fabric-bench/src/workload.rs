//! Workloads of the benchmarks, and the figures of a run. Start with [`WORKLOADS`] and [`run`]. Wall times
//! are in seconds and do not include the construction of the world.

mod documents;

use std::sync::Arc;

use fabric_sim::document::{Document, Problems};
use fabric_sim::engine::World;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use serde::Serialize;
use web_time::Instant;

use crate::bare_loop::{self, Incast};

/// Unit in which the speed of a workload is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Hops: each data frame or ack counts once for each link that it crosses.
    Hops,
    /// Events of the simulator, for a workload in which hardly any frame moves.
    Events,
}

/// Workload that is built into the program.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// Name of the workload on the command line.
    pub name: &'static str,
    /// Unit in which the speed of the workload is counted.
    pub unit: Unit,
    /// Function that writes the document of the workload as JSON.
    generate: fn() -> String,
}

/// Workload W1: 16 senders transmit 10 MB each to one receiver over one switch.
pub const W1: Workload = Workload::of_hops("w1", documents::w1);

/// All workloads, in the order in which `docs/speed.md` lists them.
pub const WORKLOADS: [Workload; 6] = [
    W1,
    Workload::of_hops("w1d", documents::w1d),
    Workload::of_hops("w1l", documents::w1l),
    Workload::of_hops("crossbar", documents::crossbar),
    Workload::of_hops("w2", documents::w2),
    Workload { name: "deadlock-250ms", unit: Unit::Events, generate: documents::deadlock_250ms },
];

/// Incast that the bare event loop ([`crate::bare_loop`]) runs for comparison with the workload W1L: the same
/// frames, thresholds and links.
pub const BARE_LOOP: Incast = Incast {
    senders: 16,
    frames: 100_000,
    data_ps: 1_064 * 80,
    ack_ps: 84 * 80,
    delay_ps: 1_000_000,
    data_bytes: 1_044,
    xoff: 46_980,
    xon: 31_320,
};

/// Incast that the bare event loop ([`crate::bare_loop`]) runs for comparison with the workload [`W1`]. Each
/// host sends a tenth of the frames of [`BARE_LOOP`].
pub const SHORT_BARE_LOOP: Incast = Incast { frames: BARE_LOOP.frames / 10, ..BARE_LOOP };

/// Figures of a run of a workload.
#[derive(Clone, Copy, Debug)]
pub struct WorkloadFigures {
    /// Number of data frames and acks that crossed a link, counted at each link.
    pub hops: u64,
    /// Number of events of the simulation.
    pub events: u64,
    /// Number of cells that crossed a crossbar.
    pub cells: u64,
    /// Wall time of the run, in seconds.
    pub wall_s: f64,
    /// Simulated time at which the last flow ended; the horizon if no flow ended. Flows that have not ended
    /// do not count.
    pub finished: Time,
    /// Number of dropped frames.
    pub drops: u64,
    /// Number of transmitted PFC frames that pause at least one priority.
    pub pauses: u64,
}

impl WorkloadFigures {
    /// Figures of `world` after a run that took `wall_s` seconds of wall time.
    #[must_use]
    pub fn of(world: &World, wall_s: f64) -> Self {
        let counters = world.counters();
        let finished = counters.flows.iter().filter_map(|flow| flow.finished).max();
        Self {
            hops: counters.hops,
            events: counters.events,
            cells: counters.crossbars.iter().map(|crossbar| crossbar.cells).sum(),
            wall_s,
            finished: finished.unwrap_or(world.spec().horizon),
            drops: counters.totals.drops,
            pauses: counters.totals.pauses,
        }
    }

    /// Hops per second of wall time.
    #[must_use]
    pub fn hops_per_s(&self) -> f64 {
        self.per_s(self.hops)
    }

    /// `count` divided by the wall time in seconds; infinite if the wall time is 0.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a figure to read")]
    pub fn per_s(&self, count: u64) -> f64 {
        count as f64 / self.wall_s
    }
}

impl Workload {
    const fn of_hops(name: &'static str, generate: fn() -> String) -> Self {
        Self { name, unit: Unit::Hops, generate }
    }

    /// Workload with the name `name`; `None` if there is none.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        WORKLOADS.iter().find(|workload| workload.name == name)
    }

    /// Document of the workload as JSON, in one line.
    #[must_use]
    pub fn text(&self) -> String {
        (self.generate)()
    }

    /// Document of the workload.
    ///
    /// # Errors
    /// If the document is invalid. Tests check that the documents of all workloads are valid.
    pub fn document(&self) -> Result<Document, Problems> {
        Document::parse(&self.text())
    }

    /// Compiled document of the workload.
    ///
    /// # Errors
    /// If the document is invalid. Tests check that the documents of all workloads are valid.
    pub fn spec(&self) -> Result<Arc<Spec>, Problems> {
        Ok(Arc::new(self.document()?.compile()?))
    }
}

/// Runs `spec` to its horizon, and returns the figures of the run. The wall time does not include the
/// construction of the world.
#[must_use]
pub fn run(spec: &Arc<Spec>) -> WorkloadFigures {
    let mut world = World::new(Arc::clone(spec));
    let start = Instant::now();
    simulate(&mut world);
    WorkloadFigures::of(&world, start.elapsed().as_secs_f64())
}

/// Runs the world to its horizon. The function is separate from its caller, so that a profiler can count its
/// instructions separately.
#[inline(never)]
fn simulate(world: &mut World) {
    world.run(world.spec().horizon, u64::MAX);
}

/// Speed of the bare event loop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare {
    /// Hops per second of wall time, counted as [`Unit::Hops`] says.
    pub hops_per_s: f64,
    /// Events per second of wall time.
    pub events_per_s: f64,
}

impl Bare {
    /// Runs the bare event loop once and measures its speed.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "figures to read")]
    pub fn run(incast: Incast) -> Self {
        let start = Instant::now();
        let outcome = bare_loop::run(incast);
        let wall_s = start.elapsed().as_secs_f64();
        Self { hops_per_s: outcome.hops as f64 / wall_s, events_per_s: outcome.events as f64 / wall_s }
    }

    /// Faster of two measurements, compared in hops per second; `self` if both are equal.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        if other.hops_per_s > self.hops_per_s { other } else { self }
    }
}

#[cfg(test)]
mod tests;
