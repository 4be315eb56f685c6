//! Axis of time of a chart, at round times. A chart with its own axis has ticks and labels below it. If the
//! page draws the labels, the chart has vertical grid lines instead.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axes::{Area, Chart, DrawResult};
use super::{Axes, BOTTOM, Ink, LEFT, ps, px, whole};
use crate::charts::letters::letters;
use crate::charts::ticks;

/// Length in pixels of a tick below the axes.
const MARK: f64 = 4.0;

/// Draws vertical grid lines at round times. Used for a chart whose time labels are on the page, outside
/// the chart.
pub(super) fn uprights<B: DrawingBackend>(
    chart: &mut Chart<'_, B>,
    axes: &Axes,
    ink: &Ink,
    scale: f64,
) -> DrawResult<B> {
    let (from, to) = axes.span;
    let width = f64::from(chart.plotting_area().dim_in_pixel().0) / scale;
    let top = chart.y_range().end;
    let style = ink.grid.stroke_width(px(1.0, scale));
    for (time, _) in ticks(whole(from), whole(to), width) {
        chart.draw_series(LineSeries::new([(ps(time), 0.0), (ps(time), top)], style))?;
    }
    Ok(())
}

/// Draws ticks and labels of round times below the axes.
pub(super) fn draw<B: DrawingBackend>(area: &Area<B>, axes: &Axes, ink: &Ink, scale: f64) -> DrawResult<B> {
    let (width, height) = area.dim_in_pixel();
    let (width, height) = (f64::from(width) / scale - LEFT - axes.margins.right, f64::from(height) / scale);
    let (from, to) = axes.span;
    let centred = Pos::new(HPos::Center, VPos::Top);
    let style = letters(px(11.0, scale), ink.text).pos(centred);
    let at = |x: f64, y: f64| (px(x, scale).cast_signed(), px(y, scale).cast_signed());
    for (time, label) in ticks(whole(from), whole(to), width) {
        let x = LEFT + (ps(time) - from) / (to - from).max(1.0) * width;
        let mark = [at(x, height - BOTTOM), at(x, height - BOTTOM + MARK)];
        area.draw(&PathElement::new(mark, ink.text))?;
        area.draw_text(&label, &style, at(x, height - BOTTOM + MARK + 2.0))?;
    }
    Ok(())
}
