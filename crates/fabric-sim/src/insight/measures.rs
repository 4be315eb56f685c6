//! What runs are compared by: one table, read from a report.

use super::report::{FlowReport, PortReport, Report};

/// Something that a run is measured by.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// As people ask for it; its end is its unit.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    take: fn(&Report) -> Vec<Reading>,
}

/// One figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Of which flow, queue or collective; empty: of the fabric.
    pub of: String,
    /// In the unit of the measure; `None`: there is none.
    pub value: Option<u64>,
}

/// All of them.
pub const MEASURES: [Measure; 13] = [
    measure("drops", "frames lost, all causes", |report| whole(report.fabric.dropped_frames)),
    measure("lossless_drops", "lossless frames lost for want of headroom", |report| {
        whole(report.fabric.lossless_violations)
    }),
    measure("pauses", "PFC frames sent that pause something", |report| whole(report.fabric.pause_sent)),
    measure("paused_ps", "time in which a port may not send a priority, summed over them", |report| {
        whole(report.ports.iter().map(|port| port.paused_ps).sum())
    }),
    measure("marks", "frames marked", |report| whole(report.fabric.ecn_marked)),
    measure("deadlock_ps", "when the first deadlock was there; none if there was none", |report| {
        let died = report.blocked.circles.iter().filter_map(|circle| circle.died_ps).min();
        vec![Reading { of: String::new(), value: died }]
    }),
    measure("queue_peak_bytes", "most bytes that ever waited for an output, by queue", |report| {
        queues(report, |port| port.egress_peak_bytes)
    }),
    measure("headroom_peak_bytes", "most headroom that was ever in use, by queue", |report| {
        queues(report, |port| port.headroom_peak_bytes)
    }),
    measure("goodput_bps", "payload delivered in order while the flow lasted, by flow", |report| {
        flows(report, |flow| Some(flow.goodput_bps))
    }),
    measure("p50_ps", "median latency, by flow; none if no frame was delivered", |report| {
        flows(report, |flow| (flow.delivered_frames > 0).then_some(flow.latency.p50_ps))
    }),
    measure("p99_ps", "latency that 99 of 100 frames did not exceed, by flow; none as above", |report| {
        flows(report, |flow| (flow.delivered_frames > 0).then_some(flow.latency.p99_ps))
    }),
    measure("finished_ps", "when the last payload was delivered, by flow", |report| {
        flows(report, |flow| flow.finished_ps)
    }),
    measure("completion_ps", "the longest time that a collective took, by collective", |report| {
        let all = report.collectives.iter();
        all.map(|one| Reading { of: one.name.clone(), value: one.completion_ps.iter().max().copied() })
            .collect()
    }),
];

const fn measure(name: &'static str, help: &'static str, take: fn(&Report) -> Vec<Reading>) -> Measure {
    Measure { name, help, take }
}

impl Measure {
    /// The measure of this name.
    ///
    /// # Errors
    /// Which there are, if there is none.
    pub fn find(name: &str) -> Result<&'static Self, String> {
        let known = || MEASURES.iter().map(|one| one.name).collect::<Vec<_>>().join(", ");
        MEASURES
            .iter()
            .find(|one| one.name == name)
            .ok_or_else(|| format!("there is no measure \"{name}\"; there are {}", known()))
    }

    /// What it comes to in `report`.
    #[must_use]
    pub fn of(&self, report: &Report) -> Vec<Reading> {
        (self.take)(report)
    }
}

fn whole(value: u64) -> Vec<Reading> {
    vec![Reading { of: String::new(), value: Some(value) }]
}

fn flows(report: &Report, value: fn(&FlowReport) -> Option<u64>) -> Vec<Reading> {
    report.flows.iter().map(|flow| Reading { of: flow.name.clone(), value: value(flow) }).collect()
}

/// Of the queues that were ever used.
fn queues(report: &Report, value: fn(&PortReport) -> u64) -> Vec<Reading> {
    let used = report.ports.iter().filter(|port| port.tx_frames > 0 || port.rx_frames > 0);
    let place = |port: &PortReport| format!("{}.{}.{}", port.node, port.port, port.priority);
    used.map(|port| Reading { of: place(port), value: Some(value(port)) }).collect()
}
