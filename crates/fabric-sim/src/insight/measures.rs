//! Table of the measures by which runs are compared. Each measure reads its values from a report. Readings
//! are in the order of the report: flows, collectives, or ports and priorities. Start with [`MEASURES`].
//!
//! A reading without a value is `None`, for example the completion time of a flow that has not finished. The
//! 99th percentile of completion times is the nearest rank; the mean of completion times is rounded down.
//! Queues of hosts have no mean and are left out of `queue_mean_bytes`.

use crate::sort;

use super::Occupancy;
use super::report::{FlowReport, PortReport, Report};
use crate::engine::{RunEnd, World};
use crate::units::Time;
use MeasureScope::{Collective, Fabric, Flow, Queue};

/// Measure: a figure of a run that is read from the report of the run.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Name on the command line and in files. The ending of the name is the unit: `_ps`, `_bytes` or
    /// `_bps`. A measure with another ending is a count.
    pub name: &'static str,
    /// Title in tables and charts, without the unit.
    pub title: &'static str,
    /// Explanation of the measure for users, one line.
    pub help: &'static str,
    /// Kind of object for which the measure has readings.
    pub scope: MeasureScope,
    take: fn(&Report) -> Vec<Reading>,
}

/// Kind of object for which a measure has readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureScope {
    /// Whole fabric: one reading, without a name.
    Fabric,
    /// Queues: one reading for each queue that sent or received a frame in the measurement window. The name
    /// of a queue is node, port and priority: `s1.2.3`.
    Queue,
    /// Flows: one reading for each flow, with the name of the flow.
    Flow,
    /// Collectives: one reading for each collective, with the name of the collective.
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
    measure(
        "drops",
        "lost frames",
        Fabric,
        "Number of frames lost in the run for any cause, except frames that the full queue of their own NIC \
         refused",
        |report| whole(report.fabric.lost_frames()),
    ),
    measure(
        "lossless_drops",
        "lossless frames lost",
        Fabric,
        "Number of lossless frames lost in the run because the headroom was full",
        |report| whole(report.fabric.lossless_violations),
    ),
    measure(
        "pauses",
        "pause frames",
        Fabric,
        "Number of PFC frames sent in the run that pause at least one priority, refreshes included",
        |report| whole(report.fabric.pause_sent),
    ),
    measure(
        "paused_ps",
        "paused time of all queues",
        Fabric,
        "Time in the run in which a pause kept a port from transmitting a priority, summed over all \
         ports and priorities, in picoseconds",
        |report| whole(report.ports.iter().map(|port| port.paused_ps).sum()),
    ),
    measure(
        "marks",
        "ECN-marked frames",
        Fabric,
        "Number of frames that switches marked with ECN in the run",
        |report| whole(report.fabric.ecn_marked),
    ),
    measure(
        "deadlock_ps",
        "time of the first deadlock",
        Fabric,
        "Time from the start of the run to its first deadlock, in picoseconds; no value without a \
         deadlock",
        |report| {
            let died = report.blocked.cycles.iter().filter_map(|cycle| cycle.deadlock_ps).min();
            vec![Reading { of: String::new(), value: died }]
        },
    ),
    measure(
        "queue_peak_bytes",
        "longest queue",
        Queue,
        "Greatest length of each egress queue in the run, in bytes",
        |report| queues(report, |port| port.egress_peak_bytes),
    ),
    measure(
        QUEUE_MEAN,
        "mean queue",
        Queue,
        "Mean length of each egress queue of a switch over the run, in bytes",
        |report| {
            let used = report.ports.iter().filter(|port| port.tx_frames > 0 || port.rx_frames > 0);
            let switches = used.filter_map(|port| Some((port, port.egress_mean_bytes?)));
            switches.map(|(port, mean)| Reading { of: place(port), value: Some(mean) }).collect()
        },
    ),
    measure(
        "headroom_peak_bytes",
        "greatest use of headroom",
        Queue,
        "Greatest use of headroom by each ingress priority group in the run, in bytes",
        |report| queues(report, |port| port.headroom_peak_bytes),
    ),
    measure(
        "goodput_bps",
        "goodput",
        Flow,
        "Rate of each flow from its start to its end: payload delivered in order, in bits per second",
        |report| flows(report, |flow| Some(flow.goodput_bps)),
    ),
    measure(
        "p50_ps",
        "median latency",
        Flow,
        "Median latency of the frames of each flow that were delivered in the run, from the queue of \
         the NIC to the last bit at the destination, in picoseconds; no value if none was",
        |report| flows(report, |flow| (flow.delivered_frames > 0).then_some(flow.latency.p50_ps)),
    ),
    measure(
        "p99_ps",
        "99th percentile of latency",
        Flow,
        "99th percentile of the latency of the frames of each flow that were delivered in the run, \
         in picoseconds; no value if none was",
        |report| flows(report, |flow| (flow.delivered_frames > 0).then_some(flow.latency.p99_ps)),
    ),
    measure(
        "finished_ps",
        "end of the flow",
        Flow,
        "Time from the start of the run to the delivery of the last payload of each flow, in \
         picoseconds; no value if the flow has not finished",
        |report| flows(report, |flow| flow.finished_ps),
    ),
    measure(
        "flow_drops",
        "lost frames of the flow",
        Flow,
        "Number of frames of each flow lost in the run for any cause, including a full queue of its own NIC",
        |report| flows(report, |flow| Some(flow.dropped_frames)),
    ),
    measure(
        "queue_paused_ps",
        "paused time of the queue",
        Queue,
        "Time in the run in which a pause kept each egress queue from transmitting, in picoseconds",
        |report| queues(report, |port| port.paused_ps),
    ),
    measure(
        "deadlocks",
        "deadlocks",
        Fabric,
        "Number of deadlocks in the run, including deadlocks that have ended",
        |report| {
            let cycles = report.blocked.cycles.iter();
            whole(cycles.filter(|cycle| cycle.deadlock_ps.is_some()).count() as u64)
        },
    ),
    measure(
        "storms_true",
        "storms detected rightly",
        Fabric,
        "Number of storms that watchdogs detected rightly in the run: a deadlock, a pause storm, a lost \
         resume or lost credits blocked the queue",
        |report| whole(report.watchdogs.true_positives),
    ),
    measure(
        "storms_false",
        "storms detected wrongly",
        Fabric,
        "Number of storms that watchdogs detected wrongly in the run: no deadlock, pause storm, lost resume \
         or lost credits blocked the queue",
        |report| whole(report.watchdogs.false_positives),
    ),
    measure("watched", "watchdogs", Fabric, "Number of queues and NICs that have a watchdog", |report| {
        whole(report.watchdogs.watched as u64)
    }),
    measure(
        "source_drops",
        "frames refused by their own NIC",
        Fabric,
        "Number of frames lost in the run because the queue of their own NIC was full",
        |report| whole(report.fabric.unsent_frames),
    ),
    measure(
        "throughput_bps",
        "throughput",
        Flow,
        "Rate of each flow from its start to its end: delivered frame bytes from header to FCS, in \
         bits per second",
        |report| flows(report, |flow| Some(flow.throughput_bps)),
    ),
    measure(
        "mean_ps",
        "mean latency",
        Flow,
        "Mean latency of the frames of each flow that were delivered in the run, in picoseconds; no \
         value if none was",
        |report| flows(report, |flow| (flow.delivered_frames > 0).then_some(flow.latency.mean_ps)),
    ),
    measure(
        "max_ps",
        "greatest latency",
        Flow,
        "Greatest latency of the frames of each flow that were delivered in the run, in picoseconds; \
         no value if none was",
        |report| flows(report, |flow| (flow.delivered_frames > 0).then_some(flow.latency.max_ps)),
    ),
    measure(
        "fairness_millionths",
        "Jain's fairness index, in millionths",
        Fabric,
        "Jain's fairness index of the throughputs of all flows, in millionths: 1000000 if all are \
         equal; no value if no flow has a throughput",
        |report| {
            let value = report.fabric.fairness.map(millionths);
            vec![Reading { of: String::new(), value }]
        },
    ),
    measure(
        "fct_mean_ps",
        "mean completion time",
        Fabric,
        "Mean completion time of the flows that finished in the run, from the start of a flow to the \
         delivery of its last payload, in picoseconds; no value if none finished",
        |report| times(report, |sorted| sorted.iter().sum::<u64>() / sorted.len() as u64),
    ),
    measure(
        "fct_p99_ps",
        "99th percentile of completion time",
        Fabric,
        "99th percentile of the completion times of the flows that finished in the run, in \
         picoseconds; no value if none finished",
        |report| times(report, |sorted| sorted[(99 * sorted.len()).div_ceil(100) - 1]),
    ),
    measure(
        "fct_max_ps",
        "longest completion time",
        Fabric,
        "Greatest completion time of the flows that finished in the run, in picoseconds; no value if \
         none finished",
        |report| times(report, |sorted| sorted[sorted.len() - 1]),
    ),
    measure(
        "completion_ps",
        "duration of the collective",
        Collective,
        "Duration of the longest finished repetition of each collective, in picoseconds; no value if \
         none has finished",
        |report| {
            let all = report.collectives.iter();
            all.map(|one| Reading { of: one.name.clone(), value: one.completion_ps.iter().max().copied() })
                .collect()
        },
    ),
];

const fn measure(
    name: &'static str,
    title: &'static str,
    scope: MeasureScope,
    help: &'static str,
    take: fn(&Report) -> Vec<Reading>,
) -> Measure {
    Measure { name, title, help, scope, take }
}

/// Unit of the readings of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureUnit {
    /// Time in picoseconds.
    Picoseconds,
    /// Amount of data in bytes.
    Bytes,
    /// Rate in bits per second.
    BitsPerSecond,
    /// Count, without a unit.
    Count,
}

/// Endings of the names of measures, each with its unit. A measure with another ending is a count.
const UNITS: [(&str, MeasureUnit); 3] =
    [("_ps", MeasureUnit::Picoseconds), ("_bytes", MeasureUnit::Bytes), ("_bps", MeasureUnit::BitsPerSecond)];

impl Measure {
    /// Unit of the readings of the measure called `name`, by the ending of the name. [`MeasureUnit::Count`]
    /// for other endings.
    #[must_use]
    pub fn unit_of(name: &str) -> MeasureUnit {
        UNITS.iter().find(|(end, _)| name.ends_with(end)).map_or(MeasureUnit::Count, |(_, unit)| *unit)
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

    /// Runs `world` up to and including `until`, with at most `events` events, and returns the report of the
    /// run. Memory use is recorded only if one of the `measures` needs it. `None` if the run did not reach
    /// `until`.
    #[must_use]
    pub fn report<'a>(
        mut measures: impl Iterator<Item = &'a Self>,
        world: &mut World,
        until: Time,
        events: u64,
    ) -> Option<Report> {
        if !measures.any(|one| one.name == QUEUE_MEAN) {
            return (world.run(until, events) == RunEnd::Reached).then(|| Report::of(world));
        }
        let (held, stop) = Occupancy::run(world, until, events);
        (stop == RunEnd::Reached).then(|| Report::of(world).with_occupancy(&held, world))
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

/// Converts a fairness index between 0 and 1 to millionths, rounded.
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

/// Readings of `value` for each queue that sent or received a frame in the measurement window, in the order
/// of [`Report::ports`].
fn queues(report: &Report, value: fn(&PortReport) -> u64) -> Vec<Reading> {
    let used = report.ports.iter().filter(|port| port.tx_frames > 0 || port.rx_frames > 0);
    used.map(|port| Reading { of: place(port), value: Some(value(port)) }).collect()
}
