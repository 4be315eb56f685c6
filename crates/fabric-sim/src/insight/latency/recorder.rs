use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::span::Hop;
use super::{Component, Parts, Span};
use crate::engine::{EventKind, Recorder, TraceEvent};
use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::{FlowId, PortId};
use crate::spec::Spec;
use crate::units::Time;

/// Path of a frame in time, from its creation to its delivery, without a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waterfall {
    /// Time at which the frame was handed to its NIC.
    pub born: Time,
    /// Time of delivery.
    pub delivered: Time,
    /// Spans of the frame, each beginning where the one before ends.
    pub spans: Vec<Span>,
}

/// Recorder of latencies: for each flow, the components of its delivered data frames; for selected
/// frames, all their spans.
///
/// A frame whose start was not recorded does not count, so attach the recorder at the beginning of
/// the measurement. Each copy that a switch makes is followed.
#[derive(Clone, Debug)]
pub struct Waterfalls {
    spec: Arc<Spec>,
    under_way: FxHashMap<(Place, u8), VecDeque<UnderWay>>,
    /// Time at which a frame came out of a crossbar, by the copy and its next port.
    crossed: FxHashMap<Place, Time>,
    flows: Vec<(Parts, u64)>,
    wanted: WaterfallFilter,
    kept: Vec<Waterfall>,
}

/// Copy of a frame under way: flow, sequence, time of creation, which tells a retransmission from
/// the original, and the port by which it left last. A frame in a routing loop may leave by a port
/// twice; the remaining hop limit tells the passes apart.
type Place = (FlowId, u32, Time, PortId);

fn place(frame: &Frame, port: PortId) -> Place {
    (frame.flow, frame.sequence, frame.born, port)
}

/// Frames of which the whole waterfall is kept.
#[derive(Clone, Copy, Debug)]
enum WaterfallFilter {
    None,
    All,
    One(FlowId, u32),
}

#[derive(Clone, Debug)]
struct UnderWay {
    started: Time,
    /// Number of copies in the switch that the frame has reached.
    copies: u32,
    parts: Parts,
    spans: Vec<Span>,
}

impl Waterfalls {
    /// Recorder of means by flow only.
    #[must_use]
    pub fn means(spec: Arc<Spec>) -> Self {
        Self::new(spec, WaterfallFilter::None)
    }

    /// Recorder that also keeps the waterfall of frame `sequence` (from 0) of `flow`.
    #[must_use]
    pub fn of_frame(spec: Arc<Spec>, flow: FlowId, sequence: u32) -> Self {
        Self::new(spec, WaterfallFilter::One(flow, sequence))
    }

    /// Recorder that also keeps the waterfall of every delivered frame.
    #[must_use]
    pub fn of_all(spec: Arc<Spec>) -> Self {
        Self::new(spec, WaterfallFilter::All)
    }

    fn new(spec: Arc<Spec>, wanted: WaterfallFilter) -> Self {
        Self {
            spec,
            under_way: FxHashMap::default(),
            crossed: FxHashMap::default(),
            flows: Vec::new(),
            wanted,
            kept: Vec::new(),
        }
    }

    /// Waterfalls of the selected frames, in the order of delivery.
    #[must_use]
    pub fn kept(&self) -> &[Waterfall] {
        &self.kept
    }

    /// Sums over the delivered frames of a flow, and the number of these frames.
    #[must_use]
    pub fn flow(&self, flow: FlowId) -> (Parts, u64) {
        self.flows.get(flow.index()).copied().unwrap_or_default()
    }

    fn wants(&self, frame: &Frame) -> bool {
        match self.wanted {
            WaterfallFilter::None => false,
            WaterfallFilter::All => true,
            WaterfallFilter::One(flow, sequence) => frame.flow == flow && frame.sequence == sequence,
        }
    }

    /// Port that transmitted a frame to the input port `input`.
    fn came_from(&self, input: PortId) -> PortId {
        self.spec.ports[input.index()].peer
    }

    fn started(&mut self, at: Time, port: PortId, frame: &Frame) {
        let under_way = if self.spec.switch_of(port).is_none() {
            let mut parts = Parts::default();
            parts.0[Component::Queueing as usize] = at - frame.born;
            let mut spans = Vec::new();
            if self.wants(frame) && at > frame.born {
                spans.push(Span { port, component: Component::Queueing, from: frame.born, to: at });
            }
            UnderWay { started: at, copies: 1, parts, spans }
        } else {
            let Some(before) = self.hop(frame, self.came_from(frame.ingress()), port, at) else { return };
            UnderWay { started: at, ..before }
        };
        self.under_way.entry((place(frame, port), frame.hops)).or_default().push_back(under_way);
    }

    fn delivered(&mut self, at: Time, port: PortId, frame: &Frame) {
        let Some(UnderWay { parts, spans, .. }) = self.hop(frame, self.came_from(port), port, at) else {
            return;
        };
        let flow = frame.flow.index();
        if self.flows.len() <= flow {
            self.flows.resize(flow + 1, (Parts::default(), 0));
        }
        self.flows[flow].0.add(&parts);
        self.flows[flow].1 += 1;
        if self.wants(frame) {
            self.kept.push(Waterfall { born: frame.born, delivered: at, spans });
        }
    }

    /// Completes the hop of a frame from `from` to `next`, which it reached at `until`.
    fn hop(&mut self, frame: &Frame, from: PortId, next: PortId, until: Time) -> Option<UnderWay> {
        let mut under_way = self.take(frame, from)?;
        let wanted = self.wants(frame);
        // In most fabrics nothing crosses anything, and no key need be made of the frame.
        let crossed = if self.crossed.is_empty() { None } else { self.crossed.remove(&place(frame, next)) };
        let UnderWay { started, parts, spans, .. } = &mut under_way;
        let hop = Hop { port: from, bytes: frame.bytes, started: *started, crossed, next, until };
        hop.spans(&self.spec, |span| {
            parts.0[span.component as usize] += span.to - span.from;
            if wanted {
                spans.push(span);
            }
        });
        Some(under_way)
    }

    /// Key of the frame that left `from` last, whether or not a switch has counted the hop yet.
    fn key(&self, frame: &Frame, from: PortId) -> (Place, u8) {
        let key = (place(frame, from), frame.hops);
        if self.under_way.contains_key(&key) { key } else { (key.0, frame.hops.saturating_add(1)) }
    }

    /// Copy of the frame that left `from` last. Of several copies the first is taken: they are
    /// interchangeable.
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
    const LISTENS: bool = true;
    // Where a frame was, not why: no ruling need be made.
    const EXPLAINS: bool = false;

    fn record(&mut self, event: TraceEvent) {
        let data = |frame: &Frame| frame.kind == FrameKind::Data;
        match event.kind {
            EventKind::Started(frame) if data(&frame) => self.started(event.at, event.port, &frame),
            EventKind::Delivered(frame) => self.delivered(event.at, event.port, &frame),
            EventKind::Crossed(frame) if data(&frame) => {
                self.crossed.insert(place(&frame, event.port), event.at);
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
