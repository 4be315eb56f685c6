//! Recorder of the data that a report needs in addition to counters. These are latencies by component, causes
//! of pauses, drops after lost pauses, and memory use. Memory use is recorded for the priorities of flows
//! ([`Occupancy::of_flows`]). Start with [`ReportRecorder`].
//!
//! All four recorders observe the same events. None of them changes the run.

use super::latency::Waterfalls;
use super::{Causes, LostPauses, Occupancy};
use crate::engine::{EventKind, FrameStep, Recorder, TraceEvent, World};
use crate::fabric::frame::Frame;
use crate::ids::PortId;

/// Recorders of latencies by component, of causes of pauses, of drops after lost pauses, and of memory use,
/// for one run.
#[derive(Clone, Debug)]
pub struct ReportRecorder {
    /// Recorder of the latency of each flow, by component.
    pub latency: Waterfalls,
    /// Recorder of the causes of pauses.
    pub causes: Causes,
    /// Recorder of the drops after lost pauses.
    pub lost_pauses: LostPauses,
    /// Recorder of the memory use of priority groups and queues, for the priorities that frames of flows can
    /// have.
    pub occupancy: Occupancy,
}

impl ReportRecorder {
    /// Creates recorders of a run that starts at the time of `world`.
    #[must_use]
    pub fn new(world: &World) -> Self {
        Self::with_latency(Waterfalls::means(world.spec().clone()), world)
    }

    /// Creates recorders of a window that starts at the time of `world`. `latency` has recorded the run up to
    /// this time. The sums of `latency` are set to zero, because the window begins.
    #[must_use]
    pub fn with_latency(mut latency: Waterfalls, world: &World) -> Self {
        latency.restart();
        Self {
            latency,
            causes: Causes::of(world),
            lost_pauses: LostPauses::default(),
            occupancy: Occupancy::of_flows(world),
        }
    }
}

impl Recorder for ReportRecorder {
    const RECORDS_EVENTS: bool = true;
    const RECORDS_ADMISSIONS: bool = false;

    fn records_event(&mut self, world: &World, port: PortId, kind: &EventKind) -> bool {
        self.causes.observe(world, port, kind);
        self.lost_pauses.observe(world.spec(), world.now(), port, kind);
        self.occupancy.observe(kind);
        true
    }

    fn records_frame(&mut self, world: &World, port: PortId, frame: &Frame, step: FrameStep) -> bool {
        self.causes.frame(world, port, frame, step);
        self.occupancy.frame(port, frame, step);
        true
    }

    fn changed(&mut self, input: PortId, output: PortId) {
        self.occupancy.touch(input);
        self.occupancy.touch(output);
    }

    fn happened(&mut self, world: &World) {
        self.occupancy.happened(world);
    }

    fn record(&mut self, event: TraceEvent) {
        self.latency.record(event);
    }
}
