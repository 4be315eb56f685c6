//! Positions of the captions of cycles of waiting queues. Start with [`captions`]. Each cycle has a caption,
//! in the order of the cycles. Pictures narrower than 500 pixels have short captions. A caption covers as few
//! captions, names, nodes and queues as possible. If several positions are equally good, the nearest to the
//! middle of the cycle counts. A caption is never left out, even if it must cover something.

use super::word_positions::half_of_label;
use super::{Caption, WaitGraph, WaitSpot};
use crate::scene::layout::count;
use crate::scene::{Layout, Point, Rect, Viewport};

/// Measures of a caption in pixels, as set for `.wait-caption` in style/wait-for-graph.css: longest line,
/// letter width, line height, and the sums of border and padding in both directions.
struct Type {
    longest: f64,
    letter: f64,
    line: f64,
    across: f64,
    along: f64,
}

const DESK: Type = Type { longest: 196.0, letter: 7.2, line: 16.25, across: 24.0, along: 12.0 };
const TELEPHONE: Type = Type { longest: 146.0, letter: 6.7, line: 15.0, across: 24.0, along: 12.0 };

/// Width of the picture in pixels below which the sizes for telephones apply.
const NARROW: f64 = 500.0;

/// Height in pixels of the buttons and counts above the fabric.
const ABOVE: f64 = 44.0;
/// Height in pixels of the notes below the fabric.
const BELOW: f64 = 32.0;

/// Half of the width (x) and half of the height (y) of `text` as a caption, in pixels. `width` is the width
/// of the picture in pixels. Lines break between words.
fn half(text: &str, width: f64) -> Point {
    let of = if width < NARROW { TELEPHONE } else { DESK };
    let (mut lines, mut line) = (1u32, 0.0);
    for word in text.split(' ') {
        let long = of.letter * count(word.chars().count());
        if line > 0.0 && line + of.letter + long > of.longest {
            (lines, line) = (lines + 1, long);
        } else {
            line += of.letter + long;
        }
    }
    let across = if lines > 1 { of.longest } else { line.min(of.longest) };
    Point::new(f64::midpoint(across, of.across), f64::midpoint(f64::from(lines) * of.line, of.along))
}

/// Number of columns of the grid of positions that are tried for a caption.
const COLUMNS: u32 = 32;
/// Number of rows of the grid of positions that are tried for a caption.
const ROWS: u32 = 24;

/// Captions of all cycles of `graph`. A caption is at the centre of its cycle, unless another position covers
/// fewer captions, names, nodes and queues, in this order of importance. If several positions are equally
/// good, the nearest to the centre counts. A caption stays inside the picture.
pub fn captions(layout: &Layout, graph: &WaitGraph, spots: &[WaitSpot]) -> Vec<Caption> {
    let (width, height) = (layout.viewport.width, layout.viewport.height);
    let mut captions: Vec<Caption> = Vec::new();
    for cycle in &graph.cycles {
        let text = if width < NARROW { &cycle.short } else { &cycle.caption };
        let half = half(text, width);
        let covers = |at: Point, other: Point, room: Point| {
            let way = at.to(other);
            way.x.abs() < half.x + room.x && way.y.abs() < half.y + room.y
        };
        let around = |room: f64| Point::new(room, room);
        let members: Vec<Point> =
            cycle.queues.iter().filter_map(|n| spots.get(*n)).map(|spot| spot.at).collect();
        let share = 1.0 / count(members.len().max(1));
        let middle = members.iter().fold(Point::default(), |sum, at| sum.plus(*at, share));
        let hidden = |at: &Point| {
            let hides = spots.iter().filter(|spot| covers(*at, spot.at, around(spot.radius))).count();
            let labels = spots.iter().filter_map(|spot| spot.label.as_ref());
            let hides = hides + labels.filter(|label| covers(*at, label.1, half_of_label(&label.0))).count();
            let meets =
                |rect: &Rect| covers(*at, rect.centre, Point::new(rect.width / 2.0, rect.height / 2.0));
            let nodes = layout.nodes.iter().filter(|node| meets(node)).count();
            let names = (0..layout.nodes.len()).filter(|node| meets(&layout.name(*node))).count();
            let others = captions.iter().filter(|other| covers(*at, other.at, other.half)).count();
            (others, names, nodes, hides)
        };
        // The position that covers least is chosen; if several cover equally little, the nearest to the
        // middle.
        let places = std::iter::once(middle).chain(grid(width, height));
        let places = places.map(|at| inside(at, half, (width, height)));
        let places = places.map(|at| (hidden(&at), middle.to(at).length(), at));
        let best = places.min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        let at = best.map_or(middle, |best| best.2);
        captions.push(Caption { at, half, text: text.clone(), is_deadlock: cycle.is_deadlock });
    }
    captions
}

/// Greatest number of lines of a caption.
const LINES: f64 = 3.0;

/// Returns true if a caption of three full lines has a position in which it covers no node. In a narrow
/// picture, such a position of the word DEADLOCK is sufficient.
pub fn has_room_for_a_name(layout: &Layout) -> bool {
    let Viewport { width, height } = layout.viewport;
    let half = if width < NARROW {
        half("DEADLOCK", width)
    } else {
        Point::new(f64::midpoint(DESK.longest, DESK.across), f64::midpoint(LINES * DESK.line, DESK.along))
    };
    let is_free = |centre: Point| {
        let name = Rect { centre, width: 2.0 * half.x, height: 2.0 * half.y };
        !layout.nodes.iter().any(|node| node.meets(&name))
    };
    grid(width, height).map(|at| inside(at, half, (width, height))).any(is_free)
}

/// Grid of positions that are tried for a caption, in a picture of this size.
fn grid(width: f64, height: f64) -> impl Iterator<Item = Point> {
    let cells = (0..=ROWS).flat_map(|y| (0..=COLUMNS).map(move |x| (f64::from(x), f64::from(y))));
    cells.map(move |(x, y)| Point::new(width * x / f64::from(COLUMNS), height * y / f64::from(ROWS)))
}

/// Centre of a caption: the point `at`, moved so that the caption lies inside a picture of this width and
/// height in pixels. `half` is half of the width (x) and height (y) of the caption.
fn inside(at: Point, half: Point, (width, height): (f64, f64)) -> Point {
    let within = |value: f64, least: f64, most: f64| value.min(most).max(least.min(most));
    let x = within(at.x, half.x + 4.0, width - half.x - 4.0);
    Point::new(x, within(at.y, ABOVE + half.y, height - BELOW - half.y))
}
