//! What each part of the model costs: W1 as it is and with its senders paced,
//! so that nothing waits, each with one part switched off or on.

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

/// W1 with one part of the model switched.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// What is different.
    pub name: &'static str,
    /// The name of the one that it differs from in this part alone.
    pub beside: &'static str,
    load: Load,
    set: &'static [(&'static str, &'static str)],
    ear: Ear,
}

/// What the senders of W1 do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Load {
    /// What they do in W1: all that their links carry.
    Incast,
    /// The same, half of them on another priority.
    Classes,
    /// All together a little less than what the receiver's link carries.
    Paced,
}

/// Who listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ear {
    /// Nobody, which is the loop without a recorder.
    Nobody,
    /// One who counts all notes.
    Counts,
    /// One who asks for what is rare, as the page does where no queue is shown.
    Rare,
    /// What `fabric run` listens with: where the time of every frame goes.
    Waterfalls,
}

/// What a run came to, and what of the parts acted in it.
#[derive(Clone, Copy, Debug)]
pub struct Ran {
    /// Hops, events, wall time, pauses, drops.
    pub figures: Figures,
    /// Frames marked.
    pub marks: u64,
    /// CNPs that receivers sent.
    pub cnps: u64,
    /// Notes that were heard, or, of a recorder that makes means, frames in them.
    pub heard: u64,
}

impl Variant {
    /// Its fabric.
    ///
    /// # Errors
    /// If its document is wrong; a test sees to it that none is.
    pub fn spec(&self) -> Result<Arc<Spec>, Problems> {
        let mut document = W1.document()?;
        self.load.put(&mut document);
        let written = document.edit_all(self.set.iter().copied())?;
        Ok(Arc::new(document.compile_edited(&written)?))
    }

    /// Runs it; setting up is not timed.
    #[must_use]
    pub fn run(&self, spec: &Arc<Spec>) -> Ran {
        let mut world = World::new(Arc::clone(spec));
        let mut waterfalls = Waterfalls::means(Arc::clone(spec));
        let start = Instant::now();
        let heard = simulate(&mut world, self.ear, &mut waterfalls);
        let figures = Figures::of(&world, start.elapsed().as_secs_f64());
        let counters = world.counters();
        Ran {
            figures,
            marks: counters.totals.marks,
            cnps: counters.flows.iter().map(|flow| flow.cnps_sent).sum(),
            heard,
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

/// The run and nothing else, for whoever counts the instructions of a function.
#[inline(never)]
fn simulate(world: &mut World, ear: Ear, waterfalls: &mut Waterfalls) -> u64 {
    let (until, mut heard) = (world.spec().horizon, 0);
    match ear {
        Ear::Nobody => {
            world.run(until, u64::MAX);
        }
        Ear::Counts => {
            world.run_until(until, u64::MAX, &mut FnRecorder(|_| heard += 1));
        }
        Ear::Rare => {
            let mut log = Log::default();
            let mut there = false;
            while !there {
                log.clear();
                // As often as a cursor on its way does.
                there = world.run_filtered(until, ROUND, EventFilter::default(), &mut log);
                heard += log.notes().len() as u64;
            }
        }
        Ear::Waterfalls => {
            world.run_until(until, u64::MAX, waterfalls);
            heard = (0..world.counters().flows.len()).map(|n| waterfalls.flow(FlowId::new(n)).1).sum();
        }
    }
    heard
}
