//! Callouts: boxes beside a switch, each with one queue of the switch drawn large. Only the most important
//! queues get a callout, and only in switches whose queues are too small to be drawn. Start with
//! [`Scene::with_callouts`].

use fabric_sim::engine::{World, WorldView};
use fabric_sim::ids::{NodeId, PortId};
use fabric_sim::order;
use fabric_sim::spec::{NodeKind, Spec};

use super::{FillState, Inside, QueueMemory, opened};
use crate::charts::bytes_label;
use crate::scene::bars::egress_limit;
use crate::scene::compose::share;
use crate::scene::layout::count;
use crate::scene::{
    BarKind, Body, Layout, Line, MarkKind, Point, QueueBar, Rect, Scene, Shape, ShapeId, Tone,
};

/// Greatest number of callouts in a wide picture.
const MOST: usize = 4;
/// Greatest number of callouts in a picture narrower than `WIDE`.
const MOST_IF_NARROW: usize = 2;
/// Least width in pixels of a wide picture.
const WIDE: f64 = 560.0;
/// Height of letters in pixels at scale 1.
const LETTERS: f64 = 13.5;
/// Least and greatest height of letters in pixels at any scale.
const RANGE: (f64, f64) = (11.5, 18.0);
/// Width of a letter, relative to its height.
const LETTER: f64 = 0.6;
/// Thickness of a queue, relative to the height of letters.
const BAR: f64 = 1.15;
/// Space around a queue and its text, relative to the height of letters.
const SPACE: f64 = 0.4;
/// Least length of a queue, relative to the height of letters.
const LENGTH: f64 = 11.0;
/// Least length in pixels of the block that shows a frame. A shorter block also shows the frame behind it.
const LEAST: f64 = 5.0;
/// Least peak, in bytes, with which the egress queue to a host gets a callout. Only the queue with the
/// highest peak can get one.
const MIN_CALLOUT_BYTES: u64 = 16_000;

/// Queue of a switch: port, direction, and index of its lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct QueueName {
    port: PortId,
    kind: BarKind,
    rank: usize,
}

/// Callouts of the last scene. A callout keeps its place while the layout does not change and its queue is
/// among the most important ones.
#[derive(Debug, Default)]
pub(super) struct PlacedCallouts {
    nodes: Vec<Rect>,
    wanted: Vec<QueueName>,
    placed: Vec<(QueueName, Rect)>,
}

impl Scene {
    /// Adds callouts for at most four queues, or two in a narrow picture. The order of importance is:
    /// queues of the port `selected`; the egress queue with the highest peak towards a host; priority
    /// groups that have paused a switch; egress queues that a switch has paused; priority groups that have
    /// paused a host. A switch whose queues are drawn large gets no callouts. A queue without free space
    /// near its port gets none either.
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
        let mut wanted = wanted(layout, spec, view, selected);
        wanted.truncate(most);
        let called = &mut memory.callouts;
        if called.nodes != layout.nodes {
            *called = PlacedCallouts { nodes: layout.nodes.clone(), ..PlacedCallouts::default() };
        }
        if called.wanted != wanted {
            called.placed.retain(|(queue, _)| wanted.contains(queue));
            for queue in &wanted {
                if called.placed.iter().any(|(other, _)| other == queue) {
                    continue;
                }
                let taken: Vec<Rect> = called.placed.iter().map(|(_, rect)| *rect).collect();
                let size = Look::of(layout, spec, *queue).size();
                if let Some(rect) = layout.free_place(queue.port, size, &taken) {
                    called.placed.push((*queue, rect));
                }
            }
            called.wanted = wanted;
        }
        for (queue, rect) in &called.placed {
            let node = NodeId::new(layout.node_of(queue.port));
            let ports = spec.nodes[node.index()].ports.clone();
            let (first, ports) = (ports.start as usize, ports.len());
            let inside = Inside { layout, spec, view, first, ports, rows: false };
            inside.call_out(world, node, (*queue, rect), &mut self.shapes);
        }
        self
    }
}

/// Queues that should have a callout, the most important first. The order depends on peaks, so that it
/// rarely changes while the run plays.
fn wanted(layout: &Layout, spec: &Spec, view: &WorldView, selected: PortId) -> Vec<QueueName> {
    let opened = opened(layout, spec, selected);
    let mut ranked: Vec<(u8, QueueName)> = Vec::new();
    let mut fullest = None::<(u64, QueueName)>;
    for (index, of) in view.ports.iter().enumerate() {
        let (port, node) = (PortId::new(index), NodeId::new(layout.node_of(PortId::new(index))));
        let is_crowded = spec.nodes[node.index()].kind == NodeKind::Switch
            && !opened.contains(&node)
            && layout.is_in_view(&layout.nodes[node.index()]);
        if !is_crowded {
            continue;
        }
        let peer = layout.node_of(layout.peer(port));
        let to_switch = spec.nodes[peer].kind == NodeKind::Switch;
        for (rank, priority) in layout.lanes.iter().enumerate() {
            let queue = &of.priorities[usize::from(*priority)];
            let name = |kind| QueueName { port, kind, rank };
            let (ingress, egress) = (name(BarKind::Ingress), name(BarKind::Egress));
            let pg = &queue.pg;
            let peak = pg.reserve_peak + pg.shared_peak + pg.headroom_peak;
            let has_stopped = pg.lossless && peak > pg.reserve_size.saturating_add(pg.xon);
            if port == selected {
                ranked.extend((peak > 0).then_some((0, ingress)));
                ranked.extend((queue.egress_peak > 0).then_some((0, egress)));
                continue;
            }
            let is_fuller = fullest.is_none_or(|(most, _)| queue.egress_peak > most);
            if !to_switch && queue.egress_peak >= MIN_CALLOUT_BYTES && is_fuller {
                fullest = Some((queue.egress_peak, egress));
            }
            if has_stopped {
                ranked.push((if to_switch { 2 } else { 4 }, ingress));
            }
            if to_switch && queue.paused_time.ps() > 0 {
                ranked.push((3, egress));
            }
        }
    }
    ranked.extend(fullest.map(|(_, queue)| (1, queue)));
    order::by_key(&mut ranked, |(class, queue)| (*class, queue.port));
    ranked.into_iter().map(|(_, queue)| queue).collect()
}

/// Measures of a callout, which do not depend on the state of its queue.
struct Look {
    /// Height of letters in pixels.
    letters: f64,
    /// Length of the queue in pixels.
    length: f64,
}

impl Look {
    fn of(layout: &Layout, spec: &Spec, queue: QueueName) -> Self {
        let letters = (LETTERS * layout.scale / layout.times()).clamp(RANGE.0, RANGE.1);
        let longest = title(layout, spec, queue, 888_000, true);
        let length = LETTER * letters * count(longest.chars().count());
        Self { letters, length: length.max(LENGTH * letters) }
    }

    /// Width and height of the callout in pixels.
    fn size(&self) -> (f64, f64) {
        let high = SPACE + 1.0 + SPACE + BAR + 1.2 + 0.5 * SPACE;
        (self.length + 2.0 * SPACE * self.letters, high * self.letters)
    }
}

/// Title of a callout: the switch, its neighbour, which of the two pauses the other, and the bytes in the
/// queue.
fn title(layout: &Layout, spec: &Spec, queue: QueueName, bytes: u64, is_stopped: bool) -> String {
    let name = |node: usize| &spec.nodes[node].name;
    let (own, peer) = (name(layout.node_of(queue.port)), name(layout.node_of(layout.peer(queue.port))));
    let bytes = bytes_label(bytes);
    let class =
        if layout.lanes.len() > 1 { format!(" P{}", layout.lanes[queue.rank]) } else { String::new() };
    let way = match (queue.kind, is_stopped) {
        (BarKind::Ingress, false) => "from",
        (BarKind::Ingress, true) => "pauses",
        (BarKind::Egress, false) => "to",
        (BarKind::Egress, true) => "paused by",
    };
    format!("{own} {way} {peer}{class}: {bytes}")
}

impl Inside<'_> {
    /// Draws the callout of a queue in the box `rect`.
    fn call_out(
        &self,
        world: &World,
        node: NodeId,
        (queue, rect): (QueueName, &Rect),
        shapes: &mut Vec<Shape>,
    ) {
        let (port, priority) = (queue.port, self.layout.lanes[queue.rank]);
        let Some(view) = self.view.ports.get(port.index()) else { return };
        let look = Look::of(self.layout, self.spec, queue);
        let (letters, space) = (look.letters, SPACE * look.letters);
        let is_ingress = queue.kind == BarKind::Ingress;
        let of = &view.priorities[usize::from(priority)];
        let (used, end) =
            if is_ingress { self.group(port, priority) } else { (of.egress_bytes, egress_limit(of)) };
        let id = if is_ingress { ShapeId::Group(port, priority) } else { ShapeId::Queue(port, priority) };
        let mask = if is_ingress { view.requested_pauses } else { view.paused | view.starved };
        let is_stopped = mask.contains(priority);
        let from = self.layout.ports[port.index()];
        let leader = Line { from, to: rect.nearest(from) };
        shapes.push(Shape::new(id, Body::Callout { rect: *rect, leader, stopped: is_stopped }));
        let left = rect.left() + space;
        let text = title(self.layout, self.spec, queue, used, is_stopped);
        let long = LETTER * letters * count(text.chars().count());
        let at = Point::new(left + long / 2.0, rect.top() + space + 0.5 * letters);
        let tone = if is_stopped { Tone::Stop } else { Tone::Ink };
        shapes.push(Shape::new(ShapeId::Sample, Body::Words { at, size: letters, text, tone }));
        let middle = rect.top() + 2.0 * space + (1.0 + BAR / 2.0) * letters;
        let along = Line { from: Point::new(left, middle), to: Point::new(left + look.length, middle) };
        let bar = QueueBar { along, width: BAR * letters, aside: Point::new(0.0, 1.0) };
        let lossless = of.pg.lossless && self.granted_credits(port, priority).is_none();
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
        let marks = match queue.kind {
            BarKind::Ingress if lossless => [
                (MarkKind::Xon, reserve.saturating_add(of.pg.xon)),
                (MarkKind::Xoff, reserve.saturating_add(of.pg.xoff)),
            ],
            BarKind::Ingress => return,
            BarKind::Egress => [(MarkKind::Kmin, of.kmin), (MarkKind::Kmax, of.kmax)],
        };
        Self::call_out_marks(
            (port, priority),
            &bar,
            letters,
            marks.map(|(kind, bytes)| (kind, bytes, end)),
            shapes,
        );
    }

    /// Draws the ticks and names of two thresholds of a queue in a callout, the lower one first. `marks`
    /// are kind of threshold, bytes of the threshold, and bytes at the full end of the queue. A threshold
    /// beyond that end is not drawn.
    fn call_out_marks(
        (port, priority): (PortId, u8),
        bar: &QueueBar,
        letters: f64,
        marks: [(MarkKind, u64, u64); 2],
        shapes: &mut Vec<Shape>,
    ) {
        let size = 0.85 * letters;
        let half = bar.width / 2.0;
        let mut free_from = bar.along.from.x;
        for (n, (kind, bytes, end)) in
            marks.into_iter().enumerate().filter(|(_, (_, bytes, end))| bytes <= end)
        {
            let foot = bar.along.at(share(bytes, end));
            let across =
                Line { from: foot.plus(bar.aside, -half - 2.0), to: foot.plus(bar.aside, half + 3.0) };
            shapes.push(Shape::new(ShapeId::Mark(port, priority, kind), Body::Tick { across, kind }));
            let word = kind.name();
            let long = LETTER * size * count(word.chars().count());
            // The name of the lower threshold is on its left, that of the higher one on its right.
            let lean = if n == 0 { -0.55 } else { 0.55 } * long;
            let from = (foot.x + lean - long / 2.0).max(free_from).min(bar.along.to.x - long);
            free_from = from + long + 0.5 * size;
            let at = Point::new(from + long / 2.0, foot.y + half + 0.75 * size);
            let tone = match kind {
                MarkKind::Xoff => Tone::Stop,
                MarkKind::Xon => Tone::Go,
                _ => Tone::Ink,
            };
            shapes.push(Shape::new(ShapeId::Sample, Body::Words { at, size, text: word.to_owned(), tone }));
        }
    }
}
