//! Conversion of a recorded drawing to SVG elements, in the order of the calls. Start with [`elements`].
//! Lengths are rounded to 0.01 pixels. Text is bold, and centred at its position. A restore without an
//! earlier save does nothing, and an unknown index of a text gives an empty text.

use std::f64::consts::TAU;
use std::fmt::Write;

use super::escaped;
use crate::scene::{Call, Drawing};

/// Drawing state that applies to the next SVG element.
#[derive(Clone)]
struct Style {
    alpha: f64,
    fill: String,
    line: String,
    width: f64,
    has_round_ends: bool,
    dash: String,
    dash_from: f64,
    letters: f64,
    /// Number of the clip path that limits the element; `None` without clipping.
    clip: Option<usize>,
}

/// Writer of SVG elements.
struct Elements<'a> {
    out: String,
    style: Style,
    saved: Vec<Style>,
    path: String,
    at: (f64, f64),
    clips: usize,
    /// SVG attributes of the rectangles that replace cleared boxes.
    cleared: &'a str,
}

/// SVG elements of `drawing`, as text. A box that the drawing clears becomes a rectangle with the SVG
/// attributes `cleared`. An incomplete or unknown call ends the conversion. In each conversion, the ids of
/// clip paths are `c0`, `c1` and so on.
pub fn elements(drawing: &Drawing, cleared: &str) -> String {
    let style = Style {
        alpha: 1.0,
        fill: "none".to_owned(),
        line: "none".to_owned(),
        width: 1.0,
        has_round_ends: false,
        dash: String::new(),
        dash_from: 0.0,
        letters: 10.0,
        clip: None,
    };
    let mut elements = Elements {
        out: String::new(),
        style,
        saved: Vec::new(),
        path: String::new(),
        at: (0.0, 0.0),
        clips: 0,
        cleared,
    };
    let mut rest = drawing.numbers.as_slice();
    while let Some((number, after)) = rest.split_first() {
        let Some((call, _, count)) = Call::ALL.get(place(f64::from(*number))).copied() else { break };
        let Some((numbers, after)) = after.split_at_checked(count) else { break };
        let numbers: Vec<f64> = numbers.iter().copied().map(f64::from).collect();
        elements.call(call, &numbers, &drawing.words);
        rest = after;
    }
    elements.out
}

impl Elements<'_> {
    fn call(&mut self, call: Call, n: &[f64], words: &[String]) {
        let word = |number: f64| word(words, number);
        match call {
            Call::Clear => {
                let (x, y, width, height) = (n[0], n[1], n[2], n[3]);
                self.element(&format!(
                    "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" {}/>",
                    self.cleared
                ));
            }
            Call::Begin => self.path.clear(),
            Call::Close => self.path.push('Z'),
            Call::Move => self.point('M', (n[0], n[1])),
            Call::Line => self.point('L', (n[0], n[1])),
            Call::Round => self.round((n[0], n[1]), (n[2], n[3]), n[4]),
            Call::Arc => self.arc((n[0], n[1]), n[2], (n[3], n[4])),
            Call::Fill => self.draw(&format!("fill=\"{}\"", self.style.fill)),
            Call::Stroke => {
                let Style { line, width, has_round_ends, dash, dash_from, .. } = &self.style;
                let ends = if *has_round_ends { " stroke-linecap=\"round\"" } else { "" };
                let dash = if dash.is_empty() {
                    String::new()
                } else {
                    format!(" stroke-dasharray=\"{dash}\" stroke-dashoffset=\"{dash_from:.2}\"")
                };
                self.draw(&format!(
                    "fill=\"none\" stroke=\"{line}\" stroke-width=\"{width:.2}\"{ends}{dash}"
                ));
            }
            Call::Clip => {
                let number = self.clips;
                self.clips += 1;
                // The previous clip path also limits the new one.
                let within = self.clip();
                let path = std::mem::take(&mut self.path);
                self.element(&format!("<clipPath id=\"c{number}\"{within}><path d=\"{path}\"/></clipPath>"));
                self.path = path;
                self.style.clip = Some(number);
            }
            Call::Save => self.saved.push(self.style.clone()),
            Call::Restore => {
                if let Some(style) = self.saved.pop() {
                    self.style = style;
                }
            }
            Call::Alpha => self.style.alpha = n[0],
            Call::FillColour => self.style.fill = word(n[0]),
            Call::LineColour => self.style.line = word(n[0]),
            Call::Width => self.style.width = n[0],
            Call::RoundEnds => self.style.has_round_ends = n[0] != 0.0,
            Call::Dash => self.style.dash = format!("{:.2} {:.2} {:.2} {:.2}", n[0], n[1], n[2], n[3]),
            Call::DashFrom => self.style.dash_from = n[0],
            Call::Solid => self.style.dash.clear(),
            Call::Letters => self.style.letters = n[0],
            Call::Text => {
                let Style { letters, fill, alpha, .. } = &self.style;
                let text = format!(
                    "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{letters:.2}\" font-weight=\"700\" text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"{fill}\" opacity=\"{alpha:.3}\"{}>{}</text>",
                    n[1],
                    n[2],
                    self.clip(),
                    word(n[0])
                );
                self.element(&text);
            }
        }
    }

    fn element(&mut self, element: &str) {
        self.out.push_str(element);
        self.out.push('\n');
    }

    fn clip(&self) -> String {
        self.style.clip.map(|number| format!(" clip-path=\"url(#c{number})\"")).unwrap_or_default()
    }

    fn draw(&mut self, style: &str) {
        let (alpha, clip) = (self.style.alpha, self.clip());
        let element = format!("<path d=\"{}\" {style} opacity=\"{alpha:.3}\"{clip}/>", self.path);
        self.element(&element);
    }

    fn point(&mut self, command: char, (x, y): (f64, f64)) {
        // Writing to a String never fails.
        let _ = write!(self.path, "{command}{x:.2} {y:.2}");
        self.at = (x, y);
    }

    /// Adds a line towards `corner`, then an arc of `radius` pixels that rounds the corner, as `arcTo` of a
    /// canvas. The arc ends on the line from `corner` to `to`.
    fn round(&mut self, corner: (f64, f64), to: (f64, f64), radius: f64) {
        let unit = |to: (f64, f64)| {
            let (x, y) = (to.0 - corner.0, to.1 - corner.1);
            let length = x.hypot(y);
            if length > 0.0 { (x / length, y / length) } else { (0.0, 0.0) }
        };
        let (a, b) = (unit(self.at), unit(to));
        let (dot, cross) = (a.0 * b.0 + a.1 * b.1, a.0 * b.1 - a.1 * b.0);
        if radius <= 0.0 || cross.abs() < 1e-6 {
            return self.point('L', corner);
        }
        // Distance of the tangent points from the corner: r / tan of half the angle.
        let distance = radius * (1.0 + dot) / cross.abs();
        let tangent = |unit: (f64, f64)| (corner.0 + unit.0 * distance, corner.1 + unit.1 * distance);
        self.point('L', tangent(a));
        let (end, sweep) = (tangent(b), u8::from(cross < 0.0));
        let _ = write!(self.path, "A{radius:.2} {radius:.2} 0 0 {sweep} {:.2} {:.2}", end.0, end.1);
        self.at = end;
    }

    fn arc(&mut self, centre: (f64, f64), radius: f64, (from, to): (f64, f64)) {
        let point = |angle: f64| (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin());
        self.point(if self.path.is_empty() { 'M' } else { 'L' }, point(from));
        let turn = (to - from).clamp(-TAU, TAU);
        // Two arcs are drawn, because an SVG arc must be less than a whole turn.
        for part in 1..=2 {
            let (x, y) = point(from + turn * f64::from(part) / 2.0);
            let sweep = u8::from(turn > 0.0);
            let _ = write!(self.path, "A{radius:.2} {radius:.2} 0 0 {sweep} {x:.2} {y:.2}");
            self.at = (x, y);
        }
    }
}

fn word(words: &[String], number: f64) -> String {
    words.get(place(number)).map(|word| escaped(word)).unwrap_or_default()
}

/// Converts an index, which drawings record as a floating-point number, back to an integer.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place among some dozens")]
const fn place(number: f64) -> usize {
    number as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Pen, Point};

    #[test]
    fn a_rounded_corner_is_an_arc_between_its_tangents() {
        let mut pen = Pen::over(Drawing::default());
        pen.begin();
        pen.move_to(Point::new(0.0, 0.0));
        pen.round(Point::new(10.0, 0.0), Point::new(10.0, 10.0), 2.0);
        pen.fill("#123456");
        let svg = elements(&pen.into_drawing(), "");
        assert!(
            svg.contains("d=\"M0.00 0.00L8.00 0.00A2.00 2.00 0 0 1 10.00 2.00\" fill=\"#123456\""),
            "{svg}"
        );
    }

    #[test]
    fn a_whole_circle_is_two_arcs() {
        let mut pen = Pen::over(Drawing::default());
        pen.begin();
        pen.arc(Point::new(5.0, 5.0), 3.0, (0.0, TAU));
        pen.outline("red", 1.0);
        let svg = elements(&pen.into_drawing(), "");
        assert!(svg.contains("M8.00 5.00A3.00 3.00 0 0 1 2.00 5.00A3.00 3.00 0 0 1 8.00 5.00"), "{svg}");
    }

    #[test]
    fn words_are_no_markup() {
        let mut pen = Pen::over(Drawing::default());
        pen.text(Point::new(1.0, 2.0), 9.0, "<&\"", "blue");
        assert!(elements(&pen.into_drawing(), "").contains(">&lt;&amp;&quot;</text>"));
    }
}
