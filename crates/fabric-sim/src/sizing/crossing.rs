//! Links that a flow may cross by the routes in force, with its class at both ends of each.

use crate::fabric::classify::Classifier;
use crate::ids::{NodeId, PortId};
use crate::spec::{FlowSpec, Routes, Spec};
use crate::wire::Label;

/// Crossing of a link by frames of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crossing {
    /// Port that sends.
    pub from: PortId,
    /// Class in which the frames leave it.
    pub sent: u8,
    /// Port that receives.
    pub to: PortId,
    /// Class to which it charges them; at a host, that in which they were sent.
    pub class: u8,
}

/// Journey of frames that are alike: from one host to another, in a class, with one label.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FramePath<'a> {
    pub source: NodeId,
    pub destination: NodeId,
    /// Class in which the source sends.
    pub priority: u8,
    pub label: Label,
    /// Ports that the flow names, each the output at its switch.
    pub path: &'a [PortId],
}

impl<'a> FramePath<'a> {
    /// Journeys of the data of a flow, one for each receiver.
    pub(crate) fn of_data(spec: &Spec, flow: &'a FlowSpec) -> impl Iterator<Item = Self> {
        let label = flow.headers.label(&spec.formats[flow.headers.format.index()], flow.priority);
        let to = move |destination| Self {
            source: flow.source,
            destination,
            priority: flow.priority,
            label,
            path: &flow.path,
        };
        flow.receivers().map(to)
    }

    /// Journeys of the frames that come back to the source of a flow, such as its acks, with the
    /// bytes of each frame.
    pub(crate) fn returning(spec: &Spec, flow: &FlowSpec) -> impl Iterator<Item = (FramePath<'static>, u16)> {
        let format = &spec.formats[flow.headers.format.index()];
        let label = flow.headers.label(format, flow.priority);
        let (source, destination) = (flow.destination, flow.source);
        flow.returning(format).map(move |(priority, bytes)| {
            let label = label.with_priority(priority);
            (FramePath { source, destination, priority, label, path: &[] }, bytes)
        })
    }
}

/// Class to which the port `to` charges frames with this label that were sent in the class `sent`. A host
/// and a link with credits keep the class.
pub(crate) fn charged_class(spec: &Spec, to: PortId, sent: u8, label: Label) -> u8 {
    let config = &spec.ports[to.index()].config;
    let keeps = spec.switch_of(to).is_none() || config.credit_channels() != 0;
    if keeps { sent } else { Classifier::new(&config.classifier).class(label) }
}

/// Search for the links that frames cross. Its memory is reused for each path.
pub(crate) struct Crossings<'a> {
    spec: &'a Spec,
    routes: &'a Routes,
    /// Number of the last journey that reached an input port, and a mask of the classes in
    /// which it was sent there.
    seen: Vec<(u32, u8)>,
    number: u32,
}

impl<'a> Crossings<'a> {
    /// Search in a fabric by the routes in force.
    pub(crate) fn new(spec: &'a Spec, routes: &'a Routes) -> Self {
        Self { spec, routes, seen: vec![(0, 0); spec.ports.len()], number: 0 }
    }

    /// Reports every link on all equal paths of a frame, once for each class, nearest to the source
    /// first.
    pub(crate) fn each(&mut self, journey: &FramePath<'_>, mut tell: impl FnMut(Crossing)) {
        let spec = self.spec;
        self.number += 1;
        let Some(host) = spec.nodes[journey.destination.index()].host() else { return };
        let Some(source) = spec.port(journey.source, 0) else { return };
        let mut open = vec![(source, journey.priority)];
        let mut next = 0;
        while let Some(&(from, sent)) = open.get(next) {
            next += 1;
            let to = spec.ports[from.index()].peer;
            let (number, classes) = &mut self.seen[to.index()];
            if *number != self.number {
                (*number, *classes) = (self.number, 0);
            }
            if std::mem::replace(classes, *classes | 1 << sent) >> sent & 1 == 1 {
                continue;
            }
            let class = charged_class(spec, to, sent, journey.label);
            tell(Crossing { from, sent, to, class });
            let Some(switch) = spec.switch_of(to) else { continue };
            let here = spec.ports[to.index()].node;
            let named = journey.path.iter().find(|port| spec.ports[port.index()].node == here);
            let outputs = named.map_or_else(|| self.routes.ports(switch, host), std::slice::from_ref);
            open.extend(outputs.iter().map(|output| (*output, class)));
        }
    }
}
