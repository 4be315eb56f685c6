//! Recorder of all that a report explains beside its counts.

use super::Causes;
use super::latency::Waterfalls;
use crate::engine::{Note, Recorder, What, World};
use crate::ids::PortId;

/// Latencies by component, and causes of pauses, of one run.
#[derive(Clone, Debug)]
pub struct Explained {
    /// Latencies.
    pub latency: Waterfalls,
    /// Causes of pauses.
    pub causes: Causes,
}

impl Explained {
    /// Recorder of `world` from its present on.
    #[must_use]
    pub fn of(world: &World) -> Self {
        Self { latency: Waterfalls::means(world.spec().clone()), causes: Causes::of(world) }
    }
}

impl Recorder for Explained {
    const LISTENS: bool = true;
    const EXPLAINS: bool = false;

    fn wants_event(&mut self, world: &World, port: usize, what: &What) -> bool {
        self.causes.observe(world, PortId::new(port), what);
        true
    }

    fn note(&mut self, note: Note) {
        self.latency.note(note);
    }
}
