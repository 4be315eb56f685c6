//! Pen: records a drawing as a list of calls. Start with [`Pen`]. A call that sets a colour, width or font
//! takes as long as drawing a shape, so it is recorded only if the value changes.
//!
//! The first use of a colour, width or font is always recorded. Angles are in radians, lengths in CSS pixels.
//! A path must be begun before lines are added. An empty dash pattern means solid lines.

use super::drawing::{Call, Drawing};
use super::{Line, Point};

/// Drawing state of the canvas after the recorded calls. A field is `None` if no call has set its value yet.
#[derive(Clone, Copy, Default)]
struct CanvasState {
    alpha: Option<f64>,
    fill: Option<&'static str>,
    line: Option<&'static str>,
    width: Option<f64>,
    letters: Option<f64>,
    offset: Option<f64>,
    dashed: bool,
}

/// Recorder of a drawing. The canvas must be clear and must draw solid lines when the drawing begins.
#[derive(Default)]
pub struct Pen {
    drawing: Drawing,
    state: CanvasState,
}

impl Pen {
    /// Creates a pen for a new drawing. The pen deletes the calls of the drawing `old` and reuses its memory.
    #[must_use]
    pub fn over(mut old: Drawing) -> Self {
        old.numbers.clear();
        old.words.clear();
        Self { drawing: old, state: CanvasState::default() }
    }

    /// Returns the recorded drawing.
    #[must_use]
    pub fn into_drawing(self) -> Drawing {
        self.drawing
    }

    /// Clears a box with this upper left corner, width and height.
    pub fn clear(&mut self, corner: Point, width: f64, height: f64) {
        self.drawing.record(Call::Clear, [corner.x, corner.y, width, height]);
    }

    /// Records the calls of `draw` between a call that saves the drawing state and a call that restores it.
    /// Afterwards, colours, widths and fonts are as before `draw`.
    pub fn aside(&mut self, draw: impl FnOnce(&mut Self)) {
        let state = self.state;
        self.drawing.record(Call::Save, []);
        draw(self);
        self.drawing.record(Call::Restore, []);
        self.state = state;
    }

    /// Sets the opacity of later drawing: 0 is invisible, 1 opaque.
    pub fn alpha(&mut self, alpha: f64) {
        if self.state.alpha != Some(alpha) {
            self.drawing.record(Call::Alpha, [alpha]);
            self.state.alpha = Some(alpha);
        }
    }

    /// Begins a new path and discards the old one.
    pub fn begin(&mut self) {
        self.drawing.record(Call::Begin, []);
    }

    /// Moves the end of the path to a point without a line.
    pub fn move_to(&mut self, at: Point) {
        self.drawing.record(Call::Move, [at.x, at.y]);
    }

    /// Adds a straight line from the end of the path to a point.
    pub fn line_to(&mut self, at: Point) {
        self.drawing.record(Call::Line, [at.x, at.y]);
    }

    /// Adds a line towards `corner`, then an arc of `radius` pixels that rounds the corner, as `arcTo` of a
    /// canvas. The arc ends on the line from `corner` to `to`, and the path ends there.
    pub fn round(&mut self, corner: Point, to: Point, radius: f64) {
        self.drawing.record(Call::Round, [corner.x, corner.y, to.x, to.y, radius.max(0.0)]);
    }

    /// Adds an arc around the point `at`, from one angle to another, in radians.
    pub fn arc(&mut self, at: Point, radius: f64, (from, to): (f64, f64)) {
        self.drawing.record(Call::Arc, [at.x, at.y, radius.max(0.0), from, to]);
    }

    /// Closes the path with a straight line to its start.
    pub fn close(&mut self) {
        self.drawing.record(Call::Close, []);
    }

    /// Limits later drawing to the inside of the current path.
    pub fn clip(&mut self) {
        self.drawing.record(Call::Clip, []);
    }

    /// Fills the path with `colour`.
    pub fn fill(&mut self, colour: &'static str) {
        self.colour(colour);
        self.drawing.record(Call::Fill, []);
    }

    /// Draws a line of this colour along the path, `width` pixels wide.
    pub fn outline(&mut self, colour: &'static str, width: f64) {
        if self.state.line != Some(colour) {
            let word = self.drawing.word(colour);
            self.drawing.record(Call::LineColour, [word]);
            self.state.line = Some(colour);
        }
        if self.state.width != Some(width) {
            self.drawing.record(Call::Width, [width]);
            self.state.width = Some(width);
        }
        self.drawing.record(Call::Stroke, []);
    }

    /// Draws a line of this colour along the path, `width` pixels wide and with round ends.
    pub fn outline_round(&mut self, colour: &'static str, width: f64) {
        self.drawing.record(Call::RoundEnds, [1.0]);
        self.outline(colour, width);
        self.drawing.record(Call::RoundEnds, [0.0]);
    }

    /// Sets the dash pattern: the lengths in pixels of dash and gap, or of dash, gap, dash and gap. An empty
    /// pattern sets solid lines. Patterns of other lengths are not supported.
    pub fn dash(&mut self, pattern: &[f64]) {
        self.dash_from(0.0, pattern);
    }

    /// Sets a dash pattern, with the arguments of [`Pen::dash`]. A line begins `offset` pixels after the
    /// start of the pattern.
    pub fn dash_from(&mut self, offset: f64, pattern: &[f64]) {
        if !pattern.is_empty() && self.state.offset != Some(offset) {
            self.drawing.record(Call::DashFrom, [offset]);
            self.state.offset = Some(offset);
        }
        match *pattern {
            [dash, gap] => self.drawing.record(Call::Dash, [dash, gap, dash, gap]),
            [dash, gap, other, then] => self.drawing.record(Call::Dash, [dash, gap, other, then]),
            _ if self.state.dashed => self.drawing.record(Call::Solid, []),
            _ => {}
        }
        self.state.dashed = !pattern.is_empty();
    }

    /// Draws text centred at a point, in letters `size` pixels high. `size` is rounded to 0.1 pixels.
    pub fn text(&mut self, at: Point, size: f64, words: &str, colour: &'static str) {
        let tenths = (size * 10.0).round() / 10.0;
        if self.state.letters != Some(tenths) {
            self.drawing.record(Call::Letters, [tenths]);
            self.state.letters = Some(tenths);
        }
        self.colour(colour);
        let word = self.drawing.word(words);
        self.drawing.record(Call::Text, [word, at.x, at.y + size * 0.06]);
    }

    fn colour(&mut self, colour: &'static str) {
        if self.state.fill != Some(colour) {
            let word = self.drawing.word(colour);
            self.drawing.record(Call::FillColour, [word]);
            self.state.fill = Some(colour);
        }
    }
}

/// Coordinates relative to a line, in pixels. x is counted from the start of the line in its direction; y is
/// counted to the right of that direction.
#[derive(Clone, Copy)]
pub struct LineCoordinates {
    from: Point,
    ahead: Point,
    /// Length of the line, in pixels.
    pub length: f64,
}

impl LineCoordinates {
    /// Coordinates relative to `line`. A line of length 0 counts as pointing to the right.
    #[must_use]
    pub fn new(line: Line) -> Self {
        let way = line.from.to(line.to);
        let length = way.length();
        let ahead = if length == 0.0 { Point::new(1.0, 0.0) } else { way.unit() };
        Self { from: line.from, ahead, length }
    }

    /// Point `x` pixels along the line and `y` pixels to its right.
    #[must_use]
    pub fn at(&self, x: f64, y: f64) -> Point {
        self.from.plus(self.ahead, x).plus(self.ahead.right(), y)
    }

    /// Begins a path with a rectangle `width` pixels wide, with the line in its middle. Along the line, the
    /// rectangle reaches from `from` to `to` pixels after the start of the line.
    pub fn bar(&self, pen: &mut Pen, (from, to): (f64, f64), width: f64) {
        let half = width / 2.0;
        pen.begin();
        pen.move_to(self.at(from, -half));
        pen.line_to(self.at(to, -half));
        pen.line_to(self.at(to, half));
        pen.line_to(self.at(from, half));
        pen.close();
    }

    /// Adds a line at a right angle to this line, `x` pixels after the start of this line. The added line
    /// extends `half` pixels to each side.
    pub fn across(&self, pen: &mut Pen, x: f64, half: f64) {
        pen.move_to(self.at(x, -half));
        pen.line_to(self.at(x, half));
    }
}
