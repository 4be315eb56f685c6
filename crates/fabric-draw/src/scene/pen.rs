//! Pen: records a drawing, and only the changes of colours, widths and fonts, since each call costs
//! as much as the shape.

use super::drawing::{Call, Drawing};
use super::{Line, Point};

/// How the canvas draws, as far as that was told.
#[derive(Clone, Copy, Default)]
struct Look {
    alpha: Option<f64>,
    fill: Option<&'static str>,
    line: Option<&'static str>,
    width: Option<f64>,
    letters: Option<f64>,
    offset: Option<f64>,
    dashed: bool,
}

/// Writes a drawing for a canvas whose lines are whole and which is clear.
#[derive(Default)]
pub struct Pen {
    drawing: Drawing,
    look: Look,
}

impl Pen {
    /// A pen that writes into the memory of a drawing that nobody needs any more.
    #[must_use]
    pub fn over(mut old: Drawing) -> Self {
        old.numbers.clear();
        old.words.clear();
        Self { drawing: old, look: Look::default() }
    }

    /// Recorded drawing.
    #[must_use]
    pub fn into_drawing(self) -> Drawing {
        self.drawing
    }

    /// Nothing is left in a box of this corner, width and height.
    pub fn clear(&mut self, corner: Point, width: f64, height: f64) {
        self.drawing.tell(Call::Clear, [corner.x, corner.y, width, height]);
    }

    /// Draws, and then the canvas draws as before.
    pub fn aside(&mut self, draw: impl FnOnce(&mut Self)) {
        let look = self.look;
        self.drawing.tell(Call::Save, []);
        draw(self);
        self.drawing.tell(Call::Restore, []);
        self.look = look;
    }

    /// From now on it is this opaque, 0 to 1.
    pub fn alpha(&mut self, alpha: f64) {
        if self.look.alpha != Some(alpha) {
            self.drawing.tell(Call::Alpha, [alpha]);
            self.look.alpha = Some(alpha);
        }
    }

    /// A path begins.
    pub fn begin(&mut self) {
        self.drawing.tell(Call::Begin, []);
    }

    /// The path goes on from here.
    pub fn move_to(&mut self, at: Point) {
        self.drawing.tell(Call::Move, [at.x, at.y]);
    }

    /// Straight up to here.
    pub fn line_to(&mut self, at: Point) {
        self.drawing.tell(Call::Line, [at.x, at.y]);
    }

    /// Round a corner on the way to a point.
    pub fn round(&mut self, corner: Point, to: Point, radius: f64) {
        self.drawing.tell(Call::Round, [corner.x, corner.y, to.x, to.y, radius.max(0.0)]);
    }

    /// About a point, from one angle to another.
    pub fn arc(&mut self, at: Point, radius: f64, (from, to): (f64, f64)) {
        self.drawing.tell(Call::Arc, [at.x, at.y, radius.max(0.0), from, to]);
    }

    /// The path goes back to where it began.
    pub fn close(&mut self) {
        self.drawing.tell(Call::Close, []);
    }

    /// From now on nothing is drawn outside of the path.
    pub fn clip(&mut self) {
        self.drawing.tell(Call::Clip, []);
    }

    /// Fills the path.
    pub fn fill(&mut self, colour: &'static str) {
        self.colour(colour);
        self.drawing.tell(Call::Fill, []);
    }

    /// Draws along the path.
    pub fn outline(&mut self, colour: &'static str, width: f64) {
        if self.look.line != Some(colour) {
            let word = self.drawing.word(colour);
            self.drawing.tell(Call::LineColour, [word]);
            self.look.line = Some(colour);
        }
        if self.look.width != Some(width) {
            self.drawing.tell(Call::Width, [width]);
            self.look.width = Some(width);
        }
        self.drawing.tell(Call::Stroke, []);
    }

    /// Strokes the outline with round ends.
    pub fn outline_round(&mut self, colour: &'static str, width: f64) {
        self.drawing.tell(Call::RoundEnds, [1.0]);
        self.outline(colour, width);
        self.drawing.tell(Call::RoundEnds, [0.0]);
    }

    /// Lines have dashes and gaps from now on, two or four of them; none are
    /// whole.
    pub fn dash(&mut self, pattern: &[f64]) {
        self.dash_from(0.0, pattern);
    }

    /// Sets a dash pattern that starts at `offset`.
    pub fn dash_from(&mut self, offset: f64, pattern: &[f64]) {
        if !pattern.is_empty() && self.look.offset != Some(offset) {
            self.drawing.tell(Call::DashFrom, [offset]);
            self.look.offset = Some(offset);
        }
        match *pattern {
            [dash, gap] => self.drawing.tell(Call::Dash, [dash, gap, dash, gap]),
            [dash, gap, other, then] => self.drawing.tell(Call::Dash, [dash, gap, other, then]),
            _ if self.look.dashed => self.drawing.tell(Call::Solid, []),
            _ => {}
        }
        self.look.dashed = !pattern.is_empty();
    }

    /// Words about a point, so many pixels high.
    pub fn text(&mut self, at: Point, size: f64, words: &str, colour: &'static str) {
        let tenths = (size * 10.0).round() / 10.0;
        if self.look.letters != Some(tenths) {
            self.drawing.tell(Call::Letters, [tenths]);
            self.look.letters = Some(tenths);
        }
        self.colour(colour);
        let word = self.drawing.word(words);
        self.drawing.tell(Call::Text, [word, at.x, at.y + size * 0.06]);
    }

    fn colour(&mut self, colour: &'static str) {
        if self.look.fill != Some(colour) {
            let word = self.drawing.word(colour);
            self.drawing.tell(Call::FillColour, [word]);
            self.look.fill = Some(colour);
        }
    }
}

/// A frame of reference whose x axis lies along a line, and y to its right.
#[derive(Clone, Copy)]
pub struct Along {
    from: Point,
    ahead: Point,
    /// How long the line is.
    pub length: f64,
}

impl Along {
    /// Creates the path of a line.
    #[must_use]
    pub fn new(line: Line) -> Self {
        let way = line.from.to(line.to);
        let length = way.length();
        let ahead = if length == 0.0 { Point::new(1.0, 0.0) } else { way.unit() };
        Self { from: line.from, ahead, length }
    }

    /// The point that is x, y here.
    #[must_use]
    pub fn at(&self, x: f64, y: f64) -> Point {
        self.from.plus(self.ahead, x).plus(self.ahead.right(), y)
    }

    /// A path round all between two places of the line, so wide.
    pub fn bar(&self, pen: &mut Pen, (from, to): (f64, f64), width: f64) {
        let half = width / 2.0;
        pen.begin();
        pen.move_to(self.at(from, -half));
        pen.line_to(self.at(to, -half));
        pen.line_to(self.at(to, half));
        pen.line_to(self.at(from, half));
        pen.close();
    }

    /// A line across, so wide.
    pub fn across(&self, pen: &mut Pen, x: f64, half: f64) {
        pen.move_to(self.at(x, -half));
        pen.line_to(self.at(x, half));
    }
}
