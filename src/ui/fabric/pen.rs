//! A canvas that is told only what changes: each word to the browser costs as
//! much as what it is about.

use std::cell::Cell;

use wasm_bindgen::JsValue;
use web_sys::{CanvasRenderingContext2d as Context, HtmlCanvasElement};

use crate::scene::{Line, Point};
use crate::ui::size::{pixel_ratio, sharp_context};

/// How a canvas draws, as far as that is known.
#[derive(Clone, Copy, Default)]
struct Look {
    alpha: Option<f64>,
    fill: Option<&'static str>,
    stroke: Option<&'static str>,
    width: Option<f64>,
    size: Option<f64>,
    dashed: bool,
}

/// What draws on a canvas whose lines are whole, and keeps to it.
pub struct Pen {
    context: Context,
    /// The canvas's size in CSS pixels, and how sharp it is.
    size: (f64, f64),
    ratio: f64,
    look: Cell<Look>,
}

impl Pen {
    /// Draws on `canvas`, from now on of this size in CSS pixels and clear.
    pub fn new(canvas: &HtmlCanvasElement, size: (f64, f64)) -> Option<Self> {
        let context = sharp_context(canvas, size)?;
        context.set_text_align("center");
        context.set_text_baseline("middle");
        Some(Self { context, size, ratio: pixel_ratio(), look: Cell::default() })
    }

    /// Clears its canvas, if that has this size still; whether it has.
    pub fn clear(&self, size: (f64, f64)) -> bool {
        let fits = (self.size, self.ratio) == (size, pixel_ratio());
        if fits {
            self.context.clear_rect(0.0, 0.0, size.0, size.1);
        }
        fits
    }

    /// The canvas, to lay a path on it.
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// Draws, and then the canvas draws as before.
    pub fn aside(&self, draw: impl FnOnce()) {
        let look = self.look.get();
        self.context.save();
        draw();
        self.context.restore();
        self.look.set(look);
    }

    /// From now on it is this opaque, 0 to 1.
    pub fn alpha(&self, alpha: f64) {
        let look = self.look.get();
        if look.alpha != Some(alpha) {
            self.context.set_global_alpha(alpha);
            self.look.set(Look { alpha: Some(alpha), ..look });
        }
    }

    /// What is filled from now on has this colour.
    pub fn colour(&self, colour: &'static str) {
        let look = self.look.get();
        if look.fill != Some(colour) {
            self.context.set_fill_style_str(colour);
            self.look.set(Look { fill: Some(colour), ..look });
        }
    }

    /// Fills the path.
    pub fn fill(&self, colour: &'static str) {
        self.colour(colour);
        self.context.fill();
    }

    /// Draws along the path.
    pub fn outline(&self, colour: &'static str, width: f64) {
        let look = self.look.get();
        if look.stroke != Some(colour) {
            self.context.set_stroke_style_str(colour);
        }
        if look.width != Some(width) {
            self.context.set_line_width(width);
        }
        self.look.set(Look { stroke: Some(colour), width: Some(width), ..look });
        self.context.stroke();
    }

    /// Lines have these dashes and gaps from now on; none are whole.
    pub fn dash(&self, pattern: &[f64]) {
        let look = self.look.get();
        let dashed = !pattern.is_empty();
        if dashed || look.dashed {
            let array: js_sys::Array = pattern.iter().map(|length| JsValue::from_f64(*length)).collect();
            let _ = self.context.set_line_dash(&array);
            self.look.set(Look { dashed, ..look });
        }
    }

    /// Words about a point, so many pixels high.
    pub fn text(&self, at: Point, size: f64, words: &str, colour: &'static str) {
        let look = self.look.get();
        let tenths = (size * 10.0).round() / 10.0;
        if look.size != Some(tenths) {
            self.context.set_font(&format!("700 {tenths}px system-ui, sans-serif"));
            self.look.set(Look { size: Some(tenths), ..look });
        }
        self.colour(colour);
        let _ = self.context.fill_text(words, at.x, at.y + size * 0.06);
    }

    /// A path along a line.
    pub fn along(&self, line: Line) -> Along<'_> {
        let way = line.from.to(line.to);
        let length = way.length();
        let ahead = if length == 0.0 { Point::new(1.0, 0.0) } else { way.unit() };
        Along { context: &self.context, from: line.from, ahead, length }
    }
}

/// A frame of reference whose x axis lies along a line, and y to its right.
pub struct Along<'a> {
    context: &'a Context,
    from: Point,
    ahead: Point,
    /// How long the line is.
    pub length: f64,
}

impl Along<'_> {
    fn at(&self, x: f64, y: f64) -> Point {
        self.from.plus(self.ahead, x).plus(self.ahead.right(), y)
    }

    /// The path goes on from here.
    pub fn move_to(&self, x: f64, y: f64) {
        let at = self.at(x, y);
        self.context.move_to(at.x, at.y);
    }

    /// Straight up to here.
    pub fn line_to(&self, x: f64, y: f64) {
        let at = self.at(x, y);
        self.context.line_to(at.x, at.y);
    }

    /// Round a corner on the way to a point.
    pub fn round(&self, corner: (f64, f64), to: (f64, f64), radius: f64) {
        let (corner, to) = (self.at(corner.0, corner.1), self.at(to.0, to.1));
        let _ = self.context.arc_to(corner.x, corner.y, to.x, to.y, radius);
    }

    /// A path round all between two places of the line, so wide.
    pub fn bar(&self, (from, to): (f64, f64), width: f64) {
        let half = width / 2.0;
        self.context.begin_path();
        self.move_to(from, -half);
        self.line_to(to, -half);
        self.line_to(to, half);
        self.line_to(from, half);
        self.context.close_path();
    }

    /// A line across, so wide.
    pub fn across(&self, x: f64, half: f64) {
        self.move_to(x, -half);
        self.line_to(x, half);
    }
}
