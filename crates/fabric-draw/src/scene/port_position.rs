//! Positions of ports on the borders of their nodes. A port is on the side of its node that faces its peer.
//! The ports of one side are evenly spaced, in the order of their peers.

use std::cmp::Ordering;

use fabric_sim::ids::{NodeId, PortId};
use fabric_sim::sort;
use fabric_sim::spec::Spec;

use super::fit::runs_across;
use super::layout::{count, peer_node};
use super::{Point, Rect};

/// Position of a port on the border of its node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PortPosition {
    /// Position of the port on the border, in pixels.
    pub at: Point,
    /// Direction from the port away from its node, as a vector of length 1.
    pub outward: Point,
    /// Length of the node border that is free for the port, in pixels.
    pub room: f64,
}

/// Position of each port, by index of the port. A port lies on the side of its node that faces its peer.
/// Ports of one side are evenly spaced, in the order of their peers. Several ports to one peer are in the
/// order of their numbers. `boxes` are the boxes of the nodes, by index of the node. `upright` is true if
/// links run up and down.
pub fn port_positions(spec: &Spec, boxes: &[Rect], upright: bool, scale: f64) -> Vec<PortPosition> {
    let mut positions = vec![PortPosition::default(); spec.ports.len()];
    for index in 0..spec.nodes.len() {
        place_ports(spec, NodeId::new(index), boxes, (upright, scale), &mut positions);
    }
    positions
}

fn place_ports(
    spec: &Spec,
    node: NodeId,
    boxes: &[Rect],
    (upright, scale): (bool, f64),
    positions: &mut [PortPosition],
) {
    let rect = boxes[node.index()];
    let peer = |port: u32| boxes[peer_node(spec, PortId(port)).index()];
    let mut sides: [Vec<u32>; 4] = Default::default();
    for port in spec.nodes[node.index()].ports.clone() {
        let peer = peer(port);
        let way = rect.centre.to(peer.centre);
        let vertical = !runs_across(&rect, &peer, upright);
        let side = match (vertical, way.x >= 0.0, way.y >= 0.0) {
            (true, _, false) => 0,
            (true, _, true) => 1,
            (false, false, _) => 2,
            (false, true, _) => 3,
        };
        sides[side].push(port);
    }
    for (side, mut ports) in sides.into_iter().enumerate() {
        let along_x = side < 2;
        let key = |port: u32| if along_x { peer(port).centre.x } else { peer(port).centre.y };
        sort::by(&mut ports, |a, b| key(*a).partial_cmp(&key(*b)).unwrap_or(Ordering::Equal).then(a.cmp(b)));
        let (length, across) = if along_x { (rect.width, rect.height) } else { (rect.height, rect.width) };
        let room = (length * 0.9 / count(ports.len())).min((72.0 * scale).max(0.42 * length));
        let outward =
            [Point::new(0.0, -1.0), Point::new(0.0, 1.0), Point::new(-1.0, 0.0), Point::new(1.0, 0.0)][side];
        let along = if along_x { Point::new(1.0, 0.0) } else { Point::new(0.0, 1.0) };
        for (rank, port) in ports.iter().enumerate() {
            let shift = (count(rank) - (count(ports.len()) - 1.0) / 2.0) * room;
            let at = rect.centre.plus(outward, across / 2.0).plus(along, shift);
            positions[*port as usize] = PortPosition { at, outward, room };
        }
    }
}
