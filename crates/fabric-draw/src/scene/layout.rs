//! Layout: positions of nodes, ports and cables in a viewport. If the document gives a position for every
//! node, these positions are used; otherwise all positions are automatic. Start with [`Layout::new`].
//!
//! Lists are in the order of nodes, ports or flows of the fabric. Positions are in CSS pixels, y downwards. A
//! fabric without a flow has one lane per cable, for P0. Switches are enlarged only as far as no lane crosses
//! a node.

mod camera;
mod clear;
mod free;
mod grouped;
mod host_labels;
mod load_labels;
mod names;
mod queues;
mod shades;

pub use camera::Camera;
pub(super) use free::TakenPlace;
use grouped::ClosedGroups;
pub use host_labels::{HostLabel, HostLine};
use names::NamePlace;
pub use queues::QueueBar;
pub(super) use queues::{INSET, label_height};
pub use shades::{SHADES, shades};

use std::sync::Arc;

use fabric_sim::ids::{NodeId, PortId, Priority, PrioritySet};
use fabric_sim::sizing::UsedPorts;
use fabric_sim::spec::{Action, FlowSpec, Spec};

use super::fit::{can_grow, fit};
use super::layers::layers;
use super::port_position::{PortPosition, port_positions};
use super::{Line, Point, Rect};

/// Position (x, y) of each node, by index of the node, 0 to 1 in both directions. `None`: the document gives
/// no position for the node.
pub type Positions = [Option<(f64, f64)>];

/// Size of the drawing area in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Width of the drawing area in CSS pixels.
    pub width: f64,
    /// Height of the drawing area in CSS pixels.
    pub height: f64,
}

/// Cable: one direction of a link in the picture. It is a strand (band) that contains a lane for each
/// priority in use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cable {
    /// Centre line of the strand (band of this direction of the link), from the border of the sending node to
    /// the border of the receiving node.
    pub middle: Line,
    /// Width in pixels of the strand (band of this direction of the link), which contains all lanes.
    pub width: f64,
}

/// Positions of all parts of one fabric in one viewport, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Drawing area for which the layout was made.
    pub viewport: Viewport,
    /// Box of each node in pixels, by index of the node.
    pub nodes: Vec<Rect>,
    /// Position of each port on the border of its node, by index of the port.
    pub ports: Vec<Point>,
    /// Direction of each port away from its node, as a vector of length 1; by index of the port.
    pub outward: Vec<Point>,
    /// Cable into which each port transmits, by index of the port.
    pub cables: Vec<Cable>,
    /// Priorities that have a lane in each cable, lowest first.
    pub lanes: Vec<Priority>,
    /// Scale of the picture, by which sizes are multiplied: 1 on a large screen.
    pub scale: f64,
    /// Number of letters in the name of each node, by index of the node.
    letters: Vec<usize>,
    /// Position and size of the name of each node, by index of the node.
    names: Vec<NamePlace>,
    /// Index of the node that owns each port, in the order of the ports.
    owners: Vec<usize>,
    /// Index of the port at the other end of the link of each port, in the order of the ports.
    peers: Vec<usize>,
    /// Length in pixels of the part of the node border that belongs to each port, by index of the port.
    room: Vec<f64>,
    /// Ports of each node, by index of the node, as (index of the first port, index after the last port).
    spans: Vec<(usize, usize)>,
    /// Length in pixels of the drawn queues of each port, from the node border inwards, by index of the
    /// port; 0 at hosts.
    depth: Vec<f64>,
    /// Shade of each flow (variant of the priority's colour), 0 to [`SHADES`] - 1, by index of the flow.
    shades: Vec<u8>,
    /// Magnification of the camera through which the layout is seen, at least 1.
    times: f64,
    /// Directions (input, output) of each port for which queues are drawn; by default, all directions.
    used: UsedPorts,
    /// Closed groups; `None` if every node has a box of its own.
    closed: Option<Arc<ClosedGroups>>,
    /// Box that is reserved for a note (text over the picture); no callout covers this box. `None` without a
    /// note.
    note: Option<Rect>,
}

const LANE: f64 = 14.0;
const GAP: f64 = 6.0;
/// Fractions of the possible enlargement of switches, 0 to 1, in the order in which they are tried. The first
/// with a clear layout ([`Layout::is_clear`]) is used; if none gives a clear layout, no switch is enlarged.
const GROWTHS: [f64; 4] = [1.0, 0.7, 0.4, 0.2];
/// Width of a letter of a name, relative to its height.
const LETTER: f64 = 0.66;

impl Layout {
    /// Creates the layout of the fabric `spec` in `viewport`.
    ///
    /// If `positions` does not have one position for each node, all nodes are placed automatically: hosts
    /// below their switches or, with a single switch, senders and receivers on opposite sides of this switch.
    /// Switches are enlarged to show their queues, as far as no lane then crosses a node.
    #[must_use]
    pub fn new(spec: &Spec, positions: &Positions, viewport: Viewport) -> Self {
        // The viewport is tall if it is clearly higher than wide.
        let tall = viewport.height > 1.1 * viewport.width;
        let (shares, upright) =
            if positions.len() == spec.nodes.len() && positions.iter().all(Option::is_some) {
                drawn(spec, stretched(positions.iter().flatten().copied().collect()), tall)
            } else {
                layers(spec, tall)
            };
        let grown = |growth| Self::grown(spec, (&shares, upright), viewport, growth);
        // The time of the check grows with the number of ports times the number of nodes. It is skipped if no
        // switch can be enlarged.
        let growths = if can_grow(spec) { &GROWTHS[..] } else { &[] };
        let largest = growths.iter().map(|growth| grown(*growth)).find(|layout| layout.is_clear(spec));
        largest.unwrap_or_else(|| grown(0.0))
    }

    /// Layout that draws queues only for the directions of ports in `used`. If one direction of a port is
    /// unused, the queues of the other direction take its space. Queues become longer where unused directions
    /// give space. Lengths stay in a layout with closed groups.
    #[must_use]
    pub fn with_used(mut self, spec: &Spec, used: UsedPorts) -> Self {
        self.used = used;
        if self.closed.is_none() {
            self.set_queue_lengths(spec);
            self.place_names(spec);
        }
        self
    }

    /// Layout in which switches are enlarged by the fraction `growth`, 0 to 1, of the possible enlargement.
    /// `at` has the positions of the nodes, 0 to 1, and whether links run up and down.
    fn grown(spec: &Spec, at: (&[(f64, f64)], bool), viewport: Viewport, growth: f64) -> Self {
        let (nodes, scale) = fit(spec, at, viewport, growth);
        let positions = port_positions(spec, &nodes, at.1, scale);
        let mut layout = Self {
            viewport,
            nodes,
            ports: positions.iter().map(|position| position.at).collect(),
            outward: positions.iter().map(|position| position.outward).collect(),
            cables: Vec::with_capacity(spec.ports.len()),
            lanes: lanes(spec),
            scale,
            room: positions.iter().map(|position| position.room).collect(),
            letters: spec.nodes.iter().map(|node| node.name.chars().count()).collect(),
            names: Vec::new(),
            owners: owners(spec),
            peers: peers(spec),
            spans: spans(spec),
            depth: Vec::new(),
            shades: shades(spec),
            times: 1.0,
            used: UsedPorts::default(),
            closed: None,
            note: None,
        };
        layout.string(&positions);
        layout.set_queue_lengths(spec);
        layout.place_names(spec);
        layout
    }

    /// Places the two cables of each link, one for each direction. A cable lies to the right of the line
    /// between the two ports, seen in the direction of travel. Its width is limited by the free node borders
    /// at both ends.
    fn string(&mut self, positions: &[PortPosition]) {
        let lanes = count(self.lanes.len());
        let gap = GAP * self.scale;
        let widest = (LANE * self.scale.max(0.82)).min(26.0 / lanes).max(3.0) * lanes;
        for (port, position) in positions.iter().enumerate() {
            let peer = &positions[self.peers[port]];
            let way = position.at.to(peer.at).unit();
            // An oblique strand covers more of the border than its own width.
            let room = |position: &PortPosition| position.room * way.dot(position.outward).abs().max(0.5);
            let width = ((room(position).min(room(peer)) - gap) / 2.0).clamp(3.0 * lanes, widest);
            let middle = self.between(port, f64::midpoint(width, gap));
            self.cables.push(Cable { middle, width });
        }
    }

    /// Line from the node border of `port` to the node border of its peer. The line is parallel to the line
    /// between the two ports, `aside` pixels to the right of that line.
    fn between(&self, port: usize, aside: f64) -> Line {
        let peer = self.peers[port];
        let line = Line { from: self.ports[port], to: self.ports[peer] };
        let way = line.from.to(line.to).unit();
        let beside = line.beside(aside);
        let border = |point: Point, port: usize| {
            let (at, outward) = (self.ports[port], self.outward[port]);
            let off = at.to(point).dot(outward);
            let steep = way.dot(outward);
            let met = if steep.abs() < 0.1 { point } else { point.plus(way, -off / steep) };
            // The line ends in the part of the border that belongs to the port.
            let (along, most) = (outward.right(), 0.55 * self.room[port]);
            at.plus(along, at.to(met).dot(along).clamp(-most, most))
        };
        Line { from: border(beside.from, port), to: border(beside.to, peer) }
    }

    /// Position in pixels of a sign on the link between `ports`. The sign is nearer to the first port,
    /// because links of a leaf–spine fabric cross in their middles. `None` if a port is not in the layout.
    #[must_use]
    pub fn sign_place(&self, ports: [PortId; 2]) -> Option<Point> {
        let [Some(there), Some(back)] = ports.map(|port| self.cables.get(port.index())) else { return None };
        let near = [there.middle.from, back.middle.to];
        let far = [there.middle.to, back.middle.from];
        let between = |of: fn(&Point) -> f64| {
            let [near, far] = [near, far].map(|ends| ends.iter().map(of).sum::<f64>() / 2.0);
            near + 0.35 * (far - near)
        };
        Some(Point { x: between(|at| at.x), y: between(|at| at.y) })
    }

    /// Lengths in pixels by which a band of this `width` along the cable of `port` is extended: first into
    /// the sending node, second into the receiving node. With these extensions, the corners of an oblique
    /// band also reach the node borders.
    #[must_use]
    pub fn reach(&self, port: PortId, width: f64) -> (f64, f64) {
        let line = self.cables[port.index()].middle;
        let way = line.from.to(line.to).unit();
        let reach = |port: usize, at: Point, inwards: f64| {
            let outward = self.outward[port];
            let steep = way.dot(outward).abs().max(0.2);
            let extension = width / 2.0 * (1.0 - steep * steep).max(0.0).sqrt() / steep + 1.0;
            // The extension ends inside the box, even if the box is small.
            let (rect, along) = (&self.nodes[self.owners[port]], outward.right());
            let half = if outward.x.abs() > outward.y.abs() { rect.height } else { rect.width } / 2.0;
            let (off, speed) = (rect.centre.to(at).dot(along), inwards * way.dot(along));
            let room = if speed.abs() < 0.1 { extension } else { (half * speed.signum() - off) / speed };
            extension.min(room.max(0.0))
        };
        (reach(port.index(), line.from, -1.0), reach(self.peers[port.index()], line.to, 1.0))
    }

    /// Height in pixels of the letters of the name of `node`; letters of a name that would not fit are
    /// smaller.
    #[must_use]
    pub fn letter(&self, node: usize) -> f64 {
        let width = self.nodes[node].width;
        let room =
            (width - (6.0 * self.times).min(0.2 * width)) / (LETTER * count(self.letters[node].max(1)));
        let reduced = self.names.get(node).map_or(1.0, |name| name.reduced);
        (14.0 * self.scale.max(0.75 * self.times)).min(room) * reduced
    }

    /// Port at the other end of the link of `port`.
    #[must_use]
    pub fn peer(&self, port: PortId) -> PortId {
        PortId::new(self.peers[port.index()])
    }

    /// Line parallel to the cable of `port`, `aside` pixels to the right of its strand (the band with all
    /// lanes of the cable).
    #[must_use]
    pub fn beside(&self, port: PortId, aside: f64) -> Line {
        let strand = self.cables[port.index()].width + GAP * self.scale / 2.0;
        self.between(port.index(), strand + aside)
    }

    /// Node of the port with the index `port`.
    pub(super) fn owner(&self, port: usize) -> NodeId {
        NodeId::new(self.owners[port])
    }

    /// Index of the node of `port`.
    #[must_use]
    pub fn node_of(&self, port: PortId) -> usize {
        self.owners[port.index()]
    }

    /// Lane of `priority` in the cable of `port`: its centre line, from node border to node border, and its
    /// width in pixels. For a priority without a lane, the line is the centre line of the whole strand.
    #[must_use]
    pub fn lane(&self, port: PortId, priority: Priority) -> (Line, f64) {
        let cable = self.cables[port.index()];
        let width = cable.width / count(self.lanes.len());
        let Some(rank) = self.lanes.iter().position(|lane| *lane == priority) else {
            return (cable.middle, width);
        };
        let aside = (count(rank) + 0.5) * width + GAP * self.scale / 2.0;
        (self.between(port.index(), aside), width)
    }
}

/// Index of the node that owns each port, in the order of the ports.
fn owners(spec: &Spec) -> Vec<usize> {
    spec.ports.iter().map(|port| port.node.index()).collect()
}

/// Index of the port at the other end of the link of each port, in the order of the ports.
fn peers(spec: &Spec) -> Vec<usize> {
    spec.ports.iter().map(|port| port.peer.index()).collect()
}

/// Ports of each node, by index of the node, as (index of the first port, index after the last port).
fn spans(spec: &Spec) -> Vec<(usize, usize)> {
    spec.nodes.iter().map(|node| (node.ports.start as usize, node.ports.end as usize)).collect()
}

/// Node at the other end of the link of `port`.
#[must_use]
pub fn peer_node(spec: &Spec, port: PortId) -> NodeId {
    spec.ports[spec.ports[port.index()].peer.index()].node
}

/// Priorities in use, lowest first: those of flows (including flows that actions add), their acks and
/// CNPs, and pause sources. Contains P0 if none is in use.
#[must_use]
pub fn lanes(spec: &Spec) -> Vec<Priority> {
    let flows =
        |flows: &[FlowSpec]| flows.iter().fold(PrioritySet::EMPTY, |all, flow| all | flow.priorities());
    let sources = spec.pause_sources.iter().fold(PrioritySet::EMPTY, |all, source| all | source.priorities);
    let added = spec.actions.iter().map(|timed| match &timed.action {
        Action::AddFlows(added) => flows(added),
        _ => PrioritySet::EMPTY,
    });
    let mask = added.fold(flows(&spec.flows) | sources, |all, of| all | of);
    let used: Vec<Priority> = mask.iter().collect();
    if used.is_empty() { vec![Priority::P0] } else { used }
}

/// Positions of nodes, stretched in each direction so that they fill the range 0 to 1. If all nodes have the
/// same x (or the same y), this coordinate becomes 0.5.
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

/// Positions of nodes from a document, and whether links run up and down. If the viewport is `tall` and links
/// run sideways, x and y of each position are exchanged.
fn drawn(spec: &Spec, mut shares: Vec<(f64, f64)>, tall: bool) -> (Vec<(f64, f64)>, bool) {
    let (mut across, mut down) = (0.0, 0.0);
    for (index, port) in spec.ports.iter().enumerate() {
        let (from, to) = (shares[port.node.index()], shares[peer_node(spec, PortId::new(index)).index()]);
        across += 780.0 * (from.0 - to.0).abs();
        down += 460.0 * (from.1 - to.1).abs();
    }
    let upright = down * 1.3 >= across;
    if tall && !upright {
        for share in &mut shares {
            *share = (share.1, share.0);
        }
    }
    (shares, upright || tall)
}

#[expect(clippy::cast_precision_loss, reason = "numbers of ports and lanes are small")]
pub(super) fn count(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests;
