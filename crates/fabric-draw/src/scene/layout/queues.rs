//! Positions of the queues of a port that are drawn large inside its switch. Seen from the switch outwards,
//! priority groups are to the left of the middle of the port, behind the incoming lane; egress queues are to
//! the right, behind the outgoing lane. Start with [`Layout::queue`]. Ranks count the
//! queues of one direction along the node border. With queues of both directions, rank 0 is nearest to the
//! middle of the port. If queues of two sides would overlap even when short, gauges are drawn instead of
//! queues.

use fabric_sim::ids::{NodeId, PortId};
use fabric_sim::sizing::{PortUse, SwitchPorts};
use fabric_sim::spec::{NodeKind, Spec};

use super::{Layout, count};
use crate::scene::{BarKind, Line, Point, Rect};

/// Greatest length of the queues of one side of a switch, as a fraction of the width or height of its box.
const DEPTH: f64 = 0.4;
/// Pixels between the node border and the queues at scale 1.
pub(in crate::scene) const INSET: f64 = 7.0;
/// Gap in pixels between two queues.
const APART: f64 = 3.0;
/// Least length in pixels of queues that are drawn large.
const LEAST_LENGTH: f64 = 66.0;
/// Least length in pixels of queues that are drawn large in the selected switch. For a switch with ports
/// above and below, [`LEAST_LENGTH`] holds instead.
const LEAST_OF_SELECTED: f64 = 34.0;
/// Least width in pixels of queues that are drawn large.
const LEAST_WIDTH: f64 = 5.5;
/// Greatest width in pixels of a queue at scale 1.
const MAX_WIDTH: f64 = 30.0;
/// Fraction of the node border that the large queues of one direction of a port cover; the labels of the
/// queues use the rest.
const BARS: f64 = 0.56;
/// Fraction of the node border of a port and direction that stays free before the first queue of this
/// direction.
const MARGIN: f64 = 0.1;
/// Height of the labels beside horizontal queues (names of thresholds, and title), relative to the height of
/// letters.
const LABEL_LINES: f64 = 2.4;
/// Least vertical component of the direction away from a switch (length 1) at which a port counts as above or
/// below.
const SLANT: f64 = 0.5;
/// Height in pixels, at scale 1, of the letters of the label of a queue.
const LABEL: f64 = 10.5;
/// Least and greatest height in pixels, at any scale, of the letters of the label of a queue.
const LABEL_RANGE: (f64, f64) = (9.5, 24.0);
/// Number of steps in which queues are shortened until those of different sides do not overlap.
const CUTS: u32 = 12;

/// Position of a queue that is drawn large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueueBar {
    /// Line from the empty end to the full end of the queue: from left to right, or from bottom to top, as in
    /// all bars of the page.
    pub along: Line,
    /// Whether the queue fills towards the node border: the full end of `along` is nearer to the border than
    /// the empty end.
    pub is_full_at_border: bool,
    /// Width of the drawn queue in pixels, across its line.
    pub width: f64,
    /// Direction from the queue to its label, as a vector of length 1. The vector points away from the queues
    /// of the other direction of the port.
    pub aside: Point,
}

impl QueueBar {
    /// Pixels from one queue to the next queue of the same port and direction.
    pub(in crate::scene) fn width_with_gap(&self) -> f64 {
        self.width + APART
    }

    /// Inner end of the drawn queue: the end that is farther from the node border.
    #[must_use]
    pub const fn inner(&self) -> Point {
        if self.is_full_at_border { self.along.from } else { self.along.to }
    }

    /// Outer end of the drawn queue: the end that is nearer to the node border.
    #[must_use]
    pub const fn outer(&self) -> Point {
        if self.is_full_at_border { self.along.to } else { self.along.from }
    }
}

/// Height in pixels of the letters of the labels of queues, at this scale of the picture.
pub(in crate::scene) fn label_height(scale: f64) -> f64 {
    (LABEL * scale).clamp(LABEL_RANGE.0, LABEL_RANGE.1)
}

impl Layout {
    /// Whether the queues of `node` are large enough to be drawn; if false, gauges (small buffer bars) are
    /// drawn. Each port of the node that frames can pass must have enough space. Always false for a node
    /// without ports. In the `selected` switch, shorter queues are sufficient. This does not hold for a
    /// switch with ports above and below, where labels of short queues would overlap.
    #[must_use]
    pub fn shows_queues(&self, node: usize, selected: bool) -> bool {
        self.opens_at(node, selected, 1.0)
    }

    /// Whether the queues of `node` are drawn large after a further magnification of the picture by the
    /// factor `times`. The other rules are those of [`Layout::shows_queues`].
    #[must_use]
    pub fn opens_at(&self, node: usize, selected: bool, times: f64) -> bool {
        let (from, to) = self.spans[node];
        let is_used = |port: &usize| self.used.at(PortId::new(*port)) != PortUse::default();
        let has_ports =
            |down: f64| (from..to).filter(is_used).any(|port| down * self.outward[port].y > SLANT);
        let may_be_short = selected && !(has_ports(-1.0) && has_ports(1.0));
        let least = if may_be_short { LEAST_OF_SELECTED } else { LEAST_LENGTH };
        let large = |port: usize| {
            let queues = self.lanes.len();
            self.depth[port] * times >= least
                && self.queue_width(PortId::new(port), queues, times) >= LEAST_WIDTH
        };
        from < to && (from..to).filter(is_used).all(large)
    }

    /// Whether any part of the box `rect` is inside the viewport.
    #[must_use]
    pub fn is_in_view(&self, rect: &Rect) -> bool {
        let centre = Point::new(self.viewport.width / 2.0, self.viewport.height / 2.0);
        rect.meets(&Rect { centre, width: self.viewport.width, height: self.viewport.height })
    }

    /// Magnification of the camera through which the layout is seen, at least 1.
    #[must_use]
    pub const fn times(&self) -> f64 {
        self.times
    }

    /// Width in pixels of each of the `all` queues of one direction at `port`, after a magnification by
    /// `times`.
    fn queue_width(&self, port: PortId, all: usize, times: f64) -> f64 {
        let all = count(all.max(1));
        ((self.border(port) * times * BARS - APART * (all - 1.0)) / all).min(MAX_WIDTH * self.scale * times)
    }

    /// Whether `port` has queues of this kind: ingress if frames can arrive there, egress if frames can leave
    /// there.
    #[must_use]
    pub fn has_queues(&self, port: PortId, kind: BarKind) -> bool {
        let used = self.used.at(port);
        if kind == BarKind::Ingress { used.input } else { used.output }
    }

    /// Inputs and outputs of `switch` that have queues in the picture.
    pub(in crate::scene) fn shown_ports(&self, spec: &Spec, switch: NodeId) -> SwitchPorts {
        self.used.of_switch(spec, switch)
    }

    /// Whether frames can pass `port` in one direction only. The queues of this direction then use the whole
    /// node border of the port.
    fn is_one_way(&self, port: PortId) -> bool {
        let used = self.used.at(port);
        used.input != used.output
    }

    /// Length in pixels of the node border of `port` that the queues of one direction can use: half of the
    /// border, or the whole border if only one direction has queues.
    fn border(&self, port: PortId) -> f64 {
        self.room[port.index()] / if self.is_one_way(port) { 1.0 } else { 2.0 }
    }

    /// Position of queue `rank` of the `all` queues of one direction at `port` of a switch. Ranks from 0
    /// count away from the queues of the other direction.
    #[must_use]
    pub fn queue(&self, port: PortId, kind: BarKind, rank: usize, all: usize) -> QueueBar {
        let index = port.index();
        let (at, outward) = (self.ports[index], self.outward[index]);
        let width = self.queue_width(port, all, 1.0);
        let side = if kind == BarKind::Ingress { -1.0 } else { 1.0 };
        let aside = Point::new(outward.right().x * side, outward.right().y * side);
        let first = self.first_queue(port, all) + width / 2.0;
        let foot = at.plus(aside, first + count(rank) * (width + APART));
        let inset = INSET * self.scale;
        let (near, far) = (foot.plus(outward, -inset), foot.plus(outward, -inset - self.depth[index]));
        let along = Line { from: far, to: near }.rising();
        QueueBar { along, is_full_at_border: along.to == near, width, aside }
    }

    /// Pixels from the middle of `port` to the edge of its first queue; negative if the queues begin before
    /// the middle. If frames pass in both directions, the queues of each direction begin at a tenth of the
    /// port's part of the node border. If frames pass in one direction only, the queues and their labels are
    /// centred, as far as this part is long enough.
    fn first_queue(&self, port: PortId, all: usize) -> f64 {
        let border = self.border(port);
        if !self.is_one_way(port) {
            return MARGIN * border;
        }
        let covered = self.queues_width(port, all) + self.label_lines();
        -(covered / 2.0).min((0.5 - MARGIN) * border)
    }

    /// Free pixels beside the `all` queues of one direction at `port`, up to the end of the port's part of
    /// the node border.
    pub(in crate::scene) fn free_beside_queues(&self, port: PortId, all: usize) -> f64 {
        let end = if self.is_one_way(port) { self.border(port) / 2.0 } else { self.border(port) };
        end - self.first_queue(port, all) - self.queues_width(port, all)
    }

    /// Width in pixels of the `all` queues of one direction at `port` together, with a gap after each queue.
    fn queues_width(&self, port: PortId, all: usize) -> f64 {
        count(all) * (self.queue_width(port, all, 1.0) + APART)
    }

    /// Height in pixels of the labels beside horizontal queues.
    fn label_lines(&self) -> f64 {
        LABEL_LINES * label_height(self.scale)
    }

    /// Pixels on each side of the middle of `port` that its queues and their labels cover.
    fn covered(&self, port: PortId) -> f64 {
        let (all, border) = (self.lanes.len(), self.border(port));
        let queues = self.queues_width(port, all) + self.label_lines();
        if self.is_one_way(port) {
            return (queues / 2.0).min(border / 2.0);
        }
        (MARGIN * border + queues).min(border)
    }

    /// Box that contains the queues of `port` and their labels, for queues `depth` pixels long.
    pub(super) fn queues(&self, port: usize, depth: f64) -> Rect {
        let (at, outward) = (self.ports[port], self.outward[port]);
        let inset = INSET * self.scale;
        let centre = at.plus(outward, -inset - depth / 2.0);
        let (long, wide) = (depth, 2.0 * self.covered(PortId::new(port)));
        let side = outward.x.abs() > outward.y.abs();
        let (width, height) = if side { (long, wide) } else { (wide, long) };
        Rect { centre, width, height }
    }

    /// Box that contains the queues of `port`, their labels beside them, and the label at the inner end of
    /// vertical queues.
    pub(super) fn labelled_queues(&self, port: usize) -> Rect {
        let outward = self.outward[port];
        let is_vertical = outward.y.abs() > outward.x.abs();
        let label = if is_vertical { 1.5 * label_height(self.scale) } else { 0.0 };
        self.queues(port, self.depth[port] + label)
    }

    /// Sets the length at which the queues of each switch port are drawn, so that queues of different sides
    /// of a switch do not overlap. If even short queues would overlap, all lengths of the switch are 0. Ports
    /// of hosts have the length 0.
    pub(super) fn set_queue_lengths(&mut self, spec: &Spec) {
        self.depth = vec![0.0; spec.ports.len()];
        for (node, at) in spec.nodes.iter().enumerate().filter(|(_, at)| at.kind != NodeKind::Host) {
            let rect = self.nodes[node];
            let is_used = |port: &usize| self.used.at(PortId::new(*port)) != PortUse::default();
            let ports: Vec<usize> = at.ports.clone().map(|port| port as usize).filter(is_used).collect();
            let is_side = |port: usize| self.outward[port].x.abs() > self.outward[port].y.abs();
            let most = |port: usize| DEPTH * if is_side(port) { rect.width } else { rect.height };
            let crosses = |share: f64| {
                let place = |port: usize| {
                    let label = if is_side(port) { 0.0 } else { 1.5 * label_height(self.scale) };
                    self.queues(port, most(port) * share + label)
                };
                let (sides, ends): (Vec<usize>, Vec<usize>) =
                    ports.iter().copied().partition(|port| is_side(*port));
                sides.iter().any(|side| ends.iter().any(|end| place(*side).meets(&place(*end))))
            };
            // If the shortest queues still overlap, no queues are drawn.
            let mut shares = (0..CUTS).map(|cut| 1.0 - f64::from(cut) / f64::from(CUTS));
            let share = shares.find(|share| !crosses(*share)).unwrap_or(0.0);
            let inset = INSET * self.scale;
            let depths: Vec<f64> = ports.iter().map(|port| (most(*port) * share - inset).max(0.0)).collect();
            for (port, depth) in ports.into_iter().zip(depths) {
                self.depth[port] = depth;
            }
        }
    }
}
