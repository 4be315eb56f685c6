//! Search for the links that frames of a flow can cross under the current routes. Each link comes with the
//! class of the frames at each of its two ends. Start with [`Crossings::each`].
//!
//! A link is visited once for each class of the frames. In a routing loop, the search ends at a port that
//! frames of the same class have already reached.

use crate::fabric::classify::Classifier;
use crate::ids::{NodeId, PortId, Priority, PrioritySet};
use crate::spec::{FlowSpec, Routes, Spec};
use crate::wire::Label;

/// Link that frames of a flow can cross, with the class of the frames at each of its two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crossing {
    /// Port that transmits the frames.
    pub from: PortId,
    /// Class in which the port `from` transmits the frames.
    pub sent: Priority,
    /// Port that receives the frames.
    pub to: PortId,
    /// Class to which the port `to` charges the frames. The port of a host charges them to the class `sent`.
    pub class: Priority,
}

/// Path of frames: first host, last host, and headers. Frames with equal source, destination, class and
/// label take the same path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FramePath<'a> {
    /// Host that sends the frames.
    pub source: NodeId,
    /// Host that receives the frames.
    pub destination: NodeId,
    /// Class in which the source sends the frames.
    pub priority: Priority,
    /// Header fields from which switches derive the class.
    pub label: Label,
    /// Output ports that the flow names as its path, at most one for each switch. A switch without a named
    /// port forwards by the routes.
    pub path: &'a [PortId],
}

impl<'a> FramePath<'a> {
    /// Paths of the data frames of a flow, one for each receiver.
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

    /// Paths of the frames that return to the source of a flow, such as acks. Each path comes with the size
    /// of its frames in bytes.
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

/// Class to which the port `to` charges frames with the label `label` that were sent in class `sent`. A port
/// of a host, or a port with link credits, charges them to the class `sent`.
pub(crate) fn charged_class(spec: &Spec, to: PortId, sent: Priority, label: Label) -> Priority {
    let config = &spec.ports[to.index()].config;
    let keeps = spec.switch_of(to).is_none() || !config.credit_channels().is_empty();
    if keeps { sent } else { Classifier::new(&config.classifier).class(label) }
}

/// Search for the links that frames can cross. A single search can follow many paths, one after the other,
/// without allocating memory again.
pub(crate) struct Crossings<'a> {
    spec: &'a Spec,
    routes: &'a Routes,
    /// Last visit of each input port: the number of the last path that reached the port, and the classes in
    /// which frames of this path were sent to the port.
    seen: Vec<(u32, PrioritySet)>,
    /// Number of the path that the search follows now. Entries of `seen` with another number belong to
    /// earlier paths and do not count, so `seen` need not be cleared.
    number: u32,
}

impl<'a> Crossings<'a> {
    /// Creates a search in the fabric `spec` along the routes `routes`.
    pub(crate) fn new(spec: &'a Spec, routes: &'a Routes) -> Self {
        Self { spec, routes, seen: vec![(0, PrioritySet::EMPTY); spec.ports.len()], number: 0 }
    }

    /// Calls `visit` for every link that `frames` can cross, on all equal-cost paths. A link is visited once
    /// for each class in which frames are sent over it. Links near the source come first. Does nothing if the
    /// destination is no host, or if the source has no link.
    pub(crate) fn each(&mut self, frames: &FramePath<'_>, mut visit: impl FnMut(Crossing)) {
        let spec = self.spec;
        self.number += 1;
        let Some(host) = spec.nodes[frames.destination.index()].host() else { return };
        let Some(source) = spec.port(frames.source, 0) else { return };
        let mut open = vec![(source, frames.priority)];
        let mut next = 0;
        while let Some(&(from, sent)) = open.get(next) {
            next += 1;
            let to = spec.ports[from.index()].peer;
            let (number, classes) = &mut self.seen[to.index()];
            if *number != self.number {
                (*number, *classes) = (self.number, PrioritySet::EMPTY);
            }
            if classes.contains(sent) {
                continue;
            }
            classes.insert(sent);
            let class = charged_class(spec, to, sent, frames.label);
            visit(Crossing { from, sent, to, class });
            let Some(switch) = spec.switch_of(to) else { continue };
            let here = spec.ports[to.index()].node;
            let named = frames.path.iter().find(|port| spec.ports[port.index()].node == here);
            let outputs = named.map_or_else(|| self.routes.ports(switch, host), std::slice::from_ref);
            open.extend(outputs.iter().map(|output| (*output, class)));
        }
    }
}
