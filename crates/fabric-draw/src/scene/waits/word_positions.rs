//! Positions for the words beside the marks of paused queues and beside ports, with as little overlap as
//! possible.

use super::{Arrow, WaitSpot};
use crate::scene::layout::count;
use crate::scene::{Layout, Point, Rect};

/// Width in pixels of a letter of a word beside a mark or port, as in style/wait-for-graph.css.
const LETTER: f64 = 8.0;
/// Height in pixels of a word beside a mark or port, as in style/wait-for-graph.css.
const LINE: f64 = 15.0;
/// Gap in pixels between a word and its mark or port.
const GAP: f64 = 2.0;

fn size(word: &str) -> (f64, f64) {
    (LETTER * count(word.chars().count()), LINE)
}

/// Half of the width (x) and half of the height (y) of a label beside a mark, in pixels.
pub(super) fn half_of_label(word: &str) -> Point {
    let (width, height) = size(word);
    Point::new(width / 2.0, height / 2.0)
}

/// Whether `word`, the box of a label, extends beyond the left or right edge of the viewport, and the number
/// of nodes that the box covers.
fn hides(layout: &Layout, word: &Rect) -> (bool, usize) {
    let outside = word.left() < 0.0 || word.left() + word.width > layout.viewport.width;
    (outside, layout.nodes.iter().filter(|node| node.meets(word)).count())
}

/// Centre of `word` beside the mark at `at`, at the position with the least overlap. Positions lie around the
/// mark; if several are equally good, the first counts, below the mark. Overlaps count in this order: edges
/// of the viewport, nodes, other marks, arrows.
pub fn beside_spot(
    layout: &Layout,
    (at, radius): (Point, f64),
    word: &str,
    (spots, arrows): (&[WaitSpot], &[Arrow]),
) -> Point {
    let (width, height) = size(word);
    let (across, down) = (1.3 * radius + width / 2.0 + GAP, 1.3 * radius + height / 2.0);
    let slant = (0.7 * radius + width / 2.0, 0.7 * radius + height / 2.0);
    let places = [(0.0, down), (0.0, -down), (across, 0.0), (-across, 0.0)];
    let slanted = [1.0, -1.0].into_iter().flat_map(|y| [1.0, -1.0].map(|x| (x * slant.0, y * slant.1)));
    let places = places.into_iter().chain(slanted).map(|(x, y)| Point::new(at.x + x, at.y + y));
    let covers = |at: &Point| {
        let word = Rect { centre: *at, width, height };
        let square =
            |spot: &WaitSpot| Rect { centre: spot.at, width: 2.0 * spot.radius, height: 2.0 * spot.radius };
        let others = spots.iter().filter(|spot| square(spot).meets(&word)).count();
        let lines = arrows.iter().filter(|arrow| arrow.curve.meets(&word)).count();
        (hides(layout, &word), others, lines)
    };
    places.min_by_key(covers).unwrap_or(at)
}

/// Centre of `word` beside a ring of `radius` pixels around `port`, at the position with the least overlap.
/// Positions lie outside the node and along its border; if several are equally good, the first counts.
/// Overlaps count in this order: edges of the viewport, nodes, rings around ports.
#[must_use]
pub fn beside_port(layout: &Layout, port: usize, radius: f64, word: &str) -> Point {
    let (width, height) = size(word);
    let (at, outward) = (layout.ports[port], layout.outward[port]);
    let along = outward.right();
    let half = |way: Point| (way.x * width / 2.0).abs() + (way.y * height / 2.0).abs();
    let (out, aside) = (radius + half(outward) + GAP, radius + half(along) + GAP);
    // Positions outward of the ring, then to its sides, then further outward.
    let places = [(1.0, 0.0), (0.6, 1.0), (0.6, -1.0), (1.0, 1.0), (1.0, -1.0), (1.6, 0.0)];
    let places = places.map(|(far, side)| at.plus(outward, far * out).plus(along, side * aside));
    let covers = |at: &Point| {
        let word = Rect { centre: *at, width, height };
        let ring =
            |port: &&Point| Rect { centre: **port, width: 2.0 * radius, height: 2.0 * radius }.meets(&word);
        (hides(layout, &word), layout.ports.iter().filter(ring).count())
    };
    places.into_iter().min_by_key(covers).unwrap_or(at)
}
