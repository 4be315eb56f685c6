//! Mean and largest length of queues and groups over a time, from each of their changes.

use super::report::Report;
use crate::engine::{DropCause, EventFilter, EventKind, FrameStep, Log, Stop, World};
use crate::fabric::classify::ClassifierConfig;
use crate::fabric::frame::Frame;
use crate::ids::{PortId, priorities};
use crate::units::Time;

/// Recorder of the memory that groups and queues of switches hold. Attach it at the start of the
/// time to be measured.
#[derive(Clone, Debug, Default)]
pub struct Occupancy {
    /// Start of the measurement.
    from: Time,
    /// Priorities that are measured.
    measured: u8,
    /// Number of the first row of each port; `None` at hosts.
    rows: Vec<Option<usize>>,
    /// Rows by port and measured priority.
    levels: Vec<[Area; 2]>,
    /// Ports that the present event may have changed.
    touched: Vec<usize>,
    /// Whether the present event may have changed every port.
    everywhere: bool,
}

/// Level of a quantity with its integral.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    /// Present level, in bytes.
    level: u64,
    /// Time since which the level holds.
    since: Time,
    /// Integral up to then, in bytes times picoseconds.
    sum: u128,
    /// Largest level in bytes.
    peak: u64,
}

impl Area {
    fn moves(&mut self, at: Time, level: u64) {
        if level != self.level {
            self.sum += u128::from(self.level) * u128::from((at - self.since).ps());
            (self.level, self.since) = (level, at);
            self.peak = self.peak.max(level);
        }
    }

    /// Mean from `from` to `to`, rounded to the nearest byte; the level if no time passed.
    fn mean(&self, from: Time, to: Time) -> u64 {
        let lasted = u128::from(to.saturating_sub(from).ps());
        let sum = self.sum + u128::from(self.level) * u128::from(to.saturating_sub(self.since).ps());
        u64::try_from((sum + lasted / 2).checked_div(lasted).unwrap_or(self.level.into())).unwrap_or(u64::MAX)
    }
}

/// Mean and largest use of memory over a time, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryUse {
    /// Mean level in bytes.
    pub mean: u64,
    /// Largest level in bytes.
    pub peak: u64,
}

impl Occupancy {
    /// Recorder of `world` from its present on, for `measured` priorities.
    #[must_use]
    pub fn of(world: &World, measured: u8) -> Self {
        let spec = world.spec();
        let mut all = Self { from: world.now(), measured, ..Self::default() };
        for port in (0..spec.ports.len()).map(PortId::new) {
            let row = spec.switch_of(port).map(|_| all.levels.len());
            all.rows.push(row);
            if row.is_some() {
                for n in priorities(measured) {
                    let (group, queue) = world.levels(port, n);
                    let area = |level| Area { level, since: world.now(), sum: 0, peak: level };
                    all.levels.push([area(group), area(queue)]);
                }
            }
        }
        all
    }

    /// Recorder of `world` from its present on, for the priorities of its flows; for all priorities
    /// if switches give frames other ones.
    #[must_use]
    pub fn of_flows(world: &World) -> Self {
        Self::of(world, used(world))
    }

    /// Runs a world up to and including `until`, at most `budget` events, and measures all lengths
    /// of queues on the way.
    pub fn run(world: &mut World, until: Time, budget: u64) -> (Self, Stop) {
        let mut all = Self::of_flows(world);
        let measured = all.measured;
        let ports = (0..all.rows.len()).filter(|port| all.rows[*port].is_some()).map(PortId::new);
        let gauges: Vec<(PortId, u8)> =
            ports.flat_map(|port| priorities(measured).map(move |n| (port, n))).collect();
        let (end, mut log) = (world.work().saturating_add(budget), Log::default());
        loop {
            let interest = EventFilter { gauges: &gauges, ..EventFilter::default() };
            let left = end.saturating_sub(world.work());
            let reached = world.run_filtered(until, left.min(SLICE), interest, &mut log);
            for level in log.levels.drain(..) {
                all.moves(level.gauge, level.at, level.held);
            }
            log.clear_events();
            if reached || world.work() >= end {
                if reached {
                    // To the end, also if nothing happens any more.
                    world.run(until, u64::MAX);
                }
                return (all, if reached { Stop::Reached } else { Stop::Budget });
            }
        }
    }

    /// Records that an event may have changed memory of `port`.
    pub fn touch(&mut self, port: usize) {
        self.touched.push(port);
    }

    /// Records a step of a frame at `port`.
    pub fn frame(&mut self, port: usize, frame: &Frame, does: FrameStep) {
        if does == FrameStep::Start {
            self.touched.extend([port, frame.ingress().index()]);
        }
    }

    /// Records an event.
    pub fn observe(&mut self, kind: &EventKind) {
        self.everywhere |= match kind {
            EventKind::LinkDown | EventKind::Acted(_) | EventKind::ThrownAway(..) | EventKind::Judged(..) => {
                true
            }
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

    /// Measures what the event has changed, after it.
    pub fn happened(&mut self, world: &World) {
        if self.everywhere {
            self.touched.clear();
            self.touched.extend(0..self.rows.len());
            self.everywhere = false;
        }
        while let Some(port) = self.touched.pop() {
            if self.rows[port].is_some() {
                for n in priorities(self.measured) {
                    let port = PortId::new(port);
                    self.moves((port, n), world.now(), world.levels(port, n));
                }
            }
        }
    }

    fn moves(&mut self, (port, n): (PortId, u8), at: Time, held: (u64, u64)) {
        if let Some(row) = self.row(port, n) {
            let [group, queue] = &mut self.levels[row];
            group.moves(at, held.0);
            queue.moves(at, held.1);
        }
    }

    fn row(&self, port: PortId, n: u8) -> Option<usize> {
        let first = self.rows.get(port.index()).copied().flatten()?;
        let is_measured = self.measured >> n & 1 == 1;
        let below = priorities(self.measured).take_while(|other| *other < n).count();
        is_measured.then_some(first + below)
    }

    /// Memory that the ingress group and the egress queue of a priority held up to `now`; `None` at
    /// a host, and for a priority that is not measured.
    #[must_use]
    pub fn held(&self, port: PortId, priority: u8, now: Time) -> Option<[MemoryUse; 2]> {
        let row = self.row(port, priority)?;
        Some(self.levels[row].map(|area| MemoryUse { mean: area.mean(self.from, now), peak: area.peak }))
    }
}

/// Mask of the priorities that frames of the flows can have.
fn used(world: &World) -> u8 {
    let ports = &world.spec().ports;
    if ports.iter().any(|port| port.config.classifier != ClassifierConfig::IDENTITY) {
        return u8::MAX;
    }
    world.flow_specs().fold(0, |mask, flow| mask | flow.priorities())
}

/// Events between two reads of the log.
const SLICE: u64 = 1 << 16;

impl Report {
    /// Adds the mean and largest lengths that `held` recorded over the window of the report.
    #[must_use]
    pub fn with_occupancy(mut self, held: &Occupancy, world: &World) -> Self {
        let spec = world.spec();
        for port in &mut self.ports {
            let id = spec.node(&port.node).and_then(|node| spec.port(node, port.port));
            let Some([group, queue]) = id.and_then(|id| held.held(id, port.priority, world.now())) else {
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
