//! Drawing of the VOQs of a crossbar inside the bars of their priority groups: outlines of the VOQs, and
//! number of bytes that the length of a bar represents. Start with [`Inside::voqs`].

use fabric_sim::ids::{PortId, Priority};

use super::Inside;
use crate::round::round_above;
use crate::scene::{Body, QueueBar, Shape, ShapeId};

/// Least width in pixels of a VOQ that has an outline.
const MIN_VOQ: f64 = 4.0;
/// Least number of bytes, before it is rounded up, that the full length of a VOQ represents.
const MIN_DRAWN_LIMIT: u64 = 4_000;

impl Inside<'_> {
    /// Draws the outline of each VOQ in the bar `bar` of a priority group, unless the VOQs are too narrow for
    /// outlines. `headroom` is the position on the bar at which headroom starts, 0 to 1.
    pub(super) fn voqs(
        &self,
        bar: &QueueBar,
        (port, priority): (PortId, Priority),
        headroom: f64,
        shapes: &mut Vec<Shape>,
    ) {
        for output in self.shown.outputs.iter() {
            let row = self.row(bar, output.index());
            // The border of the group stays visible.
            let (along, width) = (row.along.part(0.01, 0.99), row.width - 2.0);
            if width < MIN_VOQ {
                return;
            }
            let body = Body::Trough { along, width, headroom, used: 0.0, priority, stopped: false };
            shapes.push(Shape::new(ShapeId::Group(port, priority), body));
        }
    }

    /// Number of bytes that the full length of the bar of a priority group represents. In general, this is
    /// `limit`, the most bytes that the group may use. In a crossbar it is smaller while the peaks at all
    /// inputs are low: 1.25 times the highest peak, rounded up. The frames of VOQs are then long enough to be
    /// seen. The smaller number applies only if it is below `limit` and, in a lossless group, below XON.
    pub(super) fn drawn_limit(&self, port: PortId, priority: Priority, limit: u64) -> u64 {
        if !self.rows {
            return limit;
        }
        let of = |port: PortId| {
            self.view.ports.get(port.index()).map(|view| &view.priorities[priority.index()].pg)
        };
        let peaks = (0..self.ports).filter_map(|local| of(self.port(local)));
        let peak = peaks.map(|pg| pg.reserve_peak + pg.shared_peak + pg.headroom_peak).max().unwrap_or(0);
        let round = round_above((peak + peak / 4).max(MIN_DRAWN_LIMIT));
        let first_mark = of(port).filter(|pg| pg.lossless).map(|pg| pg.reserve_size.saturating_add(pg.xon));
        if round < first_mark.map_or(limit, |mark| mark.min(limit)) { round } else { limit }
    }
}
