//! Queues that are drawn large inside switches: priority groups and egress queues, with their frames. A wire
//! (line) leads from an input to each output for which frames wait there. Start with [`Scene::with_queues`].
//!
//! Frames of a queue are drawn one behind the other. Frames that are too short to be drawn share a block. A
//! queue that never had a frame is faded. Hosts have no large queues. In a crossbar switch of at most 16
//! ports, each priority group is divided into VOQs, one row for each output.

mod callout_look;
mod callouts;
mod crossbar;
mod labels;
mod marks;
mod threshold_names;
mod voqs;

use fabric_sim::engine::{QueuedFrame, World, WorldView};
use fabric_sim::ids::{FlowId, LocalPort, NodeId, PortId, Priority, PrioritySet};
use fabric_sim::sizing::SwitchPorts;
use fabric_sim::spec::{NodeKind, Spec};

use super::bars::egress_limit;
use super::compose::{bytes_in_use, limit, share};
use super::layout::count;
use callouts::PlacedCallouts;

use super::{BarKind, Body, Layout, Line, Point, QueueBar, Scene, Shape, ShapeId};

/// Least length in pixels of the block that shows a frame. If the block of a frame would be shorter, it also
/// shows the frames behind this frame.
const MIN_LENGTH: f64 = 2.5;
/// Least length in pixels with which the bytes of a queue that is not empty are drawn.
const SLIVER: f64 = 2.0;
/// Greatest number of ports of a crossbar whose VOQs are drawn as separate rows.
const MAX_ROWS: usize = 16;
/// Opacity of a queue that has never held a frame.
const UNUSED: f64 = 0.45;
/// Least and greatest width in pixels, at scale 1 of the picture, of a wire (line inside a switch from an
/// input to an output).
const WIRE: (f64, f64) = (1.5, 9.0);

/// Memory that scenes reuse, so that a new scene need not allocate it: fill states of queues, shapes, and
/// placed callouts.
#[derive(Debug, Default)]
pub struct QueueMemory {
    /// Fill state of each priority group, by local port, then lane. If groups are divided into VOQs
    /// (`Inside::rows`), fill state of each VOQ, by local port, then lane, then output.
    ingress: Vec<FillState>,
    /// Fill state of each egress queue, by local port, then lane.
    egress: Vec<FillState>,
    /// Bytes that wait at each input for each output, and the flow of the first waiting frame. The order is
    /// by input, then output, then lane.
    waiting: Vec<(u64, FlowId)>,
    shapes: Vec<Shape>,
    callouts: PlacedCallouts,
}

/// State of a drawn queue while its frames are drawn one after the other.
#[derive(Clone, Copy, Debug, Default)]
struct FillState {
    /// Bytes of the frames that are already drawn in the queue.
    bytes: u64,
    /// Number of bytes that the full length of the drawn queue represents.
    limit: u64,
    /// Index of the last drawn frame in [`QueueMemory::shapes`], plus 1; 0 if no frame is drawn yet.
    last: usize,
}

/// Switch whose queues are drawn large.
struct Inside<'a> {
    layout: &'a Layout,
    spec: &'a Spec,
    view: &'a WorldView,
    /// Index of the first port of the switch.
    first: usize,
    /// Number of ports of the switch.
    ports: usize,
    /// Inputs and outputs of the switch that have queues in the picture.
    shown: SwitchPorts,
    /// Whether each priority group is divided into VOQs, one row for each output. True for a crossbar switch
    /// with at most [`MAX_ROWS`] ports.
    rows: bool,
}

impl Scene {
    /// Replaces the gauges (small buffer bars) of all visible switches by large queues, where the switch has
    /// space for large queues. In the switch of the port `selected`, shorter queues are sufficient. If no
    /// switch has space, the scene does not change.
    #[must_use]
    pub fn with_queues(
        mut self,
        layout: &Layout,
        spec: &Spec,
        view: &WorldView,
        world: &World,
        selected: PortId,
        memory: &mut QueueMemory,
    ) -> Self {
        let opened = opened(layout, spec, selected);
        if opened.is_empty() {
            return self;
        }
        let is_opened = |port: PortId| opened.iter().any(|node| node.index() == layout.node_of(port));
        self.shapes.retain(|shape| match (shape.id, &shape.body) {
            (ShapeId::Gauge(port, _) | ShapeId::Queue(port, _), Body::Gauge { .. }) => !is_opened(port),
            _ => true,
        });
        memory.shapes.clear();
        for node in &opened {
            let ports = spec.nodes[node.index()].ports.clone();
            let switch = spec.nodes[node.index()].switch();
            let crossbar = switch.and_then(|switch| spec.switches[switch.index()].crossbar);
            let inside = Inside {
                layout,
                spec,
                view,
                first: ports.start as usize,
                ports: ports.len(),
                shown: layout.shown_ports(spec, *node),
                rows: crossbar.is_some() && ports.len() <= MAX_ROWS,
            };
            inside.draw(world, *node, memory);
        }
        // Queues are drawn below the glyphs, which are on the node borders.
        let glyph = self.shapes.iter().position(|shape| shape.body.is_glyph());
        let at = glyph.unwrap_or(self.shapes.len());
        self.shapes.splice(at..at, memory.shapes.drain(..));
        self
    }
}

/// Visible switches whose queues are drawn large, in the order of nodes.
fn opened(layout: &Layout, spec: &Spec, selected: PortId) -> Vec<NodeId> {
    let selected = spec.ports.get(selected.index()).map(|port| port.node.index());
    let is_opened = |(index, at): &(usize, &fabric_sim::spec::Node)| {
        at.kind == NodeKind::Switch
            && layout.is_in_view(&layout.nodes[*index])
            && layout.shows_queues(*index, selected == Some(*index))
    };
    spec.nodes.iter().enumerate().filter(is_opened).map(|(index, _)| NodeId::new(index)).collect()
}

impl Inside<'_> {
    fn draw(&self, world: &World, node: NodeId, memory: &mut QueueMemory) {
        let lanes = self.layout.lanes.len();
        let all = self.ports * lanes;
        for fills in [&mut memory.ingress, &mut memory.egress] {
            fills.clear();
            fills.resize(all * if self.rows { self.ports } else { 1 }, FillState::default());
        }
        memory.waiting.clear();
        memory.waiting.resize(self.ports * all, (0, FlowId(0)));
        for local in 0..self.ports {
            for rank in 0..lanes {
                self.troughs(local, rank, memory);
            }
        }
        world.queued_frames(node, |frame| self.frame(&frame, memory));
        self.wires(memory);
        let before = memory.shapes.len();
        for local in 0..self.ports {
            for rank in 0..lanes {
                self.marks(local, rank, &mut memory.shapes);
            }
        }
        labels::leave_out_covered(&mut memory.shapes, before);
    }

    fn port(&self, local: usize) -> PortId {
        PortId::new(self.first + local)
    }

    fn bar(&self, local: usize, kind: BarKind, rank: usize) -> QueueBar {
        self.layout.queue(self.port(local), kind, rank, self.layout.lanes.len())
    }

    /// Row of the VOQ for the port `output`, in the bar `bar` of a priority group; outputs that no flow uses
    /// have no row. Returns the whole bar if groups are not divided into VOQs.
    fn row(&self, bar: &QueueBar, output: usize) -> QueueBar {
        if !self.rows {
            return *bar;
        }
        let (n, row) =
            (count(self.shown.outputs.len()), count(self.shown.outputs.rank(LocalPort::new(output))));
        let off = ((row + 0.5) / n - 0.5) * bar.width;
        let moved = |point: Point| point.plus(bar.aside, off);
        let along = Line { from: moved(bar.along.from), to: moved(bar.along.to) };
        QueueBar { along, width: bar.width / n, ..*bar }
    }

    fn troughs(&self, local: usize, rank: usize, memory: &mut QueueMemory) {
        let (port, priority) = (self.port(local), self.layout.lanes[rank]);
        let Some(view) = self.view.ports.get(port.index()) else { return };
        let queue = &view.priorities[priority.index()];
        let (used, limit) = self.group(port, priority);
        let end = self.drawn_limit(port, priority, limit);
        let lossless = queue.pg.lossless && granted_credits(self.spec, port, priority).is_none();
        let headroom = if lossless { share(queue.pg.headroom_from(), end) } else { 1.0 };
        let at = local * self.layout.lanes.len() + rank;
        let stopped = |mask: PrioritySet| mask.contains(priority);
        let unused = |peak: u64| if peak == 0 { UNUSED } else { 1.0 };
        let mut trough = |kind, id, headroom, used, stopped, alpha| {
            if !self.layout.has_queues(port, kind) {
                return;
            }
            let bar = self.bar(local, kind, rank);
            let body = Body::Trough { along: bar.along, width: bar.width, headroom, used, priority, stopped };
            memory.shapes.push(Shape::new(id, body).faded(alpha));
        };
        let pg = &queue.pg;
        let peak = pg.reserve_peak + pg.shared_peak + pg.headroom_peak;
        let group = ShapeId::Group(port, priority);
        // The frames of each VOQ are drawn in its row. A fill of the whole group would look like further
        // frames.
        let filled = if self.rows { 0.0 } else { share(used, end) };
        trough(BarKind::Ingress, group, headroom, filled, stopped(view.requested_pauses), unused(peak));
        let out = egress_limit(queue);
        let (id, used) = (ShapeId::Queue(port, priority), share(queue.egress_bytes, out));
        trough(
            BarKind::Egress,
            id,
            1.0,
            used,
            stopped(view.paused | view.starved),
            unused(queue.egress_peak),
        );
        memory.egress[at].limit = out;
        let rows = if self.rows { self.ports } else { 1 };
        for row in 0..rows {
            memory.ingress[at * rows + row].limit = end;
        }
        if self.rows && self.layout.has_queues(port, BarKind::Ingress) {
            self.voqs(
                &self.bar(local, BarKind::Ingress, rank),
                (port, priority),
                headroom,
                &mut memory.shapes,
            );
        }
    }

    /// Bytes in use by a priority group, and the number of bytes that the full length of its bar
    /// represents.
    fn group(&self, port: PortId, priority: Priority) -> (u64, u64) {
        let pg = &self.view.ports[port.index()].priorities[priority.index()].pg;
        let switch = self.spec.switch_of(port);
        let pool = switch
            .and_then(|switch| self.view.pool_headroom.get(switch.index()))
            .copied()
            .unwrap_or_default();
        let end = granted_credits(self.spec, port, priority)
            .map_or_else(|| limit(pg, pool), |granted| granted.max(bytes_in_use(pg)));
        (bytes_in_use(pg), end)
    }

    /// Draws a frame in its egress queue or VOQ, and in the priority group that is charged for it. A frame of
    /// a priority without a lane is not drawn.
    fn frame(&self, frame: &QueuedFrame, memory: &mut QueueMemory) {
        let Some(rank) = self.layout.lanes.iter().position(|lane| *lane == frame.priority) else { return };
        let (Some(input), Some(output)) =
            (frame.input.index().checked_sub(self.first), frame.output.index().checked_sub(self.first))
        else {
            return;
        };
        if input >= self.ports || output >= self.ports {
            return;
        }
        let lanes = self.layout.lanes.len();
        let QueueMemory { ingress, egress, waiting, shapes, .. } = memory;
        if !frame.in_voq {
            let bar = self.bar(output, BarKind::Egress, rank);
            self.block(&bar, frame, &mut egress[output * lanes + rank], MIN_LENGTH, shapes);
        }
        let bar = self.bar(input, BarKind::Ingress, rank);
        if self.rows {
            if frame.in_voq {
                let filled = &mut ingress[(input * lanes + rank) * self.ports + output];
                self.block(&self.row(&bar, output), frame, filled, MIN_LENGTH, shapes);
            }
        } else {
            self.block(&bar, frame, &mut ingress[input * lanes + rank], MIN_LENGTH, shapes);
        }
        if frame.in_voq || !self.rows {
            let entry = &mut waiting[(input * self.ports + output) * lanes + rank];
            if entry.0 == 0 {
                entry.1 = frame.flow;
            }
            entry.0 += u64::from(frame.bytes);
        }
    }

    /// Draws a frame as a block, behind the blocks of the frames that are already drawn in the queue. If the
    /// last block is shorter than `least` pixels, extends this block instead.
    fn block(
        &self,
        bar: &QueueBar,
        frame: &QueuedFrame,
        filled: &mut FillState,
        least: f64,
        shapes: &mut Vec<Shape>,
    ) {
        let length = bar.along.length();
        let from = share(filled.bytes, filled.limit);
        filled.bytes += u64::from(frame.bytes);
        let to = share(filled.bytes, filled.limit).max((SLIVER / length.max(SLIVER)).min(1.0));
        if let Some(Shape { body: Body::Block { along, .. }, .. }) =
            filled.last.checked_sub(1).and_then(|last| shapes.get_mut(last))
            && along.length() < least
        {
            along.to = bar.along.at(to);
            return;
        }
        // Long blocks have a small gap between them.
        let gap = if (to - from) * length > 4.0 { 0.8 / length.max(1.0) } else { 0.0 };
        let id = ShapeId::Queued {
            output: frame.output,
            flow: frame.flow,
            sequence: frame.sequence,
            kind: frame.kind,
        };
        let body = Body::Block {
            along: bar.along.part(from, to - gap),
            width: (bar.width - 2.0).max(1.5),
            priority: frame.priority,
            shade: self.layout.shade(frame.flow),
            notched: frame.ecn == fabric_sim::wire::Ecn::Marked,
        };
        shapes.push(Shape::new(id, body));
        filled.last = shapes.len();
    }

    /// Draws a wire (line) from an ingress queue to an egress queue if frames wait at that input for that
    /// output. The width of a wire grows with the waiting bytes; the wire with most bytes in the switch is
    /// widest. The shade of a wire is that of the first waiting frame.
    fn wires(&self, memory: &mut QueueMemory) {
        let lanes = self.layout.lanes.len();
        let most = memory.waiting.iter().map(|entry| entry.0).max().unwrap_or(0);
        let scale = self.layout.scale.clamp(0.6, 3.0);
        for (at, (bytes, flow)) in memory.waiting.iter().enumerate().filter(|(_, entry)| entry.0 > 0) {
            let (pair, rank) = (at / lanes, at % lanes);
            let (input, output) = (pair / self.ports, pair % self.ports);
            let (along, directions) = self.wire(input, output, rank);
            let body = Body::Wire {
                along,
                directions,
                width: (WIRE.0 + (WIRE.1 - WIRE.0) * share(*bytes, most)) * scale,
                priority: self.layout.lanes[rank],
                shade: self.layout.shade(*flow),
                pair: None,
            };
            let id = ShapeId::Wire(self.port(input), self.port(output));
            memory.shapes.push(Shape::new(id, body).faded(0.6));
        }
    }

    /// Line of the wire from the ingress queue of `input` to the egress queue of `output`. The second result
    /// is the directions of the wire at its start and at its end. `rank` is the index of the lane of the
    /// priority.
    fn wire(&self, input: usize, output: usize, rank: usize) -> (Line, (Point, Point)) {
        let from = self.row(&self.bar(input, BarKind::Ingress, rank), output).inner();
        let to = self.bar(output, BarKind::Egress, rank).inner();
        let outward = |local: usize| self.layout.outward[self.first + local];
        let inward = outward(input);
        (Line { from, to }, (Point::new(-inward.x, -inward.y), outward(output)))
    }
}

/// Credits in bytes that `port` grants to its peer for `priority`; `None` if `priority` uses PFC instead
/// of credits.
fn granted_credits(spec: &Spec, port: PortId, priority: Priority) -> Option<u64> {
    spec.ports[port.index()].config.priorities[priority.index()].credits
}

#[cfg(test)]
mod tests;
