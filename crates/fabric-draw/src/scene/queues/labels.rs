//! Labels and threshold ticks of the queues of a port that are drawn large. Start with [`Labels`]. Only the
//! queue farthest from the middle of the port gets a title: name of the neighbour, and bytes. If the port has
//! queues of several priorities, the title has the bytes of each queue. At most one queue of a port and
//! direction has the names of its thresholds; the other queues have ticks without names. A label without
//! enough space is left out.

use fabric_sim::ids::Priority;
use fabric_sim::sort;

use super::threshold_names::{threshold_names, tone_of};
use crate::charts::bytes_label;
use crate::scene::layout::{count, label_height};
use crate::scene::{BarKind, Body, Line, MarkKind, Point, QueueBar, Rect, Shape, ShapeId, Tone};

/// Width of a letter of the label of a queue, relative to the height of the letter.
const LETTER: f64 = 0.56;
/// Pixels by which a tick extends beyond its queue.
const OUT: f64 = 3.5;

/// Threshold of a queue: its tick, its kind, and its position from 0 to 1 along the queue.
pub(super) type Mark = (ShapeId, MarkKind, f64);

/// Priority, bytes and state of one of several queues of a port, for their common label.
pub(super) struct LaneBytes {
    pub(super) priority: Priority,
    pub(super) bytes: u64,
    /// Whether the egress queue is paused or without credits, or the priority group pauses its peer.
    pub(super) is_stopped: bool,
}

/// Adds the labels and ticks of one queue to the shapes of a scene.
pub(super) struct Labels<'a> {
    shapes: &'a mut Vec<Shape>,
    /// Height in pixels of the letters of the labels of queues.
    size: f64,
    /// Number of text lines that fit in the free space beside the queues of one direction.
    lines: f64,
    /// Free space in pixels beside the queues of one direction.
    room: f64,
    /// Greatest width in pixels of a label of a horizontal queue, so that labels of opposite sides do not
    /// meet.
    most: f64,
    /// Whether the queue is the queue farthest from the middle of the port. Only this queue gets a title.
    outermost: bool,
    /// Pixels from the queue to the queue farthest from the middle of the port. Names of thresholds are
    /// written beyond that farthest queue.
    off: f64,
}

impl<'a> Labels<'a> {
    /// Creates a writer of labels for one queue, at this scale of the layout. `room` is the free space in
    /// pixels beside the queues of one direction. `most` is the greatest width in pixels of a label of a
    /// horizontal queue. `outermost` is true for the queue farthest from the middle of the port; `off` is the
    /// distance to this queue in pixels.
    pub(super) fn new(
        scale: f64,
        (room, most): (f64, f64),
        (outermost, off): (bool, f64),
        shapes: &'a mut Vec<Shape>,
    ) -> Self {
        let size = label_height(scale);
        Self { shapes, size, lines: (room / (1.15 * size)).floor(), room, most, outermost, off }
    }

    /// Adds a tick for each threshold of a queue, and the name of the threshold if `is_named`. The lower
    /// threshold is first in `marks`. A threshold at a position above 1 has no tick.
    pub(super) fn ticks(&mut self, bar: &QueueBar, marks: &[Option<Mark>], is_named: bool) {
        let half = bar.width / 2.0 + OUT;
        let mut feet = Vec::new();
        for (id, kind, at) in marks.iter().flatten().copied().filter(|(_, _, at)| *at <= 1.0) {
            let foot = bar.along.at(at);
            let across = Line { from: foot.plus(bar.aside, -half), to: foot.plus(bar.aside, half) };
            self.shapes.push(Shape::new(id, Body::Tick { across, kind }));
            feet.push((kind, foot));
        }
        if !is_named {
            return;
        }
        let size = 0.9 * self.size;
        if is_level(bar) {
            if self.lines < 2.0 {
                return;
            }
            let ticks: Vec<(MarkKind, f64)> = feet.iter().map(|(kind, foot)| (*kind, foot.x)).collect();
            let beside = bar.along.from.plus(bar.aside, self.off + half + 0.5 * self.size);
            // A name may extend beyond the queue, as long as it stays in its half of the switch.
            let (from, to) = (bar.along.from.x, bar.along.to.x);
            let rest = (self.most - (to - from)).max(0.0);
            let range = if bar.inner().x > bar.outer().x { (from, to + rest) } else { (from - rest, to) };
            let names = threshold_names(&ticks, range, size).into_iter();
            for name in names.filter(|name| name.span.0 >= range.0 && name.span.1 <= range.1) {
                self.words(Point::new(name.centre(), beside.y), size, name.text, name.tone);
            }
            return;
        }
        let way = bar.along.from.to(bar.along.to).unit();
        for (n, (kind, foot)) in feet.into_iter().enumerate() {
            let (word, long) = (kind.name(), self.width(kind.name()));
            if self.room >= long + 2.0 * OUT {
                // The name of the lower threshold is below its tick, that of the higher one above.
                let up = if n == 0 { -0.55 } else { 0.55 } * self.size;
                let at = foot.plus(bar.aside, self.off + half + 0.5 * long + 2.0).plus(way, up);
                self.words(at, size, word.to_owned(), tone_of(kind));
            }
        }
    }

    /// Adds the label of a queue: the name `peer` of the neighbour, and the bytes in the queue. `stop` is the
    /// text for a pause or for missing credits; `None` if the queue is not stopped. `end` is the number of
    /// bytes that the full length of the queue represents; only a long horizontal queue shows `end`. A
    /// horizontal queue without space for the name has a label with only its bytes.
    pub(super) fn name(
        &mut self,
        bar: &QueueBar,
        kind: BarKind,
        peer: &str,
        (bytes, end): (u64, u64),
        stop: Option<&str>,
    ) {
        let text = |held: &str| match stop {
            Some(stop) => format!("{held}, {stop} {peer}"),
            None => format!("{}  {held}", arrow(kind, peer)),
        };
        let held = bytes_label(bytes);
        let (long, short) = (text(&format!("{held} of {}", bytes_label(end))), text(&held));
        let label = match is_level(bar) {
            true if self.width(&long) <= bar.along.length() => long,
            true if self.width(&short) > self.most => held,
            _ => short,
        };
        let tone = if stop.is_some() { Tone::Stop } else { Tone::Ink };
        self.title(bar, label, tone);
    }

    /// Adds one label for all queues of a port in one direction: the name of the neighbour, and the bytes of
    /// each priority that has bytes or is stopped. `stop` is the word for a stopped queue. Without space for
    /// this list, the label has the sum of the bytes, or only the name.
    pub(super) fn lanes(
        &mut self,
        bar: &QueueBar,
        kind: BarKind,
        peer: &str,
        lanes: &[LaneBytes],
        stop: &str,
    ) {
        let arrow = arrow(kind, peer);
        let of_lane = |lane: &LaneBytes| {
            let held = format!("P{} {}", lane.priority, bytes_label(lane.bytes));
            if lane.is_stopped { format!("{held} {stop}") } else { held }
        };
        let used: Vec<&LaneBytes> = lanes.iter().filter(|lane| lane.bytes > 0 || lane.is_stopped).collect();
        let list: Vec<String> = used.iter().map(|lane| of_lane(lane)).collect();
        let sum = bytes_label(lanes.iter().map(|lane| lane.bytes).sum());
        let long = if list.is_empty() { sum.clone() } else { list.join(", ") };
        let short = format!("{arrow}  {sum}");
        let label =
            [format!("{arrow}  {long}"), long, format!("{short} in all"), short].into_iter().find(|label| {
                let width = self.width(label);
                width <= self.most.max(self.room)
            });
        let is_stopped = used.iter().any(|lane| lane.is_stopped);
        self.title(bar, label.unwrap_or(arrow), if is_stopped { Tone::Stop } else { Tone::Ink });
    }

    /// Adds the label of a queue that has never held a frame: direction of the queue and name of the
    /// neighbour, without bytes.
    pub(super) fn unused(&mut self, bar: &QueueBar, kind: BarKind, peer: &str) {
        self.title(bar, arrow(kind, peer), Tone::Quiet);
    }

    fn title(&mut self, bar: &QueueBar, text: String, tone: Tone) {
        if !self.outermost || self.lines < 1.0 {
            return;
        }
        let long = self.width(&text);
        if is_level(bar) && long > self.most {
            return;
        }
        let (border, inner) = (bar.outer(), bar.inner());
        let inward = border.to(inner).unit();
        let at = if is_level(bar) {
            let line = if self.lines < 2.0 { 0.55 } else { 1.6 };
            border.plus(inward, long / 2.0).plus(bar.aside, bar.width / 2.0 + OUT + line * self.size)
        } else {
            inner.plus(inward, 0.9 * self.size)
        };
        self.words(at, self.size, text, tone);
    }

    fn words(&mut self, at: Point, size: f64, text: String, tone: Tone) {
        self.shapes.push(Shape::new(ShapeId::Sample, Body::Words { at, size, text, tone }));
    }

    fn width(&self, text: &str) -> f64 {
        width_of(text, self.size)
    }
}

/// Width of `text` in pixels with letters of the height `size`.
fn width_of(text: &str, size: f64) -> f64 {
    LETTER * size * count(text.chars().count())
}

/// Removes each label that would cover another label, among the shapes from index `first` on. Labels of
/// stopped queues have precedence, then earlier labels.
pub(super) fn leave_out_covered(shapes: &mut Vec<Shape>, first: usize) {
    let rect_of = |shape: &Shape| match &shape.body {
        Body::Words { at, size, text, tone } => {
            let width = width_of(text, *size);
            Some((Rect { centre: *at, width, height: *size }, *tone == Tone::Stop))
        }
        _ => None,
    };
    let labels = shapes.iter().enumerate().skip(first).filter_map(|(n, shape)| Some((n, rect_of(shape)?)));
    let mut labels: Vec<(usize, Rect, bool)> = labels.map(|(n, (rect, stops))| (n, rect, stops)).collect();
    sort::by_key(&mut labels, |(n, _, stops)| (!stops, *n));
    let mut shown: Vec<Rect> = Vec::new();
    let mut covered: Vec<usize> = Vec::new();
    for (n, rect, _) in labels {
        if shown.iter().any(|other| other.meets(&rect)) {
            covered.push(n);
        } else {
            shown.push(rect);
        }
    }
    let mut n = 0;
    shapes.retain(|_| {
        n += 1;
        !covered.contains(&(n - 1))
    });
}

/// Name with an arrow: `peer →` for an ingress bar, whose frames come from `peer`; `→ peer` for an egress
/// bar.
fn arrow(kind: BarKind, peer: &str) -> String {
    if kind == BarKind::Ingress { format!("{peer} \u{2192}") } else { format!("\u{2192} {peer}") }
}

/// Whether a queue is horizontal. Queues of ports on the left or right side of a switch are horizontal.
fn is_level(bar: &QueueBar) -> bool {
    bar.aside.y.abs() > bar.aside.x.abs()
}
