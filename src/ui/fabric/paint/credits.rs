//! Credits: updates, lanes without any, and what is left.

use std::f64::consts::TAU;

use super::super::pen::Pen;
use super::digits;
use crate::scene::{FILLS, Line, Palette, Point};

/// An update: a ring round its digit.
pub(super) fn ring(pen: &Pen, at: Point, radius: f64, priority: u8, palette: &Palette) {
    pen.context().begin_path();
    let _ = pen.context().arc(at.x, at.y, radius, 0.0, TAU);
    pen.fill(palette.ground);
    pen.outline(palette.lines[usize::from(priority & 7)], 2.5);
    digits(pen, at, radius * 0.95, 1 << (priority & 7), palette.ink);
}

/// Bars across the lane, between dashed edges.
pub(super) fn rungs(pen: &Pen, line: Line, width: f64, priority: u8, palette: &Palette) {
    let along = pen.along(line);
    pen.context().begin_path();
    let mut x = 5.0;
    while x < along.length {
        along.across(x, width / 2.0);
        x += 10.0;
    }
    pen.outline(palette.lines[usize::from(priority & 7)], 1.5);
    pen.dash(&[4.0, 3.0]);
    along.bar((0.0, along.length), width);
    pen.outline(palette.stop, 2.0);
    pen.dash(&[]);
}

/// From none to all: what is left is filled; a bar stands where the next frame
/// needs them to be, if that is further.
pub(super) fn left(
    pen: &Pen,
    line: Line,
    width: f64,
    (left, short_of): (f64, Option<f64>),
    priority: u8,
    palette: &Palette,
) {
    let slot = usize::from(priority & 7);
    let along = pen.along(line);
    along.bar((0.0, along.length), width);
    pen.fill(palette.ground);
    along.bar((0.0, along.length * left), width);
    pen.fill(FILLS[slot]);
    along.bar((0.0, along.length), width);
    pen.outline(palette.lines[slot], 1.25);
    if let Some(needs) = short_of {
        pen.context().begin_path();
        along.across(along.length * needs, width / 2.0 + 3.0);
        pen.outline(palette.stop, 2.5);
    }
}
