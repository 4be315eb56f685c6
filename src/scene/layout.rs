//! Where nodes, ports and cables are: positions of the document or automatic
//! layers, fitted into the viewport.

use std::cmp::Ordering;

use fabric_sim::ids::{NodeId, PortId};
use fabric_sim::spec::{NodeKind, Spec};

use super::layers::layers;
use super::{Line, Point, Rect};

/// A position between 0 and 1 in both directions, for some of the nodes.
pub type Positions = [Option<(f64, f64)>];

/// The size of the place to draw in, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// A cable in one direction: a strand of lanes, one for each priority in use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cable {
    /// The middle of the strand, from the sending port to the receiving one.
    pub middle: Line,
    /// From edge to edge of the strand.
    pub width: f64,
}

/// The places of everything, for one fabric in one viewport.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The viewport that it was made for.
    pub viewport: Viewport,
    /// Every node.
    pub nodes: Vec<Rect>,
    /// Every port: the point of its node's edge where its link ends.
    pub ports: Vec<Point>,
    /// Away from the node, for every port; length 1.
    pub outward: Vec<Point>,
    /// Every cable, by the port that sends.
    pub cables: Vec<Cable>,
    /// The priorities that have a lane, lowest first.
    pub lanes: Vec<u8>,
    /// How much smaller than at a desk things are drawn.
    pub scale: f64,
}

const LANE: f64 = 14.0;
const GAP: f64 = 6.0;

impl Layout {
    /// Places the fabric `spec` into `viewport`. Nodes without a position are
    /// put into layers: hosts below the switches that they hang on, or, with
    /// one switch only, senders left and receivers right.
    #[must_use]
    pub fn new(spec: &Spec, positions: &Positions, viewport: Viewport) -> Self {
        let lanes = lanes(spec);
        let shares = if positions.len() == spec.nodes.len() && positions.iter().all(Option::is_some) {
            stretched(positions.iter().flatten().copied().collect())
        } else {
            layers(spec)
        };
        let scale = (viewport.width / 780.0).min(viewport.height / 460.0).clamp(0.55, 1.25);
        let centres: Vec<Point> = shares.iter().map(|share| place(*share, viewport, scale)).collect();
        let crowd = crowding(&centres, scale);
        let upright = is_upright(spec, &centres);
        let mut layout = Self {
            viewport,
            nodes: Vec::with_capacity(spec.nodes.len()),
            ports: vec![Point::default(); spec.ports.len()],
            outward: vec![Point::default(); spec.ports.len()],
            cables: Vec::with_capacity(spec.ports.len()),
            lanes,
            scale: scale * crowd,
        };
        for (index, node) in spec.nodes.iter().enumerate() {
            let (width, height) = node_size(spec, NodeId::new(index), upright);
            let size = layout.scale;
            layout.nodes.push(Rect {
                centre: centres[index],
                width: width * if node.kind == NodeKind::Host { size } else { scale.min(size * 1.4) },
                height: height * size,
            });
        }
        for index in 0..spec.nodes.len() {
            layout.dock(spec, NodeId::new(index), upright);
        }
        layout.string(spec);
        layout
    }

    /// Puts the ports of a node on those of its sides that face their peers,
    /// in the order of the peers, evenly.
    fn dock(&mut self, spec: &Spec, node: NodeId, upright: bool) {
        let rect = self.nodes[node.index()];
        let mut sides: [Vec<u32>; 4] = Default::default();
        for port in spec.nodes[node.index()].ports.clone() {
            let peer = self.nodes[peer_node(spec, PortId(port)).index()];
            let way = rect.centre.to(peer.centre);
            let apart_y = way.y.abs() > f64::midpoint(rect.height, peer.height);
            let apart_x = way.x.abs() > f64::midpoint(rect.width, peer.width);
            let vertical = if upright { apart_y || !apart_x } else { apart_y && !apart_x };
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
            ports.sort_by(|a, b| {
                let key = |port: &u32| {
                    let centre = self.nodes[peer_node(spec, PortId(*port)).index()].centre;
                    if along_x { centre.x } else { centre.y }
                };
                key(a).partial_cmp(&key(b)).unwrap_or(Ordering::Equal).then(a.cmp(b))
            });
            let length = if along_x { rect.width } else { rect.height };
            let step = (length * 0.86 / count(ports.len())).min(64.0 * self.scale);
            for (rank, port) in ports.iter().enumerate() {
                let shift = (count(rank) - (count(ports.len()) - 1.0) / 2.0) * step;
                let outward = [
                    Point::new(0.0, -1.0),
                    Point::new(0.0, 1.0),
                    Point::new(-1.0, 0.0),
                    Point::new(1.0, 0.0),
                ][side];
                let edge = Point::new(
                    rect.centre.x + outward.x * rect.width / 2.0,
                    rect.centre.y + outward.y * rect.height / 2.0,
                );
                let along = if along_x { Point::new(1.0, 0.0) } else { Point::new(0.0, 1.0) };
                self.ports[*port as usize] = edge.plus(along, shift);
                self.outward[*port as usize] = outward;
            }
        }
    }

    /// Strings two strands between each pair of ports, each on the right of its way.
    fn string(&mut self, spec: &Spec) {
        let lanes = count(self.lanes.len());
        let lane = (LANE * self.scale.max(0.82)).min(26.0 / lanes).max(3.0);
        let width = lane * lanes;
        for (index, port) in spec.ports.iter().enumerate() {
            // A little away from the nodes, so that oblique strands do not cut their corners.
            let end = |port: usize| self.ports[port].plus(self.outward[port], 7.0 * self.scale);
            let whole = Line { from: end(index), to: end(port.peer.index()) };
            self.cables.push(Cable { middle: whole.beside(f64::midpoint(width, GAP * self.scale)), width });
        }
    }

    /// The lane of `priority` in the cable that `port` sends into: its middle
    /// and its width. Priorities without a lane take the middle of the strand.
    #[must_use]
    pub fn lane(&self, port: PortId, priority: u8) -> (Line, f64) {
        let cable = self.cables[port.index()];
        let width = cable.width / count(self.lanes.len());
        let Some(rank) = self.lanes.iter().position(|lane| *lane == priority) else {
            return (cable.middle, width);
        };
        (cable.middle.beside((count(rank) + 0.5) * width - cable.width / 2.0), width)
    }
}

/// The node at the other end of a port's link.
#[must_use]
pub fn peer_node(spec: &Spec, port: PortId) -> NodeId {
    spec.ports[spec.ports[port.index()].peer.index()].node
}

/// The priorities that something in the document uses: flows, acks, pause sources.
fn lanes(spec: &Spec) -> Vec<u8> {
    let mut mask = 0u8;
    for flow in &spec.flows {
        mask |= 1 << (flow.priority & 7);
        mask |= flow.acks.map_or(0, |acks| 1 << (acks.priority & 7));
    }
    mask |= spec.pause_sources.iter().fold(0, |mask, source| mask | source.priorities);
    let used: Vec<u8> = fabric_sim::ids::priorities(mask).collect();
    if used.is_empty() { vec![0] } else { used }
}

fn place(share: (f64, f64), viewport: Viewport, scale: f64) -> Point {
    // Counts stand above; switches are larger than hosts.
    let (side, above, below) = (66.0 * scale, 44.0 + 52.0 * scale, 52.0 * scale);
    Point::new(
        side + share.0.clamp(0.0, 1.0) * (viewport.width - 2.0 * side),
        above + share.1.clamp(0.0, 1.0) * (viewport.height - above - below),
    )
}

/// The positions of a document, stretched to fill the place.
fn stretched(mut shares: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let range = |pick: fn(&(f64, f64)) -> f64| {
        let least = shares.iter().map(pick).fold(f64::INFINITY, f64::min);
        let most = shares.iter().map(pick).fold(f64::NEG_INFINITY, f64::max);
        (least, most - least)
    };
    let (x, y) = (range(|share| share.0), range(|share| share.1));
    let fill = |value: f64, (least, span): (f64, f64)| if span < 0.01 { 0.5 } else { (value - least) / span };
    for share in &mut shares {
        *share = (fill(share.0, x), fill(share.1, y));
    }
    shares
}

/// How much smaller nodes must be so that neighbours in a row do not touch.
fn crowding(centres: &[Point], scale: f64) -> f64 {
    let mut worst = 1.0f64;
    for (index, a) in centres.iter().enumerate().take(256) {
        for b in centres.iter().skip(index + 1).take(256) {
            let way = a.to(*b);
            if way.y.abs() < 40.0 * scale {
                worst = worst.min(way.x.abs().max(1.0) / (92.0 * scale));
            }
        }
    }
    worst.clamp(0.35, 1.0)
}

/// Whether most links run up and down rather than sideways.
fn is_upright(spec: &Spec, centres: &[Point]) -> bool {
    let (mut across, mut down) = (0.0, 0.0);
    for (index, port) in spec.ports.iter().enumerate() {
        let way = centres[port.node.index()].to(centres[peer_node(spec, PortId::new(index)).index()]);
        across += way.x.abs();
        down += way.y.abs();
    }
    down * 1.3 >= across
}

fn node_size(spec: &Spec, node: NodeId, upright: bool) -> (f64, f64) {
    let at = &spec.nodes[node.index()];
    match at.kind {
        NodeKind::Host => (82.0, 48.0),
        NodeKind::Switch => {
            let ports = count(at.ports.len());
            let long = (34.0 + 30.0 * ports).clamp(118.0, 280.0);
            if upright { (long, 92.0) } else { (140.0, long.max(150.0)) }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of ports and lanes are small")]
fn count(n: usize) -> f64 {
    n as f64
}
