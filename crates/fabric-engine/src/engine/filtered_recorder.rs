//! Recorder that filters: the event loop returns to the caller only for events that the observer
//! subscribed to, since returning costs more than the event. Deliveries and queue levels are logged
//! without a return.

mod log;

use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::{FlowId, PortId, PrioritySet};

pub use log::{Delivery, Level, Log};

use super::state::lane;
use super::{EventKind, FrameStep, Recorder, TraceEvent, World};

/// Number of similar frames behind a frame up to which there is no crowd.
const FEW: u64 = 6;

/// Subscription of an observer. Steps of every frame are subscribed by port; of frames charged to
/// headroom only the first is reported; all other events are always reported. The loop returns at
/// once, except for events that are self-contained ([`EventKind::stands_alone`]). Entries beyond the end
/// of a list are not subscribed.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventFilter<'a> {
    /// All events, regardless of the other fields; the loop returns at each event.
    pub everything: bool,
    /// Mask of priorities, indexed by port: frames that leave while a crowd waits behind them
    /// ([`World::is_crowd_behind`]).
    pub crowding: &'a [PrioritySet],
    /// Mask of priorities, indexed by port: every frame that arrives or leaves.
    pub passing: &'a [PrioritySet],
    /// Source port of a flow whose frames there are reported, indexed by flow.
    pub sources: &'a [Option<PortId>],
    /// Priorities of ports whose [`Level`] is logged.
    pub gauges: &'a [(PortId, u8)],
    /// Whether each delivered frame is logged as a [`Delivery`], indexed by flow.
    pub deliveries: &'a [bool],
}

impl EventFilter<'_> {
    #[inline]
    fn is_source(&self, port: usize, frame: &Frame) -> bool {
        let source = self.sources.get(frame.flow.index()).copied().flatten();
        source.is_some_and(|source| source.index() == port)
    }
}

/// Any event occurred.
pub(super) const ANY_EVENT: u8 = 1;
/// A level may have changed.
pub(super) const GAUGE_TOUCHED: u8 = 2;
/// A trace event was recorded.
pub(super) const NOTED: u8 = 4;
/// An event must be reported with the present world.
pub(super) const NEEDS_WORLD: u8 = 8;

/// Recorder of a subscription.
#[derive(Debug)]
pub(super) struct FilteredRecorder<'a> {
    pub interest: EventFilter<'a>,
    pub log: &'a mut Log,
    /// Bit n: a level is subscribed at a port whose index modulo 64 is n.
    near: u64,
    /// Flags of the events since the field was cleared.
    pub heard: u8,
}

impl Recorder for FilteredRecorder<'_> {
    const LISTENS: bool = true;
    const EXPLAINS: bool = false;

    // The caller knows the kind of event, so most of this is decided at compile time.
    #[expect(clippy::inline_always, reason = "an event that nobody asks for is not even made")]
    #[inline(always)]
    fn records_event(&mut self, _: &World, _: usize, kind: &EventKind) -> bool {
        self.heard |= ANY_EVENT;
        match kind {
            // Steps of every frame; only a subscription of everything needs them.
            EventKind::Ended | EventKind::Ruled(..) | EventKind::Crossed(_) | EventKind::Copied(_) => false,
            // Frames charged to headroom come in numbers; the first is enough.
            EventKind::Headroom(_, first) => *first,
            _ => true,
        }
    }

    #[expect(clippy::inline_always, reason = "a frame that nobody asks for is not even copied")]
    #[inline(always)]
    fn records_frame(&mut self, world: &World, port: usize, frame: &Frame, does: FrameStep) -> bool {
        self.heard |= ANY_EVENT;
        if does == FrameStep::End {
            if self.interest.deliveries.get(frame.flow.index()) == Some(&true) {
                world.log_delivery(port, frame.flow, self.log);
            }
            return false;
        }
        let priority = frame.priority;
        if does == FrameStep::Start {
            // The frame leaves the queue of its output and the PG of its input.
            self.changed(port, frame.ingress().index());
        }
        let passing = self.interest.passing.get(port).copied().unwrap_or_default();
        let crowds = || self.interest.crowding.get(port).is_some_and(|set| set.contains(priority));
        // The first frame of a flow is always reported, and every CNP, since it slows a flow down.
        does == FrameStep::Start && frame.kind == FrameKind::Data && frame.sequence == 0
            || frame.kind == FrameKind::Cnp
            || passing.contains(priority)
            || self.interest.is_source(port, frame)
            || does == FrameStep::Start && crowds() && world.is_crowd_behind(port, frame)
    }

    #[inline(never)]
    fn record(&mut self, event: TraceEvent) {
        self.heard |= ANY_EVENT | NOTED | if event.kind.stands_alone() { 0 } else { NEEDS_WORLD };
        self.log.events.push(event);
    }

    // An admission may be the only step of an event: a cut-through frame is admitted before its
    // last bit.
    fn ruled(&mut self, port: usize) {
        let is_asked = self.interest.passing.get(port).is_some_and(|passing| !passing.is_empty());
        self.heard |= ANY_EVENT | if is_asked { NEEDS_WORLD } else { 0 };
    }

    #[expect(clippy::inline_always, reason = "at most ports it is two shifts")]
    #[inline(always)]
    fn changed(&mut self, port: usize, output: usize) {
        let is_near = (self.near >> (port % 64) | self.near >> (output % 64)) & 1 != 0;
        self.heard |= if is_near { GAUGE_TOUCHED } else { 0 };
    }
}

impl<'a> FilteredRecorder<'a> {
    /// Creates a recorder that fills `log` with the events of `interest`.
    pub fn new(interest: EventFilter<'a>, log: &'a mut Log) -> Self {
        let near = interest.gauges.iter().fold(0, |near, gauge| near | 1 << (gauge.0.index() % 64));
        Self { interest, log, near, heard: 0 }
    }

    /// Logs the subscribed levels that the event has changed.
    #[inline(never)]
    pub fn log_levels(&mut self, world: &World) {
        let (at, number) = (world.state.now, world.counters.events);
        for (n, gauge) in self.interest.gauges.iter().enumerate() {
            let held = world.levels(gauge.0, gauge.1);
            if self.log.is_news(n, held) {
                self.log.levels.push(Level { gauge: *gauge, at, number, held });
            }
        }
    }
}

impl World {
    /// Whether more than a few frames of this size wait for `port` in the priority of the frame.
    #[must_use]
    pub fn is_crowd_behind(&self, port: usize, frame: &Frame) -> bool {
        self.state.queues[lane(port, frame.priority)].bytes > FEW * u64::from(frame.bytes)
    }

    /// Logs a delivery of `flow` by `port`, with the bytes delivered so far.
    #[inline(never)]
    fn log_delivery(&self, port: usize, flow: FlowId, log: &mut Log) {
        let port = PortId::new(port);
        // A flow with one receiver: its total is that of the flow.
        let total = match self.state.flows[flow.index()].multicast() {
            None => (0, self.counters.flows[flow.index()].delivered_bytes),
            Some(_) => self.received_at(flow, port).map_or((0, 0), |(receiver, got)| (receiver, got.bytes)),
        };
        let (at, number) = (self.state.now, self.counters.events);
        log.deliveries.push(Delivery { flow, port, at, number, total });
    }
}
