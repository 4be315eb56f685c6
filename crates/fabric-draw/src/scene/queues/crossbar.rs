//! Match of a crossbar inside a switch: wires between VOQs and outputs, and the round-robin pointers. Start
//! with [`Scene::with_match`].

use fabric_sim::ids::{LocalPort, NodeId, PortId, Priority};
use fabric_sim::sort;
use fabric_sim::spec::Spec;

use super::Inside;
use crate::scene::layout::count;
use crate::scene::{BarKind, Body, Cell, Layout, Line, PairState, Point, Pointers, Scene, Shape, ShapeId};

impl Scene {
    /// Adds a match of the crossbar of `switch`: a wire (line) for each of the pairs `cells`, and the
    /// round-robin pointers of a priority. The match replaces the wires of waiting frames. Wires to one
    /// output end at different points, so that no wire lies on another. Wires of accepted and transferring
    /// pairs are thick and drawn last. Changes nothing if the queues of the switch are not drawn large.
    /// Without `pointers`, only wires are added. Pairs and pointers of a priority without a lane are left
    /// out.
    #[must_use]
    pub fn with_match(
        mut self,
        layout: &Layout,
        spec: &Spec,
        switch: NodeId,
        cells: &[Cell],
        pointers: Option<(&Pointers, Priority)>,
    ) -> Self {
        let is_drawn = |shape: &Shape| matches!((shape.id, &shape.body), (ShapeId::Queue(port, _), Body::Trough { .. }) if layout.node_of(port) == switch.index());
        let is_waiting = |shape: &Shape| matches!((shape.id, &shape.body), (ShapeId::Wire(port, _), Body::Wire { pair: None, .. }) if layout.node_of(port) == switch.index());
        let Some(last) = self.shapes.iter().rposition(is_drawn) else { return self };
        let ports = spec.nodes[switch.index()].ports.clone();
        let view = fabric_sim::engine::WorldView::default();
        let inside = Inside {
            layout,
            spec,
            view: &view,
            first: ports.start as usize,
            ports: ports.len(),
            shown: layout.shown_ports(spec, switch),
            rows: ports.len() <= super::MAX_ROWS,
        };
        let mut shapes = Vec::new();
        let scale = layout.scale.clamp(0.6, 3.0);
        for cell in cells {
            let Some(rank) = layout.lanes.iter().position(|lane| *lane == cell.priority) else { continue };
            let (input, output) = (cell.input.index(), cell.output.index());
            if input >= inside.ports || output >= inside.ports {
                continue;
            }
            let (along, directions) = inside.match_wire(input, output, rank);
            let width = match cell.state {
                PairState::Blocked | PairState::Requested => 1.2,
                PairState::Granted => 2.4,
                PairState::Accepted | PairState::Transferring => 4.0,
            };
            let body = Body::Wire {
                along,
                directions,
                width: width * scale,
                priority: cell.priority,
                shade: 0,
                pair: Some(cell.state),
            };
            shapes.push(Shape::new(ShapeId::Wire(inside.port(input), inside.port(output)), body));
        }
        // The sort is stable: pairs of one state keep the order of `cells`.
        sort::by_key(&mut shapes, |shape| match shape.body {
            Body::Wire { pair, .. } => pair,
            _ => None,
        });
        if let Some((pointers, priority)) = pointers
            && let Some(rank) = layout.lanes.iter().position(|lane| *lane == priority)
        {
            inside.pointers(pointers, rank, &mut shapes);
        }
        let next = last + 1;
        self.shapes.splice(next..next, shapes);
        self.shapes.retain(|shape| !is_waiting(shape));
        self
    }
}

impl Inside<'_> {
    /// Line of a pair of a match, from the VOQ to the inner end of the egress queue. The second result is the
    /// directions of the wire at its start and at its end. Wires of different inputs end at different points,
    /// in the order of the inputs. The wire is straight if the ports are on different sides of the switch.
    /// Otherwise it bends into the switch, past the queues between the ports.
    fn match_wire(&self, input: usize, output: usize, rank: usize) -> (Line, (Point, Point)) {
        let (along, (inward, outward)) = self.wire(input, output, rank);
        let queue = self.bar(output, BarKind::Egress, rank);
        let (place, inputs) = (self.shown.inputs.rank(LocalPort::new(input)), self.shown.inputs.len().max(1));
        let off = ((count(place) + 0.5) / count(inputs) - 0.5) * queue.width;
        // Inputs are numbered downwards or to the right, whatever the side of the queue.
        let down = if queue.aside.x + queue.aside.y < 0.0 { -off } else { off };
        let along = Line { to: along.to.plus(queue.aside, down), ..along };
        let share_a_side = inward.x * outward.x + inward.y * outward.y < -0.5;
        let ahead = along.from.to(along.to).unit();
        (along, if share_a_side { (inward, outward) } else { (ahead, ahead) })
    }

    /// Draws the round-robin pointers as triangles. The pointer of an output points to the input to which it
    /// gives its grant first. The pointer of an input points to the output whose grant it accepts first. If
    /// no flow uses the port to which a pointer would point, the pointer points to the next used port,
    /// because the round robin also skips ports without requests.
    fn pointers(&self, pointers: &Pointers, rank: usize, shapes: &mut Vec<Shape>) {
        let radius = 5.0 * self.layout.scale.clamp(0.7, 3.0);
        let inner = |local: usize, kind: BarKind| self.bar(local, kind, rank).inner();
        let mut point = |at: (usize, BarKind), other: (usize, BarKind)| {
            if at.0 >= self.ports || other.0 >= self.ports {
                return;
            }
            let (from, to) = (inner(at.0, at.1), inner(other.0, other.1));
            let direction = from.to(to).unit();
            let hollow = at.1 == BarKind::Egress;
            let body = Body::Pointer { at: from.plus(direction, 2.0 * radius), radius, direction, hollow };
            let port = PortId::new(self.first + at.0);
            shapes.push(Shape::new(ShapeId::Port(port), body));
        };
        let shown = self.shown;
        for output in shown.outputs.iter() {
            let first = pointers.grant.get(output.index()).and_then(|first| shown.inputs.first_from(*first));
            if let Some(input) = first {
                point((output.index(), BarKind::Egress), (input.index(), BarKind::Ingress));
            }
        }
        for input in shown.inputs.iter() {
            let first = pointers.accept.get(input.index()).and_then(|first| shown.outputs.first_from(*first));
            if let Some(output) = first {
                point((input.index(), BarKind::Ingress), (output.index(), BarKind::Egress));
            }
        }
    }
}
