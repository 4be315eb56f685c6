//! Composition of the scene: makes one list of shapes, back to front, from the state of the simulator. Start
//! with [`scene`]. If frames are too fast to be seen singly, streams of dashes gradually replace them.
//!
//! A gauge is a small buffer bar at a switch port; hosts have none. Each lossless priority in use has a gauge
//! for its priority group. Each egress queue that ever had a frame has a gauge, too. A selected flow or a
//! deadlock dims shapes, but removes none.

use fabric_sim::engine::{FrameInFlight, HeadroomView, PgView, WorldView};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{FlowId, NodeId, PortId, Priority, PrioritySet};
use fabric_sim::spec::Spec;

use super::bars::egress_limit;
use super::credits::rungs;
use super::flight::{diamond, frame, glyph};
use super::motion::Passed;
use super::{BarKind, Body, Layout, MarkKind, Motion, Shape, ShapeId};

/// Scene: all moving shapes of the picture of a fabric at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Shapes in drawing order: later shapes cover earlier ones.
    pub shapes: Vec<Shape>,
}

/// Factor for the opacity of shapes outside all deadlocks while a deadlock exists.
const DIM: f64 = 0.35;

impl Scene {
    /// Dims all shapes that do not belong to a deadlock. `ports` are the ports of the deadlock. Shapes in the
    /// cables of `ports` keep their opacity: lanes, frames and credits. So do the nodes of `ports`, with
    /// their queues and gauges. All labels, and other shapes with the id [`ShapeId::Sample`], also keep their
    /// opacity.
    #[must_use]
    pub fn lit(mut self, spec: &Spec, ports: &[PortId]) -> Self {
        let node = |port: &PortId| spec.ports.get(port.index()).map(|port| port.node);
        let is_lit = |id: ShapeId| match id {
            ShapeId::Lane(port, _)
            | ShapeId::Frame { cable: port, .. }
            | ShapeId::Pfc(port)
            | ShapeId::Update(port, _)
            | ShapeId::Credits(port, _) => ports.contains(&port),
            ShapeId::Gauge(port, _)
            | ShapeId::Drop(port)
            | ShapeId::Port(port)
            | ShapeId::Group(port, _)
            | ShapeId::Queue(port, _)
            | ShapeId::Mark(port, ..)
            | ShapeId::Queued { output: port, .. }
            | ShapeId::Wire(port, _) => ports.iter().any(|lit| node(lit) == node(&port)),
            ShapeId::Node(id) => ports.iter().any(|lit| node(lit) == Some(id)),
            ShapeId::Sample => true,
        };
        for shape in self.shapes.iter_mut().filter(|shape| !is_lit(shape.id)) {
            shape.alpha *= DIM;
        }
        self
    }
}

/// Factor for the opacity of shapes that the selected flow does not use.
const OTHERS: f64 = 0.22;

impl Scene {
    /// Dims all frames, lanes and queues that `flow` does not use. `senders` are the ports that transmit the
    /// frames of `flow`. A cable that stands for several links stays bright if `flow` uses at least one of
    /// these links.
    #[must_use]
    pub fn of_flow(mut self, layout: &Layout, flow: FlowId, senders: &[PortId]) -> Self {
        let is_drawn_as = |drawn: PortId, port: PortId| layout.representative(port) == Some(drawn);
        let sends = |port: PortId| senders.iter().any(|sender| *sender == port || is_drawn_as(port, *sender));
        let takes = |port: PortId| {
            let mut receivers = senders.iter().map(|sender| layout.peer(*sender));
            receivers.any(|receiver| receiver == port || is_drawn_as(port, receiver))
        };
        for shape in &mut self.shapes {
            let is_lit = match shape.id {
                ShapeId::Frame { flow: own, .. } | ShapeId::Queued { flow: own, .. } => own == flow,
                ShapeId::Lane(port, _) | ShapeId::Queue(port, _) | ShapeId::Credits(port, _) => sends(port),
                ShapeId::Mark(port, _, kind) => match kind {
                    MarkKind::Kmin | MarkKind::Kmax => sends(port),
                    _ => takes(port),
                },
                ShapeId::Wire(input, output) => takes(input) && sends(output),
                ShapeId::Group(port, _)
                | ShapeId::Gauge(port, _)
                | ShapeId::Pfc(port)
                | ShapeId::Update(port, _) => takes(port),
                _ => true,
            };
            if !is_lit {
                shape.alpha *= OTHERS;
            }
        }
        self
    }
}

/// Scene of the state `snapshot`. `motion` is the smoothed state of the cables.
///
/// Shapes in lanes are at the back: hatches over paused lanes, lines across lanes without credits, streams in
/// place of fast frames, then single frames. In front of them are gauges of buffers, glyphs of PFC frames and
/// CNPs, and crosses of drops. A cross fades in its last 0.3 s.
#[must_use]
pub fn scene(layout: &Layout, spec: &Spec, snapshot: &WorldView, motion: &Motion) -> Scene {
    let mut shapes = Vec::with_capacity(snapshot.in_flight.len() + 4 * spec.ports.len());
    hatches(layout, motion, &mut shapes);
    rungs(layout, motion, &mut shapes);
    streams(layout, motion, &mut shapes);
    let mut glyphs = Vec::new();
    for in_flight in &snapshot.in_flight {
        // If several links are drawn as one cable, only PFC frames and CNPs are drawn singly.
        if layout.bundle(in_flight.cable).is_some() && !is_signal(layout, in_flight) {
            continue;
        }
        let Some(shape) = frame(layout, spec, in_flight, snapshot.now) else { continue };
        let fast = motion.blend.get(in_flight.cable.index()).copied().unwrap_or(0.0);
        let is_glyph = shape.body.is_glyph();
        if is_glyph && fast < 0.5 {
            glyphs.push(shape);
        } else if !is_glyph && fast < 0.99 {
            shapes.push(shape.faded(1.0 - fast));
        }
    }
    gauges(layout, spec, snapshot, &mut shapes);
    group_gauges(layout, spec, snapshot, &mut shapes);
    shapes.append(&mut glyphs);
    let mut drawn: Vec<(PortId, Passed)> = Vec::new();
    for lingering in &motion.glyphs {
        // If several links are drawn as one cable, glyphs of one kind would cover each other.
        let Some(cable) = layout.representative(lingering.cable) else { continue };
        if drawn.iter().any(|(port, was)| *port == cable && was.is_like(lingering.was)) {
            continue;
        }
        drawn.push((cable, lingering.was));
        shapes.push(match lingering.was {
            Passed::Pfc(says) => {
                let strand = layout.cables[lingering.cable.index()].middle;
                let share = if says.pauses.is_empty() { 0.4 } else { 0.6 };
                glyph(layout, ShapeId::Pfc(lingering.cable), strand, share, says, true)
            }
            Passed::Cnp(flow, sequence, priority) => {
                diamond(layout, (lingering.cable, flow, sequence), priority, 0.5, true)
            }
        });
    }
    for (port, left) in &motion.crosses {
        // The cross is on the border, where it covers neither the name of the node nor its gauges.
        let at = layout.ports[port.index()].plus(layout.outward[port.index()], 3.0 * layout.scale);
        let cross =
            Shape::new(ShapeId::Drop(*port), Body::Cross { at, radius: 11.0 * layout.scale.max(0.7) });
        shapes.push(cross.faded(left / 0.3));
    }
    Scene { shapes }
}

/// Whether `in_flight` is drawn singly in a cable that stands for several links: it is a PFC frame or a CNP,
/// and the cable is drawn.
fn is_signal(layout: &Layout, in_flight: &FrameInFlight) -> bool {
    matches!(in_flight.kind, FrameKind::Pfc | FrameKind::Cnp)
        && layout.representative(in_flight.cable).is_some()
}

fn hatches(layout: &Layout, motion: &Motion, shapes: &mut Vec<Shape>) {
    for port in (0..motion.paused.len()).map(PortId::new) {
        for priority in &layout.lanes {
            let paused = |port: PortId| motion.paused[port.index()][priority.index()];
            let share = layout.mean(port, paused).unwrap_or(0.0);
            if share > 0.02 {
                let (lane, width) = layout.lane(port, *priority);
                let along = lane.longer(layout.reach(port, width));
                let body = Body::Hatch { along, width, priority: *priority };
                shapes.push(Shape::new(ShapeId::Lane(port, *priority), body).faded(share));
            }
        }
    }
}

fn streams(layout: &Layout, motion: &Motion, shapes: &mut Vec<Shape>) {
    for port in (0..motion.blend.len()).map(PortId::new) {
        let blend = if layout.bundle(port).is_some() { 1.0 } else { motion.blend[port.index()] };
        for priority in &layout.lanes {
            let rate = |port: PortId| motion.rate[port.index()][priority.index()];
            let share = if blend > 0.01 { layout.mean(port, rate).unwrap_or(0.0) } else { 0.0 };
            if share > 0.005 {
                let (lane, width) = layout.lane(port, *priority);
                let body = Body::Stream {
                    along: lane.longer(layout.reach(port, width)),
                    width: width - 2.0,
                    priority: *priority,
                    share,
                    phase: motion.phase,
                };
                shapes.push(Shape::new(ShapeId::Lane(port, *priority), body).faded(blend));
            }
        }
    }
}

/// Number of bytes that the full length of the ingress bar represents: reserve, XOFF threshold and headroom.
/// If reserve and threshold have fallen below the bytes in use, the bar represents the bytes in use and the
/// headroom.
pub(super) fn limit(pg: &PgView, pool: HeadroomView) -> u64 {
    pg.headroom_from().saturating_add(pool.max_usable(pg)).max(bytes_in_use(pg)).max(1)
}

/// Bytes in use by a priority group: reserve, shared memory and headroom.
pub(super) fn bytes_in_use(pg: &PgView) -> u64 {
    pg.reserve + pg.shared + pg.headroom
}

/// Adds the gauges of each switch port outside closed groups: one for the priority group of each lossless
/// priority in use, and one for each egress queue that has ever held a frame.
fn gauges(layout: &Layout, spec: &Spec, snapshot: &WorldView, shapes: &mut Vec<Shape>) {
    for (index, view) in snapshot.ports.iter().enumerate() {
        let port = PortId::new(index);
        let Some(switch) = spec.switch_of(port) else { continue };
        if layout.closed_group(spec.ports[index].node).is_some() {
            continue;
        }
        let pool = snapshot.pool_headroom.get(switch.index()).copied().unwrap_or_default();
        for (rank, priority) in layout.lanes.iter().copied().enumerate() {
            let queue = &view.priorities[priority.index()];
            let mut gauge = |kind, id, (fill, xoff), stopped: PrioritySet| {
                let (along, width) = layout.gauge(port, kind, rank);
                let stopped = stopped.contains(priority);
                shapes.push(Shape::new(id, Body::Gauge { along, width, fill, xoff, priority, stopped }));
            };
            let pg = &queue.pg;
            if pg.lossless {
                let total = limit(pg, pool);
                let levels =
                    (share(bytes_in_use(pg), total), share(pg.reserve_size.saturating_add(pg.xoff), total));
                gauge(BarKind::Ingress, ShapeId::Gauge(port, priority), levels, view.requested_pauses);
            }
            if queue.egress_peak > 0 {
                let level = share(queue.egress_bytes, egress_limit(queue));
                let id = ShapeId::Queue(port, priority);
                gauge(BarKind::Egress, id, (level, 1.0), view.paused | view.starved);
            }
        }
    }
}

/// Adds one gauge for each closed group (nodes drawn as one box) that has switches. The gauge shows the
/// fullest lossless priority group of these switches. The border of the gauge is thick while a port of the
/// group pauses its peer for this priority.
fn group_gauges(layout: &Layout, spec: &Spec, snapshot: &WorldView, shapes: &mut Vec<Shape>) {
    for node in (0..spec.nodes.len()).map(NodeId::new).filter(|node| layout.draws_node(*node)) {
        let Some(group) = layout.closed_group(node) else { continue };
        let mut fullest: Option<(f64, f64, PortId, Priority)> = None;
        let mut requested = PrioritySet::EMPTY;
        let ports = group.members.iter().flat_map(|member| spec.nodes[member.index()].ports.clone());
        for port in ports.map(PortId) {
            let (Some(switch), Some(view)) = (spec.switch_of(port), snapshot.ports.get(port.index())) else {
                continue;
            };
            requested |= view.requested_pauses;
            let pool = snapshot.pool_headroom.get(switch.index()).copied().unwrap_or_default();
            for priority in &layout.lanes {
                let pg = &view.priorities[priority.index()].pg;
                let total = limit(pg, pool);
                let fill = share(bytes_in_use(pg), total);
                if pg.lossless && fullest.is_none_or(|(most, ..)| fill > most) {
                    fullest =
                        Some((fill, share(pg.reserve_size.saturating_add(pg.xoff), total), port, *priority));
                }
            }
        }
        if let Some((fill, xoff, port, priority)) = fullest {
            let (along, width) = layout.group_gauge(node);
            let stopped = requested.contains(priority);
            let body = Body::Gauge { along, width, fill, xoff, priority, stopped };
            shapes.push(Shape::new(ShapeId::Gauge(port, priority), body));
        }
    }
}

/// Ratio of `part` to `whole`, limited to 0 to 1. A `whole` of 0 counts as 1.
#[expect(clippy::cast_precision_loss, reason = "for drawing")]
pub(super) fn share(part: u64, whole: u64) -> f64 {
    (part as f64 / whole.max(1) as f64).clamp(0.0, 1.0)
}
