//! Chart of quantities over time: one or more panels, one above the other, each with curves and threshold
//! lines. Start with [`Plot`]. Times are in ps and lengths in CSS pixels. The axis of time includes both its
//! ends.
//!
//! Panels are sorted from top to bottom. Later curves are drawn over earlier ones, and threshold lines over
//! the curves. An infinite threshold is not drawn. [`Plot::read`] writes the values at the pointer as text:
//! both values at a jump, and nothing for a curve without a name.

mod axes;
mod lines;
mod nearest;
mod times;

use fabric_sim::ids::FlowId;
use fabric_sim::units::Time;
use plotters::style::RGBColor;

pub use axes::{Axes, draw_axes};
pub use lines::draw_lines;

use super::{Trace, instant_label, size_label, speed_label};

/// Threshold line of a chart, such as XOFF; its value may change over time.
#[derive(Clone, Debug, PartialEq)]
pub struct ThresholdLine {
    /// Steps of the threshold in the order of time: start time in ps, and value from this time on. The value
    /// is in the unit of the panel. An infinite value means no threshold.
    pub steps: Vec<(f64, f64)>,
    /// Colour of the threshold line.
    pub colour: RGBColor,
}

/// Chart of quantities over an interval of time, with one or more panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// First and last picosecond of the chart. Curves and threshold lines must lie between these two times.
    pub span: (f64, f64),
    /// Simulated time at which the chart draws the cursor, in ps.
    pub now: f64,
    /// Margins to the right of the axes and below them.
    pub margins: Margins,
    /// Panels of the chart, from top to bottom.
    pub panels: Vec<Panel>,
}

/// Panel of a chart: curves and threshold lines on one axis of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Unit of the values on the vertical axis of the panel.
    pub unit: Unit,
    /// Value at the top of the axis, in the unit of the panel.
    pub top: f64,
    /// Height of the panel relative to the other panels of the chart.
    pub weight: u32,
    /// Curves of the panel; later curves are drawn over earlier ones.
    pub curves: Vec<Curve>,
    /// Threshold lines of the panel, drawn over its curves.
    pub thresholds: Vec<ThresholdLine>,
}

/// Unit of the values on the vertical axis of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes, such as the length of a queue.
    Bytes,
    /// Bits per second, such as the rate of a flow.
    Rate,
    /// Share without a unit, from 0 to 1, such as α of DCQCN.
    Share,
}

impl Unit {
    /// Label of a value in this unit, such as `40.0 kB`.
    #[must_use]
    pub fn label(self, value: f64) -> String {
        match self {
            Self::Bytes => size_label(value),
            Self::Rate => speed_label(value),
            Self::Share => format!("{value:.1}"),
        }
    }
}

/// Curve of a panel: a quantity over time, with its colour, line style and name.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Points of the curve: times in ps, and values in the unit of the panel.
    pub trace: Trace,
    /// Colour of the curve.
    pub colour: RGBColor,
    /// Width of the drawn curve in CSS pixels.
    pub width: f64,
    /// Lengths in CSS pixels of the dashes and of the gaps between them; `None`: a solid line.
    pub dash: Option<(f64, f64)>,
    /// Name of the curve in the text with the values at the pointer. Empty for a curve that the text leaves
    /// out.
    pub name: String,
    /// Flow whose rate the curve shows; `None` if the curve shows another quantity or another run.
    pub flow: Option<FlowId>,
}

/// Lengths in CSS pixels of a dash and of the gap after it, in the curves of run A.
const DASH_OF_A: Option<(f64, f64)> = Some((9.0, 4.0));

/// Dashes of the curve of a flow with this [shade](crate::scene::shades), so that curves differ by more than
/// colour: lengths in CSS pixels of a dash and of the gap after it. `None` is a solid line. Two shades that
/// differ by 4 have the same fill colour, and therefore different dashes.
#[must_use]
pub fn dash_of(shade: u8) -> Option<(f64, f64)> {
    [None, Some((16.0, 3.0)), Some((6.0, 3.0)), Some((2.0, 3.0))][usize::from((shade + shade / 4) & 3)]
}

impl Curve {
    /// Creates a curve of run A. The curve is dashed, so that it differs from a curve of run B by more than
    /// its colour.
    #[must_use]
    pub const fn of_run_a(trace: Trace, colour: RGBColor, name: String) -> Self {
        Self { trace, colour, width: 1.5, dash: DASH_OF_A, name, flow: None }
    }
}

/// Colours of the axes and the cursor, taken from the theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// Colour of the labels on the axes.
    pub text: RGBColor,
    /// Colour of the grid lines and of the axes.
    pub grid: RGBColor,
    /// Colour of the vertical line at the cursor.
    pub cursor: RGBColor,
}

/// Width in pixels of the margin to the left of the axes.
pub const LEFT: f64 = 84.0;
const RIGHT: f64 = 26.0;
/// Width in pixels of the margin to the right of the axes if it contains the names of lines.
const NAMES: f64 = 112.0;
/// Space above each panel, in pixels: just enough that the labels of two panels do not overlap.
const TOP: f64 = 12.0;
const BOTTOM: f64 = 22.0;

/// Margins of a chart to the right of the axes and below them, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margins {
    /// Margin to the right of the axes, in CSS pixels.
    pub right: f64,
    /// Margin below the axes, in CSS pixels.
    pub bottom: f64,
}

impl Margins {
    /// Margins of a chart with its own axis of time and cursor.
    pub const ALONE: Self = Self { right: RIGHT, bottom: BOTTOM };

    /// Margins of a chart with its own axis of time, and with the names of lines to the right of the axes.
    pub const NAMED: Self = Self { right: NAMES, bottom: BOTTOM };

    /// Margins of a chart of this width that shares its axis of time with other charts. The page draws the
    /// times and the cursor outside the chart. A chart at least 560 pixels wide has room for names of lines
    /// to the right.
    #[must_use]
    pub fn shared(width: f64) -> Self {
        const WIDE: f64 = 560.0;
        Self { right: if width < WIDE { RIGHT } else { NAMES }, bottom: 4.0 }
    }

    /// Length in CSS pixels of the axis of time in a chart of this width.
    #[must_use]
    pub fn axis(self, width: f64) -> f64 {
        (width - LEFT - self.right).max(1.0)
    }

    /// Vertical position and height, in CSS pixels, of the axes of panel `index` in a chart of this `height`.
    /// The position is counted from the top of the axes of the first panel; the height is at least 1 pixel.
    /// `weights` are the relative heights of all panels. The page uses both results to place its HTML labels.
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
    /// Axes of the chart, which are drawn behind the curves.
    #[must_use]
    pub fn axes(&self) -> Axes {
        Axes {
            span: self.span,
            margins: self.margins,
            scales: self.panels.iter().map(Panel::scale).collect(),
        }
    }

    /// Time in ps at the CSS pixel `x` of a chart of this width; `None` outside the axes.
    #[must_use]
    pub fn time_at(&self, x: f64, width: f64) -> Option<f64> {
        let share = (x - LEFT) / self.margins.axis(width);
        (0.0..=1.0).contains(&share).then_some(self.span.0 + share * (self.span.1 - self.span.0))
    }

    /// Text with the values of all named curves at `time`, in ps. Panels are in their order; within a panel,
    /// the last curve is first. At a jump, the text has the least and the greatest value. The text is empty
    /// if no named curve has a value at `time`.
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
