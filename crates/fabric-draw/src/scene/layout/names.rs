//! Positions of the names of switches. Start with [`Layout::name`]. A name is at the centre of its box. If
//! gauges, queues or the wires between queues cover the centre, the name moves to a free position, if
//! necessary with smaller letters. If no position is free, the name may lie over wires.

use fabric_sim::ids::PortId;
use fabric_sim::spec::{NodeKind, Spec};

use super::{Layout, count};
use crate::scene::{BarKind, Line, Point, Rect};

/// Distances in pixels of the outer and the inner end of a gauge from the node border, at scale 1.
const GAUGE: (f64, f64) = (7.0, 31.0);
/// Gap in pixels between two gauges of a port.
const APART: f64 = 3.0;
/// Pixels by which the threshold mark of a gauge extends beyond the gauge, margin included.
pub(super) const AIR: f64 = 3.5;
/// Number of steps from the centre of a box to its upper or lower edge in the search for a position of the
/// name.
const TRIES: u32 = 12;
/// Number of steps from the centre of a box to its left or right edge in the search for a position of the
/// name.
const TRIES_ASIDE: u32 = 6;
/// Factors for the height of the letters of a name, in the order in which they are tried. The first factor
/// with a free position is used.
const REDUCED: [f64; 4] = [1.0, 0.9, 0.8, 0.7];

/// Position and size of the name of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NamePlace {
    /// Vector from the centre of the box of the node to the centre of the name.
    pub off: Point,
    /// Vector from the centre of the box to the centre of the name while the queues of the node are drawn
    /// large. If the box has no free position, the name is above the box.
    pub off_if_opened: Point,
    /// Factor for the height of the letters of the name, 0.7 to 1.
    pub reduced: f64,
}

impl Default for NamePlace {
    fn default() -> Self {
        Self { off: Point::default(), off_if_opened: Point::default(), reduced: 1.0 }
    }
}

impl Layout {
    /// Gauge (small buffer bar) of lane `rank` at `port` of a switch: line from the empty to the full end,
    /// and width in pixels. Gauges of priority groups are behind the incoming lane, those of egress queues
    /// behind the outgoing lane. All gauges fill from left to right, or from bottom to top.
    #[must_use]
    pub fn gauge(&self, port: PortId, kind: BarKind, rank: usize) -> (Line, f64) {
        let (at, outward) = (self.ports[port.index()], self.outward[port.index()]);
        let most = self.room[port.index()] / 2.0 / count(self.lanes.len().max(1)) - APART;
        let width = (10.0 * self.scale).min(most).max(4.0);
        let side = if kind == BarKind::Ingress { -1.0 } else { 1.0 };
        let foot = at.plus(outward.right(), side * (count(rank) + 0.5) * (width + APART));
        let behind = |pixels: f64| foot.plus(outward, -pixels * self.scale);
        (Line { from: behind(GAUGE.1), to: behind(GAUGE.0) }.rising(), width)
    }

    /// Box that contains all gauges (small buffer bars) of `port`.
    fn gauges(&self, port: PortId) -> Rect {
        let all = self.lanes.len().max(1);
        let (first, width) = self.gauge(port, BarKind::Ingress, all - 1);
        let (last, _) = self.gauge(port, BarKind::Egress, all - 1);
        let across = Line { from: first.at(0.5), to: last.at(0.5) };
        let centre = across.at(0.5);
        let outward = self.outward[port.index()];
        let (long, wide) = (first.length() + 2.0 * AIR, across.length() + width + 2.0 * AIR);
        let side = outward.x.abs() > outward.y.abs();
        let (width, height) = if side { (long, wide) } else { (wide, long) };
        Rect { centre, width, height }
    }

    /// Box that contains the name of `node`.
    #[must_use]
    pub fn name(&self, node: usize) -> Rect {
        let size = self.letter(node);
        let width = super::LETTER * count(self.letters[node]) * size;
        let centre = self.nodes[node].centre.plus(self.names[node].off, 1.0);
        Rect { centre, width, height: 1.2 * size }
    }

    /// Centre of the name of `node` while its queues are drawn large.
    #[must_use]
    pub fn name_if_opened(&self, node: usize) -> Point {
        self.nodes[node].centre.plus(self.names[node].off_if_opened, 1.0)
    }

    /// Sets the position and the size of the name of each node. Names of hosts are at the centre. If a switch
    /// has no free position for its name, the name is also at the centre, in full size.
    pub(super) fn place_names(&mut self, spec: &Spec) {
        self.names = vec![NamePlace::default(); spec.nodes.len()];
        for (node, at) in spec.nodes.iter().enumerate().filter(|(_, at)| at.kind != NodeKind::Host) {
            let gauges: Vec<Rect> = at.ports.clone().map(|port| self.gauges(PortId(port))).collect();
            let queues: Vec<Rect> =
                at.ports.clone().map(|port| self.labelled_queues(port as usize)).collect();
            let wires = self.wires(at.ports.clone().map(PortId));
            let opens = self.shows_queues(node, false);
            let is_apart = |name: &Rect| !queues.iter().any(|queue| queue.meets(name));
            let is_beside_wires =
                |name: &Rect| is_apart(name) && wires.is_none_or(|wires| !wires.meets(name));
            let is_off_gauges = |name: &Rect| !gauges.iter().any(|gauge| gauge.meets(name));
            let mut find = |is_free: &dyn Fn(&Rect) -> bool| {
                REDUCED.into_iter().find_map(|reduced| {
                    self.names[node] = NamePlace { reduced, ..NamePlace::default() };
                    let off = self.free_offset(node, opens, is_free)?;
                    Some(NamePlace { off, off_if_opened: off, reduced })
                })
            };
            let place = if opens {
                find(&|name| is_off_gauges(name) && is_beside_wires(name))
                    .or_else(|| find(&|name| is_off_gauges(name) && is_apart(name)))
            } else {
                find(&is_off_gauges)
            };
            self.names[node] = place.unwrap_or_default();
            if !opens {
                let above = -(self.nodes[node].height / 2.0 + 0.7 * self.letter(node));
                let off = self.free_offset(node, true, is_beside_wires);
                self.names[node].off_if_opened = off.unwrap_or(Point::new(0.0, above));
            }
        }
    }

    /// Box that contains the wires between the queues of these ports, which must belong to one switch. `None`
    /// if `ports` is empty.
    fn wires(&self, ports: impl Iterator<Item = PortId>) -> Option<Rect> {
        let all = self.lanes.len().max(1);
        let mut ends = ports.flat_map(|port| {
            [BarKind::Ingress, BarKind::Egress].into_iter().flat_map(move |kind| {
                [0, all - 1].into_iter().flat_map(move |rank| {
                    let queue = self.queue(port, kind, rank, all);
                    [-0.5, 0.5].map(|side| queue.inner().plus(queue.aside, side * queue.width))
                })
            })
        });
        let first = ends.next()?;
        let (least, most) = ends.fold((first, first), |(least, most), end| {
            let (left, top) = (least.x.min(end.x), least.y.min(end.y));
            (Point::new(left, top), Point::new(most.x.max(end.x), most.y.max(end.y)))
        });
        let centre = Point::new(f64::midpoint(least.x, most.x), f64::midpoint(least.y, most.y));
        Some(Rect { centre, width: most.x - least.x, height: most.y - least.y })
    }

    /// Offset of the name of `node` from the centre of its box: the first position that `is_free` accepts;
    /// `None` if `is_free` accepts no position. The search goes from the middle of the box outward. If the
    /// node shows its queues (`opens`), the search goes from the upper and lower edges to the middle.
    fn free_offset(&self, node: usize, opens: bool, is_free: impl Fn(&Rect) -> bool) -> Option<Point> {
        let rect = self.nodes[node];
        let middle = Rect { centre: rect.centre, ..self.name(node) };
        let most = |all: f64, own: f64| ((all - own) / 2.0 - 2.0).max(0.0);
        let (wide, high) = (most(rect.width, middle.width), most(rect.height, middle.height));
        let part = |most: f64, n: u32, tries: u32| most * f64::from(n) / f64::from(tries);
        let heights = || {
            (0..=TRIES).flat_map(move |n| {
                let off = part(high, if opens { TRIES - n } else { n }, TRIES);
                if opens { [-off, off] } else { [off, -off] }
            })
        };
        let asides = (0..=TRIES_ASIDE).flat_map(|n| {
            let off = part(wide, n, TRIES_ASIDE);
            [off, -off]
        });
        let mut places = asides.flat_map(|x| heights().map(move |y| Point::new(x, y)));
        places.find(|off| is_free(&Rect { centre: middle.centre.plus(*off, 1.0), ..middle }))
    }
}
