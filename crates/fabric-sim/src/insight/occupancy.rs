//! Mean and greatest memory use of egress queues and priority groups over a period. In the mean, each value
//! counts for the time that it lasts. Start with [`Occupancy`].
//!
//! Ports of hosts are not measured. A memory use that lasts for no time counts for the peak, but not for the
//! mean. The priorities of flows that actions add are measured only if the flows are known at the start.

use super::report::Report;
use crate::engine::{DropCause, EventFilter, EventKind, FrameStep, Log, RunEnd, World};
use crate::fabric::classify::ClassifierConfig;
use crate::fabric::frame::Frame;
use crate::ids::{PortId, Priority, PrioritySet};
use crate::units::Time;

/// Recorder of the memory use of priority groups and egress queues of switches. Create it at the start of the
/// period to be measured.
#[derive(Clone, Debug, Default)]
pub struct Occupancy {
    /// Start of the measured period.
    from: Time,
    /// Priorities whose groups and queues are measured.
    measured: PrioritySet,
    /// Index in `occupancies` of the first entry of each port, indexed by port; `None` for ports of hosts.
    rows: Vec<Option<usize>>,
    /// Memory use: first of the priority group, second of the egress queue. The entries are in the order of
    /// ports and measured priorities. Only ports of switches have entries.
    levels: Vec<[Area; 2]>,
    /// Ports whose memory the current event may have changed. A port may occur twice.
    touched: Vec<PortId>,
    /// Whether the current event may have changed the memory of every port.
    everywhere: bool,
}

/// Memory use of one priority group or egress queue, with its integral over time and its greatest value.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    /// Present memory use in bytes.
    level: u64,
    /// Time of the last change of the memory use.
    since: Time,
    /// Integral of the memory use up to the time `since`, in bytes times picoseconds.
    sum: u128,
    /// Greatest memory use in bytes.
    peak: u64,
}

impl Area {
    fn update(&mut self, at: Time, level: u64) {
        if level != self.level {
            self.sum += u128::from(self.level) * u128::from((at - self.since).ps());
            (self.level, self.since) = (level, at);
            self.peak = self.peak.max(level);
        }
    }

    /// Mean memory use from `from` to `to`, in bytes, rounded to the nearest. Returns the present memory use
    /// if `from` equals `to`.
    fn mean(&self, from: Time, to: Time) -> u64 {
        let lasted = u128::from(to.saturating_sub(from).ps());
        let sum = self.sum + u128::from(self.level) * u128::from(to.saturating_sub(self.since).ps());
        u64::try_from((sum + lasted / 2).checked_div(lasted).unwrap_or(self.level.into())).unwrap_or(u64::MAX)
    }
}

/// Mean and greatest memory use over a period, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryUse {
    /// Mean memory use in bytes, over time.
    pub mean: u64,
    /// Greatest memory use in bytes.
    pub peak: u64,
}

impl Occupancy {
    /// Creates a recorder of the memory use of the priorities `measured`, from the time of `world` on. The
    /// memory in use at this time counts for the peaks, too.
    #[must_use]
    pub fn of(world: &World, measured: PrioritySet) -> Self {
        let spec = world.spec();
        let mut all = Self { from: world.now(), measured, ..Self::default() };
        for port in (0..spec.ports.len()).map(PortId::new) {
            let row = spec.switch_of(port).map(|_| all.levels.len());
            all.rows.push(row);
            if row.is_some() {
                for n in measured.iter() {
                    let (group, queue) = world.occupancies(port, n);
                    let area = |level| Area { level, since: world.now(), sum: 0, peak: level };
                    all.levels.push([area(group), area(queue)]);
                }
            }
        }
        all
    }

    /// Creates a recorder that starts at the time of `world`, for the priorities of the flows of `world`. If
    /// a port can change the priority of frames, all priorities are measured.
    #[must_use]
    pub fn of_flows(world: &World) -> Self {
        Self::of(world, used(world))
    }

    /// Runs `world` up to and including `until`, with at most `budget` events, and measures the memory use.
    /// Returns the recorder, and the reason why the run stopped.
    pub fn run(world: &mut World, until: Time, budget: u64) -> (Self, RunEnd) {
        let mut all = Self::of_flows(world);
        let measured = all.measured;
        let ports = (0..all.rows.len()).filter(|port| all.rows[*port].is_some()).map(PortId::new);
        let occupancies: Vec<(PortId, Priority)> =
            ports.flat_map(|port| measured.iter().map(move |n| (port, n))).collect();
        let (end, mut log) = (world.work().saturating_add(budget), Log::default());
        loop {
            let interest = EventFilter { occupancies: &occupancies, ..EventFilter::default() };
            let left = end.saturating_sub(world.work());
            let reached = world.run_filtered(until, left.min(SLICE), interest, &mut log);
            for sample in log.occupancies.drain(..) {
                all.update(sample.port_and_priority, sample.at, sample.bytes);
            }
            log.clear_events();
            if reached || world.work() >= end {
                if reached {
                    // The last event may be earlier than `until`; advance the time to `until`.
                    world.run(until, u64::MAX);
                }
                return (all, if reached { RunEnd::Reached } else { RunEnd::Budget });
            }
        }
    }

    /// Records that the current event may have changed the memory of `port`.
    pub fn touch(&mut self, port: PortId) {
        self.touched.push(port);
    }

    /// Records the step `step` of `frame` at `port`. The start of a transmission may change the memory of
    /// `port`, and of the port at which the frame entered the switch. Other steps are ignored.
    pub fn frame(&mut self, port: PortId, frame: &Frame, step: FrameStep) {
        if step == FrameStep::Start {
            self.touched.extend([port, frame.ingress()]);
        }
    }

    /// Records that the event `kind` may have changed the memory of every port. Ignores events that change
    /// the memory of single ports only.
    pub fn observe(&mut self, kind: &EventKind) {
        self.everywhere |= match kind {
            EventKind::LinkDown
            | EventKind::ActionApplied(_)
            | EventKind::WatchdogDropped(..)
            | EventKind::WatchdogDecided(..) => true,
            EventKind::Dropped(_, cause) => !matches!(
                cause,
                DropCause::TailDrop
                    | DropCause::EgressTailDrop
                    | DropCause::Violation
                    | DropCause::PoolViolation
                    | DropCause::Wred
            ),
            _ => false,
        };
    }

    /// Updates the levels of all ports that the current event may have changed. Must be called after each
    /// event.
    pub fn happened(&mut self, world: &World) {
        if self.everywhere {
            self.touched.clear();
            self.touched.extend((0..self.rows.len()).map(PortId::new));
            self.everywhere = false;
        }
        while let Some(port) = self.touched.pop() {
            if self.rows[port.index()].is_some() {
                for n in self.measured.iter() {
                    self.update((port, n), world.now(), world.occupancies(port, n));
                }
            }
        }
    }

    fn update(&mut self, (port, n): (PortId, Priority), at: Time, held: (u64, u64)) {
        if let Some(row) = self.row(port, n) {
            let [group, queue] = &mut self.levels[row];
            group.update(at, held.0);
            queue.update(at, held.1);
        }
    }

    fn row(&self, port: PortId, n: Priority) -> Option<usize> {
        let first = self.rows.get(port.index()).copied().flatten()?;
        let is_measured = self.measured.contains(n);
        let below = self.measured.iter().take_while(|other| *other < n).count();
        is_measured.then_some(first + below)
    }

    /// Mean and greatest memory use, up to `now`, of the ingress priority group and of the egress queue of
    /// `priority`, in this order. `None` if the port is at a host, or if the recorder does not measure the
    /// priority.
    #[must_use]
    pub fn memory_use(&self, port: PortId, priority: Priority, now: Time) -> Option<[MemoryUse; 2]> {
        let row = self.row(port, priority)?;
        Some(self.levels[row].map(|area| MemoryUse { mean: area.mean(self.from, now), peak: area.peak }))
    }
}

/// Priorities that frames of the flows can have. If a port can change the priority of frames, returns all
/// priorities.
fn used(world: &World) -> PrioritySet {
    let ports = &world.spec().ports;
    if ports.iter().any(|port| port.config.classifier != ClassifierConfig::IDENTITY) {
        return PrioritySet::ALL;
    }
    world.flow_specs().fold(PrioritySet::EMPTY, |mask, flow| mask | flow.priorities())
}

/// Number of events in each part of the run in [`Occupancy::run`]. After each part, the log of memory
/// changes is read and cleared.
const SLICE: u64 = 1 << 16;

impl Report {
    /// Adds the mean and greatest memory use from `occupancy`, which must have been recorded over the
    /// measurement window. Ports of hosts get no values.
    #[must_use]
    pub fn with_occupancy(mut self, occupancy: &Occupancy, world: &World) -> Self {
        let spec = world.spec();
        for port in &mut self.ports {
            let id = spec.node(&port.node).and_then(|node| spec.port(node, port.port));
            let Some([group, queue]) =
                id.and_then(|id| occupancy.memory_use(id, Priority::new(port.priority), world.now()))
            else {
                continue;
            };
            port.group_mean_bytes = Some(group.mean);
            port.group_window_peak_bytes = Some(group.peak);
            port.egress_mean_bytes = Some(queue.mean);
            port.egress_window_peak_bytes = Some(queue.peak);
        }
        self
    }
}
