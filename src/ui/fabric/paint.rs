//! Paints shapes on a canvas. Knows nothing of fabrics.

mod credits;

use std::f64::consts::{FRAC_PI_2, FRAC_PI_8, PI, TAU};

use fabric_sim::ids::priorities;
use wasm_bindgen::JsValue;
use web_sys::CanvasRenderingContext2d as Context;

use crate::scene::{Body, DASHES, FILLS, Layout, Line, Palette, Point, Scene, Shape, digit_colour};

/// Paints `scene` back to front. What is in lanes goes under the boxes of the
/// nodes: frames leave and enter at their borders.
pub fn paint(context: &Context, scene: &Scene, layout: &Layout, palette: &Palette) {
    context.set_text_align("center");
    context.set_text_baseline("middle");
    context.save();
    context.begin_path();
    context.rect(0.0, 0.0, layout.viewport.width, layout.viewport.height);
    for node in &layout.nodes {
        // The other way round: a hole.
        context.rect(node.left() + node.width, node.top(), -node.width, node.height);
    }
    context.clip();
    for shape in scene.shapes.iter().filter(|shape| shape.body.is_in_lane()) {
        paint_shape(context, shape, palette);
    }
    context.restore();
    for shape in scene.shapes.iter().filter(|shape| !shape.body.is_in_lane()) {
        paint_shape(context, shape, palette);
    }
    context.set_global_alpha(1.0);
}

/// Paints one shape.
pub fn paint_shape(context: &Context, shape: &Shape, palette: &Palette) {
    context.set_global_alpha(shape.alpha.clamp(0.0, 1.0));
    match &shape.body {
        Body::Frame { along, width, priority, notched, hollow, cut } => {
            let look = FrameLook { priority: *priority, notched: *notched, hollow: *hollow, cut: *cut };
            frame(context, *along, *width, &look, palette);
        }
        Body::Octagon { at, radius, priorities: mask, held } => {
            octagon(context, *at, *radius);
            context.set_fill_style_str(palette.stop);
            context.fill();
            outline(context, palette.ground, 1.5);
            if *held {
                ring(context, *at, *radius + 3.5, palette.stop);
            }
            digits(context, *at, *radius, *mask, palette.on_stop);
        }
        Body::Triangle { at, radius, way, priorities: mask, held } => {
            triangle(context, *at, *radius, *way);
            context.set_fill_style_str(palette.ground);
            context.fill();
            outline(context, palette.go, 2.5);
            if *held {
                ring(context, *at, *radius + 3.5, palette.go);
            }
            digits(context, at.plus(*way, -radius * 0.12), radius * 0.8, *mask, palette.ink);
        }
        Body::Diamond { at, radius, priority, held } => {
            let slot = usize::from(*priority & 7);
            diamond(context, *at, *radius);
            context.set_fill_style_str(FILLS[slot]);
            context.fill();
            outline(context, palette.lines[slot], 2.0);
            if *held {
                ring(context, *at, *radius + 3.5, palette.lines[slot]);
            }
            digits(context, *at, *radius * 0.8, 1 << (*priority & 7), digit_colour(*priority));
        }
        Body::Ring { at, radius, priority } => credits::ring(context, *at, *radius, *priority, palette),
        Body::Cross { at, radius } => cross(context, *at, *radius, palette),
        Body::Hatch { along, width, priority } => hatch(context, *along, *width, *priority, palette),
        Body::Rungs { along, width, priority } => credits::rungs(context, *along, *width, *priority, palette),
        Body::Credits { along, width, left, short_of, priority } => {
            credits::left(context, *along, *width, (*left, *short_of), *priority, palette);
        }
        Body::Stream { along, width, priority, share, phase } => {
            stream(context, *along, *width, *priority, *share, *phase, palette);
        }
        Body::Gauge { along, width, fill, xoff, priority } => {
            gauge(context, *along, *width, (*fill, *xoff), *priority, palette);
        }
    }
}

struct FrameLook {
    priority: u8,
    notched: bool,
    hollow: bool,
    cut: (bool, bool),
}

/// Runs `draw` in a frame of reference whose x axis lies along the line.
fn along_line(context: &Context, line: Line, draw: impl FnOnce(f64)) {
    let way = line.from.to(line.to);
    context.save();
    let _ = context.translate(line.from.x, line.from.y);
    let _ = context.rotate(way.y.atan2(way.x));
    draw(way.length());
    context.restore();
}

fn frame(context: &Context, line: Line, width: f64, look: &FrameLook, palette: &Palette) {
    let slot = usize::from(look.priority & 7);
    along_line(context, line, |length| {
        let half = width / 2.0;
        let round = half.min(length / 2.0).min(3.5);
        let (tail, head) = (if look.cut.0 { 0.0 } else { round }, if look.cut.1 { 0.0 } else { round });
        context.begin_path();
        context.move_to(tail, -half);
        context.line_to(length - head, -half);
        let _ = context.arc_to(length, -half, length, 0.0, head);
        if look.notched && !look.cut.1 {
            context.line_to(length, -half * 0.6);
            context.line_to(length - half.min(length / 2.0), 0.0);
            context.line_to(length, half * 0.6);
        }
        let _ = context.arc_to(length, half, length - head, half, head);
        context.line_to(tail, half);
        let _ = context.arc_to(0.0, half, 0.0, 0.0, tail);
        let _ = context.arc_to(0.0, -half, tail, -half, tail);
        context.close_path();
        context.set_fill_style_str(if look.hollow { palette.ground } else { FILLS[slot] });
        context.fill();
        outline(context, palette.lines[slot], 1.25);
        pattern(context, length, half, slot, palette);
    });
    if line.length() >= 12.0 && width >= 8.0 {
        let colour = if look.hollow { palette.ink } else { digit_colour(look.priority) };
        text(context, line.at(0.5), (width * 0.95).min(11.0), &look.priority.to_string(), colour);
    }
}

/// The priority's dash along both edges of a frame: hue is never alone.
fn pattern(context: &Context, length: f64, half: f64, slot: usize, palette: &Palette) {
    if DASHES[slot].is_empty() || length < 8.0 || half < 4.0 {
        return;
    }
    set_dash(context, DASHES[slot]);
    context.begin_path();
    for edge in [2.5 - half, half - 2.5] {
        context.move_to(2.0, edge);
        context.line_to(length - 2.0, edge);
    }
    outline(context, palette.lines[slot], 2.0);
    set_dash(context, &[]);
}

fn octagon(context: &Context, at: Point, radius: f64) {
    context.begin_path();
    for corner in 0..8u8 {
        let angle = FRAC_PI_8 + f64::from(corner) * PI / 4.0;
        let (x, y) = (at.x + radius * angle.cos(), at.y + radius * angle.sin());
        if corner == 0 { context.move_to(x, y) } else { context.line_to(x, y) }
    }
    context.close_path();
}

fn diamond(context: &Context, at: Point, radius: f64) {
    context.begin_path();
    context.move_to(at.x, at.y - radius);
    context.line_to(at.x + radius, at.y);
    context.line_to(at.x, at.y + radius);
    context.line_to(at.x - radius, at.y);
    context.close_path();
}

fn triangle(context: &Context, at: Point, radius: f64, way: Point) {
    let ahead = way.y.atan2(way.x);
    context.begin_path();
    for corner in 0..3u8 {
        let angle = ahead + f64::from(corner) * TAU / 3.0;
        let (x, y) = (at.x + radius * 1.15 * angle.cos(), at.y + radius * 1.15 * angle.sin());
        if corner == 0 { context.move_to(x, y) } else { context.line_to(x, y) }
    }
    context.close_path();
}

fn cross(context: &Context, at: Point, radius: f64, palette: &Palette) {
    for (colour, width) in [(palette.ground, 7.0), (palette.loss, 3.5)] {
        context.begin_path();
        for side in [-1.0, 1.0] {
            context.move_to(at.x - radius * 0.7, at.y - radius * 0.7 * side);
            context.line_to(at.x + radius * 0.7, at.y + radius * 0.7 * side);
        }
        context.set_line_cap("round");
        outline(context, colour, width);
        context.set_line_cap("butt");
    }
}

fn hatch(context: &Context, line: Line, width: f64, priority: u8, palette: &Palette) {
    let colour = palette.lines[usize::from(priority & 7)];
    along_line(context, line, |length| {
        context.begin_path();
        context.rect(0.0, -width / 2.0, length, width);
        context.clip();
        context.begin_path();
        let mut x = -width;
        while x < length {
            context.move_to(x, width / 2.0);
            context.line_to(x + width, -width / 2.0);
            x += 6.0;
        }
        outline(context, colour, 1.5);
        context.begin_path();
        context.rect(0.0, -width / 2.0, length, width);
        outline(context, palette.stop, 2.0);
    });
}

/// Dashes of 14 pixels and gaps in the ratio of the share: what they cover of
/// the lane is what the frames take of the line rate.
fn stream(
    context: &Context,
    line: Line,
    width: f64,
    priority: u8,
    share: f64,
    phase: f64,
    palette: &Palette,
) {
    const PERIOD: f64 = 26.0;
    let slot = usize::from(priority & 7);
    let dash = (PERIOD * share).clamp(1.0, PERIOD);
    for (colour, thick) in [(palette.lines[slot], width), (FILLS[slot], (width - 2.5).max(1.0))] {
        let inset = if thick < width { 1.25 } else { 0.0 };
        let mark = (dash - 2.0 * inset).max(0.5);
        set_dash(context, &[mark, PERIOD - mark]);
        context.set_line_dash_offset(-(phase * PERIOD) % PERIOD - inset);
        context.begin_path();
        context.move_to(line.from.x, line.from.y);
        context.line_to(line.to.x, line.to.y);
        outline(context, colour, thick);
    }
    set_dash(context, &[]);
}

fn gauge(
    context: &Context,
    line: Line,
    width: f64,
    (fill, xoff): (f64, f64),
    priority: u8,
    palette: &Palette,
) {
    let slot = usize::from(priority & 7);
    along_line(context, line, |length| {
        let half = width / 2.0;
        context.set_fill_style_str(palette.ground);
        context.fill_rect(0.0, -half, length, width);
        context.set_fill_style_str(FILLS[slot]);
        context.fill_rect(0.0, -half, length * fill.min(xoff), width);
        if fill > xoff {
            context.set_fill_style_str(palette.stop);
            context.fill_rect(length * xoff, -half, length * (fill - xoff), width);
        }
        context.begin_path();
        context.rect(0.0, -half, length, width);
        outline(context, palette.quiet, 1.0);
        context.begin_path();
        context.move_to(length * xoff, -half - 2.5);
        context.line_to(length * xoff, half + 2.5);
        outline(context, palette.stop, 2.0);
    });
}

fn ring(context: &Context, at: Point, radius: f64, colour: &str) {
    set_dash(context, &[3.0, 2.5]);
    context.begin_path();
    let _ = context.arc(at.x, at.y, radius, -FRAC_PI_2, TAU - FRAC_PI_2);
    outline(context, colour, 1.5);
    set_dash(context, &[]);
}

fn digits(context: &Context, at: Point, radius: f64, mask: u8, colour: &str) {
    let text_of: String = priorities(mask).map(|n| n.to_string()).collect();
    let size = if text_of.len() > 1 { radius * 0.9 } else { radius * 1.2 };
    text(context, at, size, &text_of, colour);
}

fn text(context: &Context, at: Point, size: f64, words: &str, colour: &str) {
    context.set_font(&format!("700 {size:.1}px system-ui, sans-serif"));
    context.set_fill_style_str(colour);
    let _ = context.fill_text(words, at.x, at.y + size * 0.06);
}

fn outline(context: &Context, colour: &str, width: f64) {
    context.set_stroke_style_str(colour);
    context.set_line_width(width);
    context.stroke();
}

fn set_dash(context: &Context, pattern: &[f64]) {
    let array: js_sys::Array = pattern.iter().map(|length| JsValue::from_f64(*length)).collect();
    let _ = context.set_line_dash(&array);
}
