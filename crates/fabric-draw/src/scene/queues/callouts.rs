//! Callouts: boxes beside a switch, each with one queue of the switch drawn large. Only the most important
//! queues get a callout, and only in switches whose queues are too small to be drawn. If the picture has no
//! space for the drawn queue, the callout has only its title, in one to three lines. Start with
//! [`Scene::with_callouts`].
//!
//! A wide picture has at most four callouts, a narrow one two. If not even the title has space, there is no
//! callout. A callout keeps its place while its queue stays among the most important ones.

use fabric_sim::engine::{World, WorldView};
use fabric_sim::ids::{NodeId, PortId, Priority, QueueId};
use fabric_sim::sort;
use fabric_sim::spec::{NodeKind, Spec};

use super::callout_look::{BAR, CalloutForm, LETTER, Look, QueueName, SPACE, Title};
use super::threshold_names::threshold_names;
use super::{FillState, Inside, QueueMemory, granted_credits, opened};
use crate::charts::bytes_label;
use crate::scene::bars::egress_limit;
use crate::scene::compose::share;
use crate::scene::layout::{TakenPlace, count};
use crate::scene::{
    BarKind, Body, Layout, Line, MarkKind, Point, QueueBar, Rect, Scene, Shape, ShapeId, Tone,
};

/// Greatest number of callouts in a picture at least `WIDE` pixels wide.
const MOST: usize = 4;
/// Greatest number of callouts in a picture narrower than `WIDE`.
const MOST_IF_NARROW: usize = 2;
/// Width in pixels from which a picture has up to [`MOST`] callouts.
const WIDE: f64 = 560.0;
/// Least length in pixels of the block that shows a frame. If the block of a frame would be shorter, it also
/// shows the frames behind this frame.
const LEAST: f64 = 5.0;
/// Least number of bytes with which a queue gets a callout as the fullest queue, or as the queue with the
/// highest peak among the egress queues to hosts.
const MIN_CALLOUT_BYTES: u64 = 16_000;
/// Least number of bytes in a queue that gets a new callout. For a queue of the selected port, the peak must
/// also be at least this number. Queues that held only a few frames thus get no callout.
const MIN_SELECTED_BYTES: u64 = 2_000;
/// Ratio (numerator, denominator) by which a queue must be fuller than the previous fullest queue to replace
/// it. Without this ratio, queues of similar length would replace each other in each picture.
const FULLER: (u64, u64) = (5, 4);

/// Callout with its place in the picture.
#[derive(Clone, Copy, Debug)]
struct Callout {
    name: QueueName,
    rect: Rect,
    /// Line from the port of the queue to the callout.
    leader: Line,
    form: CalloutForm,
}

/// Callouts of the previous scene. A callout keeps its place while the layout does not change and its queue
/// is among the most important ones.
#[derive(Debug, Default)]
pub(super) struct PlacedCallouts {
    /// Boxes of the nodes, and the note, of the layout in which the callouts were placed.
    places: (Vec<Rect>, Option<Rect>),
    /// Fullest queue in the previous scene; `None` if no queue was full enough for a callout.
    fullest: Option<QueueName>,
    /// Queues that are to have a callout, the most important first.
    queues: Vec<QueueName>,
    /// Callouts with their places, in the order in which they were placed.
    placed: Vec<Callout>,
}

impl PlacedCallouts {
    /// Places callouts for `queues`, each in the largest [`CalloutForm`] that has space. A queue that already
    /// has a callout keeps this callout at the same place. A queue without space for any form gets no
    /// callout.
    fn place(&mut self, layout: &Layout, spec: &Spec, queues: Vec<QueueName>) {
        if self.queues == queues {
            return;
        }
        self.placed.retain(|callout| queues.contains(&callout.name));
        for name in &queues {
            if self.placed.iter().any(|callout| callout.name == *name) {
                continue;
            }
            let taken = |callout: &Callout| TakenPlace { rect: callout.rect, leader: callout.leader };
            let taken: Vec<TakenPlace> = self.placed.iter().map(taken).collect();
            let look = Look::of(layout, spec, *name);
            let free = |form| Some((layout.free_place(name.queue.port, look.size(form), &taken)?, form));
            if let Some((rect, form)) = CalloutForm::ALL.into_iter().find_map(free) {
                let from = layout.ports[name.queue.port.index()];
                let leader = Line { from, to: rect.nearest(from) };
                self.placed.push(Callout { name: *name, rect, leader, form });
            }
        }
        self.queues = queues;
    }
}

impl Scene {
    /// Adds callouts for at most four queues that hold frames, or two in a narrow picture. A switch whose
    /// queues are drawn large gets no callouts. A queue without space near its port gets only its title, or
    /// nothing. The most important queues are, in this order:
    ///
    /// * the fullest queue,
    /// * queues of the port `selected`,
    /// * among the egress queues to hosts, the queue with the highest peak,
    /// * egress queues about as full as the fullest queue,
    /// * priority groups that have paused a switch,
    /// * egress queues that a switch has paused,
    /// * priority groups that have paused a host.
    #[must_use]
    pub fn with_callouts(
        mut self,
        layout: &Layout,
        spec: &Spec,
        view: &WorldView,
        world: &World,
        selected: PortId,
        memory: &mut QueueMemory,
    ) -> Self {
        let most = if layout.viewport.width < WIDE { MOST_IF_NARROW } else { MOST };
        let callouts = &mut memory.callouts;
        if callouts.places.0 != layout.nodes || callouts.places.1.as_ref() != layout.note() {
            let places = (layout.nodes.clone(), layout.note().copied());
            *callouts = PlacedCallouts { places, ..PlacedCallouts::default() };
        }
        let crowded = crowded_ports(layout, spec, view, selected);
        callouts.fullest = fullest(layout, view, &crowded, callouts.fullest);
        let highest = callouts.fullest.map(|name| peak_of(view, name));
        let mut queues = ranked_queues(layout, spec, view, selected, (&crowded, highest));
        queues.retain(|name| Some(*name) != callouts.fullest);
        queues.splice(..0, callouts.fullest);
        let was_selected = |name: &QueueName| callouts.queues.contains(name);
        queues.retain(|name| match bytes_in(view, *name) {
            0 => false,
            bytes => bytes >= MIN_SELECTED_BYTES || was_selected(name),
        });
        queues.truncate(most);
        callouts.place(layout, spec, queues);
        for callout in &callouts.placed {
            let node = NodeId::new(layout.node_of(callout.name.queue.port));
            let ports = spec.nodes[node.index()].ports.clone();
            let (first, ports) = (ports.start as usize, ports.len());
            let shown = layout.shown_ports(spec, node);
            let inside = Inside { layout, spec, view, first, ports, shown, rows: false };
            inside.call_out(world, node, callout, &mut self.shapes);
        }
        self
    }
}

/// Ports of visible switches whose queues are too small to be drawn, ascending.
fn crowded_ports(layout: &Layout, spec: &Spec, view: &WorldView, selected: PortId) -> Vec<PortId> {
    let opened = opened(layout, spec, selected);
    let is_crowded = |port: &PortId| {
        let node = NodeId::new(layout.node_of(*port));
        spec.nodes[node.index()].kind == NodeKind::Switch
            && !opened.contains(&node)
            && layout.is_in_view(&layout.nodes[node.index()])
    };
    (0..view.ports.len()).map(PortId::new).filter(is_crowded).collect()
}

/// Bytes at present in a priority group or egress queue.
fn bytes_in(view: &WorldView, name: QueueName) -> u64 {
    let Some(port) = view.ports.get(name.queue.port.index()) else { return 0 };
    let queue = &port.priorities[name.queue.priority.index()];
    match name.kind {
        BarKind::Ingress => queue.pg.reserve + queue.pg.shared + queue.pg.headroom,
        BarKind::Egress => queue.egress_bytes,
    }
}

/// Highest number of bytes in a priority group or egress queue since the start of the run.
fn peak_of(view: &WorldView, name: QueueName) -> u64 {
    let queue = &view.ports[name.queue.port.index()].priorities[name.queue.priority.index()];
    match name.kind {
        BarKind::Ingress => queue.pg.reserve_peak + queue.pg.shared_peak + queue.pg.headroom_peak,
        BarKind::Egress => queue.egress_peak,
    }
}

/// Queue of `ports` with the most bytes. The queue `last` remains the fullest until another queue is fuller
/// by the factor [`FULLER`]. `None` if no queue has at least [`MIN_CALLOUT_BYTES`].
fn fullest(
    layout: &Layout,
    view: &WorldView,
    ports: &[PortId],
    last: Option<QueueName>,
) -> Option<QueueName> {
    let queues =
        ports.iter().flat_map(|port| layout.lanes.iter().map(|priority| QueueId::new(*port, *priority)));
    let names = queues.flat_map(|queue| {
        // `max_by_key` returns the last of equal queues: the egress queue, which waits for something.
        [BarKind::Ingress, BarKind::Egress].map(|kind| QueueName { queue, kind })
    });
    let best = names.max_by_key(|name| bytes_in(view, *name))?;
    let most = bytes_in(view, best);
    let keeps = |last: &QueueName| {
        ports.contains(&last.queue.port) && FULLER.1 * most < FULLER.0 * bytes_in(view, *last)
    };
    let name = last.filter(keeps).unwrap_or(best);
    (bytes_in(view, name) >= MIN_CALLOUT_BYTES).then_some(name)
}

/// Queues of the `crowded` ports that should have a callout, sorted by importance, then by port. The
/// importance depends on peaks, so that the order rarely changes while the run plays. `fullest_peak` is the
/// peak in bytes of the fullest queue; `None` if that queue gets no callout. An egress queue to a switch,
/// with about this peak and without any pause so far, causes pauses as the fullest queue does.
fn ranked_queues(
    layout: &Layout,
    spec: &Spec,
    view: &WorldView,
    selected: PortId,
    (crowded, fullest_peak): (&[PortId], Option<u64>),
) -> Vec<QueueName> {
    let mut ranked: Vec<(u8, QueueName)> = Vec::new();
    let mut highest = None::<(u64, QueueName)>;
    for port in crowded.iter().copied() {
        let peer = layout.node_of(layout.peer(port));
        let to_switch = spec.nodes[peer].kind == NodeKind::Switch;
        for priority in layout.lanes.iter().copied() {
            let queue = &view.ports[port.index()].priorities[priority.index()];
            let name = |kind| QueueName { queue: QueueId::new(port, priority), kind };
            let (ingress, egress) = (name(BarKind::Ingress), name(BarKind::Egress));
            let pg = &queue.pg;
            let peak = peak_of(view, ingress);
            let has_stopped = pg.lossless && peak > pg.reserve_size.saturating_add(pg.xon);
            if port == selected {
                ranked.extend((peak >= MIN_SELECTED_BYTES).then_some((0, ingress)));
                ranked.extend((queue.egress_peak >= MIN_SELECTED_BYTES).then_some((0, egress)));
                continue;
            }
            let is_higher = highest.is_none_or(|(most, _)| queue.egress_peak > most);
            if !to_switch && queue.egress_peak >= MIN_CALLOUT_BYTES && is_higher {
                highest = Some((queue.egress_peak, egress));
            }
            let is_cause =
                |most: u64| queue.paused_time.ps() == 0 && FULLER.0 * queue.egress_peak > FULLER.1 * most;
            if to_switch && fullest_peak.is_some_and(is_cause) {
                ranked.push((1, egress));
            }
            if has_stopped {
                ranked.push((if to_switch { 2 } else { 4 }, ingress));
            }
            if to_switch && queue.paused_time.ps() > 0 {
                ranked.push((3, egress));
            }
        }
    }
    ranked.extend(highest.map(|(_, name)| (1, name)));
    sort::by_key(&mut ranked, |(class, name)| (*class, name.queue.port));
    ranked.into_iter().map(|(_, name)| name).collect()
}

impl Inside<'_> {
    /// Draws a callout of a queue of `node`.
    fn call_out(&self, world: &World, node: NodeId, callout: &Callout, shapes: &mut Vec<Shape>) {
        let Callout { name, rect, leader, form } = callout;
        let QueueId { port, priority } = name.queue;
        let Some(view) = self.view.ports.get(port.index()) else { return };
        let look = Look::of(self.layout, self.spec, *name);
        let letters = look.letters_of(*form);
        let space = SPACE * letters;
        let is_ingress = name.kind == BarKind::Ingress;
        let of = &view.priorities[priority.index()];
        let (used, end) =
            if is_ingress { self.group(port, priority) } else { (of.egress_bytes, egress_limit(of)) };
        let id = if is_ingress { ShapeId::Group(port, priority) } else { ShapeId::Queue(port, priority) };
        let mask = if is_ingress { view.requested_pauses } else { view.paused | view.starved };
        let is_stopped = mask.contains(priority);
        shapes.push(Shape::new(id, Body::Callout { rect: *rect, leader: *leader, stopped: is_stopped }));
        let left = rect.left() + space;
        let title = Title::of(self.layout, self.spec, *name, used, is_stopped);
        let tone = if is_stopped { Tone::Stop } else { Tone::Ink };
        for (n, text) in title.lines(*form).into_iter().enumerate() {
            let long = LETTER * letters * count(text.chars().count());
            let y = rect.top() + (count(n) + 1.0) * space + (count(n) + 0.5) * letters;
            let at = Point::new(left + long / 2.0, y);
            shapes.push(Shape::new(ShapeId::Sample, Body::Words { at, size: letters, text, tone }));
        }
        if *form != CalloutForm::Queue {
            return;
        }
        let middle = rect.top() + 2.0 * space + (1.0 + BAR / 2.0) * letters;
        let along = Line { from: Point::new(left, middle), to: Point::new(left + look.length, middle) };
        let bar =
            QueueBar { along, is_full_at_border: false, width: BAR * letters, aside: Point::new(0.0, 1.0) };
        let lossless = of.pg.lossless && granted_credits(self.spec, port, priority).is_none();
        let headroom = if is_ingress && lossless { share(of.pg.headroom_from(), end) } else { 1.0 };
        let body = Body::Trough {
            along,
            width: bar.width,
            headroom,
            used: share(used, end),
            priority,
            stopped: is_stopped,
        };
        shapes.push(Shape::new(id, body));
        let mut filled = FillState { limit: end, ..FillState::default() };
        world.queued_frames(node, |frame| {
            let is_here =
                if is_ingress { frame.input == port } else { frame.output == port && !frame.in_voq };
            if is_here && frame.priority == priority {
                self.block(&bar, &frame, &mut filled, LEAST, shapes);
            }
        });
        if is_ingress && of.pg.headroom > 0 {
            let along = along.part(headroom, headroom + share(of.pg.headroom, end));
            shapes.push(Shape::new(id, Body::Spill { along, width: bar.width }));
        }
        let reserve = of.pg.reserve_size;
        let marks = match name.kind {
            BarKind::Ingress if lossless => [
                (MarkKind::Xon, reserve.saturating_add(of.pg.xon)),
                (MarkKind::Xoff, reserve.saturating_add(of.pg.xoff)),
            ],
            BarKind::Ingress => [(MarkKind::Xon, u64::MAX), (MarkKind::Xoff, u64::MAX)],
            BarKind::Egress => [(MarkKind::Kmin, of.kmin), (MarkKind::Kmax, of.kmax)],
        };
        let free_from = Self::call_out_marks(
            (port, priority),
            &bar,
            letters,
            marks.map(|(kind, bytes)| (kind, bytes, end)),
            shapes,
        );
        call_out_end(&bar, letters, end, free_from, shapes);
    }

    /// Draws the ticks and names of two thresholds of a queue in a callout. `marks`, with the lower threshold
    /// first, are (kind of threshold, bytes of the threshold, bytes at the full end of the queue). A
    /// threshold beyond the full end is not drawn. Returns the position in pixels after the last name below
    /// the queue.
    fn call_out_marks(
        (port, priority): (PortId, Priority),
        bar: &QueueBar,
        letters: f64,
        marks: [(MarkKind, u64, u64); 2],
        shapes: &mut Vec<Shape>,
    ) -> f64 {
        let size = 0.85 * letters;
        let half = bar.width / 2.0;
        let mut ticks = Vec::new();
        for (kind, bytes, end) in marks.into_iter().filter(|(_, bytes, end)| bytes <= end) {
            let foot = bar.along.at(share(bytes, end));
            let across =
                Line { from: foot.plus(bar.aside, -half - 2.0), to: foot.plus(bar.aside, half + 3.0) };
            shapes.push(Shape::new(ShapeId::Mark(port, priority, kind), Body::Tick { across, kind }));
            ticks.push((kind, foot.x));
        }
        let (from, to) = (bar.along.from, bar.along.to);
        let names = threshold_names(&ticks, (from.x, to.x), size);
        let free_from = names.last().map_or(from.x, |name| name.span.1 + 0.5 * size);
        for name in names {
            let at = Point::new(name.centre(), from.y + half + 0.75 * size);
            let body = Body::Words { at, size, text: name.text, tone: name.tone };
            shapes.push(Shape::new(ShapeId::Sample, body));
        }
        free_from
    }
}

/// Draws the number of bytes that the full length of a queue represents, below its full end. The reader can
/// then compare queues of different scales. Draws nothing if the name of a threshold is at this place.
fn call_out_end(bar: &QueueBar, letters: f64, end: u64, free_from: f64, shapes: &mut Vec<Shape>) {
    let (size, text) = (0.85 * letters, bytes_label(end));
    let long = LETTER * size * count(text.chars().count());
    let corner = bar.along.to;
    if corner.x - long < free_from {
        return;
    }
    let at = Point::new(corner.x - long / 2.0, corner.y + bar.width / 2.0 + 0.75 * size);
    shapes.push(Shape::new(ShapeId::Sample, Body::Words { at, size, text, tone: Tone::Quiet }));
}
