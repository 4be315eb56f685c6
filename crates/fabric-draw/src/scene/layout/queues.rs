//! Where the queues of a port are, inside its switch: the ingress groups behind the lane that comes
//! in, the egress queues behind the lane that goes out.

use fabric_sim::ids::PortId;
use fabric_sim::spec::{NodeKind, Spec};

use super::{Layout, count};
use crate::scene::{BarKind, Line, Point, Rect};

/// Share of a box that queues of one side reach inwards.
const DEPTH: f64 = 0.4;
/// Space between the border and the queues, at a desk, and between two queues.
const INSET: f64 = 7.0;
const APART: f64 = 3.0;
/// Least length and least thickness of a queue that is drawn, in pixels; of the selected switch
/// shorter ones are drawn.
const LEAST_LENGTH: f64 = 66.0;
const LEAST_OF_SELECTED: f64 = 46.0;
const LEAST_WIDTH: f64 = 5.5;
/// Most thickness, at a desk.
const MOST_WIDTH: f64 = 30.0;
/// Share of a port's half that its queues take; the rest is for their words.
const BARS: f64 = 0.56;
/// Steps in which crossing queues are shortened.
const CUTS: u32 = 12;

/// Place of a queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueueBar {
    /// From empty to full: an ingress group fills towards the border, an egress queue from it.
    pub along: Line,
    /// Thickness in pixels.
    pub width: f64,
    /// Way from the queue to where its name stands, length 1: away from the queues of the other
    /// direction.
    pub aside: Point,
}

impl QueueBar {
    /// End of the queue inside the switch.
    #[must_use]
    pub fn inner(&self, kind: BarKind) -> Point {
        if kind == BarKind::Ingress { self.along.from } else { self.along.to }
    }
}

impl Layout {
    /// Whether the queues of `node` are large enough to be drawn; gauges stand for them otherwise.
    #[must_use]
    pub fn shows_queues(&self, node: usize, selected: bool) -> bool {
        let least = if selected { LEAST_OF_SELECTED } else { LEAST_LENGTH };
        let (from, to) = self.spans[node];
        let large =
            |port| self.depth[port] >= least && self.queue_width(port, self.lanes.len()) >= LEAST_WIDTH;
        from < to && (from..to).all(large)
    }

    /// Whether any of `rect` is in view.
    #[must_use]
    pub fn is_in_view(&self, rect: &Rect) -> bool {
        let centre = Point::new(self.viewport.width / 2.0, self.viewport.height / 2.0);
        rect.meets(&Rect { centre, width: self.viewport.width, height: self.viewport.height })
    }

    /// Magnification of the camera.
    #[must_use]
    pub const fn times(&self) -> f64 {
        self.times
    }

    fn queue_width(&self, port: usize, all: usize) -> f64 {
        let all = count(all.max(1));
        ((self.room[port] / 2.0 * BARS - APART * (all - 1.0)) / all).min(MOST_WIDTH * self.scale)
    }

    /// Pixels of its border that a port has for one direction.
    pub(in crate::scene) fn half(&self, port: PortId) -> f64 {
        self.room[port.index()] / 2.0
    }

    /// Queue of number `rank` of the `all` of one direction that stand at `port` of a switch.
    #[must_use]
    pub fn queue(&self, port: PortId, kind: BarKind, rank: usize, all: usize) -> QueueBar {
        let index = port.index();
        let (at, outward) = (self.ports[index], self.outward[index]);
        let width = self.queue_width(index, all);
        let side = if kind == BarKind::Ingress { -1.0 } else { 1.0 };
        let aside = Point::new(outward.right().x * side, outward.right().y * side);
        // The queues are in the half of their lane, next to the middle of the port.
        let first = self.room[index] / 2.0 * 0.1 + width / 2.0;
        let foot = at.plus(aside, first + count(rank) * (width + APART));
        let inset = INSET * self.scale;
        let (near, far) = (foot.plus(outward, -inset), foot.plus(outward, -inset - self.depth[index]));
        let along = if kind == BarKind::Ingress {
            Line { from: far, to: near }
        } else {
            Line { from: near, to: far }
        };
        QueueBar { along, width, aside }
    }

    /// Place that the queues of `port` take, with their words.
    pub(super) fn queues(&self, port: usize, depth: f64) -> Rect {
        let (at, outward) = (self.ports[port], self.outward[port]);
        let inset = INSET * self.scale;
        let centre = at.plus(outward, -inset - depth / 2.0);
        let (long, wide) = (depth, self.room[port]);
        let side = outward.x.abs() > outward.y.abs();
        let (width, height) = if side { (long, wide) } else { (wide, long) };
        Rect { centre, width, height }
    }

    /// Sets how far queues reach inwards, so that those of two sides do not cross.
    pub(super) fn dig_queues(&mut self, spec: &Spec) {
        self.depth = vec![0.0; spec.ports.len()];
        for (node, at) in spec.nodes.iter().enumerate().filter(|(_, at)| at.kind != NodeKind::Host) {
            let rect = self.nodes[node];
            let ports: Vec<usize> = at.ports.clone().map(|port| port as usize).collect();
            let is_side = |port: usize| self.outward[port].x.abs() > self.outward[port].y.abs();
            let most = |port: usize| DEPTH * if is_side(port) { rect.width } else { rect.height };
            let crosses = |share: f64| {
                let place = |port: usize| self.queues(port, most(port) * share);
                let (sides, ends): (Vec<usize>, Vec<usize>) =
                    ports.iter().copied().partition(|port| is_side(*port));
                sides.iter().any(|side| ends.iter().any(|end| place(*side).meets(&place(*end))))
            };
            // No queues, if even short ones cross.
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
