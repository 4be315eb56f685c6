//! Table of the measures by which runs are compared. Each measure reads its values from a report. Readings
//! are in the order of the report: flows, collectives, or ports and priorities. Start with [`MEASURES`].
//!
//! A reading without a value is `None`, for example the completion time of a flow that has not finished. The
//! 99th percentile of completion times is the nearest rank; their mean is rounded down. Queues of hosts have
//! no mean and are left out of `queue_mean_bytes`.

use crate::sort;

use super::Occupancy;
use super::report::{FlowReport, PortReport, Report};
use crate::engine::{Stop, World};
use crate::units::Time;
use MeasureScope::{Collective, Fabric, Flow, Queue};

/// Figure of a run, read from its report.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Name on the command line and on the page. The ending of the name is the unit: `_ps`, `_bytes` or
    /// `_bps`. A measure with another ending is a count.
    pub name: &'static str,
    /// Explanation of the measure for users, one line.
    pub help: &'static str,
    /// Kind of object for which the measure has readings.
    pub scope: MeasureScope,
    take: fn(&Report) -> Vec<Reading>,
}

/// Kind of object for which a measure has readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureScope {
    /// Whole fabric: one reading.
    Fabric,
    /// Each queue that sent or received a frame in the window. Its name is node, port and priority: `s1.2.3`.
    Queue,
    /// Each flow, with its name.
    Flow,
    /// Each collective, with its name.
    Collective,
}

/// Value of a measure for one object in one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Name of the flow, queue or collective; empty for the fabric.
    pub of: String,
    /// Value in the unit of the measure; `None` if the run has no value for the object.
    pub value: Option<u64>,
}

/// Name of the only measure that needs an [`Occupancy`] recorder during the run.
const QUEUE_MEAN: &str = "queue_mean_bytes";

/// All measures, in the order in which users see them.
pub const MEASURES: [Measure; 28] = [
    measure("drops", Fabric, "frames lost, all causes but a full queue of their own sender", |report| {
        whole(report.fabric.lost_frames())
    }),
    measure("lossless_drops", Fabric, "lossless frames lost for want of headroom", |report| {
        whole(report.fabric.lossless_violations)
    }),
    measure("pauses", Fabric, "PFC frames sent that pause something", |report| {
        whole(report.fabric.pause_sent)
    }),
    measure(
        "paused_ps",
        Fabric,
        "time in which a port may not send a priority, summed over them",
        |report| whole(report.ports.iter().map(|port| port.paused_ps).sum()),
    ),
    measure("marks", Fabric, "frames marked", |report| whole(report.fabric.ecn_marked)),
    measure("deadlock_ps", Fabric, "when the first deadlock was there; none if there was none", |report| {
        let died = report.blocked.cycles.iter().filter_map(|cycle| cycle.deadlock_ps).min();
        vec![Reading { of: String::new(), value: died }]
    }),
    measure("queue_peak_bytes", Queue, "most bytes that ever waited for an output, by queue", |report| {
        queues(report, |port| port.egress_peak_bytes)
    }),
    measure(QUEUE_MEAN, Queue, "mean bytes that waited for an output over the run, by queue", |report| {
        let used = report.ports.iter().filter(|port| port.tx_frames > 0 || port.rx_frames > 0);
        let switches = used.filter_map(|port| Some((port, port.egress_mean_bytes?)));
        switches.map(|(port, mean)| Reading { of: place(port), value: Some(mean) }).collect()
    }),
    measure("headroom_peak_bytes", Queue, "most headroom that was ever in use, by queue", |report| {
        queues(report, |port| port.headroom_peak_bytes)
    }),
    measure("goodput_bps", Flow, "payload delivered in order while the flow lasted, by flow", |report| {
        flows(report, |flow| Some(flow.goodput_bps))
    }),
    measure("p50_ps", Flow, "median latency, by flow; none if no frame was delivered", |report| {
        flows(report, |flow| (flow.delivered_frames > 0).then_some(flow.latency.p50_ps))
    }),
    measure(
        "p99_ps",
        Flow,
        "latency that 99 of 100 frames did not exceed, by flow; none as above",
        |report| flows(report, |flow| (flow.delivered_frames > 0).then_some(flow.latency.p99_ps)),
    ),
    measure("finished_ps", Flow, "when the last payload was delivered, by flow", |report| {
        flows(report, |flow| flow.finished_ps)
    }),
    measure("flow_drops", Flow, "frames of the flow lost, all causes, by flow", |report| {
        flows(report, |flow| Some(flow.dropped_frames))
    }),
    measure(
        "queue_paused_ps",
        Queue,
        "time in which the port may not send the priority, by queue",
        |report| queues(report, |port| port.paused_ps),
    ),
    measure("deadlocks", Fabric, "deadlocks since the start, those that opened again among them", |report| {
        let cycles = report.blocked.cycles.iter();
        whole(cycles.filter(|cycle| cycle.deadlock_ps.is_some()).count() as u64)
    }),
    measure(
        "storms_true",
        Fabric,
        "storms that watchdogs called since the start, and that were some",
        |report| whole(report.watchdogs.true_positives),
    ),
    measure(
        "storms_false",
        Fabric,
        "storms that watchdogs called since the start, and that were none",
        |report| whole(report.watchdogs.false_positives),
    ),
    measure("watched", Fabric, "queues, and NICs, that have a watchdog", |report| {
        whole(report.watchdogs.watched as u64)
    }),
    measure(
        "source_drops",
        Fabric,
        "frames lost because the queue of their flow in its own NIC was full",
        |report| whole(report.fabric.unsent_frames),
    ),
    measure("throughput_bps", Flow, "frame bytes delivered while the flow lasted, by flow", |report| {
        flows(report, |flow| Some(flow.throughput_bps))
    }),
    measure("mean_ps", Flow, "mean latency, by flow; none if no frame was delivered", |report| {
        flows(report, |flow| (flow.delivered_frames > 0).then_some(flow.latency.mean_ps))
    }),
    measure("max_ps", Flow, "longest latency since the start, by flow; none as above", |report| {
        flows(report, |flow| (flow.delivered_frames > 0).then_some(flow.latency.max_ps))
    }),
    measure(
        "fairness_millionths",
        Fabric,
        "Jain's index of the throughputs of the flows in millionths: 1000000 if all are equal; none without flows",
        |report| {
            let value = report.fabric.fairness.map(millionths);
            vec![Reading { of: String::new(), value }]
        },
    ),
    measure(
        "fct_mean_ps",
        Fabric,
        "mean time from the start to the last payload, over the flows that finished; none if none did",
        |report| times(report, |sorted| sorted.iter().sum::<u64>() / sorted.len() as u64),
    ),
    measure("fct_p99_ps", Fabric, "time in which 99 of 100 of them finished; none as above", |report| {
        times(report, |sorted| sorted[(99 * sorted.len()).div_ceil(100) - 1])
    }),
    measure("fct_max_ps", Fabric, "longest of these times; none as above", |report| {
        times(report, |sorted| sorted[sorted.len() - 1])
    }),
    measure(
        "completion_ps",
        Collective,
        "the longest time that a collective took, by collective",
        |report| {
            let all = report.collectives.iter();
            all.map(|one| Reading { of: one.name.clone(), value: one.completion_ps.iter().max().copied() })
                .collect()
        },
    ),
];

const fn measure(
    name: &'static str,
    scope: MeasureScope,
    help: &'static str,
    take: fn(&Report) -> Vec<Reading>,
) -> Measure {
    Measure { name, help, scope, take }
}

/// Unit of the readings of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureUnit {
    /// Time.
    Picoseconds,
    /// Amount of data.
    Bytes,
    /// Rate.
    BitsPerSecond,
    /// Number of things, without a unit.
    Count,
}

/// Endings of the names of measures, with their units. A measure with another ending is a count.
const UNITS: [(&str, MeasureUnit); 3] =
    [("_ps", MeasureUnit::Picoseconds), ("_bytes", MeasureUnit::Bytes), ("_bps", MeasureUnit::BitsPerSecond)];

impl Measure {
    /// Unit of the readings of the measure called `name`, by the ending of the name. [`MeasureUnit::Count`]
    /// for other endings.
    #[must_use]
    pub fn unit_of(name: &str) -> MeasureUnit {
        UNITS.iter().find(|(end, _)| name.ends_with(end)).map_or(MeasureUnit::Count, |(_, unit)| *unit)
    }

    /// Name of the measure without the ending for its unit. The whole name for a count.
    #[must_use]
    pub fn stem(&self) -> &'static str {
        UNITS.iter().find_map(|(end, _)| self.name.strip_suffix(end)).unwrap_or(self.name)
    }

    /// Finds the measure called `name`.
    ///
    /// # Errors
    /// If there is no measure of this name. The message lists the names of all measures.
    pub fn find(name: &str) -> Result<&'static Self, String> {
        let known = || MEASURES.iter().map(|one| one.name).collect::<Vec<_>>().join(", ");
        MEASURES
            .iter()
            .find(|one| one.name == name)
            .ok_or_else(|| format!("there is no measure \"{name}\"; there are {}", known()))
    }

    /// Runs `world` up to and including `until`, with at most `events` events, and returns its report. Memory
    /// use is recorded only if one of the `measures` needs it. `None` if the run did not reach `until`.
    #[must_use]
    pub fn report<'a>(
        mut measures: impl Iterator<Item = &'a Self>,
        world: &mut World,
        until: Time,
        events: u64,
    ) -> Option<Report> {
        if !measures.any(|one| one.name == QUEUE_MEAN) {
            return (world.run(until, events) == Stop::Reached).then(|| Report::of(world));
        }
        let (held, stop) = Occupancy::run(world, until, events);
        (stop == Stop::Reached).then(|| Report::of(world).with_occupancy(&held, world))
    }

    /// Readings of the measure in `report`, in the order of the report. Empty if no object has a reading.
    #[must_use]
    pub fn of(&self, report: &Report) -> Vec<Reading> {
        (self.take)(report)
    }
}

fn whole(value: u64) -> Vec<Reading> {
    vec![Reading { of: String::new(), value: Some(value) }]
}

/// Converts an index between 0 and 1 to millionths, rounded.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1")]
fn millionths(index: f64) -> u64 {
    (index * 1e6).round() as u64
}

/// Reading of the fabric: the result of `figure` for the completion times of the finished flows, in ascending
/// order. The reading has no value if no flow has finished.
fn times(report: &Report, figure: fn(&[u64]) -> u64) -> Vec<Reading> {
    let mut all: Vec<u64> = report.flows.iter().filter_map(|flow| flow.completion_ps).collect();
    sort::by(&mut all, Ord::cmp);
    let value = (!all.is_empty()).then(|| figure(&all));
    vec![Reading { of: String::new(), value }]
}

fn flows(report: &Report, value: fn(&FlowReport) -> Option<u64>) -> Vec<Reading> {
    report.flows.iter().map(|flow| Reading { of: flow.name.clone(), value: value(flow) }).collect()
}

/// Name of a queue: node, port and priority, such as `s1.2.3`.
fn place(port: &PortReport) -> String {
    format!("{}.{}.{}", port.node, port.port, port.priority)
}

/// Readings of `value` for each queue that sent or received a frame in the window, in the order of
/// [`Report::ports`].
fn queues(report: &Report, value: fn(&PortReport) -> u64) -> Vec<Reading> {
    let used = report.ports.iter().filter(|port| port.tx_frames > 0 || port.rx_frames > 0);
    used.map(|port| Reading { of: place(port), value: Some(value(port)) }).collect()
}
