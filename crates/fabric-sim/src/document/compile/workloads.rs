//! Workloads as flows.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::super::number::Size;
use super::super::params::{Atlas, FlowDefaults};
use super::super::problem::{Problem, Problems};
use super::super::traffic::Flow;
use super::super::workload::Workload;
use super::Document;
use super::flow_names::FlowNames;
use super::hosts::taking_part;
use super::traffic;
use crate::fabric::endpoint::Process;
use crate::ids::{FlowId, NodeId};
use crate::order;
use crate::spec::{FlowSpec, Limits, Spec, WorkloadSpec, stable_key};
use crate::units::Time;

/// Adds the document's workloads, whose flows come after those of collectives.
pub(super) fn add(document: &Document, defaults: &FlowDefaults, spec: &mut Spec, problems: &mut Problems) {
    let (mut flows, mut workloads) = (Vec::new(), Vec::new());
    let atlas = document.atlas(spec);
    let mut names = FlowNames::of(document);
    names.take(spec.flows.iter().map(|flow| flow.name.clone()));
    for (n, workload) in document.workloads.iter().enumerate() {
        let first = spec.flows.len() + flows.len();
        let at = format!("workloads[{n}]");
        let built = of_workload(workload, &at, first, defaults, &atlas, &mut names);
        if let Some(built) = problems.keep(built) {
            workloads.push(WorkloadSpec {
                name: workload.name.clone(),
                first: FlowId::new(first),
                // Not more than a spec has flows.
                flows: u32::try_from(built.len()).unwrap_or(u32::MAX),
            });
            flows.extend(built);
        }
    }
    spec.flows.extend(flows);
    spec.workloads = workloads;
}

/// A flow that was drawn.
struct Drawn {
    start: Time,
    from: NodeId,
    to: NodeId,
    bytes: u64,
    /// Its number among those of its source, from 1.
    number: usize,
}

/// The flows of a workload by their start, the first of which will have the number `first`.
fn of_workload(
    workload: &Workload,
    at: &str,
    first: usize,
    defaults: &FlowDefaults,
    atlas: &Atlas<'_>,
    names: &mut FlowNames,
) -> Result<Vec<FlowSpec>, Problem> {
    let drawn = drawn(workload, atlas, &|field: &str| format!("{at}.{field}"), Limits::FLOWS.saturating_sub(first))?;
    let flows = drawn.into_iter().map(|drawn| {
        let [from, to] = [drawn.from, drawn.to].map(|node| atlas.spec.nodes[node.index()].name.clone());
        let name = names.unused(format!("{} {from} to {to} #{}", workload.name, drawn.number));
        let flow = Flow {
            priority: workload.priority,
            format: workload.format.clone(),
            frame: workload.frame,
            size: Size::new(drawn.bytes),
            start: drawn.start,
            // Chance has moved it already.
            jitter: Some(false),
            ..Flow::new(name, from, to)
        };
        traffic::flow(&flow, at, defaults, atlas)
    });
    flows.collect()
}

/// Draws the flows, at most `room`, by their start.
fn drawn(
    workload: &Workload,
    atlas: &Atlas<'_>,
    place: &impl Fn(&str) -> String,
    room: usize,
) -> Result<Vec<Drawn>, Problem> {
    let spec = atlas.spec;
    let hosts = taking_part(&workload.hosts, atlas, place)?;
    let stop = workload.stop.unwrap_or(spec.horizon);
    if stop <= workload.start {
        let field = if workload.stop.is_some() { "stop" } else { "start" };
        let message = format!("no flow starts from {} on until {stop}; start earlier", workload.start);
        return Err(Problem::new(place(field), message));
    }
    let many = |count: String| {
        let message =
            format!("it has {count} flows; more than {} are too many: lower the load, or stop earlier", Limits::FLOWS);
        Problem::new(place("load"), message)
    };
    let span = stop.saturating_sub(workload.start).as_secs_f64() * 1e12;
    // Known before any is drawn, so that nothing is kept of too many.
    let expected: f64 = hosts.iter().map(|host| span / interval(workload, spec, *host)).sum();
    if expected > room as f64 {
        return Err(many(format!("about {expected:.0}")));
    }
    let mut all = Vec::new();
    for (n, from) in hosts.iter().enumerate() {
        // A stream for each host: another load of one leaves the others alone.
        let name = format!("{} {}", workload.name, spec.nodes[from.index()].name);
        let mut dice = Pcg32::seed_from_u64(stable_key(spec.seed, "workload", &name));
        let arrivals = Process::Poisson(interval(workload, spec, *from));
        let mut start = workload.start;
        for number in 1.. {
            start = start.saturating_add(arrivals.interval(1, || dice.next_u64()));
            if start >= stop {
                break;
            }
            let bytes = workload.sizes.draw(dice.next_u64());
            let step = 1 + dice.next_u64() % (hosts.len() as u64 - 1);
            let to = hosts[(n + usize::try_from(step).unwrap_or(1)) % hosts.len()];
            all.push(Drawn { start, from: *from, to, bytes, number });
            if all.len() > room {
                return Err(many(format!("more than {room}")));
            }
        }
    }
    order::by_key(&mut all, |flow| (flow.start, flow.from.index()));
    Ok(all)
}

/// The mean time from one flow of a host to its next, in ps.
#[expect(clippy::cast_precision_loss, reason = "rates are far below 2^53")]
fn interval(workload: &Workload, spec: &Spec, host: NodeId) -> f64 {
    let port = &spec.ports[spec.nodes[host.index()].ports.start as usize];
    let offered = port.clock.rate().bps() as f64 * workload.load.get() as f64 / 100.0;
    workload.sizes.mean() * 8.0 * 1e12 / offered
}
