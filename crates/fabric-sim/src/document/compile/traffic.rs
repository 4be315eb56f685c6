//! Compiles routes, flows and pause sources. If a flow leaves out a field, the parameters of the fabric give
//! the default. A flow whose frames the fabric cannot carry is an error. Start with [`of_document`].

use std::sync::Arc;

use super::super::operation::Operation;
use super::super::params::{FlowDefaults, PlaceResolver};
use super::super::problem::{Problem, Problems};
use super::super::topology::Route;
use super::super::traffic::{Arrival, Bursts, Flow, PauseSource, Reliability};
use super::Document;
use super::headers;
use super::misfit::{UnfitFlows, misfit};
use super::operations::{self, unreachable_read};
use crate::fabric::endpoint::reliability::{Recovery, ReliabilityConfig};
use crate::ids::{HostId, NodeId, PortId, PrioritySet, SwitchId};
use crate::spec::{self, FlowSpec, PauseSourceSpec, Spec};
use crate::units::{Quanta, Time};
use crate::wire::{Ecn, Format};

/// Lowest rate of a flow in bits per second. At a lower rate, the run can end before the next frame.
const MIN_RATE: u64 = 1_000;

/// Shortest interval between pause frames of a pause source.
const MIN_INTERVAL: Time = Time::from_ns(1);

/// Compiles the document's routes into `spec.routes`, where they replace shortest paths. If two routes have
/// the same switch and host, the later route applies.
pub(super) fn routes(document: &Document, spec: &mut Spec, problems: &mut Problems) {
    for (n, route) in document.routes.iter().enumerate() {
        let place = |field: &str| format!("routes[{n}]{field}");
        if let Some((switch, host, port)) = problems.record(self::route(route, spec, &place)).flatten() {
            Arc::make_mut(&mut spec.routes).override_with(switch, host, port);
        }
    }
}

/// Switch, host and output port of a route. `None` if a node is unknown, which
/// another check reports. If several links lead to `via`, the port with the lowest number is used.
///
/// # Errors
/// If the route has both `via` and `port`, or neither of them. Also if `via` is no neighbour of the switch,
/// or if the switch has no port of this number.
pub(super) fn route(
    route: &Route,
    spec: &Spec,
    place: &impl Fn(&str) -> String,
) -> Result<Option<(SwitchId, HostId, PortId)>, Problem> {
    let (Some(switch), Some(host)) = (spec.node(&route.switch), spec.node(&route.to)) else {
        return Ok(None);
    };
    let port = match (&route.via, route.port) {
        (Some(via), None) => {
            spec.node(via).and_then(|via| port_towards(spec, switch, via)).ok_or_else(|| {
                Problem::new(
                    place(".via"),
                    format!("no link joins {} and {via}; name a neighbour", route.switch),
                )
            })
        }
        (None, Some(port)) => spec.port(switch, u32::from(port.small())).ok_or_else(|| {
            let count = spec.nodes[switch.index()].ports.len();
            Problem::range(
                place(".port"),
                port.get(),
                format!("below {count}, the ports of {}", route.switch),
            )
        }),
        _ => Err(Problem::new(place(""), "a route has exactly one of via and port; give one of them")),
    }?;
    let numbers = spec.nodes[switch.index()].switch().zip(spec.nodes[host.index()].host());
    Ok(numbers.map(|(switch, host)| (switch, host, port)))
}

/// Compiles the flows and pause sources of the document, in the order of the document. A flow or pause source
/// with a problem is left out. Flows whose frames the fabric cannot carry are reported together, once for
/// each reason.
pub(super) fn of_document(
    document: &Document,
    defaults: &FlowDefaults,
    places: &PlaceResolver<'_>,
    problems: &mut Problems,
) -> (Vec<FlowSpec>, Vec<PauseSourceSpec>) {
    let mut flows = Vec::new();
    let mut unfit = UnfitFlows::default();
    for (n, flow) in document.flows.iter().enumerate() {
        let compiled = compile_flow(flow, &format!("flows[{n}]"), defaults, places);
        let Some(flow) = problems.record(compiled) else { continue };
        match misfit(&flow, places) {
            None => flows.push(flow),
            Some(message) => unfit.add(n, &flow.name, message),
        }
    }
    unfit.report(problems);
    let sources = document.pause_sources.iter().enumerate();
    let sources = sources.map(|(n, source)| pause_source(source, &format!("pause_sources[{n}]"), places));
    (flows, sources.filter_map(|source| problems.record(source)).collect())
}

/// Compiles one flow, of the document or of an action. `at` is the path of the flow in the document, for
/// error messages. An error if the fabric cannot carry the frames of the flow.
pub(super) fn flow(
    flow: &Flow,
    at: &str,
    defaults: &FlowDefaults,
    places: &PlaceResolver<'_>,
) -> Result<FlowSpec, Problem> {
    let flow = compile_flow(flow, at, defaults, places)?;
    match misfit(&flow, places) {
        Some(message) => Err(Problem::new(format!("{at}.frame"), message)),
        None => Ok(flow),
    }
}

/// Compiles one flow, but does not check whether the fabric can carry its frames. Returns the first problem.
/// A `stop` equal to the start, and bursts of zero length, are errors. Rates from 1 kb/s are allowed.
fn compile_flow(
    flow: &Flow,
    at: &str,
    defaults: &FlowDefaults,
    places: &PlaceResolver<'_>,
) -> Result<FlowSpec, Problem> {
    let place = |field: &str| format!("{at}.{field}");
    let formats = &places.spec.formats;
    let (headers, frame_bytes, payload_bytes) = headers::of_flow(flow, formats, &place)?;
    let capable = flow.ecn.unwrap_or(formats[headers.format.index()].ip);
    if flow.from == flow.to {
        return Err(Problem::new(place("to"), "is the source itself; name another host"));
    }
    check_stop(flow.start, flow.stop, || place("stop"))?;
    let arrival = match flow.arrival {
        Arrival::Saturate => spec::Arrival::Saturate,
        Arrival::Constant(rate) => spec::Arrival::Constant(rate),
        Arrival::Poisson(rate) => spec::Arrival::Poisson(rate),
        Arrival::Bursts(Bursts { rate, on, off }) => spec::Arrival::Bursts { rate, on, off },
    };
    if let Arrival::Bursts(Bursts { on: Time::ZERO, .. }) = flow.arrival {
        return Err(Problem::range(place("arrival.bursts.on"), Time::ZERO, "above 0s"));
    }
    let rate = match flow.arrival {
        Arrival::Saturate => None,
        Arrival::Constant(rate) => Some(("arrival.constant", rate)),
        Arrival::Poisson(rate) => Some(("arrival.poisson", rate)),
        Arrival::Bursts(Bursts { rate, .. }) => Some(("arrival.bursts.rate", rate)),
    };
    if let Some((field, rate)) = rate.filter(|(_, rate)| rate.bps() < MIN_RATE) {
        return Err(Problem::range(place(field), rate, "a rate from 1k to 10T"));
    }
    let (reliability, acks) = reliability(flow, &formats[headers.format.index()], defaults, &place)?;
    let timeout = reliability.map(|config| config.timeout);
    let flow = FlowSpec {
        name: flow.name.clone(),
        source: find_linked_host(places, &flow.from, || place("from"))?,
        destination: find_linked_host(places, &flow.to, || place("to"))?,
        operation: operations::operation(flow, payload_bytes, timeout, defaults, places, &place)?,
        priority: operations::priority(flow, defaults, &place)?,
        headers,
        frame_bytes,
        payload_bytes,
        size: flow.size.map(super::super::Size::get),
        start: flow.start,
        stop: flow.stop,
        arrival,
        jitter: flow.jitter.unwrap_or(defaults.jitter),
        frame_jitter: defaults.frame_jitter.unwrap_or_else(|| flow.jitter.unwrap_or(defaults.jitter)),
        acks,
        reliability,
        rate: operations::rate(flow, defaults, &place)?,
        credits: operations::credits(flow, frame_bytes, &place)?,
        ecn: if capable { Ecn::Capable } else { Ecn::NotCapable },
        path: path(flow, places, &place)?,
    };
    if let Some(message) = unreachable_read(&flow, places.spec) {
        return Err(Problem::new(place("operation"), message));
    }
    Ok(flow)
}

/// Retransmission settings of a flow, or `None` if lost frames are not retransmitted. Also returns the acks
/// of the flow, or `None` if the receiver sends no acks. A flow without retransmission has acks only if the
/// document gives it `acks`.
///
/// # Errors
/// If the operation is not acknowledged, but the flow has acks or retransmission. If the format of its frames
/// is not acknowledged, but the flow has retransmission. If the receiver sends less than one ack for each
/// send window. If a read, or a flow without a size, has `go_back_0`.
fn reliability(
    flow: &Flow,
    format: &Format,
    defaults: &FlowDefaults,
    place: &impl Fn(&str) -> String,
) -> Result<(Option<ReliabilityConfig>, Option<spec::Acks>), Problem> {
    if !flow.operation.is_acknowledged() {
        let fields = [("acks", flow.acks.is_some()), ("reliability", retransmits(flow))];
        return match fields.into_iter().find(|(_, given)| *given) {
            None => Ok((None, None)),
            Some((field, _)) => {
                let message = format!(
                    "nobody acknowledges {}, and so nothing is sent again; remove the field",
                    flow.operation.of_flow()
                );
                Err(Problem::new(place(field), message))
            }
        };
    }
    let own = flow.acks.map(|acks| spec::Acks {
        every: u32::try_from(acks.every.get()).unwrap_or(u32::MAX),
        priority: acks.priority,
    });
    let Some(config) = defaults.reliability.of(flow.reliability, format.reliable) else {
        return match flow.reliability {
            None | Some(Reliability::None) => Ok((None, own)),
            Some(_) => {
                let message = format!(
                    "{} frames are not acknowledged, and so never sent again; remove the field",
                    format.name
                );
                Err(Problem::new(place("reliability"), message))
            }
        };
    };
    let acks = own.unwrap_or(defaults.reliability.acks);
    if acks.every > config.window {
        let range =
            format!("at most {}, the send window: it would fill before an ack is sent", config.window);
        return Err(Problem::range(place("acks.every"), acks.every, range));
    }
    if config.recovery == Recovery::GoBack0 && flow.operation == Operation::Read {
        let message =
            "under go_back_0 a message begins again, and a read asks for it in parts; give go_back_n or none";
        return Err(Problem::new(place("reliability"), message));
    }
    if config.recovery == Recovery::GoBack0 && flow.size.is_none() {
        let message = "under go_back_0 a message begins again: a flow without end has none; give it a size";
        return Err(Problem::new(place("size"), message));
    }
    Ok((Some(config), Some(acks)))
}

fn retransmits(flow: &Flow) -> bool {
    !matches!(flow.reliability, None | Some(Reliability::None))
}

/// Output ports at the switches along the path that a flow names. Empty if the flow names fewer than two
/// nodes. The path may begin after the source and end before the destination.
///
/// # Errors
/// If two successive nodes have no link. If the first node is a host other than the source, or another node
/// is a host other than the destination.
fn path(
    flow: &Flow,
    places: &PlaceResolver<'_>,
    place: &impl Fn(&str) -> String,
) -> Result<Vec<PortId>, Problem> {
    let spec = places.spec;
    let mut ports = Vec::new();
    if let Some(first) = flow.path.first().filter(|first| **first != flow.from)
        && places.find(first).is_some_and(|node| spec.nodes[node.index()].switch().is_none())
    {
        let message = format!("{first} is a host, but not the source; name {} or a switch", flow.from);
        return Err(Problem::new(place("path[0]"), message));
    }
    for (n, pair) in flow.path.windows(2).enumerate() {
        let problem = |message: String| Problem::new(place(&format!("path[{}]", n + 1)), message);
        let [Some(from), Some(to)] = [&pair[0], &pair[1]].map(|name| places.find(name)) else { continue };
        let port = port_towards(spec, from, to)
            .ok_or_else(|| problem(format!("no link joins {} and {}; name a neighbour", pair[0], pair[1])))?;
        if spec.nodes[from.index()].switch().is_some() {
            ports.push(port);
        }
        if spec.nodes[to.index()].switch().is_none() && pair[1] != flow.to {
            return Err(problem(format!("{} is a host, and passes nothing on; name a switch", pair[1])));
        }
        if pair[0] == flow.to {
            return Err(problem(format!(
                "{} comes after the destination; end the path at {}",
                pair[1], flow.to
            )));
        }
    }
    Ok(ports)
}

/// Compiles one pause source, of the document or of an action. `at` is the path of the pause source in the
/// document, for error messages. A pause time is rounded up to whole quanta of the port; with neither
/// `quanta` nor `time`, it is 65535 quanta. Without a port number, the port is 0.
///
/// # Errors
/// If the node or port does not exist, or if no priority is given. Also if `every` is below 1 ns, or `stop`
/// is not after the start. Also if both `quanta` and `time` are given, or if the time is longer than 65535
/// quanta.
pub(super) fn pause_source(
    source: &PauseSource,
    at: &str,
    places: &PlaceResolver<'_>,
) -> Result<PauseSourceSpec, Problem> {
    let spec = places.spec;
    let place = |field: &str| format!("{at}.{field}");
    let node = places
        .find(&source.node)
        .ok_or_else(|| Problem::new(place("node"), "there is no such node; add it, or name another"))?;
    let number = source.port.map_or(0, |port| u32::from(port.small()));
    let port = spec.port(node, number).ok_or_else(|| {
        let count = spec.nodes[node.index()].ports.len();
        Problem::range(place("port"), number, format!("below {count}, the ports of {}", source.node))
    })?;
    if source.priorities.is_empty() {
        return Err(Problem::new(place("priorities"), "there is no priority; add one"));
    }
    if let Some(every) = source.every.filter(|every| *every < MIN_INTERVAL) {
        return Err(Problem::range(place("every"), every, "at least 1ns"));
    }
    check_stop(source.start, source.stop, || place("stop"))?;
    let quanta = match (source.quanta, source.time) {
        (Some(_), Some(_)) => {
            return Err(Problem::new(
                place("time"),
                "a pause source has quanta or a time, not both; remove one of them",
            ));
        }
        (Some(quanta), None) => Quanta(to_u16(quanta.get())),
        (None, None) => Quanta::MAX,
        (None, Some(time)) => {
            let clock = spec.ports[port.index()].clock;
            let count = time.ps().div_ceil(Quanta(1).time(clock).ps());
            let longest = Quanta::MAX.time(clock);
            let long = || {
                Problem::range(place("time"), time, format!("at most {longest}, 65535 quanta of this port"))
            };
            Quanta(u16::try_from(count).map_err(|_| long())?)
        }
    };
    // A 802.3x pause frame has no priorities, so it pauses all priorities.
    let named = source.priorities.iter().copied().collect();
    let pauses_link = spec.ports[port.index()].config.link_pause.is_some();
    Ok(PauseSourceSpec {
        name: source.name.clone(),
        port,
        priorities: if pauses_link { PrioritySet::ALL } else { named },
        quanta,
        every: source.every,
        start: source.start,
        stop: source.stop,
    })
}

/// Finds the host called `name`. An error if there is no such host, or if the host has no link.
pub(super) fn find_linked_host(
    places: &PlaceResolver<'_>,
    name: &str,
    place: impl Fn() -> String,
) -> Result<NodeId, Problem> {
    let node = places
        .find(name)
        .ok_or_else(|| Problem::new(place(), "there is no such host; add it, or name another"))?;
    if places.spec.nodes[node.index()].ports.is_empty() {
        return Err(Problem::new(place(), format!("host \"{name}\" has no link; add one")));
    }
    Ok(node)
}

fn port_towards(spec: &Spec, from: NodeId, to: NodeId) -> Option<PortId> {
    let ports = spec.nodes[from.index()].ports.clone().map(PortId);
    ports.into_iter().find(|port| spec.ports[spec.ports[port.index()].peer.index()].node == to)
}

fn check_stop(start: Time, stop: Option<Time>, place: impl Fn() -> String) -> Result<(), Problem> {
    match stop {
        Some(stop) if stop <= start => {
            Err(Problem::range(place(), stop, format!("after the start, {start}")))
        }
        _ => Ok(()),
    }
}

pub(super) fn to_u16(value: u64) -> u16 {
    u16::try_from(value).unwrap_or(u16::MAX)
}
