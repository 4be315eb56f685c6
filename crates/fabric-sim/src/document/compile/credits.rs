//! Checks of credit-based flow control (CBFC). Each buffer must be able to grant enough credits for the
//! frames of a flow. The credit resyncs must fit in the cables. Start with [`uncovered`].

use std::collections::BTreeSet;

use super::super::params::PlaceResolver;
use crate::fabric::classify::Classifier;
use crate::ids::{NodeId, PortId, Priority};
use crate::spec::{FlowSpec, Limits, Spec};
use crate::units::Bytes;
use crate::wire::Label;

/// Frames of one kind (data, requests or acks) that a flow sends from one host to another.
struct FrameStream<'a> {
    from: NodeId,
    to: NodeId,
    path: &'a [PortId],
    priority: Priority,
    label: Label,
    bytes: u16,
}

/// Reason why a frame of `flow` can never be transmitted: a buffer on its path grants fewer credits than the
/// frame needs. A frame needs whole cells of the receiving buffer; credits equal to its need are enough. A
/// buffer without credits allows every frame. `None` if all buffers grant enough.
pub(super) fn uncovered(flow: &FlowSpec, places: &PlaceResolver<'_>) -> Option<String> {
    let spec = places.spec;
    let format = &spec.formats[flow.headers.format.index()];
    let label = flow.headers.label(format, flow.priority);
    let data = |to: NodeId| FrameStream {
        from: flow.source,
        to,
        path: &flow.path,
        priority: flow.priority,
        label,
        bytes: flow.frame_bytes,
    };
    let back = |(priority, bytes): (Priority, u16)| FrameStream {
        from: flow.destination,
        to: flow.source,
        path: &[],
        priority,
        label: label.with_priority(priority),
        bytes,
    };
    // The search takes time. It is made only for frames that need more credits than the buffer with the
    // fewest credits grants.
    let mut trips = flow.receivers().map(data).chain(flow.returning(format).map(back));
    trips.find_map(|trip| if u64::from(trip.bytes) > places.covered { trip.uncovered(spec) } else { None })
}

/// Reason why the interval of credit resyncs is too short: more resync frames than [`Limits::IN_CABLES`]
/// would be in cables at a time. Ports whose credit updates have a size are not counted. The frames of a port
/// are the propagation delay divided by the interval, rounded down, for each of its priorities with credits.
/// `None` if the interval is long enough, or if there are no resyncs.
pub(super) fn resync_too_frequent(spec: &Spec) -> Option<String> {
    let every = spec.credit_resync?;
    let channels = |port: PortId| u64::from(spec.ports[port.index()].config.credit_channels().len());
    let totals = (0..spec.ports.len()).map(PortId::new).filter_map(|id| {
        let port = &spec.ports[id.index()];
        let channel_count = channels(id) + channels(port.peer);
        (port.config.credit_update == 0).then(|| channel_count * (port.delay.ps() / every.ps().max(1)))
    });
    let totals: u64 = totals.sum();
    let most = Limits::IN_CABLES;
    (totals > most)
        .then(|| format!("every {every} would have {totals} totals in cables at a time: at most {most}"))
}

/// First port of a switch that grants credits, in the order of port numbers of the fabric. `None` if no
/// switch grants credits; hosts are not considered.
pub(super) fn first_granting_port(spec: &Spec) -> Option<PortId> {
    let grants = |port: &PortId| {
        spec.switch_of(*port).is_some() && !spec.ports[port.index()].config.credit_channels().is_empty()
    };
    (0..spec.ports.len()).map(PortId::new).find(grants)
}

impl FrameStream<'_> {
    fn uncovered(&self, spec: &Spec) -> Option<String> {
        let host = spec.nodes[self.to.index()].host()?;
        let mut open: Vec<(PortId, Priority)> =
            spec.port(self.from, 0).map(|port| (port, self.priority)).into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some((port, class)) = open.pop() {
            if !seen.insert((port, class)) {
                continue;
            }
            let input = spec.ports[port.index()].peer;
            let config = &spec.ports[input.index()].config;
            let cell = spec.cell_bytes(spec.ports[input.index()].node);
            let takes = u64::from(u32::from(self.bytes).div_ceil(cell) * cell);
            if let Some(credits) = config.priorities[class.index()].credits.filter(|most| *most < takes) {
                let place = spec.port_name(input);
                return Some(format!(
                    "a frame of it takes {}, and {place} gives priority {class} {} of credits at most, so it never starts; give more credits, or make frame shorter",
                    Bytes(takes),
                    Bytes(credits)
                ));
            }
            let Some(switch) = spec.switch_of(input) else { continue };
            // At a port with credits, a frame keeps the class in which it was sent.
            let keeps = !config.credit_channels().is_empty();
            let class = if keeps { class } else { Classifier::new(&config.classifier).class(self.label) };
            let here = spec.ports[input.index()].node;
            let named = self.path.iter().find(|port| spec.ports[port.index()].node == here);
            let outputs = named.map_or_else(|| spec.routes.ports(switch, host), std::slice::from_ref);
            open.extend(outputs.iter().map(|output| (*output, class)));
        }
        None
    }
}
