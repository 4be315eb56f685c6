//! Search for the part of the picture under the pointer. Start with [`hit`]. Distances are in pixels; a thin
//! shape is hit up to 7 pixels away, edges included. Ports of closed groups, texts, wires, gauges and
//! hatching are never hit. If several ports or cables are equally near, the one with the lowest id is hit.

use fabric_sim::ids::{NodeId, PortId};

use super::{Body, Layout, Point, Scene, ShapeId};

/// Part of the picture that the pointer can select.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Shape of the moving scene, such as a frame or a queue.
    Shape(ShapeId),
    /// Port of a host or switch.
    Port(PortId),
    /// Box of a host or switch.
    Node(NodeId),
    /// Direction of a cable, identified by its sending port.
    Cable(PortId),
}

/// Greatest distance in pixels at which the pointer still selects a line or a thin frame.
const NEAR: f64 = 7.0;

/// Part of the picture at the point `at`: the foremost shape that can be selected. If there is none, the
/// nearest port; then a node that contains the point; then the nearest cable. `None` if nothing is near.
/// Shapes of opacity 0.2 or less cannot be selected.
#[must_use]
pub fn hit(layout: &Layout, scene: &Scene, at: Point) -> Option<Target> {
    let touches = |body: &Body| match body {
        Body::Frame { along, width, .. } => along.distance(at) <= (width / 2.0).max(NEAR),
        Body::Octagon { at: middle, radius, .. }
        | Body::Triangle { at: middle, radius, .. }
        | Body::Diamond { at: middle, radius, .. }
        | Body::Ring { at: middle, radius, .. }
        | Body::Cross { at: middle, radius } => middle.to(at).length() <= radius.max(NEAR),
        Body::Credits { along, width, .. } => along.distance(at) <= width / 2.0 + 2.0,
        Body::Tick { across, .. } => across.distance(at) <= NEAR,
        Body::Block { along, width, .. } | Body::Trough { along, width, .. } => {
            along.distance(at) <= width / 2.0 && along.is_beside(at)
        }
        Body::Callout { rect, .. } => rect.holds(at),
        Body::Hatch { .. }
        | Body::Rungs { .. }
        | Body::Stream { .. }
        | Body::Gauge { .. }
        | Body::Words { .. }
        | Body::Spill { .. }
        | Body::Wire { .. }
        | Body::Pointer { .. } => false,
    };
    let shape = scene.shapes.iter().rev().find(|shape| shape.alpha > 0.2 && touches(&shape.body));
    shape
        .map(|shape| Target::Shape(shape.id))
        .or_else(|| nearest_port(layout, at).map(Target::Port))
        .or_else(|| layout.nodes.iter().position(|node| node.holds(at)).map(|n| Target::Node(NodeId::new(n))))
        .or_else(|| nearest_cable(layout, at).map(Target::Cable))
}

fn nearest_port(layout: &Layout, at: Point) -> Option<PortId> {
    let reach = 15.0 * layout.scale.max(0.8);
    let distance = |port: usize| {
        // Distances are measured from a point slightly inside the node, where the gauge of the port is.
        layout.ports[port].plus(layout.outward[port], -10.0 * layout.scale).to(at).length()
    };
    (0..layout.ports.len())
        .filter(|port| distance(*port) <= reach && layout.closed_group(layout.owner(*port)).is_none())
        .min_by(|a, b| distance(*a).total_cmp(&distance(*b)))
        .map(PortId::new)
}

fn nearest_cable(layout: &Layout, at: Point) -> Option<PortId> {
    let distance = |cable: usize| layout.cables[cable].middle.distance(at);
    (0..layout.cables.len())
        .filter(|cable| distance(*cable) <= NEAR + layout.cables[*cable].width / 2.0)
        .min_by(|a, b| distance(*a).total_cmp(&distance(*b)))
        .map(PortId::new)
}
