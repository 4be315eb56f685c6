//! Axes behind the curves: levels, round times, and their names. They are drawn apart from the
//! curves, for they change seldom, and letters take most of the time.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::{Ink, LEFT, Margins, Panel, TOP, Unit, px, times};
use crate::charts::letters::letters;

/// A chart whose lines are given in picoseconds and in what its panel measures.
pub(super) type Chart<'a, B> = ChartContext<'a, B, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Room to draw in.
pub(super) type Area<B> = DrawingArea<B, Shift>;

/// Whether it could be drawn.
pub(super) type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// The axes of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Axes {
    /// First and last picosecond.
    pub(super) span: (f64, f64),
    /// Room around them.
    pub(super) margins: Margins,
    /// Of the panels, one above the other.
    pub(super) scales: Vec<Scale>,
}

/// How a panel is measured.
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
    /// Has `draw` draw in each panel: its number, all of its room, and what its
    /// axes enclose. The lowest has room for times below.
    pub(super) fn each<B: DrawingBackend>(
        &self,
        area: &Area<B>,
        scale: f64,
        mut draw: impl FnMut(usize, &Area<B>, Chart<'_, B>) -> Drawn<B>,
    ) -> Drawn<B> {
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

/// Draws `axes`; `scale` is device pixels per CSS pixel.
///
/// # Errors
/// If the backend fails.
pub fn draw_axes<B: DrawingBackend>(area: &Area<B>, axes: &Axes, ink: &Ink, scale: f64) -> Drawn<B> {
    let count = axes.scales.len();
    axes.each(area, scale, |index, area, mut chart| {
        let Scale { unit, weight, .. } = &axes.scales[index];
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(ink.grid.stroke_width(px(1.0, scale)))
            .axis_style(ink.grid)
            .label_style(letters(px(11.0, scale), ink.text))
            .x_labels(0)
            .y_labels(if count > 1 { 1 + 2 * *weight as usize } else { 5 })
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
