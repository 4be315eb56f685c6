//! Credits of links (CBFC) in the scene: credit updates in cables, lanes without credits, and bars of
//! available credits.

use fabric_sim::engine::{CreditView, WorldView};
use fabric_sim::ids::{PortId, Priority};

use super::compose::share;
use super::{Body, Layout, Motion, Scene, Shape, ShapeId};

/// Radius in pixels of a credit update at scale 1.
const RING: f64 = 8.0;
/// Width in pixels of a bar of available credits at scale 1.
const BAR: f64 = 6.0;

/// Shape of a credit update of `priority` in `cable`: a ring. `part` is the position of the ring in its lane,
/// 0 at the sender and 1 at the receiver.
#[must_use]
pub fn ring(layout: &Layout, id: ShapeId, (cable, priority): (PortId, Priority), part: f64) -> Shape {
    let at = layout.lane(cable, priority).0.at(part);
    Shape::new(id, Body::Ring { at, radius: RING * layout.scale.max(0.75), priority })
}

/// Adds lines across each lane that recently had no credits for its next frame. The opacity of the lines is
/// the fraction of the recent time without credits.
pub(super) fn rungs(layout: &Layout, motion: &Motion, shapes: &mut Vec<Shape>) {
    for port in (0..motion.starved.len()).map(PortId::new) {
        for priority in &layout.lanes {
            let starved = |port: PortId| motion.starved[port.index()][priority.index()];
            let share = layout.mean(port, starved).unwrap_or(0.0);
            if share > 0.02 {
                let (lane, width) = layout.lane(port, *priority);
                let along = lane.longer(layout.reach(port, width));
                let body = Body::Rungs { along, width, priority: *priority };
                shapes.push(Shape::new(ShapeId::Lane(port, *priority), body).faded(share));
            }
        }
    }
}

impl Scene {
    /// Adds bars of the available credits beside the link of `port`: one bar for each direction and for each
    /// priority with credits.
    #[must_use]
    pub fn with_credits(mut self, layout: &Layout, snapshot: &WorldView, port: PortId) -> Self {
        for end in [port, layout.peer(port)] {
            let Some(view) = snapshot.ports.get(end.index()) else { continue };
            let of = |n: &Priority| Some((*n, view.priorities[n.index()].credits?));
            for (rank, (priority, credits)) in (0u32..).zip(layout.lanes.iter().filter_map(of)) {
                let along = layout.beside(end, (f64::from(rank) + 0.8) * (BAR + 2.0) * layout.scale);
                let body = Body::Credits {
                    along,
                    width: BAR * layout.scale.max(0.75),
                    left: share(credits.available, credits.limit),
                    short_of: short_of(&credits).map(|needs| share(needs, credits.limit)),
                    priority,
                };
                self.shapes.push(Shape::new(ShapeId::Credits(end, priority), body));
            }
        }
        self
    }
}

/// Credits in bytes that the next frame needs, if the available credits are fewer; `None` if the available
/// credits are enough.
fn short_of(credits: &CreditView) -> Option<u64> {
    (credits.needs > credits.available).then_some(credits.needs)
}
