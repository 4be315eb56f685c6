//! Cost of each part of the model: W1 as it is, and with paced senders so that no frame waits, each
//! with one part switched off or on.

mod variants;

use std::sync::Arc;

use fabric_sim::document::{Arrival, Document, Priority, Problems};
use fabric_sim::engine::{EventFilter, FnRecorder, Log, World};
use fabric_sim::ids::FlowId;
use fabric_sim::insight::latency::Waterfalls;
use fabric_sim::spec::Spec;
use fabric_sim::tape::ROUND;
use fabric_sim::units::Rate;
use web_time::Instant;

use crate::workload::{Figures, W1};

pub use variants::VARIANTS;

/// W1 with one part of the model switched off or on.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Name, which states the difference.
    pub name: &'static str,
    /// Name of the variant without that difference.
    pub beside: &'static str,
    load: Load,
    set: &'static [(&'static str, &'static str)],
    recorder: BenchRecorder,
}

/// Traffic of the senders of W1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Load {
    /// W1 itself: senders transmit at the rate of their links.
    Incast,
    /// W1 with half of the senders on another priority.
    Classes,
    /// Senders that together load the receiver's link just below its rate.
    Paced,
}

/// Recorder of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BenchRecorder {
    /// No recorder.
    None,
    /// Recorder that counts all trace events.
    Counts,
    /// Filter for rare events, as the page uses it while no queue is shown.
    Rare,
    /// Recorder of latencies, as `fabric run` uses it.
    Waterfalls,
}

/// Figures of a run.
#[derive(Clone, Copy, Debug)]
pub struct VariantRun {
    /// Hops, events, wall time, pauses, drops.
    pub figures: Figures,
    /// Frames marked with ECN.
    pub marks: u64,
    /// Congestion notification packets (CNPs) sent by receivers.
    pub cnps: u64,
    /// Trace events recorded; for the recorder of latencies, the frames in its means.
    pub recorded: u64,
}

impl Variant {
    /// Fabric of the variant.
    ///
    /// # Errors
    /// If its document is wrong; a test checks that none is.
    pub fn spec(&self) -> Result<Arc<Spec>, Problems> {
        let mut document = W1.document()?;
        self.load.put(&mut document);
        let written = document.edit_all(self.set.iter().copied())?;
        Ok(Arc::new(document.compile_edited(&written)?))
    }

    /// Runs the variant. The construction of the world is not timed.
    #[must_use]
    pub fn run(&self, spec: &Arc<Spec>) -> VariantRun {
        let mut world = World::new(Arc::clone(spec));
        let mut waterfalls = Waterfalls::means(Arc::clone(spec));
        let start = Instant::now();
        let recorded = simulate(&mut world, self.recorder, &mut waterfalls);
        let figures = Figures::of(&world, start.elapsed().as_secs_f64());
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
    fn put(self, document: &mut Document) {
        for (n, flow) in document.flows.iter_mut().enumerate() {
            match self {
                Self::Incast => {}
                Self::Classes if n % 2 == 0 => {}
                Self::Classes => flow.priority = Priority::new(4).unwrap_or(flow.priority),
                Self::Paced => flow.arrival = Arrival::Constant(Rate::gbps(6)),
            }
        }
    }
}

/// Runs the world, in a function of its own so that its instructions can be counted apart. Returns
/// the number for [`VariantRun::recorded`].
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
                // As often as a cursor on its way does.
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
