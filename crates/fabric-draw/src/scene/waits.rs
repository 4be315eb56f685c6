//! Wait-for graph over the picture of the fabric: an arrow leads from each paused queue to each queue for
//! which it waits. Cycles of waiting queues have strong arrows and a caption. Start with [`wait_picture`].
//!
//! Strong arrows are drawn over weak ones. At most 256 arrows are drawn: first those of cycles, then the
//! strongest, then the last ones of the graph. A queue outside all cycles that waits for another queue has no
//! label. While a deadlock exists, arrows and queues outside it are dimmed. An empty graph gives an empty
//! picture.

mod captions;
mod word_positions;

use fabric_sim::ids::{PortId, Priority};
use fabric_sim::sort;

use super::polygon::Polygon;
use super::{Layout, Line, Point, Rect};
use crate::charts::bytes_label;
use captions::captions;
pub use captions::has_room_for_a_name;
pub use word_positions::beside_port;
use word_positions::beside_spot;

/// Whether and how the pause of a queue can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum QueueFate {
    /// Paused because of congestion; the queue will resume without intervention.
    Passing,
    /// Paused until a pause storm ends, or until a lost resume or lost credits are repaired.
    Blocked,
    /// Stuck: the queue never transmits again, because it is in a deadlock, or waits for a queue in a
    /// deadlock.
    Stuck,
}

/// Paused queue, as a node of the wait-for graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiter {
    /// Port of the paused queue.
    pub port: PortId,
    /// Priority of the paused queue.
    pub priority: Priority,
    /// Whether and how the pause of the queue can end.
    pub fate: QueueFate,
    /// Cause of the pause in one or two words, such as a pause storm; `None` if the queue waits for another
    /// queue.
    pub cause: Option<&'static str>,
    /// Bytes in the queue; 0 for a queue of a host, whose frames wait in the memory of the host.
    pub bytes: u64,
}

/// Cycle of waiting queues: each queue waits for the next one in the list, and the last for the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitCycle {
    /// Queues of the cycle, as indices in [`WaitGraph::queues`]. Each queue waits for the next one.
    pub queues: Vec<usize>,
    /// Whether the cycle is a deadlock: no queue of the cycle can transmit again.
    pub is_deadlock: bool,
    /// Caption in words: kind, name and age of the cycle.
    pub caption: String,
    /// Short caption of the cycle, without its name, for small pictures.
    pub short: String,
}

/// Wait-for graph of the paused queues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaitGraph {
    /// Nodes of the graph: the paused queues, sorted by port and priority.
    pub queues: Vec<Waiter>,
    /// Edges of the graph as (waiting queue, queue for which it waits), both as indices in
    /// [`WaitGraph::queues`].
    pub waits: Vec<(usize, usize)>,
    /// Cycles of waiting queues, in the order in which they formed.
    pub cycles: Vec<WaitCycle>,
}

impl WaitGraph {
    /// Whether a cycle of the graph is a deadlock.
    #[must_use]
    pub fn has_deadlock(&self) -> bool {
        self.cycles.iter().any(|cycle| cycle.is_deadlock)
    }

    /// Ports of the queues of all deadlocks, sorted and without duplicates; empty without a deadlock.
    #[must_use]
    pub fn deadlock_ports(&self) -> Vec<PortId> {
        let deadlocked = self.cycles.iter().filter(|cycle| cycle.is_deadlock).flat_map(|cycle| &cycle.queues);
        let mut ports: Vec<PortId> =
            deadlocked.filter_map(|n| self.queues.get(*n)).map(|queue| queue.port).collect();
        sort::by(&mut ports, Ord::cmp);
        ports.dedup();
        ports
    }

    /// Cycles that contain each queue, as indices in [`WaitGraph::cycles`], by index of the queue.
    fn cycles_of_queues(&self) -> Vec<Vec<usize>> {
        let mut of_queues = vec![Vec::new(); self.queues.len()];
        for (n, cycle) in self.cycles.iter().enumerate() {
            for queue in &cycle.queues {
                if let Some(cycles) = of_queues.get_mut(*queue) {
                    cycles.push(n);
                }
            }
        }
        of_queues
    }
}

/// Strength with which an arrow of the wait-for graph is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArrowStrength {
    /// Arrow of a wait outside all deadlocks while a deadlock exists; the weakest arrow.
    Dim,
    /// Arrow of a wait outside all cycles, while no deadlock exists.
    Plain,
    /// Arrow of a wait in a cycle, while no deadlock exists.
    Cycle,
    /// Arrow of a wait in a deadlock; the strongest arrow.
    Dead,
}

/// Greatest number of arrows that are drawn; arrows of cycles have precedence. More arrows could not be told
/// apart, and would take longer to draw than a video frame lasts.
const MAX_ARROWS: usize = 256;

/// Pixels by which an arrow is bent further at each step, until the arrow avoids a name.
const BEND_STEP: f64 = 6.0;
/// Greatest number of steps in which an arrow is bent to avoid a name.
const MAX_BEND_STEPS: u32 = 40;
/// Least distance in pixels between an arrow and a name.
const NAME_GAP: f64 = 4.0;

/// Quadratic Bézier curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// Start of the curve.
    pub from: Point,
    /// Control point of the quadratic Bézier curve.
    pub bend: Point,
    /// End of the curve.
    pub to: Point,
}

impl Curve {
    /// Point at the curve parameter `share`, 0 to 1.
    #[must_use]
    pub fn at(self, share: f64) -> Point {
        Line { from: self.from, to: self.bend }.at(share).plus(self.way(share), share / 2.0)
    }

    /// Derivative of the curve at the parameter `share`, 0 to 1.
    fn way(self, share: f64) -> Point {
        let start = Line { from: self.from, to: self.bend }.at(share);
        let end = Line { from: self.bend, to: self.to }.at(share);
        Point::new(2.0 * (end.x - start.x), 2.0 * (end.y - start.y))
    }

    /// Part of the curve between the parameters `from` and `to`, 0 to 1.
    #[must_use]
    fn part(self, from: f64, to: f64) -> Self {
        let bend = self.at(from).plus(self.way(from), (to - from) / 2.0);
        Self { from: self.at(from), bend, to: self.at(to) }
    }

    /// Curve bent as little as possible so that it avoids `name`; unchanged if no bend is sufficient. Two
    /// curves between the same points in opposite directions bend to different sides.
    fn clear_of(self, name: &Rect) -> Self {
        let aside = self.from.to(self.to).unit().right();
        let bent = |by: f64| Self { bend: self.bend.plus(aside, by), ..self };
        let ways =
            (0..=MAX_BEND_STEPS).flat_map(|n| [1.0, -1.0].map(|side| bent(side * BEND_STEP * f64::from(n))));
        let passes = |curve: &Self| !curve.meets(name);
        { ways }.find(passes).unwrap_or(self)
    }

    /// Whether the curve passes through `rect` or nearer to it than [`NAME_GAP`].
    fn meets(self, rect: &Rect) -> bool {
        let rect = Rect { width: rect.width + 2.0 * NAME_GAP, height: rect.height + 2.0 * NAME_GAP, ..*rect };
        (0..=40u32).any(|n| rect.holds(self.at(f64::from(n) / 40.0)))
    }

    /// Curve shortened by about `before` pixels at its start and `after` pixels at its end, each at most 40
    /// % of the curve.
    fn without(self, before: f64, after: f64) -> Self {
        let length = (self.from.to(self.bend).length() + self.bend.to(self.to).length()).max(1.0);
        self.part((before / length).min(0.4), 1.0 - (after / length).min(0.4))
    }
}

/// Arrow from a paused queue to a queue that it waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Curve along which the arrow is drawn.
    pub curve: Curve,
    /// Corners of the arrow head, the tip first.
    pub head: [Point; 3],
    /// Strength with which the arrow is drawn.
    pub strength: ArrowStrength,
}

/// Mark of a paused queue on its cable, with the digit of the priority.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitSpot {
    /// Centre of the mark, at the middle of the lane of the queue.
    pub at: Point,
    /// Distance from the centre to the border of a round mark, in pixels.
    pub radius: f64,
    /// Port of the paused queue.
    pub port: PortId,
    /// Priority of the paused queue, which the mark shows as a digit.
    pub priority: Priority,
    /// Whether and how the pause of the queue can end; sets the shape of the mark.
    pub fate: QueueFate,
    /// Whether the queue is dimmed: a deadlock exists, and the queue is outside all deadlocks.
    pub dim: bool,
    /// Text beside the mark, and the centre of the text. The text is the cause of the pause in one or two
    /// words or, without a cause, the bytes in the queue. A queue without a cause has no text (`None`) if it
    /// is in no cycle, is empty, or is at a host.
    pub label: Option<(String, Point)>,
}

impl WaitSpot {
    /// Corners of the mark, clockwise on the screen; see [`outline`].
    #[must_use]
    pub fn outline(&self) -> Vec<Point> {
        outline(self.fate, self.at, self.radius)
    }
}

/// Corners of the mark of a paused queue with the centre `at`, clockwise on the screen. A stuck queue has a
/// square, a blocked queue a hexagon, and a queue that will resume almost a circle. `radius` is in pixels.
/// The corners of a square or hexagon are farther away than `radius`, so that all marks look equally large.
#[must_use]
pub fn outline(fate: QueueFate, at: Point, radius: f64) -> Vec<Point> {
    let (shape, far) = match fate {
        QueueFate::Stuck => (Polygon::SQUARE, 1.3 * radius),
        QueueFate::Blocked => (Polygon::HEXAGON, 1.1 * radius),
        QueueFate::Passing => (Polygon::ROUND, radius),
    };
    shape.corners(at, far).collect()
}

/// Caption of a cycle of waiting queues.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    /// Centre of the caption.
    pub at: Point,
    /// Half of the greatest width (x) and of the greatest height (y) of the caption, in pixels.
    pub half: Point,
    /// Text of the caption.
    pub text: String,
    /// Whether the captioned cycle is a deadlock.
    pub is_deadlock: bool,
}

/// Drawing of the wait-for graph, back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WaitPicture {
    /// Arrows, the weakest first, so that strong arrows are drawn over them.
    pub arrows: Vec<Arrow>,
    /// Marks of the queues, indexed like [`WaitGraph::queues`].
    pub spots: Vec<WaitSpot>,
    /// Captions of the cycles of the graph.
    pub captions: Vec<Caption>,
    /// Number of waits that have no arrow because the graph has more than `MAX_ARROWS` waits.
    pub left_out: usize,
}

/// Arrows, marks and captions of `graph` over the fabric of `layout`.
#[must_use]
pub fn wait_picture(layout: &Layout, graph: &WaitGraph) -> WaitPicture {
    let radius = 10.0 * layout.scale.max(0.75);
    let has_deadlock = graph.has_deadlock();
    let place = |queue: &Waiter| layout.lane(queue.port, queue.priority).0.at(0.5);
    let cycles = graph.cycles_of_queues();
    let is_in_deadlock = |n: &usize| cycles[*n].iter().any(|cycle| graph.cycles[*cycle].is_deadlock);
    // First cycle that contains both queues; `None` if there is none.
    let cycle = |from: usize, to: usize| {
        let shared =
            cycles.get(from)?.iter().find(|cycle| cycles.get(to).is_some_and(|of| of.contains(cycle)))?;
        graph.cycles.get(*shared)
    };
    let mut spots: Vec<WaitSpot> = graph
        .queues
        .iter()
        .enumerate()
        .map(|(n, queue)| WaitSpot {
            at: place(queue),
            radius,
            port: queue.port,
            priority: queue.priority,
            fate: queue.fate,
            dim: has_deadlock && !is_in_deadlock(&n),
            label: None,
        })
        .collect();
    let strength = |from: usize, to: usize| match cycle(from, to) {
        Some(cycle) if cycle.is_deadlock => ArrowStrength::Dead,
        _ if has_deadlock => ArrowStrength::Dim,
        Some(_) => ArrowStrength::Cycle,
        None => ArrowStrength::Plain,
    };
    let waits = graph.waits.iter().map(|(from, to)| (*from, *to, strength(*from, *to)));
    let mut waits: Vec<(usize, usize, ArrowStrength)> = waits.collect();
    sort::by_key(&mut waits, |(_, _, strength)| *strength);
    let left_out = waits.len().saturating_sub(MAX_ARROWS);
    let arrows: Vec<Arrow> = waits[left_out..]
        .iter()
        .filter_map(|(from, to, strength)| {
            let (a, b) = (spots.get(*from)?, spots.get(*to)?);
            // The arrow bends towards the centre of the node of the queue to which it leads.
            let bend = layout.nodes[layout.node_of(b.port)].centre;
            let name = layout.name(layout.node_of(b.port));
            let curve = Curve { from: a.at, bend, to: b.at }.without(radius, radius + 3.0);
            Some(arrow(curve.clear_of(&name), *strength, radius))
        })
        .collect();
    // Words come last, because they avoid the marks and arrows.
    let label = |n: usize, queue: &Waiter| {
        let bytes = || (queue.bytes > 0 && !cycles[n].is_empty()).then(|| bytes_label(queue.bytes));
        queue.cause.map(str::to_owned).or_else(bytes)
    };
    let labels: Vec<_> = graph
        .queues
        .iter()
        .zip(&spots)
        .enumerate()
        .map(|(n, (queue, spot))| {
            let word = label(n, queue)?;
            let at = beside_spot(layout, (spot.at, radius), &word, (&spots, &arrows));
            Some((word, at))
        })
        .collect();
    spots.iter_mut().zip(labels).for_each(|(spot, label)| spot.label = label);
    WaitPicture { arrows, captions: captions(layout, graph, &spots), spots, left_out }
}

fn arrow(curve: Curve, strength: ArrowStrength, size: f64) -> Arrow {
    let size = if strength >= ArrowStrength::Cycle { 1.1 * size } else { 0.8 * size };
    let way = curve.bend.to(curve.to).unit();
    let foot = curve.to.plus(way, -size);
    let half = 0.55 * size;
    let head = [curve.to, foot.plus(way.right(), half), foot.plus(way.right(), -half)];
    // The line of the arrow ends inside its head, not at the tip.
    Arrow { curve: Curve { to: foot.plus(way, 0.3 * size), ..curve }, head, strength }
}

#[cfg(test)]
mod tests;
