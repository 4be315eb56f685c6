//! Search for free places of the picture for callouts. A free place is at least 4 pixels from nodes, links
//! and taken places. Start with [`Layout::free_place`]. The line from its port to the place passes through no
//! node and no taken place. If several places are equally good, the uppermost counts, then the leftmost.

use fabric_sim::ids::PortId;

use super::Layout;
use crate::scene::fit::chips;
use crate::scene::{Line, Point, Rect};

/// Horizontal and vertical distance in pixels between the positions that the search for a free place tries.
const STEP: (f64, f64) = (12.0, 8.0);
/// Least distance in pixels of a free place from nodes and links.
const AIR: f64 = 4.0;
/// Width in pixels of the strips at the left and right edge of the picture that stay free, because folded
/// panels are there.
const EDGE: f64 = 24.0;
/// Greatest distance of a free place from its port, as a fraction of the width of the picture.
const FAR: f64 = 0.4;
/// Pixels that each link between a place and its port adds to the distance in the comparison of places.
const CROSSING: f64 = 40.0;

/// Place of the picture that is in use: the box of a callout, and the leader (line from the port of the queue
/// to this box).
#[derive(Clone, Copy, Debug)]
pub(in crate::scene) struct TakenPlace {
    pub rect: Rect,
    pub leader: Line,
}

impl Layout {
    /// Free box of this width and height near `port`. The box touches no node, no link, and no box or leader
    /// (line from a port to its box) of `taken`. The leader of the free box passes through no node and no box
    /// of `taken`. The nearest box is chosen, but each link between the box and the port counts as extra
    /// distance. `None` if no box within 40 % of the width of the picture is free.
    pub(in crate::scene) fn free_place(
        &self,
        port: PortId,
        (width, height): (f64, f64),
        taken: &[TakenPlace],
    ) -> Option<Rect> {
        let (view, from) = (self.viewport, self.ports[port.index()]);
        let far = FAR * view.width;
        let top = if self.times > 1.0 { AIR } else { chips(view.height) };
        let rows = steps(top, view.height - height - AIR, STEP.1);
        let places = rows.flat_map(|y| {
            steps(EDGE, view.width - width - EDGE, STEP.0).map(move |x| Rect {
                centre: Point::new(x + width / 2.0, y + height / 2.0),
                width,
                height,
            })
        });
        let mut best = None::<(f64, Rect)>;
        for rect in places {
            let edge = rect.nearest(from);
            let off = from.to(edge).length();
            let is_better = |cost: f64| best.is_none_or(|(least, _)| cost < least);
            if off > far || !is_better(off) || !self.is_free(&rect, taken) {
                continue;
            }
            let way = Line { from, to: edge };
            let cost = off + CROSSING * super::count(self.crossed_links(way, port));
            if is_better(cost) && !self.is_blocked(way, taken) {
                best = Some((cost, rect));
            }
        }
        best.map(|(_, rect)| rect)
    }

    /// Layout with space for a note (text over the picture) of this width and height in pixels. The note gets
    /// the lowest free place; of several, the leftmost. The note touches no node and no link. If no place is
    /// free, the layout has no note.
    #[must_use]
    pub fn with_note(self, size: (f64, f64)) -> Self {
        Self { note: self.lowest_free_place(size), ..self }
    }

    /// Box that is reserved for the note (text over the picture); `None` without a note.
    #[must_use]
    pub fn note(&self) -> Option<&Rect> {
        self.note.as_ref()
    }

    fn lowest_free_place(&self, (width, height): (f64, f64)) -> Option<Rect> {
        let view = self.viewport;
        let lowest = view.height - height - AIR;
        let rows = steps(0.0, lowest - chips(view.height), STEP.1).map(|up| lowest - up);
        let mut places = rows.flat_map(|y| {
            steps(EDGE, view.width - width - EDGE, STEP.0).map(move |x| Rect {
                centre: Point::new(x + width / 2.0, y + height / 2.0),
                width,
                height,
            })
        });
        places.find(|rect| self.is_free(rect, &[]))
    }

    fn is_free(&self, rect: &Rect, taken: &[TakenPlace]) -> bool {
        let air = |rect: &Rect, air: f64| Rect {
            width: rect.width + 2.0 * air,
            height: rect.height + 2.0 * air,
            ..*rect
        };
        let wide = air(rect, AIR);
        let is_taken = self.note.is_some_and(|note| wide.meets(&note))
            || taken.iter().any(|place| wide.meets(&place.rect) || meets(&wide, place.leader));
        !is_taken
            && !self.nodes.iter().any(|node| wide.meets(node))
            && !self.cables.iter().any(|cable| meets(&air(rect, AIR + cable.width / 2.0), cable.middle))
    }

    /// Number of links in the picture that the line `way`, which begins at `port`, crosses. The link of
    /// `port` itself does not count.
    fn crossed_links(&self, way: Line, port: PortId) -> usize {
        let own = [port, self.peer(port)];
        let cables = self.cables.iter().enumerate();
        cables
            .filter(|(index, cable)| !own.contains(&PortId::new(*index)) && cross(way, cable.middle))
            .count()
    }

    /// Whether the line `way` passes through a node or a taken box.
    fn is_blocked(&self, way: Line, taken: &[TakenPlace]) -> bool {
        // Boxes of nodes are reduced, because the port is on the border of its own node.
        let inner = |rect: &Rect| Rect { width: 0.9 * rect.width, height: 0.9 * rect.height, ..*rect };
        self.nodes.iter().any(|node| meets(&inner(node), way))
            || taken.iter().any(|place| meets(&place.rect, way))
    }
}

/// Numbers `from`, `from` + `step` and so on, up to `to`.
fn steps(from: f64, to: f64, step: f64) -> impl Iterator<Item = f64> {
    (0..u32::MAX).map(move |n| from + f64::from(n) * step).take_while(move |at| *at <= to)
}

/// Whether two lines cross.
fn cross(one: Line, other: Line) -> bool {
    let side = |line: Line, point: Point| line.from.to(line.to).right().dot(line.from.to(point)) > 0.0;
    side(one, other.from) != side(one, other.to) && side(other, one.from) != side(other, one.to)
}

/// Whether a line has a point inside a box.
fn meets(rect: &Rect, line: Line) -> bool {
    let (left, top) = (rect.left(), rect.top());
    let (right, bottom) = (left + rect.width, top + rect.height);
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point::new(x, y));
    let side = |n: usize| Line { from: corners[n], to: corners[(n + 1) % 4] };
    rect.holds(line.from) || rect.holds(line.to) || (0..4).any(|n| cross(side(n), line))
}
