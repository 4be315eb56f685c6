//! Lossless flows that a switch's classification leads into a lossy class.

use std::collections::BTreeMap;

use crate::fabric::classify::Classifier;
use crate::ids::PortId;
use crate::spec::{FlowSpec, Spec};
use crate::wire::Label;

/// Where a flow leaves the lossless classes: the flows of that place, by what they say.
type Misled = BTreeMap<(PortId, Label, u8), Vec<String>>;

/// A sentence for each input port and code point at which a flow that its host
/// sends lossless lands in a lossy class: it may be dropped there, and pauses
/// for it name the wrong priority.
pub(super) fn sentences(spec: &Spec) -> Vec<String> {
    if spec.ports.iter().all(|port| faithful(spec, port)) && spec.flows.iter().all(says_its_priority) {
        return Vec::new();
    }
    let mut misled = Misled::new();
    for flow in &spec.flows {
        let Some(source) = spec.port(flow.source, 0) else { continue };
        if !lossless(spec, source, flow.priority) {
            continue;
        }
        let label = flow.headers.label(&spec.formats[flow.headers.format.index()], flow.priority);
        if let Some((port, class)) = first_lossy(spec, flow, source, label) {
            let read = spec.ports[port.index()].config.classifier.trust.reads(label);
            misled.entry((port, read, class)).or_default().push(flow.name.clone());
        }
    }
    let sentence = |((port, label, class), flows): (&(PortId, Label, u8), &Vec<String>)| {
        let more = if flows.len() > 1 { format!(" and {} more", flows.len() - 1) } else { String::new() };
        format!(
            "{}: flow {}{more} is lossless at its host, but {} makes it priority {class} here, which is lossy",
            spec.port_name(*port),
            flows[0],
            words(*label),
        )
    };
    misled.iter().map(sentence).collect()
}

/// Whether a port gives every frame the class that its sender meant.
fn faithful(spec: &Spec, port: &crate::spec::PortSpec) -> bool {
    spec.nodes[port.node.index()].switch().is_none()
        || port.config.credit_channels() != 0
        || port.config.classifier == crate::fabric::classify::ClassifierConfig::IDENTITY
}

fn says_its_priority(flow: &FlowSpec) -> bool {
    let headers = &flow.headers;
    headers.pcp.is_none_or(|pcp| pcp == flow.priority) && headers.tagged
}

fn lossless(spec: &Spec, port: PortId, priority: u8) -> bool {
    spec.ports[port.index()].config.priorities[usize::from(priority)].pg.lossless
}

/// The first input on the flow's shortest ways, nearest to its source first,
/// that takes it for lossy, and the class that it gets there.
fn first_lossy(spec: &Spec, flow: &FlowSpec, source: PortId, label: Label) -> Option<(PortId, u8)> {
    let host = spec.nodes[flow.destination.index()].host()?;
    let mut inputs = vec![(spec.ports[source.index()].peer, flow.priority)];
    let mut seen = vec![false; spec.ports.len()];
    let mut at = 0;
    while let Some(&(input, sent_in)) = inputs.get(at) {
        at += 1;
        let Some(switch) = spec.switch_of(input) else { continue };
        let config = &spec.ports[input.index()].config;
        // Where there are credits, the link says the class.
        let keeps = config.credit_channels() != 0;
        let class = if keeps { sent_in } else { Classifier::new(&config.classifier).class(label) };
        let promised = config.priorities[usize::from(class)].credits.is_some();
        if !promised && !lossless(spec, input, class) {
            return Some((input, class));
        }
        for output in spec.routes.ports(switch, host) {
            let next = spec.ports[output.index()].peer;
            if !std::mem::replace(&mut seen[next.index()], true) {
                inputs.push((next, class));
            }
        }
    }
    None
}

/// What the port reads of a frame.
fn words(read: Label) -> String {
    match (read.pcp(), read.dscp()) {
        (Some(pcp), _) => format!("its PCP {pcp}"),
        (None, Some(dscp)) => format!("its DSCP {dscp}"),
        (None, None) => "the port's default".to_owned(),
    }
}
