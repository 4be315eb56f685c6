//! Credits: updates, lanes without any, and what is left.

use std::f64::consts::TAU;

use web_sys::CanvasRenderingContext2d as Context;

use super::{along_line, digits, outline, set_dash};
use crate::scene::{FILLS, Line, Palette, Point};

/// An update: a ring round its digit.
pub(super) fn ring(context: &Context, at: Point, radius: f64, priority: u8, palette: &Palette) {
    context.begin_path();
    let _ = context.arc(at.x, at.y, radius, 0.0, TAU);
    context.set_fill_style_str(palette.ground);
    context.fill();
    outline(context, palette.lines[usize::from(priority & 7)], 2.5);
    digits(context, at, radius * 0.95, 1 << (priority & 7), palette.ink);
}

/// Bars across the lane, between dashed edges.
pub(super) fn rungs(context: &Context, line: Line, width: f64, priority: u8, palette: &Palette) {
    let colour = palette.lines[usize::from(priority & 7)];
    along_line(context, line, |length| {
        context.begin_path();
        let mut x = 5.0;
        while x < length {
            context.move_to(x, -width / 2.0);
            context.line_to(x, width / 2.0);
            x += 10.0;
        }
        outline(context, colour, 1.5);
        set_dash(context, &[4.0, 3.0]);
        context.begin_path();
        context.rect(0.0, -width / 2.0, length, width);
        outline(context, palette.stop, 2.0);
        set_dash(context, &[]);
    });
}

/// From none to all: what is left is filled; a bar stands where the next frame
/// needs them to be, if that is further.
pub(super) fn left(
    context: &Context,
    line: Line,
    width: f64,
    (left, short_of): (f64, Option<f64>),
    priority: u8,
    palette: &Palette,
) {
    let slot = usize::from(priority & 7);
    along_line(context, line, |length| {
        let half = width / 2.0;
        context.set_fill_style_str(palette.ground);
        context.fill_rect(0.0, -half, length, width);
        context.set_fill_style_str(FILLS[slot]);
        context.fill_rect(0.0, -half, length * left, width);
        context.begin_path();
        context.rect(0.0, -half, length, width);
        outline(context, palette.lines[slot], 1.25);
        if let Some(needs) = short_of {
            context.begin_path();
            context.move_to(length * needs, -half - 3.0);
            context.line_to(length * needs, half + 3.0);
            outline(context, palette.stop, 2.5);
        }
    });
}
