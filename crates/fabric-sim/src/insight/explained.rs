//! Recorder of all that a report explains beside its counts.

use super::latency::Waterfalls;
use super::{Causes, Occupancy};
use crate::engine::{EventKind, FrameStep, Recorder, TraceEvent, World};
use crate::fabric::frame::Frame;
use crate::ids::PortId;

/// Latencies by component, causes of pauses, and lengths of queues, of one run.
#[derive(Clone, Debug)]
pub struct Explained {
    /// Recorder of latencies, part by part.
    pub latency: Waterfalls,
    /// Causes of pauses.
    pub causes: Causes,
    /// Memory that groups and queues held.
    pub occupancy: Occupancy,
}

impl Explained {
    /// Recorder of `world` from its present on.
    #[must_use]
    pub fn of(world: &World) -> Self {
        Self {
            latency: Waterfalls::means(world.spec().clone()),
            causes: Causes::of(world),
            occupancy: Occupancy::of_flows(world),
        }
    }
}

impl Recorder for Explained {
    const LISTENS: bool = true;
    const EXPLAINS: bool = false;

    fn records_event(&mut self, world: &World, port: usize, kind: &EventKind) -> bool {
        self.causes.observe(world, PortId::new(port), kind);
        self.occupancy.observe(kind);
        true
    }

    fn records_frame(&mut self, _: &World, port: usize, frame: &Frame, does: FrameStep) -> bool {
        self.occupancy.frame(port, frame, does);
        true
    }

    fn changed(&mut self, port: usize, output: usize) {
        self.occupancy.touch(port);
        self.occupancy.touch(output);
    }

    fn happened(&mut self, world: &World) {
        self.occupancy.happened(world);
    }

    fn record(&mut self, event: TraceEvent) {
        self.latency.record(event);
    }
}
