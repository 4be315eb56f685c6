//! Axes of a chart: grid lines, and labels of values and times. Axes are drawn separately from the curves,
//! because axes rarely change and their text takes most of the drawing time. Start with [`draw_axes`].

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::{Ink, LEFT, Margins, Panel, TOP, Unit, px, times};
use crate::charts::letters::letters;

/// Chart type of the library plotters: horizontal axis in ps, vertical axis in the unit of the panel.
pub(super) type Chart<'a, B> = ChartContext<'a, B, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Area of a backend in which a chart is drawn.
pub(super) type Area<B> = DrawingArea<B, Shift>;

/// Result of drawing; the error is the failure of the backend.
pub(super) type DrawResult<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// Axes of a chart, without its curves.
#[derive(Clone, Debug, PartialEq)]
pub struct Axes {
    /// First and last simulated time on the axis of time, in ps.
    pub(super) span: (f64, f64),
    /// Margins to the right of the axes and below them.
    pub(super) margins: Margins,
    /// Axis of values of each panel, from top to bottom.
    pub(super) scales: Vec<Scale>,
}

/// Axis of values of a panel: its unit, the value at its top, and its relative height.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale {
    unit: Unit,
    top: f64,
    weight: u32,
}

impl Panel {
    pub(super) const fn scale(&self) -> Scale {
        Scale { unit: self.unit, top: self.top, weight: self.weight }
    }
}

impl Axes {
    /// Calls `draw` for each panel, from top to bottom, with its index, its drawing area and its chart. The
    /// area of the lowest panel includes the margin for times. Stops at the first error. Without panels,
    /// `draw` is not called.
    pub(super) fn each<B: DrawingBackend>(
        &self,
        area: &Area<B>,
        scale: f64,
        mut draw: impl FnMut(usize, &Area<B>, Chart<'_, B>) -> DrawResult<B>,
    ) -> DrawResult<B> {
        let weights: Vec<u32> = self.scales.iter().map(|panel| panel.weight).collect();
        let height = f64::from(area.dim_in_pixel().1) / scale;
        let mut rest = area.clone();
        for (index, panel) in self.scales.iter().enumerate() {
            let is_lowest = index + 1 == weights.len();
            let own = if is_lowest {
                rest.clone()
            } else {
                let (_, high) = self.margins.panel(height, index, &weights);
                let (upper, lower) = rest.split_vertically(px(high + TOP, scale));
                rest = lower;
                upper
            };
            let chart = ChartBuilder::on(&own)
                .margin_top(px(TOP, scale))
                .margin_right(px(self.margins.right, scale))
                .x_label_area_size(if is_lowest { px(self.margins.bottom, scale) } else { 0 })
                .y_label_area_size(px(LEFT, scale))
                .build_cartesian_2d(
                    self.span.0..self.span.1.max(self.span.0 + 1.0),
                    Range { start: 0.0, end: panel.top.max(f64::EPSILON) },
                )?;
            draw(index, &own, chart)?;
        }
        Ok(())
    }
}

/// Draws `axes` in `area`; `scale` is device pixels per CSS pixel. The lowest panel has labels of times. But
/// if the margins are [shared](Margins::shared), the page draws these labels, and each panel has vertical
/// grid lines. Each panel has at least two labels of values, even if it is low; a single panel has about
/// five.
///
/// # Errors
/// If the drawing backend fails.
pub fn draw_axes<B: DrawingBackend>(area: &Area<B>, axes: &Axes, ink: &Ink, scale: f64) -> DrawResult<B> {
    let count = axes.scales.len();
    axes.each(area, scale, |index, area, mut chart| {
        let Scale { unit, weight, .. } = &axes.scales[index];
        let wanted = if count > 1 { 1 + 2 * *weight } else { 5 };
        // The number of labels is limited by the height of the panel.
        let labels =
            wanted.min(area.dim_in_pixel().1.saturating_sub(px(TOP, scale)) / px(14.0, scale)).max(2);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(ink.grid.stroke_width(px(1.0, scale)))
            .axis_style(ink.grid)
            .label_style(letters(px(11.0, scale), ink.text))
            .x_labels(0)
            .y_labels(labels as usize)
            .y_label_formatter(&|value| unit.label(*value))
            .draw()?;
        if !axes.margins.is_alone() {
            times::uprights(&mut chart, axes, ink, scale)
        } else if index + 1 == count {
            times::draw(area, axes, ink, scale)
        } else {
            Ok(())
        }
    })
}
