//! Painting of credit updates, of lanes without credits, and of available credits.

use fabric_sim::ids::{Priority, PrioritySet};
use std::f64::consts::TAU;

use super::super::pen::{LineCoordinates, Pen};
use super::super::{FILLS, Line, Palette, Point};
use super::digits;

/// Paints a credit update: a ring around the digit of its priority.
pub(super) fn ring(pen: &mut Pen, at: Point, radius: f64, priority: Priority, palette: &Palette) {
    pen.begin();
    pen.arc(at, radius, (0.0, TAU));
    pen.fill(palette.ground);
    pen.outline(palette.lines[priority.index()], 2.5);
    digits(pen, at, radius * 0.95, PrioritySet::of(priority), palette.ink);
}

/// Paints the lane of a priority that has no credits for its next frame: lines across it every 10 pixels, and
/// a dashed outline. `width` is in pixels.
pub(super) fn rungs(pen: &mut Pen, line: Line, width: f64, priority: Priority, palette: &Palette) {
    let along = LineCoordinates::new(line);
    pen.begin();
    let mut x = 5.0;
    while x < along.length {
        along.across(pen, x, width / 2.0);
        x += 10.0;
    }
    pen.outline(palette.lines[priority.index()], 1.5);
    pen.dash(&[4.0, 3.0]);
    along.bar(pen, (0.0, along.length), width);
    pen.outline(palette.stop, 2.0);
    pen.dash(&[]);
}

/// Paints available credits as the filled part of a bar. If the next frame needs more credits, a tick marks
/// the number that it needs.
pub(super) fn left(
    pen: &mut Pen,
    line: Line,
    width: f64,
    (left, short_of): (f64, Option<f64>),
    priority: Priority,
    palette: &Palette,
) {
    let slot = priority.index();
    let along = LineCoordinates::new(line);
    along.bar(pen, (0.0, along.length), width);
    pen.fill(palette.ground);
    along.bar(pen, (0.0, along.length * left), width);
    pen.fill(FILLS[slot]);
    along.bar(pen, (0.0, along.length), width);
    pen.outline(palette.lines[slot], 1.25);
    if let Some(needs) = short_of {
        pen.begin();
        along.across(pen, along.length * needs, width / 2.0 + 3.0);
        pen.outline(palette.stop, 2.5);
    }
}
