//! Recorder that reports only the events to which an [`EventFilter`] subscribes. The event loop returns to
//! its caller only for these events, because a return costs more than an event. Deliveries and occupancies
//! are logged without a return. Start with [`EventFilter`].

mod log;

use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::{FlowId, PortId, Priority, PrioritySet};

pub use log::{Delivery, Log, OccupancySample};

use super::state::queue_index;
use super::{EventKind, FrameStep, Recorder, TraceEvent, World};

/// Number of frames above which waiting frames count as a backlog. A backlog waits behind a frame if there
/// are more bytes than in this number of frames of equal size.
const FEW: u64 = 6;

/// Events to which an observer subscribes. The comment of each list says how the list is indexed. Ports and
/// flows beyond the end of a list are not subscribed.
///
/// Steps that every frame takes are reported only by subscription, with three exceptions: the start of the
/// first data frame of a flow, every CNP, and the first frame that a PG charges to its headroom. Ends of
/// transmissions, admissions, exits from a crossbar and copies are reported only with `everything`. All other
/// events are always reported. After a reported event the event loop returns, unless the event is
/// self-contained ([`EventKind::is_self_contained`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct EventFilter<'a> {
    /// Whether the observer subscribes to all events. If `true`, the other fields are ignored, and the event
    /// loop returns after each event.
    pub everything: bool,
    /// Priorities for each port, indexed by port. Subscribes to a frame of these priorities if a backlog
    /// waits behind the frame when its transmission starts ([`World::has_backlog`]).
    pub backlogged: &'a [PrioritySet],
    /// Priorities for each port, indexed by port. Subscribes to every frame of these priorities that arrives
    /// at the port, or that the port starts to transmit.
    pub passing: &'a [PrioritySet],
    /// Indexed by flow: port of the source of the flow, where all frames of the flow are reported.
    /// `None`: not subscribed.
    pub sources: &'a [Option<PortId>],
    /// Ports and priorities of which each change of the bytes in PG or egress queue is logged as a
    /// [`OccupancySample`].
    pub occupancies: &'a [(PortId, Priority)],
    /// Indexed by flow: whether each delivered frame is logged as a [`Delivery`].
    pub deliveries: &'a [bool],
}

impl EventFilter<'_> {
    #[inline]
    fn is_source(&self, port: PortId, frame: &Frame) -> bool {
        self.sources.get(frame.flow.index()).copied().flatten() == Some(port)
    }
}

/// Flag in `recorded_flags`: at least one trace event occurred, recorded or not.
pub(super) const ANY_EVENT: u8 = 1;
/// Flag in `recorded_flags`: the bytes of a PG or egress queue in [`EventFilter::occupancies`] may have
/// changed.
pub(super) const OCCUPANCY_CHANGED: u8 = 2;
/// Flag in `recorded_flags`: a trace event was recorded.
pub(super) const EVENT_RECORDED: u8 = 4;
/// Flag in `recorded_flags`: the recorder must report an event before the next event changes the world.
pub(super) const NEEDS_WORLD: u8 = 8;

/// Approximate set of ports (a Bloom filter with one hash function). Ports with the same index modulo 64
/// share one bit, so the set may seem to contain a port that was not added.
#[derive(Clone, Copy, Debug)]
struct PortFilter(u64);

impl PortFilter {
    /// Creates the set of `ports`.
    fn of(ports: impl Iterator<Item = PortId>) -> Self {
        Self(ports.fold(0, |bits, port| bits | 1 << (port.index() % 64)))
    }

    /// Whether `port` may be in the set. `false`: the port is certainly not in the set. `true`: the port may
    /// or may not be in the set.
    #[inline]
    const fn may_contain(self, port: PortId) -> bool {
        self.0 >> (port.index() % 64) & 1 != 0
    }
}

/// Recorder that applies an [`EventFilter`] and fills a [`Log`].
#[derive(Debug)]
pub(super) struct FilteredRecorder<'a> {
    pub filter: EventFilter<'a>,
    pub log: &'a mut Log,
    /// Approximate set of the ports in [`EventFilter::occupancies`]. A port outside this set is certainly not
    /// in the list.
    occupancy_ports: PortFilter,
    /// Flags that events have set since the event loop last cleared this field.
    pub recorded_flags: u8,
}

impl Recorder for FilteredRecorder<'_> {
    const RECORDS_EVENTS: bool = true;
    const RECORDS_ADMISSIONS: bool = false;

    // The caller knows the kind of event, so most of this is decided at compile time.
    #[expect(clippy::inline_always, reason = "an event that nobody asks for is not even made")]
    #[inline(always)]
    fn records_event(&mut self, _: &World, _: PortId, kind: &EventKind) -> bool {
        self.recorded_flags |= ANY_EVENT;
        match kind {
            // Every frame takes these steps; only a subscription of everything needs them.
            EventKind::Ended
            | EventKind::Admission(..)
            | EventKind::LeftCrossbar(_)
            | EventKind::Copied(_) => false,
            // Many frames are charged to headroom; the first of a PG is enough.
            EventKind::Headroom(_, first) => *first,
            _ => true,
        }
    }

    #[expect(clippy::inline_always, reason = "a frame that nobody asks for is not even copied")]
    #[inline(always)]
    fn records_frame(&mut self, world: &World, port: PortId, frame: &Frame, step: FrameStep) -> bool {
        self.recorded_flags |= ANY_EVENT;
        if step == FrameStep::End {
            if self.filter.deliveries.get(frame.flow.index()) == Some(&true) {
                world.log_delivery(port, frame.flow, self.log);
            }
            return false;
        }
        let priority = frame.priority;
        if step == FrameStep::Start {
            // The frame leaves the queue of its output and the PG of its input.
            self.changed(frame.ingress(), port);
        }
        let passing = self.filter.passing.get(port.index()).copied().unwrap_or_default();
        let is_subscribed =
            || self.filter.backlogged.get(port.index()).is_some_and(|set| set.contains(priority));
        // The first frame of a flow is always reported, and every CNP, since it slows a flow down.
        step == FrameStep::Start && frame.kind == FrameKind::Data && frame.sequence == 0
            || frame.kind == FrameKind::Cnp
            || passing.contains(priority)
            || self.filter.is_source(port, frame)
            || step == FrameStep::Start && is_subscribed() && world.has_backlog(port, frame)
    }

    #[inline(never)]
    fn record(&mut self, event: TraceEvent) {
        self.recorded_flags |=
            ANY_EVENT | EVENT_RECORDED | if event.kind.is_self_contained() { 0 } else { NEEDS_WORLD };
        self.log.events.push(event);
    }

    // An event may consist of an admission alone: a cut-through switch admits a frame before its
    // last bit has arrived.
    fn admitted_or_dropped(&mut self, input: PortId) {
        let is_subscribed = self.filter.passing.get(input.index()).is_some_and(|passing| !passing.is_empty());
        self.recorded_flags |= ANY_EVENT | if is_subscribed { NEEDS_WORLD } else { 0 };
    }

    #[expect(clippy::inline_always, reason = "at most ports it is two shifts")]
    #[inline(always)]
    fn changed(&mut self, input: PortId, output: PortId) {
        let is_logged = self.occupancy_ports.may_contain(input) | self.occupancy_ports.may_contain(output);
        self.recorded_flags |= if is_logged { OCCUPANCY_CHANGED } else { 0 };
    }
}

impl<'a> FilteredRecorder<'a> {
    /// Creates a recorder that fills `log` with the events to which `filter` subscribes.
    pub fn new(filter: EventFilter<'a>, log: &'a mut Log) -> Self {
        let occupancy_ports = PortFilter::of(filter.occupancies.iter().map(|(port, _)| *port));
        Self { filter, log, occupancy_ports, recorded_flags: 0 }
    }

    /// Logs the bytes of each PG and egress queue in [`EventFilter::occupancies`] that the current event has
    /// changed.
    #[inline(never)]
    pub fn log_occupancies(&mut self, world: &World) {
        let (at, number) = (world.state.now, world.counters.events);
        for (n, &port_and_priority) in self.filter.occupancies.iter().enumerate() {
            let bytes = world.occupancies(port_and_priority.0, port_and_priority.1);
            if self.log.store_occupancy(n, bytes) {
                self.log.occupancies.push(OccupancySample { port_and_priority, at, number, bytes });
            }
        }
    }
}

impl World {
    /// Whether a backlog waits for `port` in the priority of `frame`: more bytes than six frames of
    /// this size.
    #[must_use]
    pub fn has_backlog(&self, port: PortId, frame: &Frame) -> bool {
        self.state.queues[queue_index(port, frame.priority)].bytes > FEW * u64::from(frame.bytes)
    }

    /// Logs a delivery of `flow` at `port`, with the bytes delivered there so far.
    #[inline(never)]
    fn log_delivery(&self, port: PortId, flow: FlowId, log: &mut Log) {
        // With one receiver, the total of the receiver is that of the flow.
        let total = match self.state.flows[flow.index()].multicast() {
            None => (0, self.counters.flows[flow.index()].delivered_bytes),
            Some(_) => self.received_at(flow, port).map_or((0, 0), |(receiver, got)| (receiver, got.bytes)),
        };
        let (at, number) = (self.state.now, self.counters.events);
        log.deliveries.push(Delivery { flow, port, at, number, total });
    }
}
