//! Painting of shapes: makes drawing calls from a scene. Start with [`paint`]. The code depends on shapes,
//! not on the fabric. Shapes in lanes are painted first; otherwise shapes keep the order of the scene, and a
//! later shape covers an earlier one. Opacities are limited to the range 0 to 1.

mod credits;
mod queues;

use std::f64::consts::{FRAC_PI_2, TAU};

use fabric_sim::ids::{Priority, PrioritySet};

use super::palette::{shade_digit, shade_fill, stripe_count};
use super::pen::{LineCoordinates, Pen};
use super::polygon::Polygon;
use super::{Body, DASHES, FILLS, Layout, Line, Palette, Point, Scene, Shape, digit_colour};

/// Paints `scene` back to front. Shapes in lanes are painted below the boxes of nodes, so that frames
/// appear and disappear at the borders.
pub fn paint(pen: &mut Pen, scene: &Scene, layout: &Layout, palette: &Palette) {
    for shape in scene.shapes.iter().filter(|shape| shape.body.is_in_lane()) {
        paint_shape(pen, shape, palette);
    }
    // Clearing the boxes takes less time than clipping each shape at all boxes.
    for node in layout.boxes() {
        pen.clear(Point::new(node.left(), node.top()), node.width, node.height);
    }
    for shape in scene.shapes.iter().filter(|shape| !shape.body.is_in_lane()) {
        paint_shape(pen, shape, palette);
    }
}

/// Paints one shape. Afterwards the pen still has the opacity of the shape.
pub fn paint_shape(pen: &mut Pen, shape: &Shape, palette: &Palette) {
    pen.alpha(shape.alpha.clamp(0.0, 1.0));
    match &shape.body {
        Body::Frame { along, width, priority, shade, notched, hollow, cut } => {
            let look = FrameLook {
                priority: *priority,
                shade: *shade,
                notched: *notched,
                hollow: *hollow,
                cut: *cut,
            };
            frame(pen, *along, *width, &look, palette);
        }
        Body::Octagon { at, radius, priorities: mask, lingers } => {
            polygon(pen, Polygon::OCTAGON, *at, *radius);
            pen.fill(palette.stop);
            pen.outline(palette.ground, 1.5);
            if *lingers {
                ring(pen, *at, *radius + 3.5, palette.stop);
            }
            digits(pen, *at, *radius, *mask, palette.on_stop);
        }
        Body::Triangle { at, radius, direction, priorities: mask, lingers } => {
            polygon(pen, Polygon::triangle(*direction), *at, *radius * 1.15);
            pen.fill(palette.ground);
            pen.outline(palette.go, 2.5);
            if *lingers {
                ring(pen, *at, *radius + 3.5, palette.go);
            }
            digits(pen, at.plus(*direction, -radius * 0.12), radius * 0.8, *mask, palette.ink);
        }
        Body::Diamond { at, radius, priority, lingers } => {
            let slot = priority.index();
            diamond(pen, *at, *radius);
            pen.fill(FILLS[slot]);
            pen.outline(palette.lines[slot], 2.0);
            if *lingers {
                ring(pen, *at, *radius + 3.5, palette.lines[slot]);
            }
            digits(pen, *at, *radius * 0.8, PrioritySet::of(*priority), digit_colour(*priority));
        }
        Body::Ring { at, radius, priority } => credits::ring(pen, *at, *radius, *priority, palette),
        Body::Cross { at, radius } => cross(pen, *at, *radius, palette),
        Body::Hatch { along, width, priority } => hatch(pen, *along, *width, *priority, palette),
        Body::Rungs { along, width, priority } => credits::rungs(pen, *along, *width, *priority, palette),
        Body::Credits { along, width, left, short_of, priority } => {
            credits::left(pen, *along, *width, (*left, *short_of), *priority, palette);
        }
        Body::Stream { along, width, priority, share, phase } => {
            stream(pen, *along, *width, *priority, *share, *phase, palette);
        }
        Body::Gauge { along, width, fill, xoff, priority, stopped } => {
            gauge(pen, *along, *width, (*fill, *xoff), (*priority, *stopped), palette);
        }
        Body::Block { along, width, priority, shade, notched } => {
            let look = FrameLook {
                priority: *priority,
                shade: *shade,
                notched: *notched,
                hollow: false,
                cut: (false, false),
            };
            frame(pen, *along, *width, &look, palette);
        }
        body => queues::paint(pen, body, palette),
    }
}

struct FrameLook {
    priority: Priority,
    shade: u8,
    notched: bool,
    hollow: bool,
    cut: (bool, bool),
}

/// Height in pixels of the digit (priority) in a frame of this width.
fn digit_size(width: f64) -> f64 {
    (width * 0.95).min(11.0 * (width / 14.0).max(1.0))
}

/// Whether the digit of the priority fits into a frame of this length and width in pixels, with a margin at
/// both ends.
fn has_digit(length: f64, width: f64) -> bool {
    /// Width of the digit that shows a priority, relative to the height of the digit.
    const DIGIT: f64 = 0.7;
    width >= 8.0 && length >= (DIGIT * digit_size(width) + 4.0).max(12.0)
}

/// Paints a frame. The digit of the priority is drawn only if the digit fits into the frame.
fn frame(pen: &mut Pen, line: Line, width: f64, look: &FrameLook, palette: &Palette) {
    let slot = look.priority.index();
    let along = LineCoordinates::new(line);
    let (length, half) = (along.length, width / 2.0);
    let round = half.min(length / 2.0).min(3.5);
    let (tail, head) = (if look.cut.0 { 0.0 } else { round }, if look.cut.1 { 0.0 } else { round });
    pen.begin();
    pen.move_to(along.at(tail, -half));
    pen.line_to(along.at(length - head, -half));
    pen.round(along.at(length, -half), along.at(length, 0.0), head);
    if look.notched && !look.cut.1 {
        pen.line_to(along.at(length, -half * 0.6));
        pen.line_to(along.at(length - half.min(length / 2.0), 0.0));
        pen.line_to(along.at(length, half * 0.6));
    }
    pen.round(along.at(length, half), along.at(length - head, half), head);
    pen.line_to(along.at(tail, half));
    pen.round(along.at(0.0, half), along.at(0.0, 0.0), tail);
    pen.round(along.at(0.0, -half), along.at(tail, -half), tail);
    pen.close();
    pen.fill(if look.hollow { palette.ground } else { shade_fill(look.priority, look.shade) });
    pen.outline(palette.lines[slot], 1.25);
    pattern(pen, along, half, slot, palette);
    bands(pen, along, half, look);
    stripes(pen, along, half, look);
    if has_digit(length, width) {
        let colour = if look.hollow { palette.ink } else { shade_digit(look.priority, look.shade) };
        pen.text(line.at(0.5), digit_size(width), &look.priority.to_string(), colour);
    }
}

/// Paints the dash pattern of the priority along both edges of a frame, so that priorities differ by more
/// than colour.
fn pattern(pen: &mut Pen, along: LineCoordinates, half: f64, slot: usize, palette: &Palette) {
    if DASHES[slot].is_empty() || along.length < 8.0 || half < 4.0 {
        return;
    }
    pen.dash(DASHES[slot]);
    pen.begin();
    for edge in [2.5 - half, half - 2.5] {
        pen.move_to(along.at(2.0, edge));
        pen.line_to(along.at(along.length - 2.0, edge));
    }
    pen.outline(palette.lines[slot], 2.0);
    pen.dash(&[]);
}

/// Paints 0 to 3 bands across the tail of a frame, so that flows differ by more than colour. The number of
/// bands is the index of the fill colour in [`SHADE_FILLS`](super::palette::SHADE_FILLS).
fn bands(pen: &mut Pen, along: LineCoordinates, half: f64, look: &FrameLook) {
    let count = look.shade & 3;
    if count == 0 || look.hollow || along.length < 16.0 {
        return;
    }
    pen.begin();
    for n in 0..count {
        along.across(pen, 3.5 + 3.0 * f64::from(n), half - 1.0);
    }
    pen.outline(shade_digit(look.priority, look.shade), 1.2);
}

/// Paints stripes along a frame on both sides of its digit, so that flows with equal fill colours differ.
fn stripes(pen: &mut Pen, along: LineCoordinates, half: f64, look: &FrameLook) {
    let places: &[f64] = match stripe_count(look.shade) {
        0 => return,
        1 => &[0.0],
        _ => &[-0.45, 0.45],
    };
    if look.hollow || along.length < 6.0 || half < 3.0 {
        return;
    }
    let bands = if along.length < 16.0 { 0.0 } else { 3.0 * f64::from(look.shade & 3) };
    let (from, to, middle) = (2.0 + bands, along.length - 2.0, along.length / 2.0);
    // No stripe crosses the digit in the middle.
    let has_digit = has_digit(along.length, 2.0 * half);
    let gap = if has_digit { (0.55 * digit_size(2.0 * half)).max(6.0) } else { 0.0 };
    pen.begin();
    for place in places.iter().map(|place| place * half) {
        pen.move_to(along.at(from, place));
        pen.line_to(along.at((middle - gap).max(from), place));
        pen.move_to(along.at(middle + gap, place));
        pen.line_to(along.at(to.max(middle + gap), place));
    }
    pen.outline(shade_digit(look.priority, look.shade), 1.8);
}

fn polygon(pen: &mut Pen, shape: Polygon, at: Point, radius: f64) {
    pen.begin();
    for (n, corner) in shape.corners(at, radius).enumerate() {
        if n == 0 { pen.move_to(corner) } else { pen.line_to(corner) }
    }
    pen.close();
}

fn diamond(pen: &mut Pen, at: Point, radius: f64) {
    pen.begin();
    pen.move_to(Point::new(at.x, at.y - radius));
    pen.line_to(Point::new(at.x + radius, at.y));
    pen.line_to(Point::new(at.x, at.y + radius));
    pen.line_to(Point::new(at.x - radius, at.y));
    pen.close();
}

fn cross(pen: &mut Pen, at: Point, radius: f64, palette: &Palette) {
    for (colour, width) in [(palette.ground, 7.0), (palette.loss, 3.5)] {
        pen.begin();
        for side in [-1.0, 1.0] {
            let arm = radius * 0.7;
            pen.move_to(Point::new(at.x - arm, at.y - arm * side));
            pen.line_to(Point::new(at.x + arm, at.y + arm * side));
        }
        pen.outline_round(colour, width);
    }
}

fn hatch(pen: &mut Pen, line: Line, width: f64, priority: Priority, palette: &Palette) {
    let along = LineCoordinates::new(line);
    pen.aside(|pen| {
        along.bar(pen, (0.0, along.length), width);
        pen.clip();
        pen.begin();
        let mut x = -width;
        while x < along.length {
            pen.move_to(along.at(x, width / 2.0));
            pen.line_to(along.at(x + width, -width / 2.0));
            x += 6.0;
        }
        pen.outline(palette.lines[priority.index()], 1.5);
        along.bar(pen, (0.0, along.length), width);
        pen.outline(palette.stop, 2.0);
    });
}

/// Paints the moving dashes of a stream. The dashes cover a part of the lane equal to `share`, the used
/// part of the link rate. `phase` is the offset of the dashes in periods.
fn stream(
    pen: &mut Pen,
    line: Line,
    width: f64,
    priority: Priority,
    share: f64,
    phase: f64,
    palette: &Palette,
) {
    const PERIOD: f64 = 26.0;
    let slot = priority.index();
    let dash = (PERIOD * share).clamp(1.0, PERIOD);
    for (colour, thick) in [(palette.lines[slot], width), (FILLS[slot], (width - 2.5).max(1.0))] {
        let inset = if thick < width { 1.25 } else { 0.0 };
        let mark = (dash - 2.0 * inset).max(0.5);
        pen.dash_from(-(phase * PERIOD) % PERIOD - inset, &[mark, PERIOD - mark]);
        pen.begin();
        pen.move_to(line.from);
        pen.line_to(line.to);
        pen.outline(colour, thick);
    }
    pen.dash(&[]);
}

fn gauge(
    pen: &mut Pen,
    line: Line,
    width: f64,
    (fill, xoff): (f64, f64),
    (priority, stopped): (Priority, bool),
    palette: &Palette,
) {
    let slot = priority.index();
    let along = LineCoordinates::new(line);
    let length = along.length;
    let mut part = |from: f64, to: f64, colour| {
        along.bar(pen, (length * from, length * to), width);
        pen.fill(colour);
    };
    part(0.0, 1.0, palette.ground);
    part(0.0, fill.min(xoff), FILLS[slot]);
    if fill > xoff {
        part(xoff, fill, palette.stop);
    }
    // A thick border makes paused queues, and groups that pause their peer, visible from afar.
    let (grown, colour, border) = if stopped { (2.0, palette.stop, 2.5) } else { (0.0, palette.quiet, 1.0) };
    along.bar(pen, (-grown, length + grown), width + 2.0 * grown);
    pen.outline(colour, border);
    if xoff < 1.0 {
        pen.begin();
        along.across(pen, length * xoff, width / 2.0 + 2.5);
        pen.outline(palette.stop, 2.0);
    }
}

fn ring(pen: &mut Pen, at: Point, radius: f64, colour: &'static str) {
    pen.dash(&[3.0, 2.5]);
    pen.begin();
    pen.arc(at, radius, (-FRAC_PI_2, TAU - FRAC_PI_2));
    pen.outline(colour, 1.5);
    pen.dash(&[]);
}

fn digits(pen: &mut Pen, at: Point, radius: f64, mask: PrioritySet, colour: &'static str) {
    let text_of: String = mask.iter().map(|n| n.to_string()).collect();
    let size = if text_of.len() > 1 { radius * 0.9 } else { radius * 1.2 };
    pen.text(at, size, &text_of, colour);
}

#[cfg(test)]
mod tests;
