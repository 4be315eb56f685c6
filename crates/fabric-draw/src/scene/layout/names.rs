//! Positions of the names of nodes. A name is at the centre of the box of its node. In a switch it moves
//! up or down if it would cover a gauge and there is room.

use fabric_sim::ids::PortId;
use fabric_sim::spec::{NodeKind, Spec};

use super::{Layout, count};
use crate::scene::{BarKind, Line, Rect};

/// Distances in pixels of the outer and the inner end of a gauge from the node border, at scale 1.
const GAUGE: (f64, f64) = (7.0, 31.0);
/// Gap in pixels between two gauges of a port.
const APART: f64 = 3.0;
/// Pixels by which the threshold mark of a gauge extends beyond the gauge, with some margin.
pub(super) const AIR: f64 = 3.5;
/// Number of positions of a name that are tried above the centre, and below it.
const TRIES: u32 = 12;

impl Layout {
    /// Line from empty to full, and width in pixels, of the gauge of lane `rank` at `port` of a switch.
    /// Gauges of groups are behind the incoming lane and fill towards the border. Gauges of egress queues
    /// are behind the outgoing lane and fill away from the border.
    #[must_use]
    pub fn gauge(&self, port: PortId, kind: BarKind, rank: usize) -> (Line, f64) {
        let (at, outward) = (self.ports[port.index()], self.outward[port.index()]);
        let most = self.room[port.index()] / 2.0 / count(self.lanes.len().max(1)) - APART;
        let width = (10.0 * self.scale).min(most).max(4.0);
        let side = if kind == BarKind::Ingress { -1.0 } else { 1.0 };
        let foot = at.plus(outward.right(), side * (count(rank) + 0.5) * (width + APART));
        let behind = |pixels: f64| foot.plus(outward, -pixels * self.scale);
        let (inner, near) = (behind(GAUGE.1), behind(GAUGE.0));
        let (from, to) = if kind == BarKind::Ingress { (inner, near) } else { (near, inner) };
        (Line { from, to }, width)
    }

    /// Box that contains all gauges of `port`.
    fn gauges(&self, port: PortId) -> Rect {
        let all = self.lanes.len().max(1);
        let (first, width) = self.gauge(port, BarKind::Ingress, all - 1);
        let (last, _) = self.gauge(port, BarKind::Egress, all - 1);
        let centre = first.from.plus(first.from.to(last.from), 0.5);
        let outward = self.outward[port.index()];
        let (long, wide) = (first.length(), first.to.to(last.from).length() + 2.0 * AIR.max(width / 2.0));
        let side = outward.x.abs() > outward.y.abs();
        let (width, height) = if side { (long, wide) } else { (wide, long) };
        Rect { centre, width, height }
    }

    /// Box that contains the name of `node`.
    #[must_use]
    pub fn name(&self, node: usize) -> Rect {
        let size = self.letter(node);
        let width = super::LETTER * count(self.letters[node]) * size;
        let mut centre = self.nodes[node].centre;
        centre.y += self.names[node];
        Rect { centre, width, height: 1.2 * size }
    }

    /// Sets the distance in pixels of each name below the centre of its box.
    pub(super) fn place_names(&mut self, spec: &Spec) {
        self.names = vec![0.0; spec.nodes.len()];
        for (node, at) in spec.nodes.iter().enumerate().filter(|(_, at)| at.kind != NodeKind::Host) {
            let gauges: Vec<Rect> = at.ports.clone().map(|port| self.gauges(PortId(port))).collect();
            let queues: Vec<Rect> =
                at.ports.clone().map(|port| self.queues(port as usize, self.depth[port as usize])).collect();
            let middle = self.name(node);
            let most = ((self.nodes[node].height - middle.height) / 2.0 - 2.0).max(0.0);
            // Above the wires, where queues are drawn.
            let opens = self.shows_queues(node, false);
            let places = (0..=TRIES).flat_map(|n| {
                let off = most * f64::from(if opens { TRIES - n } else { n }) / f64::from(TRIES);
                if opens { [-off, off] } else { [off, -off] }
            });
            let is_free = |off: &f64| {
                let mut name = middle;
                name.centre.y += off;
                let is_taken = gauges.iter().any(|gauge| gauge.meets(&name))
                    || opens && queues.iter().any(|queue| queue.meets(&name));
                !is_taken
            };
            self.names[node] = places.into_iter().find(is_free).unwrap_or(0.0);
        }
    }
}
