//! Composition of the scene: makes one list of shapes, back to front, from the state of the simulator. Start
//! with [`scene`]. Where frames are too fast to be seen singly, streams replace them gradually. Hosts have no
//! gauges.
//!
//! A gauge exists for each lossless priority in use, and for each egress queue that ever had a frame. A
//! selected flow or a deadlock dims shapes, but removes none.

use fabric_sim::engine::{HeadroomView, PgView, WorldView};
use fabric_sim::ids::{FlowId, PortId, PrioritySet};
use fabric_sim::spec::Spec;

use super::bars::egress_limit;
use super::credits::rungs;
use super::flight::{diamond, frame, glyph};
use super::motion::Passed;
use super::{BarKind, Body, Layout, MarkKind, Motion, Shape, ShapeId};

/// Scene: shapes in drawing order, back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Shapes, back to front.
    pub shapes: Vec<Shape>,
}

/// Factor for the opacity of shapes outside all deadlocks while a deadlock exists.
const DIM: f64 = 0.35;

impl Scene {
    /// Dims every shape except the cables of `ports`, their PFC frames and credits, and the nodes of `ports`
    /// with their queues. Without ports, every shape but samples is dimmed.
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
    /// Dims all frames, lanes and queues that `flow` does not use. `senders` are the ports that transmit
    /// the frames of `flow`.
    #[must_use]
    pub fn of_flow(mut self, layout: &Layout, flow: FlowId, senders: &[PortId]) -> Self {
        let sends = |port: PortId| senders.contains(&port);
        let takes = |port: PortId| senders.iter().any(|sender| layout.peer(*sender) == port);
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

/// Scene of the state `snapshot`. Back to front: hatches over paused lanes, rungs over lanes without credits,
/// streams in place of frames that are too fast to be seen singly, frames, gauges of buffers, glyphs of PFC
/// frames and CNPs, and crosses of drops. `motion` is the smoothed state of the cables. A cross fades in its
/// last 0.3 s.
#[must_use]
pub fn scene(layout: &Layout, spec: &Spec, snapshot: &WorldView, motion: &Motion) -> Scene {
    let mut shapes = Vec::with_capacity(snapshot.flying.len() + 4 * spec.ports.len());
    hatches(layout, motion, &mut shapes);
    rungs(layout, motion, &mut shapes);
    streams(layout, motion, &mut shapes);
    let mut glyphs = Vec::new();
    for flying in &snapshot.flying {
        let Some(shape) = frame(layout, spec, flying, snapshot.now) else { continue };
        let fast = motion.blend.get(flying.cable.index()).copied().unwrap_or(0.0);
        let is_glyph = shape.body.is_glyph();
        if is_glyph && fast < 0.5 {
            glyphs.push(shape);
        } else if !is_glyph && fast < 0.99 {
            shapes.push(shape.faded(1.0 - fast));
        }
    }
    gauges(layout, spec, snapshot, &mut shapes);
    shapes.append(&mut glyphs);
    for lingering in &motion.glyphs {
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

fn hatches(layout: &Layout, motion: &Motion, shapes: &mut Vec<Shape>) {
    for (index, paused) in motion.paused.iter().enumerate() {
        for priority in &layout.lanes {
            let share = paused[priority.index()];
            if share > 0.02 {
                let port = PortId::new(index);
                let (lane, width) = layout.lane(port, *priority);
                let along = lane.longer(layout.reach(port, width));
                let body = Body::Hatch { along, width, priority: *priority };
                shapes.push(Shape::new(ShapeId::Lane(port, *priority), body).faded(share));
            }
        }
    }
}

fn streams(layout: &Layout, motion: &Motion, shapes: &mut Vec<Shape>) {
    for (index, blend) in motion.blend.iter().enumerate() {
        for priority in &layout.lanes {
            let share = motion.rate[index][priority.index()];
            if *blend > 0.01 && share > 0.005 {
                let port = PortId::new(index);
                let (lane, width) = layout.lane(port, *priority);
                let body = Body::Stream {
                    along: lane.longer(layout.reach(port, width)),
                    width: width - 2.0,
                    priority: *priority,
                    share,
                    phase: motion.phase,
                };
                shapes.push(Shape::new(ShapeId::Lane(port, *priority), body).faded(*blend));
            }
        }
    }
}

/// Number of bytes that the full length of the bar of a group represents: reserve, XOFF threshold and
/// headroom. If reserve and threshold have fallen below the bytes in use, the bytes in use replace them.
pub(super) fn limit(pg: &PgView, pool: HeadroomView) -> u64 {
    pg.headroom_from().saturating_add(pool.most(pg)).max(held(pg)).max(1)
}

/// Bytes in use by a priority group: reserve, shared memory and headroom.
pub(super) fn held(pg: &PgView) -> u64 {
    pg.reserve + pg.shared + pg.headroom
}

/// Adds the gauges of every switch port. Each lossless priority in use has one for its priority group, and
/// each egress queue that has ever held a frame has one.
fn gauges(layout: &Layout, spec: &Spec, snapshot: &WorldView, shapes: &mut Vec<Shape>) {
    for (index, view) in snapshot.ports.iter().enumerate() {
        let port = PortId::new(index);
        let Some(switch) = spec.switch_of(port) else { continue };
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
                let levels = (share(held(pg), total), share(pg.reserve_size.saturating_add(pg.xoff), total));
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

/// Ratio of `part` to `whole`, limited to 0 to 1. A `whole` of 0 counts as 1.
#[expect(clippy::cast_precision_loss, reason = "for drawing")]
pub(super) fn share(part: u64, whole: u64) -> f64 {
    (part as f64 / whole.max(1) as f64).clamp(0.0, 1.0)
}
