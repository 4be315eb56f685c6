//! Compiles the operation of a flow, its rate control, its priority, and its end-to-end credits. Start with
//! [`operation`].

use super::super::operation::Operation;
use super::super::params::{FlowDefaults, PlaceResolver};
use super::super::problem::Problem;
use super::super::traffic::{Credits, Flow};
use super::credits::first_granting_port;
use super::traffic::{find_linked_host, to_u16};
use crate::fabric::endpoint::rate::RateConfig;
use crate::fabric::endpoint::read::ReadConfig;
use crate::ids::{NodeId, Priority};
use crate::spec::{self, CreditUpdate, FlowCredits, FlowSpec, Spec};
use crate::units::Time;

/// Compiles the operation of a flow. `payload` is the payload of its frames in bytes. A read sends a request
/// again if the response is not complete within `timeout`. If `timeout` is `None`, a read sends no request
/// again. A multicast with an empty group goes only to the destination of the flow.
///
/// # Errors
/// If a flow that is no multicast has a group. If a multicast has a path, or a switch grants credits. If a
/// member of the group is unknown, has no link, is source or destination of the flow, or is named twice.
pub(super) fn operation(
    flow: &Flow,
    payload: u16,
    timeout: Option<Time>,
    defaults: &FlowDefaults,
    places: &PlaceResolver<'_>,
    place: &impl Fn(&str) -> String,
) -> Result<spec::Operation, Problem> {
    if flow.operation != Operation::Multicast {
        if flow.group.is_empty() {
            return Ok(match flow.operation {
                Operation::Send => spec::Operation::Send,
                Operation::Raw => spec::Operation::Raw,
                Operation::Read => spec::Operation::Read(ReadConfig {
                    request: defaults.read.request(payload),
                    outstanding: defaults.read.outstanding,
                    priority: flow.priority,
                    timeout,
                }),
                Operation::Write | Operation::Multicast => spec::Operation::Write,
            });
        }
        let message = format!("{} goes to one host; a group is for a multicast", flow.operation.of_flow());
        return Err(Problem::new(place("group"), message));
    }
    if !flow.path.is_empty() {
        let message = "a multicast goes along the tree of its routes, and names no path; remove the field";
        return Err(Problem::new(place("path"), message));
    }
    if let Some(port) = first_granting_port(places.spec) {
        let message = format!(
            "{} gives credits, which cover a frame once, and a switch keeps a copy of a multicast for every output; switch credits off, or send to one host",
            places.spec.port_name(port)
        );
        return Err(Problem::new(place("operation"), message));
    }
    let mut others = Vec::with_capacity(flow.group.len());
    for (n, name) in flow.group.iter().enumerate() {
        let member = || place(&format!("group[{n}]"));
        let host = find_linked_host(places, name, member)?;
        if *name == flow.from || *name == flow.to || flow.group[..n].contains(name) {
            let message = format!("\"{name}\" sends it, or receives it already; remove it here");
            return Err(Problem::new(member(), message));
        }
        others.push(host);
    }
    Ok(spec::Operation::Multicast(others))
}

/// Rate control of a flow. If the flow names no rate control, the parameter `rate_control` applies. If the
/// parameter is DCQCN, a multicast or raw flow gets no rate control, because no receiver sends CNPs to its
/// source.
///
/// # Errors
/// If a multicast or raw flow itself names DCQCN.
pub(super) fn rate(
    flow: &Flow,
    defaults: &FlowDefaults,
    place: &impl Fn(&str) -> String,
) -> Result<RateConfig, Problem> {
    let config = defaults.rate(flow.rate_control);
    if flow.operation.is_acknowledged() || !matches!(config, RateConfig::Dcqcn(_)) {
        return Ok(config);
    }
    if flow.rate_control.is_none() {
        return Ok(RateConfig::NoCnps);
    }
    let message = format!("{} has no receiver that sends CNPs; remove the field", flow.operation.of_flow());
    Err(Problem::new(place("rate_control"), message))
}

/// Priority of the data frames of a flow. For a read, this is the priority of the responses. The flow gives
/// it as `response_priority`. Otherwise, the parameter `response_priority` gives it, and otherwise the
/// priority of the flow.
///
/// # Errors
/// If a flow that is no read has a `response_priority`.
pub(super) fn priority(
    flow: &Flow,
    defaults: &FlowDefaults,
    place: &impl Fn(&str) -> String,
) -> Result<Priority, Problem> {
    let own = flow.response_priority;
    if flow.operation == Operation::Read {
        return Ok(own.or(defaults.read.priority).unwrap_or(flow.priority));
    }
    if own.is_some() {
        let message = format!("{} is not asked for; only a read has responses", flow.operation.of_flow());
        return Err(Problem::new(place("response_priority"), message));
    }
    Ok(flow.priority)
}

/// End-to-end credits of a flow with frames of `frame_bytes`; `None` if the document gives the flow no
/// credits. Credit updates without a size take no time on the wire. Credit updates with a size have priority
/// 6 unless the document gives a priority.
///
/// # Errors
/// If no receiver acknowledges the flow, if the credits are below `frame_bytes`, or if updates have a
/// priority but no size.
pub(super) fn credits(
    flow: &Flow,
    frame_bytes: u16,
    place: &impl Fn(&str) -> String,
) -> Result<Option<FlowCredits>, Problem> {
    /// Default priority of credit updates. Source: the RC Link simulator, which uses 5 to 6 for responses.
    const PRIORITY: Priority = Priority::P6;
    let Some(Credits { bytes, update, priority }) = flow.credits else { return Ok(None) };
    if !flow.operation.is_acknowledged() {
        let message =
            format!("{} has no receiver that gives credits; remove the field", flow.operation.of_flow());
        return Err(Problem::new(place("credits"), message));
    }
    if bytes.get() < u64::from(frame_bytes) {
        let least = format!("at least {frame_bytes}, a frame of the flow");
        return Err(Problem::range(place("credits.bytes"), bytes.get(), least));
    }
    if let (None, Some(priority)) = (update, priority) {
        let message = format!(
            "updates without a size take no wire time: they have no priority {priority}; remove the field"
        );
        return Err(Problem::new(place("credits.priority"), message));
    }
    let priority = priority.unwrap_or(PRIORITY);
    let update = update.map(|bytes| CreditUpdate { bytes: to_u16(bytes.get()), priority });
    Ok(Some(FlowCredits { bytes: bytes.get(), update }))
}

/// Reason why the requests or the data of a read cannot reach their destination. `None` if both can reach
/// it, or if the flow is no read.
pub(super) fn unreachable_read(flow: &FlowSpec, spec: &Spec) -> Option<String> {
    flow.request_priority()?;
    let name = |node: NodeId| &spec.nodes[node.index()].name;
    let (from, to) = (flow.source, flow.destination);
    let back = spec.unreachable_reason(to, from, &[]).map(|why| (to, from, "requests", why));
    let forth = || spec.unreachable_reason(from, to, &flow.path).map(|why| (from, to, "responses", why));
    let (from, to, what, why) = back.or_else(forth)?;
    Some(format!(
        "flow \"{}\" is a read without a way back: its {what} from {} do not reach {}, {why}; change the routes",
        flow.name,
        name(from),
        name(to),
    ))
}
