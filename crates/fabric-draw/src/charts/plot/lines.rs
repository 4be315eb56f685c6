//! Drawing of the curves, threshold lines and the cursor of a chart. A value of a curve above the axis is
//! drawn at the top of the panel; a threshold above the axis is left out. The cursor is drawn only in a chart
//! with its own time axis, as in exports, and only within the span of the axis.

use plotters::prelude::*;

use super::axes::{Area, DrawResult};
use super::{Ink, Plot, px};

/// Draws the curves, threshold lines and cursor of `plot` over its [`axes`](Plot::axes). `scale` is
/// device pixels per CSS pixel.
///
/// # Errors
/// If the drawing backend fails.
pub fn draw_lines<B: DrawingBackend>(area: &Area<B>, plot: &Plot, ink: &Ink, scale: f64) -> DrawResult<B> {
    plot.axes().each(area, scale, |index, _, mut chart| {
        let panel = &plot.panels[index];
        for curve in &panel.curves {
            let line = curve.colour.stroke_width(px(curve.width, scale));
            // Values above the top are drawn at the top; the read-out shows them in full.
            let corners = curve.trace.corners.iter().map(|(time, value)| (*time, value.min(panel.top)));
            if let Some((dash, gap)) = curve.dash {
                chart.draw_series(DashedLineSeries::new(corners, px(dash, scale), px(gap, scale), line))?;
            } else {
                chart.draw_series(LineSeries::new(corners, line))?;
            }
        }
        // Threshold lines are drawn over the curves, which may fill the panel.
        for line in &panel.thresholds {
            let style = line.colour.stroke_width(px(1.5, scale));
            for points in stairs(&line.steps, plot.span, panel.top) {
                chart.draw_series(DashedLineSeries::new(points, px(5.0, scale), px(4.0, scale), style))?;
            }
        }
        if plot.margins.is_alone() && (plot.span.0..=plot.span.1).contains(&plot.now) {
            let cursor = [(plot.now, 0.0), (plot.now, panel.top)];
            chart.draw_series(LineSeries::new(cursor, ink.cursor.stroke_width(px(1.0, scale))))?;
        }
        Ok(())
    })
}

/// Polylines of a threshold line between the times `start` and `end`. `steps` are times and values; each step
/// lasts until the next one. The line is interrupted while the value is above `top`.
pub(super) fn stairs(steps: &[(f64, f64)], (start, end): (f64, f64), top: f64) -> Vec<Vec<(f64, f64)>> {
    let mut lines = vec![Vec::new()];
    for (index, (time, bytes)) in steps.iter().enumerate() {
        let until = steps.get(index + 1).map_or(end, |next| next.0).min(end);
        if *time > end || until < start || index + 1 < steps.len() && until <= start {
            continue;
        }
        let time = &time.max(start);
        match lines.last_mut() {
            Some(line) if *bytes <= top => line.extend([(*time, *bytes), (until, *bytes)]),
            Some(line) if !line.is_empty() => lines.push(Vec::new()),
            _ => {}
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}
