//! Quantities over time, one panel above the other, with the levels that they
//! are compared with.

mod axes;
mod lines;
mod times;

use fabric_sim::units::Time;
use plotters::style::RGBColor;

pub use axes::{Axes, draw_axes};
pub use lines::draw_lines;

use super::{Trace, instant_label, size_label, speed_label};

/// A threshold: a level over the whole span, or one that moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// (time, value) steps, in order; infinite where there is none.
    pub steps: Vec<(f64, f64)>,
    /// Its colour.
    pub colour: RGBColor,
}

/// Chart: a span of time and panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// First and last picosecond; its lines and rules are no longer.
    pub span: (f64, f64),
    /// The cursor.
    pub now: f64,
    /// Room around the axes.
    pub margins: Margins,
    /// Panels, from top to bottom.
    pub panels: Vec<Panel>,
}

/// Lines on one axis, with what they are compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Of what.
    pub unit: Unit,
    /// The value at the top.
    pub top: f64,
    /// How high it is, beside the others.
    pub weight: u32,
    /// The lines, the foremost last.
    pub curves: Vec<Curve>,
    /// Thresholds.
    pub rules: Vec<Rule>,
}

/// Unit of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Bits per second.
    Rate,
    /// A share from 0 to 1.
    Share,
}

impl Unit {
    /// A value as the axis says it.
    #[must_use]
    pub fn label(self, value: f64) -> String {
        match self {
            Self::Bytes => size_label(value),
            Self::Rate => speed_label(value),
            Self::Share => format!("{value:.1}"),
        }
    }
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Where it goes.
    pub trace: Trace,
    /// Its colour.
    pub colour: RGBColor,
    /// Its width in CSS pixels.
    pub width: f64,
    /// Whether it is broken: of the run that this one is compared with.
    pub broken: bool,
    /// Name of the curve where values are read; empty: its values are not read.
    pub name: String,
}

impl Curve {
    /// A line of the run that this one is compared with: broken, so that it is
    /// told apart by more than its colour.
    #[must_use]
    pub const fn beside(trace: Trace, colour: RGBColor, name: String) -> Self {
        Self { trace, colour, width: 1.5, broken: true, name }
    }
}

/// Colours, from the theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// Axis labels.
    pub text: RGBColor,
    /// Grid.
    pub grid: RGBColor,
    /// The cursor.
    pub cursor: RGBColor,
}

/// Pixels to the left of the axes.
pub const LEFT: f64 = 84.0;
const RIGHT: f64 = 26.0;
/// Pixels for names of lines to the right of the axes.
const NAMES: f64 = 112.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 22.0;

/// Room to the right of the axes of a chart and below them, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margins {
    /// Pixels to the right.
    pub right: f64,
    /// Pixels below.
    pub bottom: f64,
}

impl Margins {
    /// Margins of a chart that stands alone: times stand below it, and it draws the cursor.
    pub const ALONE: Self = Self { right: RIGHT, bottom: BOTTOM };

    /// Margins of a chart that stands alone, with names of lines to the right.
    pub const NAMED: Self = Self { right: NAMES, bottom: BOTTOM };

    /// Margins of a chart, `width` pixels wide, that shares one axis of time with others: whoever
    /// places them draws times and the cursor. Names of lines stand to the right of a wide one.
    #[must_use]
    pub fn shared(width: f64) -> Self {
        const WIDE: f64 = 560.0;
        Self { right: if width < WIDE { RIGHT } else { NAMES }, bottom: 4.0 }
    }

    /// Width of the axes of a chart of this width, in CSS pixels.
    #[must_use]
    pub fn axis(self, width: f64) -> f64 {
        (width - LEFT - self.right).max(1.0)
    }

    /// Place of panel `index` of those with `weights` in a chart of this height: how far its axes lie
    /// below those of the first, and how high they are. Labels beside lines are HTML and need it.
    #[must_use]
    pub fn panel(self, height: f64, index: usize, weights: &[u32]) -> (f64, f64) {
        let sum = |weights: &[u32]| f64::from(weights.iter().sum::<u32>());
        let each = (height - self.bottom) / sum(weights).max(1.0);
        let (before, own) = (weights.get(..index), weights.get(index).copied());
        (each * sum(before.unwrap_or_default()), (each * f64::from(own.unwrap_or(1)) - TOP).max(1.0))
    }

    fn is_alone(self) -> bool {
        self.bottom >= BOTTOM
    }
}

impl Plot {
    /// Levels, round times and their names, drawn behind the curves.
    #[must_use]
    pub fn axes(&self) -> Axes {
        Axes {
            span: self.span,
            margins: self.margins,
            scales: self.panels.iter().map(Panel::scale).collect(),
        }
    }

    /// The time at a pixel of a chart of this width, in CSS pixels; nothing
    /// beside the axes.
    #[must_use]
    pub fn time_at(&self, x: f64, width: f64) -> Option<f64> {
        let share = (x - LEFT) / self.margins.axis(width);
        (0.0..=1.0).contains(&share).then_some(self.span.0 + share * (self.span.1 - self.span.0))
    }

    /// Values of the curves at `time` in picoseconds, in words; empty if none is known there.
    #[must_use]
    pub fn read(&self, time: f64) -> String {
        let of = |panel: &Panel, curve: &Curve| {
            let (least, most) = curve.trace.at(time).filter(|_| !curve.name.is_empty())?;
            let (low, high) = (panel.unit.label(least), panel.unit.label(most));
            let value = if low == high { high } else { format!("{low} to {high}") };
            Some(format!("{} {value}", curve.name))
        };
        let values: Vec<String> = self
            .panels
            .iter()
            .flat_map(|panel| panel.curves.iter().rev().filter_map(move |curve| of(panel, curve)))
            .collect();
        let at = || instant_label(whole(time), whole(self.span.1 - self.span.0));
        if values.is_empty() { String::new() } else { format!("{}: {}", at(), values.join("; ")) }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
fn px(css: f64, scale: f64) -> u32 {
    (css * scale).round().max(1.0) as u32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time")]
fn whole(ps: f64) -> Time {
    Time(ps.max(0.0).round() as u64)
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn ps(time: Time) -> f64 {
    time.0 as f64
}

#[cfg(test)]
mod tests;
