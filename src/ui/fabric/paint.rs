//! Paints shapes on a canvas. Knows nothing of fabrics.

mod credits;

use std::f64::consts::{FRAC_PI_2, FRAC_PI_8, PI, TAU};

use fabric_sim::ids::priorities;

use super::pen::{Along, Pen};
use crate::scene::{Body, DASHES, FILLS, Layout, Line, Palette, Point, Scene, Shape, digit_colour};

/// Paints `scene` back to front. What is in lanes goes under the boxes of the
/// nodes: frames leave and enter at their borders.
pub fn paint(pen: &Pen, scene: &Scene, layout: &Layout, palette: &Palette) {
    for shape in scene.shapes.iter().filter(|shape| shape.body.is_in_lane()) {
        paint_shape(pen, shape, palette);
    }
    // To clip every shape at all the boxes takes longer.
    for node in &layout.nodes {
        pen.context().clear_rect(node.left(), node.top(), node.width, node.height);
    }
    for shape in scene.shapes.iter().filter(|shape| !shape.body.is_in_lane()) {
        paint_shape(pen, shape, palette);
    }
    pen.alpha(1.0);
}

/// Paints one shape.
pub fn paint_shape(pen: &Pen, shape: &Shape, palette: &Palette) {
    pen.alpha(shape.alpha.clamp(0.0, 1.0));
    match &shape.body {
        Body::Frame { along, width, priority, notched, hollow, cut } => {
            let look = FrameLook { priority: *priority, notched: *notched, hollow: *hollow, cut: *cut };
            frame(pen, *along, *width, &look, palette);
        }
        Body::Octagon { at, radius, priorities: mask, held } => {
            octagon(pen, *at, *radius);
            pen.fill(palette.stop);
            pen.outline(palette.ground, 1.5);
            if *held {
                ring(pen, *at, *radius + 3.5, palette.stop);
            }
            digits(pen, *at, *radius, *mask, palette.on_stop);
        }
        Body::Triangle { at, radius, way, priorities: mask, held } => {
            triangle(pen, *at, *radius, *way);
            pen.fill(palette.ground);
            pen.outline(palette.go, 2.5);
            if *held {
                ring(pen, *at, *radius + 3.5, palette.go);
            }
            digits(pen, at.plus(*way, -radius * 0.12), radius * 0.8, *mask, palette.ink);
        }
        Body::Diamond { at, radius, priority, held } => {
            let slot = usize::from(*priority & 7);
            diamond(pen, *at, *radius);
            pen.fill(FILLS[slot]);
            pen.outline(palette.lines[slot], 2.0);
            if *held {
                ring(pen, *at, *radius + 3.5, palette.lines[slot]);
            }
            digits(pen, *at, *radius * 0.8, 1 << (*priority & 7), digit_colour(*priority));
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
        Body::Gauge { along, width, fill, xoff, priority } => {
            gauge(pen, *along, *width, (*fill, *xoff), *priority, palette);
        }
    }
}

struct FrameLook {
    priority: u8,
    notched: bool,
    hollow: bool,
    cut: (bool, bool),
}

fn frame(pen: &Pen, line: Line, width: f64, look: &FrameLook, palette: &Palette) {
    let slot = usize::from(look.priority & 7);
    let along = pen.along(line);
    let (length, half) = (along.length, width / 2.0);
    let round = half.min(length / 2.0).min(3.5);
    let (tail, head) = (if look.cut.0 { 0.0 } else { round }, if look.cut.1 { 0.0 } else { round });
    pen.context().begin_path();
    along.move_to(tail, -half);
    along.line_to(length - head, -half);
    along.round((length, -half), (length, 0.0), head);
    if look.notched && !look.cut.1 {
        along.line_to(length, -half * 0.6);
        along.line_to(length - half.min(length / 2.0), 0.0);
        along.line_to(length, half * 0.6);
    }
    along.round((length, half), (length - head, half), head);
    along.line_to(tail, half);
    along.round((0.0, half), (0.0, 0.0), tail);
    along.round((0.0, -half), (tail, -half), tail);
    pen.context().close_path();
    pen.fill(if look.hollow { palette.ground } else { FILLS[slot] });
    pen.outline(palette.lines[slot], 1.25);
    pattern(pen, &along, half, slot, palette);
    if length >= 12.0 && width >= 8.0 {
        let colour = if look.hollow { palette.ink } else { digit_colour(look.priority) };
        pen.text(line.at(0.5), (width * 0.95).min(11.0), &look.priority.to_string(), colour);
    }
}

/// The priority's dash along both edges of a frame: hue is never alone.
fn pattern(pen: &Pen, along: &Along, half: f64, slot: usize, palette: &Palette) {
    if DASHES[slot].is_empty() || along.length < 8.0 || half < 4.0 {
        return;
    }
    pen.dash(DASHES[slot]);
    pen.context().begin_path();
    for edge in [2.5 - half, half - 2.5] {
        along.move_to(2.0, edge);
        along.line_to(along.length - 2.0, edge);
    }
    pen.outline(palette.lines[slot], 2.0);
    pen.dash(&[]);
}

fn octagon(pen: &Pen, at: Point, radius: f64) {
    let context = pen.context();
    context.begin_path();
    for corner in 0..8u8 {
        let angle = FRAC_PI_8 + f64::from(corner) * PI / 4.0;
        let (x, y) = (at.x + radius * angle.cos(), at.y + radius * angle.sin());
        if corner == 0 { context.move_to(x, y) } else { context.line_to(x, y) }
    }
    context.close_path();
}

fn diamond(pen: &Pen, at: Point, radius: f64) {
    let context = pen.context();
    context.begin_path();
    context.move_to(at.x, at.y - radius);
    context.line_to(at.x + radius, at.y);
    context.line_to(at.x, at.y + radius);
    context.line_to(at.x - radius, at.y);
    context.close_path();
}

fn triangle(pen: &Pen, at: Point, radius: f64, way: Point) {
    let context = pen.context();
    let ahead = way.y.atan2(way.x);
    context.begin_path();
    for corner in 0..3u8 {
        let angle = ahead + f64::from(corner) * TAU / 3.0;
        let (x, y) = (at.x + radius * 1.15 * angle.cos(), at.y + radius * 1.15 * angle.sin());
        if corner == 0 { context.move_to(x, y) } else { context.line_to(x, y) }
    }
    context.close_path();
}

fn cross(pen: &Pen, at: Point, radius: f64, palette: &Palette) {
    let context = pen.context();
    for (colour, width) in [(palette.ground, 7.0), (palette.loss, 3.5)] {
        context.begin_path();
        for side in [-1.0, 1.0] {
            context.move_to(at.x - radius * 0.7, at.y - radius * 0.7 * side);
            context.line_to(at.x + radius * 0.7, at.y + radius * 0.7 * side);
        }
        context.set_line_cap("round");
        pen.outline(colour, width);
        context.set_line_cap("butt");
    }
}

fn hatch(pen: &Pen, line: Line, width: f64, priority: u8, palette: &Palette) {
    let along = pen.along(line);
    pen.aside(|| {
        along.bar((0.0, along.length), width);
        pen.context().clip();
        pen.context().begin_path();
        let mut x = -width;
        while x < along.length {
            along.move_to(x, width / 2.0);
            along.line_to(x + width, -width / 2.0);
            x += 6.0;
        }
        pen.outline(palette.lines[usize::from(priority & 7)], 1.5);
        along.bar((0.0, along.length), width);
        pen.outline(palette.stop, 2.0);
    });
}

/// Dashes of 14 pixels and gaps in the ratio of the share: what they cover of
/// the lane is what the frames take of the line rate.
fn stream(pen: &Pen, line: Line, width: f64, priority: u8, share: f64, phase: f64, palette: &Palette) {
    const PERIOD: f64 = 26.0;
    let context = pen.context();
    let slot = usize::from(priority & 7);
    let dash = (PERIOD * share).clamp(1.0, PERIOD);
    for (colour, thick) in [(palette.lines[slot], width), (FILLS[slot], (width - 2.5).max(1.0))] {
        let inset = if thick < width { 1.25 } else { 0.0 };
        let mark = (dash - 2.0 * inset).max(0.5);
        pen.dash(&[mark, PERIOD - mark]);
        context.set_line_dash_offset(-(phase * PERIOD) % PERIOD - inset);
        context.begin_path();
        context.move_to(line.from.x, line.from.y);
        context.line_to(line.to.x, line.to.y);
        pen.outline(colour, thick);
    }
    pen.dash(&[]);
}

fn gauge(pen: &Pen, line: Line, width: f64, (fill, xoff): (f64, f64), priority: u8, palette: &Palette) {
    let slot = usize::from(priority & 7);
    let along = pen.along(line);
    let length = along.length;
    let part = |from: f64, to: f64, colour| {
        along.bar((length * from, length * to), width);
        pen.fill(colour);
    };
    part(0.0, 1.0, palette.ground);
    part(0.0, fill.min(xoff), FILLS[slot]);
    if fill > xoff {
        part(xoff, fill, palette.stop);
    }
    along.bar((0.0, length), width);
    pen.outline(palette.quiet, 1.0);
    pen.context().begin_path();
    along.across(length * xoff, width / 2.0 + 2.5);
    pen.outline(palette.stop, 2.0);
}

fn ring(pen: &Pen, at: Point, radius: f64, colour: &'static str) {
    let context = pen.context();
    pen.dash(&[3.0, 2.5]);
    context.begin_path();
    let _ = context.arc(at.x, at.y, radius, -FRAC_PI_2, TAU - FRAC_PI_2);
    pen.outline(colour, 1.5);
    pen.dash(&[]);
}

fn digits(pen: &Pen, at: Point, radius: f64, mask: u8, colour: &'static str) {
    let text_of: String = priorities(mask).map(|n| n.to_string()).collect();
    let size = if text_of.len() > 1 { radius * 0.9 } else { radius * 1.2 };
    pen.text(at, size, &text_of, colour);
}
