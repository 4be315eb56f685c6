//! Compiles workloads into flows with random sizes, start times and hosts. Start with [`add`].
//!
//! A host never sends to itself. No flow starts at or after `stop`, or the horizon if there is no `stop`. If
//! the load would give too many flows, the whole workload is an error. Each host has its own random stream,
//! which depends on the seed and on the names of workload and host. Intervals between starts are exponential.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::super::number::Size;
use super::super::params::{FlowDefaults, PlaceResolver};
use super::super::problem::{Problem, Problems};
use super::super::traffic::Flow;
use super::super::workload::Workload;
use super::Document;
use super::flow_names::FlowNames;
use super::hosts::participants;
use super::traffic;
use crate::engine::stable_key;
use crate::fabric::endpoint::Process;
use crate::ids::{FlowId, NodeId};
use crate::sort;
use crate::spec::{FlowSpec, Limits, Spec, WorkloadSpec};
use crate::units::Time;

/// Compiles the document's workloads into `spec`. The flows of workloads are numbered after the flows of
/// collectives. A wrong workload is reported in `problems` and left out.
pub(super) fn add(document: &Document, defaults: &FlowDefaults, spec: &mut Spec, problems: &mut Problems) {
    let (mut flows, mut workloads) = (Vec::new(), Vec::new());
    let places = document.places(spec);
    let mut names = FlowNames::of(document);
    names.add(spec.flows.iter().map(|flow| flow.name.clone()));
    for (n, workload) in document.workloads.iter().enumerate() {
        let first = spec.flows.len() + flows.len();
        let at = format!("workloads[{n}]");
        let built = of_workload(workload, &at, first, defaults, &places, &mut names);
        if let Some(built) = problems.record(built) {
            workloads.push(WorkloadSpec {
                name: workload.name.clone(),
                sizes: workload.sizes.name(),
                first: FlowId::new(first),
                // The number is at most `Limits::FLOWS`.
                flows: u32::try_from(built.len()).unwrap_or(u32::MAX),
            });
            flows.extend(built);
        }
    }
    spec.flows.extend(flows);
    spec.workloads = workloads;
}

/// Randomly drawn values of one flow.
struct RandomFlow {
    start: Time,
    from: NodeId,
    to: NodeId,
    bytes: u64,
    /// Number of the flow among the flows of its source, from 1.
    number: usize,
}

/// Compiles one workload into flows, in the order of their start times. `first` is the number of the first of
/// these flows. `at` is the path of the workload in the document, for error messages.
fn of_workload(
    workload: &Workload,
    at: &str,
    first: usize,
    defaults: &FlowDefaults,
    places: &PlaceResolver<'_>,
    names: &mut FlowNames,
) -> Result<Vec<FlowSpec>, Problem> {
    let place = |field: &str| format!("{at}.{field}");
    let drawn = draw_flows(workload, places, &place, Limits::FLOWS.saturating_sub(first))?;
    let flows = drawn.into_iter().map(|drawn| {
        let [from, to] = [drawn.from, drawn.to].map(|node| places.spec.nodes[node.index()].name.clone());
        let name = names.reserve(format!("{} {from} to {to} #{}", workload.name, drawn.number));
        let flow = Flow {
            priority: workload.priority,
            format: workload.format.clone(),
            frame: workload.frame,
            size: Size::new(drawn.bytes),
            start: drawn.start,
            // The start is random already.
            jitter: Some(false),
            ..Flow::new(name, from, to)
        };
        traffic::flow(&flow, at, defaults, places)
    });
    flows.collect()
}

/// Draws the flows of a workload and sorts them by start time, then by source. A start at or after the end is
/// an error. More than `room` flows, drawn or expected, are an error, too. A workload without any flow is
/// allowed.
fn draw_flows(
    workload: &Workload,
    places: &PlaceResolver<'_>,
    place: &impl Fn(&str) -> String,
    room: usize,
) -> Result<Vec<RandomFlow>, Problem> {
    let spec = places.spec;
    let hosts = participants(&workload.hosts, places, place)?;
    let end = workload.stop.unwrap_or(spec.horizon);
    if end <= workload.start {
        let range = format!("before {end}, where the workload stops");
        return Err(Problem::range(place("start"), workload.start, range));
    }
    let too_many = |count: String| {
        let most = Limits::FLOWS;
        let message =
            format!("makes {count} flows, and a document has at most {most}; lower it, or stop earlier");
        Problem::new(place("load"), message)
    };
    let expected = expected_flows(workload, spec, &hosts, end);
    // The workload is refused before any flow is drawn, so that memory does not grow with the load.
    if expected > f64::from(u32::try_from(room).unwrap_or(u32::MAX)) {
        return Err(too_many(format!("about {expected:.0}")));
    }
    let mut all = Vec::new();
    for (n, from) in hosts.iter().enumerate() {
        // Each host has its own stream of random numbers, which does not depend on the number of hosts.
        let name = format!("{} {}", workload.name, spec.nodes[from.index()].name);
        let mut random = Pcg32::seed_from_u64(stable_key(spec.seed, "workload", &name));
        let mut arrivals = Process::Poisson(interval(workload, spec, *from));
        let mut start = workload.start;
        for number in 1.. {
            start = start.saturating_add(arrivals.interval(1, || random.next_u64()));
            if start >= end {
                break;
            }
            let bytes = workload.sizes.draw(random.next_u64());
            let offset = 1 + random.next_u64() % (hosts.len() as u64 - 1);
            let to = hosts[(n + usize::try_from(offset).unwrap_or(1)) % hosts.len()];
            if all.len() == room {
                return Err(too_many(format!("more than {room}")));
            }
            all.push(RandomFlow { start, from: *from, to, bytes, number });
        }
    }
    sort::by_key(&mut all, |flow| (flow.start, flow.from.index()));
    Ok(all)
}

/// Expected number of flows that the workload starts before `end`. The drawn number can differ.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn expected_flows(workload: &Workload, spec: &Spec, hosts: &[NodeId], end: Time) -> f64 {
    let span = end.saturating_sub(workload.start).ps() as f64;
    hosts.iter().map(|host| span / interval(workload, spec, *host)).sum()
}

/// Mean time in picoseconds between the starts of two flows of `host`. The load is a share of the rate of the
/// host's link, and counts payload only, without headers.
#[expect(clippy::cast_precision_loss, reason = "rates are far below 2^53")]
fn interval(workload: &Workload, spec: &Spec, host: NodeId) -> f64 {
    let port = &spec.ports[spec.nodes[host.index()].ports.start as usize];
    let offered = port.clock.rate().bps() as f64 * workload.load.get() as f64 / 100.0;
    workload.sizes.mean() * 8.0 * 1e12 / offered
}
