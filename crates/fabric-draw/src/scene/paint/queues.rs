//! Painting of the queues that are drawn large inside switches, with their frames, ticks, labels and wires.
//!
//! Paused queues have a border in the colour of pauses, other queues in the colour of their priority. In a
//! match of the crossbar, a wire joins an input and an output: dotted if the pair is blocked, dashed if it is
//! requested or granted, solid if it is accepted or transferring. The wires of waiting frames are solid.
//! Start with [`paint`].

use crate::scene::palette::shade_fill;
use crate::scene::pen::{LineCoordinates, Pen};
use crate::scene::polygon::Polygon;
use crate::scene::{Body, FILLS, Line, MarkKind, PairState, Palette, Point, Rect, Tone};
use fabric_sim::ids::Priority;

/// Number of straight lines by which the curve of a wire is painted.
const PIECES: u32 = 14;

/// Paints `body` if it belongs to queues inside a switch. Other shapes are ignored.
pub(super) fn paint(pen: &mut Pen, body: &Body, palette: &Palette) {
    match body {
        Body::Trough { along, width, headroom, used, priority, stopped } => {
            trough(pen, (*along, *width), (*headroom, *used), *priority, *stopped, palette);
        }
        Body::Callout { rect, leader, stopped } => callout(pen, rect, *leader, *stopped, palette),
        Body::Spill { along, width } => spill(pen, *along, *width, palette),
        Body::Tick { across, kind } => {
            pen.begin();
            pen.move_to(across.from);
            pen.line_to(across.to);
            pen.outline(palette.ground, 4.0);
            pen.begin();
            pen.move_to(across.from);
            pen.line_to(across.to);
            pen.outline(tick_colour(*kind, palette), 2.0);
        }
        Body::Words { at, size, text, tone } => {
            let colour = match tone {
                Tone::Ink => palette.ink,
                Tone::Quiet => palette.quiet,
                Tone::Stop => palette.stop,
                Tone::Go => palette.go,
            };
            pen.text(*at, *size, text, colour);
        }
        Body::Wire { along, directions, width, priority, shade, pair } => {
            wire(pen, (*along, *directions), *width, (*priority, *shade), *pair, palette);
        }
        Body::Pointer { at, radius, direction, hollow } => {
            super::polygon(pen, Polygon::triangle(*direction), *at, *radius);
            let (fill, outline) =
                if *hollow { (palette.ground, palette.ink) } else { (palette.ink, palette.ground) };
            pen.fill(fill);
            pen.outline(outline, if *hollow { 1.5 } else { 1.0 });
        }
        _ => {}
    }
}

fn callout(pen: &mut Pen, rect: &Rect, leader: Line, stopped: bool, palette: &Palette) {
    let colour = if stopped { palette.stop } else { palette.quiet };
    pen.begin();
    pen.move_to(leader.from);
    pen.line_to(leader.to);
    pen.outline(colour, 1.5);
    let middle = |x: f64| Point::new(x, rect.centre.y);
    let line = Line { from: middle(rect.left()), to: middle(rect.left() + rect.width) };
    LineCoordinates::new(line).bar(pen, (0.0, rect.width), rect.height);
    pen.fill(palette.ground);
    pen.outline(colour, 1.5);
}

fn tick_colour(kind: MarkKind, palette: &Palette) -> &'static str {
    match kind {
        MarkKind::Xoff | MarkKind::Limit => palette.stop,
        MarkKind::Xon => palette.go,
        MarkKind::Headroom | MarkKind::Kmin | MarkKind::Kmax => palette.ink,
    }
}

fn trough(
    pen: &mut Pen,
    (line, width): (Line, f64),
    (headroom, used): (f64, f64),
    priority: Priority,
    stopped: bool,
    palette: &Palette,
) {
    let along = LineCoordinates::new(line);
    let length = along.length;
    along.bar(pen, (0.0, length), width);
    pen.fill(palette.ground);
    if headroom < 1.0 {
        strokes(pen, &along, (headroom * length, length), width);
        pen.outline(palette.quiet, 0.8);
    }
    if used > 0.0 {
        // Grey fills the bytes in use that no drawn frame covers: unused parts of cells, and frames in
        // transfer.
        along.bar(pen, (0.0, used * length), width - 3.0);
        pen.fill(palette.quiet);
    }
    along.bar(pen, (0.0, length), width);
    if stopped {
        pen.outline(palette.stop, 2.5);
    } else {
        pen.outline(palette.lines[priority.index()], 1.0);
    }
}

/// Begins a path of slanted strokes across the part of a queue from `from` to `to`, in pixels.
fn strokes(pen: &mut Pen, along: &LineCoordinates, (from, to): (f64, f64), width: f64) {
    pen.begin();
    let half = width / 2.0;
    let mut x = from;
    while x + 3.0 <= to {
        let end = (x + width * 0.5).min(to);
        pen.move_to(along.at(x, half));
        pen.line_to(along.at(end, half - (end - x) * 2.0));
        x += 6.0;
    }
}

/// Paints slanted strokes for headroom in use, over the frames.
fn spill(pen: &mut Pen, line: Line, width: f64, palette: &Palette) {
    let along = LineCoordinates::new(line);
    strokes(pen, &along, (0.0, along.length), width);
    pen.outline(palette.stop, 2.0);
    along.bar(pen, (0.0, along.length), width);
    pen.outline(palette.stop, 2.0);
}

fn wire(
    pen: &mut Pen,
    (line, (out, into)): (Line, (Point, Point)),
    width: f64,
    (priority, shade): (Priority, u8),
    state: Option<PairState>,
    palette: &Palette,
) {
    let reach = 0.5 * line.length();
    let bends = [line.from.plus(out, reach), line.to.plus(into, -reach)];
    let at = |step: u32| {
        let (t, u) = (f64::from(step) / f64::from(PIECES), 1.0 - f64::from(step) / f64::from(PIECES));
        let weights = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
        let corners = [line.from, bends[0], bends[1], line.to];
        weights.into_iter().zip(corners).fold(Point::default(), |sum, (w, corner)| sum.plus(corner, w))
    };
    let colour = match state {
        None => {
            if width > 3.0 {
                shade_fill(priority, shade)
            } else {
                FILLS[priority.index()]
            }
        }
        Some(PairState::Blocked | PairState::Requested) => palette.quiet,
        Some(PairState::Granted) => palette.ink,
        Some(PairState::Accepted | PairState::Transferring) => palette.go,
    };
    match state {
        Some(PairState::Blocked) => pen.dash(&[1.5, 4.0]),
        Some(PairState::Requested) => pen.dash(&[3.0, 3.0]),
        Some(PairState::Granted) => pen.dash(&[8.0, 4.0]),
        _ => {}
    }
    pen.begin();
    pen.move_to(at(0));
    for step in 1..=PIECES {
        pen.line_to(at(step));
    }
    pen.outline(colour, width);
    pen.dash(&[]);
}
