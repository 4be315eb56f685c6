//! Sizes and centres of the boxes of nodes in a viewport. No two boxes touch, and a part of each link stays
//! visible. Start with [`fit`]. All boxes of hosts have one size, and all boxes of switches another; both
//! become smaller until no two boxes touch. In a fabric of at most 80 nodes, switches then become larger, as
//! far as there is space, to show their queues. Sizes are in pixels. Boxes are in the order of the nodes.

use fabric_sim::ids::PortId;
use fabric_sim::spec::{Node, NodeKind, Spec};

use super::layout::{Viewport, count, peer_node};
use super::{Point, Rect};

/// Least gap in pixels between two boxes at scale 1.
const APART: f64 = 10.0;
/// Greatest fraction of the distance between the centres of two linked nodes that their boxes may cover; the
/// link is visible between the boxes.
const BOXES: f64 = 0.64;
/// Ratio from which two boxes count as clearly apart: the distance of their centres, divided by their mean
/// size.
const CLEAR: f64 = 1.25;
/// Greatest factor by which switches are enlarged to show their queues.
const GROWN: f64 = 2.4;
/// Greatest fraction of the distance between the centres of two linked nodes that enlarged boxes may cover.
const GROWN_BOXES: f64 = 0.56;
/// Greatest number of nodes of a fabric in which switches are enlarged.
const GROWING: usize = 80;
/// Number of times that boxes are placed and then shrunk. Both steps are repeated, because the positions
/// depend on the sizes, and the sizes on the positions.
const ROUNDS: usize = 3;

/// Whether switches can be enlarged to show their queues: the fabric has at most 80 nodes.
pub const fn can_grow(spec: &Spec) -> bool {
    spec.nodes.len() <= GROWING
}

/// Boxes of all nodes, and the scale of the picture: 1 on a large screen, from 0.22 to 1.25. `shares` are the
/// centres of the nodes in the viewport, 0 to 1, in the order of the nodes. `upright` is true if links run up
/// and down. `growth`, 0 to 1, is the fraction of the possible enlargement by which switches are enlarged. In
/// a fabric of more than 80 nodes no switch is enlarged.
pub fn fit(
    spec: &Spec,
    (shares, upright): (&[(f64, f64)], bool),
    viewport: Viewport,
    growth: f64,
) -> (Vec<Rect>, f64) {
    let scale = (viewport.width / 780.0).min(viewport.height / 460.0).clamp(0.55, 1.25);
    let mut boxes: Vec<Rect> = spec
        .nodes
        .iter()
        .map(|node| {
            let (width, height) = size(node, upright);
            Rect { centre: Point::default(), width: width * scale, height: height * scale }
        })
        .collect();
    let mut squeeze = ShrinkFactors::default();
    for _ in 0..ROUNDS {
        place(&mut boxes, shares, viewport);
        let now = ShrinkFactors::of(spec, &boxes, upright, scale);
        for (rect, node) in boxes.iter_mut().zip(&spec.nodes) {
            let (wide, high) = now.of[kind(node)];
            rect.width *= wide;
            rect.height *= high;
        }
        squeeze = squeeze.times(now);
    }
    let scale = scale * squeeze.least();
    if growth > 0.0 && can_grow(spec) {
        grow(spec, &mut boxes, (shares, upright), (scale, growth), viewport);
    }
    (boxes, scale)
}

/// Enlarges the boxes of all switches by one factor in width and one in height. Links stay visible, and no
/// two boxes touch. Changes nothing if the search finds no factor above 1.
fn grow(
    spec: &Spec,
    boxes: &mut [Rect],
    (shares, upright): (&[(f64, f64)], bool),
    (scale, growth): (f64, f64),
    view: Viewport,
) {
    let before = boxes.to_vec();
    let largest = before.iter().zip(&spec.nodes).filter(|(_, node)| kind(node) == 1);
    let (width, height) = largest.fold((1.0f64, 1.0f64), |(width, height), (rect, _)| {
        (width.max(rect.width), height.max(rect.height))
    });
    let room = view.height - chips(view.height) - 20.0;
    let most = |size: f64, room: f64| 1.0 + growth * (GROWN.min(0.86 * room / size) - 1.0).max(0.0);
    let mut factor = (most(width, view.width), most(height, room));
    for _ in 0..3 * ROUNDS {
        for ((rect, old), node) in boxes.iter_mut().zip(&before).zip(&spec.nodes) {
            let grows = if kind(node) == 1 { factor } else { (1.0, 1.0) };
            (rect.width, rect.height) = (old.width * grows.0, old.height * grows.1);
        }
        place(boxes, shares, view);
        let now = allowed(spec, boxes, &before, (upright, scale), view);
        if now == (1.0, 1.0) {
            return;
        }
        // The factor is 1 % smaller than necessary, so that rounding errors do not require a further step.
        let less = |factor: f64, now: f64| if now < 1.0 { (0.99 * factor * now).max(1.0) } else { factor };
        factor = (less(factor.0, now.0), less(factor.1, now.1));
    }
    boxes.copy_from_slice(&before);
    place(boxes, shares, view);
}

/// Factors, at most 1, by which the enlarged switches must shrink in width and in height. `before` are the
/// boxes before they were enlarged. Two boxes that were apart horizontally must stay apart horizontally, and
/// two that were apart vertically must stay apart vertically.
fn allowed(
    spec: &Spec,
    boxes: &[Rect],
    before: &[Rect],
    (upright, scale): (bool, f64),
    view: Viewport,
) -> (f64, f64) {
    let old = |node: usize| Rect { centre: boxes[node].centre, ..before[node] };
    let mut factor = (1.0f64, 1.0f64);
    let mut demand = |(a, b): (usize, usize), wide: bool, room: f64| {
        let half = |node: usize| (if wide { boxes[node].width } else { boxes[node].height }) / 2.0;
        let (mut fixed, mut grown) = (0.0, 0.0);
        for node in [a, b] {
            let part = if kind(&spec.nodes[node]) == 1 { &mut grown } else { &mut fixed };
            *part += half(node);
        }
        if grown > 0.0 && fixed + grown > room + 1e-9 {
            let side = if wide { &mut factor.0 } else { &mut factor.1 };
            *side = side.min(((room - fixed) / grown).max(0.1));
        }
    };
    for (index, port) in spec.ports.iter().enumerate() {
        let (a, b) = (port.node.index(), peer_node(spec, PortId::new(index)).index());
        let way = boxes[a].centre.to(boxes[b].centre);
        let across = runs_across(&old(a), &old(b), upright);
        demand((a, b), across, GROWN_BOXES * if across { way.x.abs() } else { way.y.abs() });
    }
    for a in 0..boxes.len() {
        for b in a + 1..boxes.len() {
            let (wide, high) = ratios(&old(a), &old(b), APART * scale);
            let way = boxes[a].centre.to(boxes[b].centre);
            let room = if wide >= high { way.x.abs() } else { way.y.abs() } - APART * scale;
            demand((a, b), wide >= high, room);
        }
    }
    for (rect, _) in boxes.iter().zip(&spec.nodes).filter(|(_, node)| kind(node) == 1) {
        let at = rect.centre;
        let room = (at.x.min(view.width - at.x), (at.y - chips(view.height)).min(view.height - at.y));
        let share =
            |room: f64, size: f64| if size / 2.0 > room + 1e-9 { (2.0 * room / size).max(0.1) } else { 1.0 };
        factor = (factor.0.min(share(room.0, rect.width)), factor.1.min(share(room.1, rect.height)));
    }
    factor
}

/// Width and height in pixels of the box of a node at scale 1. `upright`: links run up and down.
fn size(node: &Node, upright: bool) -> (f64, f64) {
    match node.kind {
        NodeKind::Host => (82.0, 48.0),
        NodeKind::Switch => {
            let long = (34.0 + 34.0 * count(node.ports.len())).clamp(132.0, 280.0);
            if upright { (long, 92.0) } else { (140.0, long.max(150.0)) }
        }
    }
}

/// Height in pixels of the buttons and counts above the fabric, in a picture of this height; as in
/// style/fabric.css and style/wait-for-graph.css.
pub(super) const fn chips(height: f64) -> f64 {
    if height < 320.0 { 34.0 } else { 48.0 }
}

/// Sets the centres of the boxes. `shares` are the positions of the boxes, 0 to 1 in both directions; the
/// outermost boxes just fit into the viewport.
fn place(boxes: &mut [Rect], shares: &[(f64, f64)], viewport: Viewport) {
    let top = chips(viewport.height);
    let (mut side, mut above, mut below): (f64, f64, f64) = (8.0, top, 10.0);
    for (rect, (x, y)) in boxes.iter().zip(shares) {
        let edge = x.min(1.0 - x);
        if edge < 0.45 {
            let inset = rect.width / 2.0 + 8.0 - edge * viewport.width;
            side = side.max(inset / (1.0 - 2.0 * edge));
        }
        if *y < 0.25 {
            above = above.max(top + rect.height / 2.0);
        } else if *y > 0.75 {
            below = below.max(10.0 + rect.height / 2.0);
        }
    }
    let width = (viewport.width - 2.0 * side).max(0.0);
    let height = (viewport.height - above - below).max(0.0);
    for (rect, (x, y)) in boxes.iter_mut().zip(shares) {
        rect.centre = Point::new(side + x.clamp(0.0, 1.0) * width, above + y.clamp(0.0, 1.0) * height);
    }
}

/// Factors in width and height by which boxes of hosts (index 0) and boxes of switches (index 1) must
/// shrink.
#[derive(Clone, Copy, Debug)]
struct ShrinkFactors {
    of: [(f64, f64); 2],
}

impl Default for ShrinkFactors {
    fn default() -> Self {
        Self { of: [(1.0, 1.0); 2] }
    }
}

impl ShrinkFactors {
    fn of(spec: &Spec, boxes: &[Rect], upright: bool, scale: f64) -> Self {
        let mut squeeze = Self::default();
        let kinds: Vec<usize> = spec.nodes.iter().map(kind).collect();
        for (index, port) in spec.ports.iter().enumerate() {
            let (a, b) = (port.node.index(), peer_node(spec, PortId::new(index)).index());
            let (wide, high) = ratios(&boxes[a], &boxes[b], 0.0);
            let across = runs_across(&boxes[a], &boxes[b], upright);
            let share = if across { wide } else { high };
            squeeze.demand((kinds[a], kinds[b]), across, BOXES * share);
        }
        for (a, first) in boxes.iter().enumerate() {
            for (b, second) in boxes.iter().enumerate().skip(a + 1) {
                let (wide, high) = ratios(first, second, APART * scale);
                squeeze.demand((kinds[a], kinds[b]), wide >= high, wide.max(high));
            }
        }
        squeeze
    }

    fn demand(&mut self, (a, b): (usize, usize), wide: bool, share: f64) {
        for kind in [a, b] {
            let (width, height) = &mut self.of[kind];
            let side = if wide { width } else { height };
            *side = side.min(share.max(0.1));
        }
    }

    fn times(self, other: Self) -> Self {
        let times = |n: usize| (self.of[n].0 * other.of[n].0, self.of[n].1 * other.of[n].1);
        Self { of: [times(0), times(1)] }
    }

    fn least(self) -> f64 {
        self.of.iter().fold(1.0f64, |least, (width, height)| least.min(*width).min(*height)).max(0.4)
    }
}

/// Whether a link between the boxes `a` and `b` joins a left side and a right side; if false, it joins an
/// upper side and a lower side. In an `upright` fabric, the result is true only if the boxes are apart
/// horizontally and too near to each other vertically.
pub fn runs_across(a: &Rect, b: &Rect, upright: bool) -> bool {
    let (wide, high) = ratios(a, b, 0.0);
    if upright { wide > 1.0 && high < CLEAR } else { wide >= CLEAR || high <= 1.0 && wide > high }
}

/// Ratios of the distance between two boxes to their size, horizontally and vertically: distance of the
/// centres minus `gap`, divided by the mean width or height of the boxes. If a ratio is above 1, the boxes
/// are apart by more than `gap` in that direction.
fn ratios(a: &Rect, b: &Rect, gap: f64) -> (f64, f64) {
    let way = a.centre.to(b.centre);
    (
        (way.x.abs() - gap) / f64::midpoint(a.width, b.width),
        (way.y.abs() - gap) / f64::midpoint(a.height, b.height),
    )
}

/// Index of the factors of a node in [`ShrinkFactors`]: 0 for a host, 1 for a switch.
fn kind(node: &Node) -> usize {
    usize::from(node.kind == NodeKind::Switch)
}
