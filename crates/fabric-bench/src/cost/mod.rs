//! Measures the cost of each mechanism of the model, such as ECN or a watchdog. Each variant of the workload
//! W1 has one mechanism switched on or off. Variants called "paced" are without congestion: their senders are
//! so slow that no frame waits. Start with [`VARIANTS`].

mod variants;

use std::sync::Arc;

use fabric_sim::document::{Arrival, Document, Problems};
use fabric_sim::engine::{EventFilter, FnRecorder, Log, World};
use fabric_sim::ids::{FlowId, Priority};
use fabric_sim::insight::latency::Waterfalls;
use fabric_sim::seekable::ROUND;
use fabric_sim::spec::Spec;
use fabric_sim::units::Rate;
use web_time::Instant;

use crate::workload::{W1, WorkloadFigures};

pub use variants::VARIANTS;

/// Variant of the workload W1 with one mechanism of the model switched on or off.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Name of the variant; it states what differs from W1.
    pub name: &'static str,
    /// Name of the baseline: the variant to which this variant is compared. A variant that is its own
    /// baseline is not compared.
    pub baseline: &'static str,
    load: Load,
    /// Parameters that the variant sets, with their values.
    set: &'static [(&'static str, &'static str)],
    recorder: BenchRecorder,
}

/// Traffic of the senders of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Load {
    /// As in W1: all senders transmit at the rate of their links, with one priority.
    Incast,
    /// As in W1, but every second sender uses priority 4.
    Classes,
    /// Senders transmit at 6 Gb/s each. Together they load the link of the receiver just below its rate, so
    /// that no frame waits.
    Paced,
}

/// Recorder of trace events that a variant runs with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BenchRecorder {
    /// No recorder.
    None,
    /// Recorder that counts all trace events.
    Counts,
    /// Recorder of rare events only, as on the page while no queue is shown.
    Rare,
    /// Recorder of latencies, as used by the command `fabric run`.
    Waterfalls,
}

/// Figures of a run of a variant.
#[derive(Clone, Copy, Debug)]
pub struct VariantRun {
    /// Hops, events, wall time, pauses and drops of the run.
    pub figures: WorkloadFigures,
    /// Number of frames that were marked with ECN.
    pub marks: u64,
    /// Number of CNPs that receivers sent.
    pub cnps: u64,
    /// Number of recorded trace events; 0 without a recorder. With the recorder of latencies: number of
    /// frames whose latency was recorded.
    pub recorded: u64,
}

impl Variant {
    /// Compiled document of the variant.
    ///
    /// # Errors
    /// If the document is invalid. Tests check that the documents of all variants are valid.
    pub fn spec(&self) -> Result<Arc<Spec>, Problems> {
        let mut document = W1.document()?;
        self.load.put(&mut document);
        let written = document.edit_all(self.set.iter().copied())?;
        Ok(Arc::new(document.compile_edited(&written)?))
    }

    /// Runs the variant, compiled as `spec`, to its horizon, and returns its figures. The wall time does not
    /// include the construction of the world.
    #[must_use]
    pub fn run(&self, spec: &Arc<Spec>) -> VariantRun {
        let mut world = World::new(Arc::clone(spec));
        let mut waterfalls = Waterfalls::means(Arc::clone(spec));
        let start = Instant::now();
        let recorded = simulate(&mut world, self.recorder, &mut waterfalls);
        let figures = WorkloadFigures::of(&world, start.elapsed().as_secs_f64());
        let counters = world.counters();
        VariantRun {
            figures,
            marks: counters.totals.marks,
            cnps: counters.flows.iter().map(|flow| flow.cnps_sent).sum(),
            recorded,
        }
    }
}

impl Load {
    /// Changes the flows of `document` to this load. `Classes`: the second, fourth, sixth flow and so on get
    /// priority 4, and the others keep their priority. `Paced`: each flow sends at 6 Gb/s. `Incast` changes
    /// nothing.
    fn put(self, document: &mut Document) {
        for (n, flow) in document.flows.iter_mut().enumerate() {
            match self {
                Self::Incast => {}
                Self::Classes if n % 2 == 0 => {}
                Self::Classes => flow.priority = Priority::P4,
                Self::Paced => flow.arrival = Arrival::Constant(Rate::gbps(6)),
            }
        }
    }
}

/// Runs the world to its horizon, and returns the number for [`VariantRun::recorded`]. The function is
/// separate from its caller, so that a profiler can count its instructions separately.
#[inline(never)]
fn simulate(world: &mut World, recorder: BenchRecorder, waterfalls: &mut Waterfalls) -> u64 {
    let (until, mut count) = (world.spec().horizon, 0);
    match recorder {
        BenchRecorder::None => {
            world.run(until, u64::MAX);
        }
        BenchRecorder::Counts => {
            world.run_until(until, u64::MAX, &mut FnRecorder(|_| count += 1));
        }
        BenchRecorder::Rare => {
            let mut log = Log::default();
            let mut there = false;
            while !there {
                log.clear();
                // Batches are as long as those of a cursor that moves through a run.
                there = world.run_filtered(until, ROUND, EventFilter::default(), &mut log);
                count += log.events().len() as u64;
            }
        }
        BenchRecorder::Waterfalls => {
            world.run_until(until, u64::MAX, waterfalls);
            count = (0..world.counters().flows.len()).map(|n| waterfalls.flow(FlowId::new(n)).1).sum();
        }
    }
    count
}
