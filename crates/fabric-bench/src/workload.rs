//! Workloads as documents, and what running one came to.

use std::sync::Arc;

use fabric_sim::document::{Document, Problems};
use fabric_sim::engine::World;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use web_time::Instant;

use crate::yardstick::{self, Incast};

/// A workload that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// As the command line names it.
    pub name: &'static str,
    document: &'static str,
}

/// 16 to 1 over one switch, 10 MB each.
pub const W1: Workload = Workload { name: "w1", document: include_str!("../../../benches/w1.json") };

/// All of them.
pub const WORKLOADS: [Workload; 6] = [
    W1,
    Workload { name: "w1d", document: include_str!("../../../benches/w1d.json") },
    Workload { name: "w1l", document: include_str!("../../../benches/w1l.json") },
    Workload { name: "crossbar", document: include_str!("../../../benches/crossbar.json") },
    Workload { name: "w2", document: include_str!("../../../benches/w2.json") },
    Workload { name: "deadlock-250ms", document: include_str!("../../../benches/deadlock-250ms.json") },
];

/// The incast of W1L as the yardstick runs it: the same frames, thresholds and links.
pub const YARDSTICK: Incast = Incast {
    senders: 16,
    frames: 100_000,
    data_ps: 1_064 * 80,
    ack_ps: 84 * 80,
    delay_ps: 1_000_000,
    data_bytes: 1_044,
    xoff: 46_980,
    xon: 31_320,
};

/// What a run came to.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Data and ack frames that crossed a link.
    pub hops: u64,
    /// Events.
    pub events: u64,
    /// Cells that crossed a crossbar.
    pub cells: u64,
    /// Wall time, in seconds.
    pub wall_s: f64,
    /// Simulated time at which the last flow was done; of flows without end, of the run.
    pub finished: Time,
    /// Frames lost.
    pub drops: u64,
    /// PFC frames that paused something.
    pub pauses: u64,
}

impl Figures {
    /// Hops per second of wall time.
    #[must_use]
    pub fn hops_per_s(&self) -> f64 {
        self.per_s(self.hops)
    }

    /// `count` per second of wall time.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a figure to read")]
    pub fn per_s(&self, count: u64) -> f64 {
        count as f64 / self.wall_s
    }
}

impl Workload {
    /// The workload called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        WORKLOADS.iter().find(|workload| workload.name == name)
    }

    /// Its document.
    ///
    /// # Errors
    /// If it is wrong; a test sees to it that none is.
    pub fn document(&self) -> Result<Document, Problems> {
        Document::parse(self.document)
    }

    /// Its fabric.
    ///
    /// # Errors
    /// As [`Workload::document`].
    pub fn spec(&self) -> Result<Arc<Spec>, Problems> {
        Ok(Arc::new(self.document()?.compile()?))
    }
}

/// Runs `spec` until nothing is left to happen; setting up is not timed.
#[must_use]
pub fn run(spec: &Arc<Spec>) -> Figures {
    let mut world = World::new(Arc::clone(spec));
    let start = Instant::now();
    world.run(spec.horizon, u64::MAX);
    let wall_s = start.elapsed().as_secs_f64();
    let counters = world.counters();
    let finished = counters.flows.iter().filter_map(|flow| flow.finished).max().unwrap_or(spec.horizon);
    Figures {
        hops: counters.hops,
        events: counters.events,
        cells: counters.crossbars.iter().map(|crossbar| crossbar.cells).sum(),
        wall_s,
        finished,
        drops: counters.totals.drops,
        pauses: counters.totals.pauses,
    }
}

/// Runs the yardstick; its hops per second of wall time.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a figure to read")]
pub fn yardstick_hops_per_s() -> f64 {
    let start = Instant::now();
    let outcome = yardstick::run(YARDSTICK);
    outcome.hops as f64 / start.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 16 × 10 000 data frames of 1064 B on the wire through one 100G port:
    /// 13.62 ms, then a link's delay. Within 0.2 % of it, and nothing is lost.
    #[test]
    fn w1_is_the_workload_that_it_says() {
        let figures = run(&Workload::find("w1").unwrap().spec().unwrap());
        assert_eq!((figures.hops, figures.drops), (640_000, 0));
        let ideal = 160_000 * 1_064 * 80;
        assert!(figures.finished.ps() >= ideal && figures.finished.ps() <= ideal + ideal / 500);
    }

    /// The permutation's paths sum to 738 links, a thousand frames and a
    /// thousand acks on each: routes are shortest and every flow keeps to one.
    #[test]
    fn w2_is_the_workload_that_it_says() {
        let figures = run(&Workload::find("w2").unwrap().spec().unwrap());
        assert_eq!((figures.hops, figures.drops), (738 * 2 * 1_000, 0));
    }

    /// 64 ports at 0.9 of 100G for 5 ms: 3.6 M frames of four cells, each of
    /// two hops, but for those that are still under way at the end.
    #[test]
    fn crossbar_is_the_workload_that_it_says() {
        let figures = run(&Workload::find("crossbar").unwrap().spec().unwrap());
        let frames = 64.0 * 90e9 * 5e-3 / 8_000.0;
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        let [cells, hops] = [figures.cells, figures.hops].map(|count| count as f64 / frames);
        assert!(
            (cells - 4.0).abs() < 0.01 && (hops - 2.0).abs() < 0.01,
            "{cells} cells, {hops} hops a frame"
        );
        assert_eq!(figures.drops, 0);
    }

    /// It freezes within a millisecond; what is left are pauses that are said
    /// again every half of their time, and the looks of the watchdogs.
    #[test]
    fn deadlock_250ms_is_the_workload_that_it_says() {
        let spec = Workload::find("deadlock-250ms").unwrap().spec().unwrap();
        let mut world = World::new(Arc::clone(&spec));
        world.run_until(Time::from_ms(1), u64::MAX, &mut ());
        let hops = world.counters().hops;
        assert!(world.circles().standing().iter().any(fabric_sim::engine::Circle::is_deadlock));
        world.run_until(spec.horizon, u64::MAX, &mut ());
        assert_eq!((world.counters().hops, world.counters().totals.drops), (hops, 0));
    }

    #[test]
    fn w1l_is_ten_times_w1() {
        let [w1, w1l] = ["w1", "w1l"].map(|name| Workload::find(name).unwrap().spec().unwrap());
        assert_eq!(w1.flows.len(), w1l.flows.len());
        assert!(w1.flows.iter().zip(&w1l.flows).all(|(a, b)| a.size.map(|size| size * 10) == b.size));
    }
}
