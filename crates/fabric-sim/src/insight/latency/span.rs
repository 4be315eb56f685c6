//! Spans of one hop: from a frame's first bit out of one port to its first bit out of the next, or
//! to its delivery.

use crate::engine::HEADER_BYTES;
use crate::ids::PortId;
use crate::spec::{Forwarding, PortSpec, Spec};
use crate::units::Time;
use crate::wire::PREAMBLE_BYTES;

/// Part of a frame's latency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// Waiting in the NIC, for the crossbar, or for the transmitter.
    Queueing,
    /// Transmission by a port; if the next switch cuts the frame through, only of its header.
    Serialisation,
    /// Propagation in a cable, with PHY and FEC.
    Propagation,
    /// Parsing, classification and look-up in a switch.
    Ingress,
    /// Slots of the frame's own cells in a crossbar, and the crossing.
    Crossbar,
    /// Waiting in a host's receive buffer for the bus.
    Receiving,
}

impl Component {
    /// All components, in the order of a hop.
    pub const ALL: [Self; 6] = [
        Self::Queueing,
        Self::Serialisation,
        Self::Propagation,
        Self::Ingress,
        Self::Crossbar,
        Self::Receiving,
    ];

    /// Name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Queueing => "queueing",
            Self::Serialisation => "serialisation",
            Self::Propagation => "propagation",
            Self::Ingress => "ingress",
            Self::Crossbar => "crossbar",
            Self::Receiving => "receiving",
        }
    }
}

/// Part of a frame's time at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Port: the input for ingress, else the output that is waited for, crossed to or transmitting;
    /// for receiving, the host's.
    pub port: PortId,
    /// Component of the latency.
    pub component: Component,
    /// Start of the span.
    pub from: Time,
    /// End, after the start.
    pub to: Time,
}

/// Completed hop: a frame of `bytes` began to leave by `port` at `started`, came out of the next
/// switch's crossbar at `crossed`, and began to leave by `next` at `until`, or was delivered at
/// `next` at `until`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    pub port: PortId,
    pub bytes: u16,
    pub started: Time,
    pub crossed: Option<Time>,
    pub next: PortId,
    pub until: Time,
}

impl Hop {
    /// Passes the spans of the hop to `give`, each beginning where the one before ends.
    pub(super) fn spans(&self, spec: &Spec, give: impl FnMut(Span)) {
        let mut tiles = Tiles { at: self.started, give };
        let port = &spec.ports[self.port.index()];
        let whole = self.started + bits(port, self.bytes) + port.delay;
        let Some(switch) = spec.switch_of(port.peer) else {
            tiles.on_the_wire(self.port, port, self.bytes);
            return tiles.to(self.until, self.next, Component::Receiving);
        };
        let switch = &spec.switches[switch];
        let header = self.started + bits(port, self.bytes.min(HEADER_BYTES)) + port.delay;
        if self.until < whole {
            tiles.on_the_wire(self.port, port, self.bytes.min(HEADER_BYTES));
            tiles.to(header + switch.ingress_latency, port.peer, Component::Ingress);
            return tiles.to(self.until, self.next, Component::Crossbar);
        }
        let decided = match switch.forwarding {
            Forwarding::StoreAndForward => whole + switch.ingress_latency,
            Forwarding::CutThrough => whole.max(header + switch.ingress_latency),
        };
        tiles.on_the_wire(self.port, port, self.bytes);
        tiles.to(decided, port.peer, Component::Ingress);
        if let (Some(crossed), Some(crossbar)) = (self.crossed, &switch.crossbar) {
            let slots = u64::from(self.bytes).div_ceil(u64::from(crossbar.cell_bytes));
            let crossing = Time(crossbar.slot.ps() * slots) + crossbar.latency;
            tiles.to(crossed.saturating_sub(crossing).max(decided), self.next, Component::Queueing);
            tiles.to(crossed, self.next, Component::Crossbar);
        }
        tiles.to(self.until, self.next, Component::Queueing);
    }
}

/// Time of the preamble and `bytes` at a port.
fn bits(port: &PortSpec, bytes: u16) -> Time {
    port.clock.time(u32::from(bytes) + port.config.overhead.min(PREAMBLE_BYTES))
}

/// Builder of spans that follow each other without a gap.
struct Tiles<F> {
    at: Time,
    give: F,
}

impl<F: FnMut(Span)> Tiles<F> {
    fn on_the_wire(&mut self, id: PortId, port: &PortSpec, bytes: u16) {
        self.to(self.at + bits(port, bytes), id, Component::Serialisation);
        self.to(self.at + port.delay, id, Component::Propagation);
    }

    fn to(&mut self, to: Time, port: PortId, component: Component) {
        if to > self.at {
            (self.give)(Span { port, component, from: self.at, to });
            self.at = to;
        }
    }
}
