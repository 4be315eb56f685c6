//! Division of one hop into spans. A hop begins when the first bit of a frame leaves a port. The hop ends
//! when the first bit leaves the next port, or when the frame is delivered. Start with [`Span`].
//!
//! The spans of a hop add up to the duration of the hop. A component without duration has no span. A frame
//! counts as cut through if the next port starts the frame before the last bit has arrived.

use crate::engine::HEADER_BYTES;
use crate::ids::PortId;
use crate::spec::{Forwarding, PortSpec, Spec};
use crate::units::Time;
use crate::wire::PREAMBLE_BYTES;

/// Component of a frame's latency: the kind of activity or wait in which the frame spent the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// Wait in the NIC, for the crossbar, or for the transmitter.
    Queueing,
    /// Transmission by a port. If the next switch cuts the frame through, only the header counts.
    Serialisation,
    /// Propagation in a cable, with PHY and FEC.
    Propagation,
    /// Parsing, classification and look-up in a switch.
    Ingress,
    /// Transfer through a crossbar: the slots for the cells of the frame, and the latency of the crossbar.
    Crossbar,
    /// Wait for the bus in the receive buffer of a host.
    Receiving,
}

impl Component {
    /// All components, in the order in which a frame goes through them on a hop.
    pub const ALL: [Self; 6] = [
        Self::Queueing,
        Self::Serialisation,
        Self::Propagation,
        Self::Ingress,
        Self::Crossbar,
        Self::Receiving,
    ];

    /// Name of the component in reports.
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

/// Part of the latency of a frame that belongs to one component and one port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Port to which the span is assigned. Ingress is assigned to the input port; queueing and crossbar to
    /// the output port. Serialisation and propagation are assigned to the transmitting port; receiving to the
    /// port of the host.
    pub port: PortId,
    /// Component of the latency to which the span belongs.
    pub component: Component,
    /// Start of the span of time.
    pub from: Time,
    /// End of the span of time, later than `from`.
    pub to: Time,
}

/// Completed hop of a frame between two ports.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    /// Port that transmitted the frame.
    pub port: PortId,
    /// Size of the frame in bytes, header through FCS.
    pub bytes: u16,
    /// Start of the transmission at `port`.
    pub started: Time,
    /// Time at which the frame left the crossbar of the next switch. `None` if the next switch has no
    /// crossbar, or if the next node is a host.
    pub crossed: Option<Time>,
    /// Output port of the next switch, or the port of the receiving host.
    pub next: PortId,
    /// Start of the transmission at `next`, or time of the delivery.
    pub until: Time,
}

impl Hop {
    /// Passes the spans of the hop to `give`, in order. Each span begins at the end of the previous one.
    /// Empty spans are left out.
    pub(super) fn spans(&self, spec: &Spec, give: impl FnMut(Span)) {
        let mut spans = SpanBuilder { at: self.started, give };
        let port = &spec.ports[self.port.index()];
        let whole = self.started + bits(port, self.bytes) + port.delay;
        let Some(switch) = spec.switch_of(port.peer) else {
            spans.on_the_wire(self.port, port, self.bytes);
            return spans.to(self.until, self.next, Component::Receiving);
        };
        let switch = &spec.switches[switch.index()];
        let header = self.started + bits(port, self.bytes.min(HEADER_BYTES)) + port.delay;
        if self.until < whole {
            spans.on_the_wire(self.port, port, self.bytes.min(HEADER_BYTES));
            spans.to(header + switch.ingress_latency, port.peer, Component::Ingress);
            return spans.to(self.until, self.next, Component::Crossbar);
        }
        let decided = match switch.forwarding {
            Forwarding::StoreAndForward => whole + switch.ingress_latency,
            Forwarding::CutThrough => whole.max(header + switch.ingress_latency),
        };
        spans.on_the_wire(self.port, port, self.bytes);
        spans.to(decided, port.peer, Component::Ingress);
        if let (Some(crossed), Some(crossbar)) = (self.crossed, &switch.crossbar) {
            let slots = u64::from(self.bytes).div_ceil(u64::from(crossbar.cell_bytes));
            let crossing = Time(crossbar.slot.ps() * slots) + crossbar.latency;
            spans.to(crossed.saturating_sub(crossing).max(decided), self.next, Component::Queueing);
            spans.to(crossed, self.next, Component::Crossbar);
        }
        spans.to(self.until, self.next, Component::Queueing);
    }
}

/// Time that the preamble and `bytes` bytes take at the transmitter of `port`.
fn bits(port: &PortSpec, bytes: u16) -> Time {
    port.clock.time(u32::from(bytes) + port.config.overhead.min(PREAMBLE_BYTES))
}

/// Builder of the consecutive spans of a frame's latency. Calls `give` with each span that is not empty.
/// `at` is the end of the last span.
struct SpanBuilder<F> {
    at: Time,
    give: F,
}

impl<F: FnMut(Span)> SpanBuilder<F> {
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
