//! Threshold ticks and labels of the queues of a port that are drawn large.
//!
//! XON and XOFF have ticks only if the priority group is lossless and has no credits; the threshold of a
//! lossy group has no tick. Kmin and Kmax have ticks only if ECN is on. A queue that has had no bytes since
//! the start of the run is labelled as unused.

use fabric_sim::engine::PortView;
use fabric_sim::ids::{PortId, Priority, PrioritySet};

use super::labels::{Labels, LaneBytes, Mark};
use super::{Inside, granted_credits};
use crate::scene::bars::egress_limit;
use crate::scene::compose::share;
use crate::scene::layout::{INSET, count};
use crate::scene::{BarKind, Body, MarkKind, QueueBar, Shape, ShapeId};

/// Pixels between a label and the middle of the switch, where the labels of the opposite side begin.
const APART: f64 = 2.0;

/// Lower and higher threshold of a queue; `None` if the queue has no such threshold.
type Thresholds = [Option<Mark>; 2];

/// Greatest difference of the positions of thresholds at which several queues have common names for them, as
/// a fraction of the length of a queue.
const SAME_PLACE: f64 = 0.02;

impl Inside<'_> {
    /// Adds the threshold ticks and labels of the priority group and the egress queue of lane `rank`, at port
    /// `local` of the switch. Adds nothing if the port does not exist.
    pub(super) fn marks(&self, local: usize, rank: usize, shapes: &mut Vec<Shape>) {
        let port = self.port(local);
        let Some(view) = self.view.ports.get(port.index()) else { return };
        if self.layout.has_queues(port, BarKind::Ingress) {
            self.group_marks(local, rank, view, shapes);
        }
        if self.layout.has_queues(port, BarKind::Egress) {
            self.egress_marks(local, rank, view, shapes);
        }
    }

    fn labels<'a>(
        &self,
        bar: &QueueBar,
        port: PortId,
        rank: usize,
        shapes: &'a mut Vec<Shape>,
    ) -> Labels<'a> {
        let lanes = self.layout.lanes.len();
        let room = self.layout.free_beside_queues(port, lanes);
        let node = &self.layout.nodes[self.layout.node_of(port)];
        let most = node.width / 2.0 - INSET * self.layout.scale - APART;
        let off = count(lanes - 1 - rank) * bar.width_with_gap();
        Labels::new(self.layout.scale, (room, most), (rank + 1 == lanes, off), shapes)
    }

    /// Whether the thresholds of lane `rank` get names. The names are written at the first queue of a port
    /// and direction that has thresholds. No names are written if another queue of this port and direction
    /// has thresholds at other positions.
    fn is_named(&self, rank: usize, thresholds: impl Fn(Priority) -> Thresholds) -> bool {
        let lanes = || self.layout.lanes.iter().map(|priority| thresholds(*priority));
        let Some((first, named)) = lanes().enumerate().find(|(_, lane)| lane.iter().any(Option::is_some))
        else {
            return false;
        };
        let is_near = |pair: (Option<Mark>, Option<Mark>)| match pair {
            (Some((_, _, one)), Some((_, _, other))) => (one - other).abs() < SAME_PLACE,
            _ => true,
        };
        first == rank && lanes().all(|lane| lane.into_iter().zip(named).all(is_near))
    }

    fn peer(&self, port: PortId) -> &str {
        &self.spec.owner(self.spec.ports[port.index()].peer).name
    }

    /// Bytes of each queue of a port in one direction, one entry for each lane. `bytes` returns the bytes of
    /// the queue of a priority. `stopped` are the priorities whose queues are stopped.
    fn lane_bytes(&self, bytes: impl Fn(Priority) -> u64, stopped: PrioritySet) -> Vec<LaneBytes> {
        let of_lane = |priority: &Priority| LaneBytes {
            priority: *priority,
            bytes: bytes(*priority),
            is_stopped: stopped.contains(*priority),
        };
        self.layout.lanes.iter().map(of_lane).collect()
    }

    fn group_marks(&self, local: usize, rank: usize, view: &PortView, shapes: &mut Vec<Shape>) {
        let (port, priority) = (self.port(local), self.layout.lanes[rank]);
        let (pg, (used, end)) = (&view.priorities[priority.index()].pg, self.group(port, priority));
        let bar = self.bar(local, BarKind::Ingress, rank);
        let from = share(pg.headroom_from(), end);
        if pg.headroom > 0 {
            let along = bar.along.part(from, from + share(pg.headroom, end));
            let spill = Body::Spill { along, width: bar.width };
            shapes.push(Shape::new(ShapeId::Group(port, priority), spill));
        }
        let peer = self.peer(port);
        let has_lanes = self.layout.lanes.len() > 1;
        let mut labels = self.labels(&bar, port, rank, shapes);
        let is_unused = pg.reserve_peak + pg.shared_peak + pg.headroom_peak == 0;
        if is_unused && !has_lanes {
            return labels.unused(&bar, BarKind::Ingress, peer);
        }
        let of_group = |priority| self.group_thresholds(port, priority, view);
        labels.ticks(&bar, &of_group(priority), self.is_named(rank, of_group));
        if has_lanes {
            let of_lane = |lane: Priority| self.group(port, lane).0;
            let lanes = self.lane_bytes(of_lane, view.requested_pauses);
            return labels.lanes(&bar, BarKind::Ingress, peer, &lanes, "pauses");
        }
        let asks = view.requested_pauses.contains(priority);
        labels.name(&bar, BarKind::Ingress, peer, (used, end), asks.then_some("pauses"));
    }

    /// XON and XOFF of a priority group; `None` if the group never had a byte, is lossy, has credits, or is
    /// drawn at another scale than its limit.
    fn group_thresholds(&self, port: PortId, priority: Priority, view: &PortView) -> Thresholds {
        let (pg, end) = (&view.priorities[priority.index()].pg, self.group(port, priority).1);
        let is_unused = pg.reserve_peak + pg.shared_peak + pg.headroom_peak == 0;
        let has_full_scale = self.drawn_limit(port, priority, end) == end;
        if is_unused
            || !has_full_scale
            || !pg.lossless
            || granted_credits(self.spec, port, priority).is_some()
        {
            return [None, None];
        }
        let mark = |(kind, bytes)| {
            let at = share(pg.reserve_size.saturating_add(bytes), end);
            Some((ShapeId::Mark(port, priority, kind), kind, at))
        };
        [(MarkKind::Xon, pg.xon), (MarkKind::Xoff, pg.xoff)].map(mark)
    }

    fn egress_marks(&self, local: usize, rank: usize, view: &PortView, shapes: &mut Vec<Shape>) {
        let (port, priority) = (self.port(local), self.layout.lanes[rank]);
        let queue = &view.priorities[priority.index()];
        let bar = self.bar(local, BarKind::Egress, rank);
        let peer = self.peer(port);
        let has_lanes = self.layout.lanes.len() > 1;
        let mut labels = self.labels(&bar, port, rank, shapes);
        if queue.egress_peak == 0 && !has_lanes {
            return labels.unused(&bar, BarKind::Egress, peer);
        }
        let of_queue = |priority| egress_thresholds(port, priority, view);
        labels.ticks(&bar, &of_queue(priority), self.is_named(rank, of_queue));
        if has_lanes {
            let of_lane = |lane: Priority| view.priorities[lane.index()].egress_bytes;
            let lanes = self.lane_bytes(of_lane, view.paused | view.starved);
            return labels.lanes(&bar, BarKind::Egress, peer, &lanes, "stopped");
        }
        let stopped = match priority {
            n if view.paused.contains(n) => Some("paused by"),
            n if view.starved.contains(n) => Some("no credits from"),
            _ => None,
        };
        labels.name(&bar, BarKind::Egress, peer, (queue.egress_bytes, egress_limit(queue)), stopped);
    }
}

/// Kmin and Kmax of an egress queue; `None` if ECN is off or the queue never had a byte.
fn egress_thresholds(port: PortId, priority: Priority, view: &PortView) -> Thresholds {
    let queue = &view.priorities[priority.index()];
    let is_shown = |bytes: u64| bytes != u64::MAX && queue.egress_peak > 0;
    [(MarkKind::Kmin, queue.kmin), (MarkKind::Kmax, queue.kmax)].map(|(kind, bytes)| {
        let mark = (ShapeId::Mark(port, priority, kind), kind, share(bytes, egress_limit(queue)));
        is_shown(bytes).then_some(mark)
    })
}
