//! Recorder of the latencies of data frames. Acks and other frames are ignored. Start with [`Waterfalls`].
//!
//! Dropped frames never count. A frame counts in the measurement period in which it is delivered. A
//! retransmitted frame counts from its own creation.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::span::Hop;
use super::{Component, ComponentTimes, Span};
use crate::engine::{EventKind, Recorder, TraceEvent};
use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::{FlowId, PortId};
use crate::spec::Spec;
use crate::units::Time;

/// Latency of one frame from its creation to its delivery, divided into consecutive spans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waterfall {
    /// Time at which the source gave the frame to its NIC.
    pub created_at: Time,
    /// Time of delivery.
    pub delivered: Time,
    /// Spans of the latency, in order of time. Each span begins at the end of the previous one; the first
    /// span begins at `created_at`.
    pub spans: Vec<Span>,
}

/// Recorder of latencies. It sums the latency of the delivered data frames of each flow by component. For
/// selected frames, it keeps all spans.
///
/// A frame does not count if its first transmission was not recorded. The recorder must therefore be created
/// at the start of the run. Call [`Waterfalls::restart`] at the start of the measurement. If a switch copies
/// a frame, each copy counts.
#[derive(Clone, Debug)]
pub struct Waterfalls {
    spec: Arc<Spec>,
    /// Frames between two ports, with the latency so far, divided into spans. The key has the frame, the port
    /// that sent the frame last, and the hop limit of the frame.
    under_way: FxHashMap<(FrameAtPort, u8), VecDeque<UnderWay>>,
    /// Time at which a frame left a crossbar. The key has the frame and the output port of the crossbar.
    crossed: FxHashMap<FrameAtPort, Time>,
    /// Sums of the latencies of each flow, and the number of delivered frames of this flow, indexed by flow.
    flows: Vec<(ComponentTimes, u64)>,
    filter: WaterfallFilter,
    /// Latencies of the selected frames, in the order of their deliveries.
    selected: Vec<Waterfall>,
}

/// Key of a frame at a port: flow, sequence number, time of creation, and port. The time of creation
/// distinguishes a retransmission from the original. In a routing loop, a frame may leave by one port twice.
/// The key is then equal both times, and only the hop limit differs.
type FrameAtPort = (FlowId, u32, Time, PortId);

fn frame_at(frame: &Frame, port: PortId) -> FrameAtPort {
    (frame.flow, frame.sequence, frame.created_at, port)
}

/// Selection of the frames of which the recorder keeps all spans.
#[derive(Clone, Copy, Debug)]
enum WaterfallFilter {
    None,
    All,
    One(FlowId, u32),
}

#[derive(Clone, Debug)]
struct UnderWay {
    started: Time,
    /// Number of equal copies of the frame in the switch that the frame has reached; 1 if the switch has made
    /// no copy.
    copies: u32,
    parts: ComponentTimes,
    spans: Vec<Span>,
}

impl Waterfalls {
    /// Creates a recorder that only sums the latencies of each flow.
    #[must_use]
    pub fn means(spec: Arc<Spec>) -> Self {
        Self::new(spec, WaterfallFilter::None)
    }

    /// Creates a recorder that also keeps all spans of the frame of `flow` with sequence number `sequence`,
    /// from 0.
    #[must_use]
    pub fn of_frame(spec: Arc<Spec>, flow: FlowId, sequence: u32) -> Self {
        Self::new(spec, WaterfallFilter::One(flow, sequence))
    }

    /// Creates a recorder that also keeps all spans of every delivered frame.
    #[must_use]
    pub fn of_all(spec: Arc<Spec>) -> Self {
        Self::new(spec, WaterfallFilter::All)
    }

    fn new(spec: Arc<Spec>, filter: WaterfallFilter) -> Self {
        Self {
            spec,
            under_way: FxHashMap::default(),
            crossed: FxHashMap::default(),
            flows: Vec::new(),
            filter,
            selected: Vec::new(),
        }
    }

    /// Latencies of the selected frames that were delivered, divided into spans, in the order of delivery.
    #[must_use]
    pub fn waterfalls(&self) -> &[Waterfall] {
        &self.selected
    }

    /// Sum of the latencies of the delivered frames of `flow`, by component, and the number of these frames.
    /// Both values are zero for a flow without delivered frames.
    #[must_use]
    pub fn flow(&self, flow: FlowId) -> (ComponentTimes, u64) {
        self.flows.get(flow.index()).copied().unwrap_or_default()
    }

    /// Begins a new measurement: sets the sums of all flows to zero. A frame in flight counts with its whole
    /// latency when it is delivered.
    pub fn restart(&mut self) {
        self.flows.clear();
    }

    fn is_selected(&self, frame: &Frame) -> bool {
        match self.filter {
            WaterfallFilter::None => false,
            WaterfallFilter::All => true,
            WaterfallFilter::One(flow, sequence) => frame.flow == flow && frame.sequence == sequence,
        }
    }

    /// Port at the other end of the link to `input`.
    fn came_from(&self, input: PortId) -> PortId {
        self.spec.ports[input.index()].peer
    }

    fn started(&mut self, at: Time, port: PortId, frame: &Frame) {
        let under_way = if self.spec.switch_of(port).is_none() {
            let mut parts = ComponentTimes::default();
            parts.0[Component::Queueing as usize] = at - frame.created_at;
            let mut spans = Vec::new();
            if self.is_selected(frame) && at > frame.created_at {
                spans.push(Span { port, component: Component::Queueing, from: frame.created_at, to: at });
            }
            UnderWay { started: at, copies: 1, parts, spans }
        } else {
            let Some(before) = self.hop(frame, self.came_from(frame.ingress()), port, at) else { return };
            UnderWay { started: at, ..before }
        };
        self.under_way.entry((frame_at(frame, port), frame.hops)).or_default().push_back(under_way);
    }

    fn delivered(&mut self, at: Time, port: PortId, frame: &Frame) {
        let Some(UnderWay { parts, spans, .. }) = self.hop(frame, self.came_from(port), port, at) else {
            return;
        };
        let flow = frame.flow.index();
        if self.flows.len() <= flow {
            self.flows.resize(flow + 1, (ComponentTimes::default(), 0));
        }
        self.flows[flow].0.add(&parts);
        self.flows[flow].1 += 1;
        if self.is_selected(frame) {
            self.selected.push(Waterfall { created_at: frame.created_at, delivered: at, spans });
        }
    }

    /// Ends the hop of `frame` from port `from` to port `next`. At the time `until`, the frame starts at
    /// `next` or is delivered there. Returns the latency of the frame so far, this hop included. `None` if
    /// the start of the hop was not recorded.
    fn hop(&mut self, frame: &Frame, from: PortId, next: PortId, until: Time) -> Option<UnderWay> {
        let mut under_way = self.take(frame, from)?;
        let is_selected = self.is_selected(frame);
        // Most fabrics have no crossbar; then no key is calculated.
        let crossed =
            if self.crossed.is_empty() { None } else { self.crossed.remove(&frame_at(frame, next)) };
        let UnderWay { started, parts, spans, .. } = &mut under_way;
        let hop = Hop { port: from, bytes: frame.bytes, started: *started, crossed, next, until };
        hop.spans(&self.spec, |span| {
            parts.0[span.component as usize] += span.to - span.from;
            if is_selected {
                spans.push(span);
            }
        });
        Some(under_way)
    }

    /// Key under which `under_way` has `frame`, which port `from` sent last. The hop limit in the key may be
    /// one higher than in `frame`, because a switch lowers the hop limit between two ports.
    fn key(&self, frame: &Frame, from: PortId) -> (FrameAtPort, u8) {
        let key = (frame_at(frame, from), frame.hops);
        if self.under_way.contains_key(&key) { key } else { (key.0, frame.hops.saturating_add(1)) }
    }

    /// Removes one copy of `frame`, which left port `from` last, from `under_way`, and returns it. All copies
    /// are equal, so the first one is removed. `None` if there is no copy.
    fn take(&mut self, frame: &Frame, from: PortId) -> Option<UnderWay> {
        let Entry::Occupied(mut all) = self.under_way.entry(self.key(frame, from)) else { return None };
        let first = all.get_mut().front_mut()?;
        if first.copies > 1 {
            first.copies -= 1;
            return Some(UnderWay { copies: 1, ..first.clone() });
        }
        let taken = all.get_mut().pop_front();
        if all.get().is_empty() {
            all.remove();
        }
        taken
    }
}

impl Recorder for Waterfalls {
    const RECORDS_EVENTS: bool = true;
    // Only the steps of frames are needed, not the reasons of admission decisions.
    const RECORDS_ADMISSIONS: bool = false;

    fn record(&mut self, event: TraceEvent) {
        let data = |frame: &Frame| frame.kind == FrameKind::Data;
        match event.kind {
            EventKind::Started(frame) if data(&frame) => self.started(event.at, event.port, &frame),
            EventKind::Delivered(frame) => self.delivered(event.at, event.port, &frame),
            EventKind::LeftCrossbar(frame) if data(&frame) => {
                self.crossed.insert(frame_at(&frame, event.port), event.at);
            }
            EventKind::Copied(frame) if data(&frame) => {
                let key = self.key(&frame, self.came_from(event.port));
                if let Some(last) = self.under_way.get_mut(&key).and_then(VecDeque::back_mut) {
                    last.copies += 1;
                }
            }
            EventKind::Dropped(frame, _) => {
                self.take(&frame, self.came_from(event.port));
            }
            _ => {}
        }
    }
}
