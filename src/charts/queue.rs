//! Queue depth over time, with the thresholds that it is compared with.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{size_label, span_label};

/// A line or band: least and greatest value of each column, in bytes; times in ps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// (time, first of the extremes, last of them), in order: a column that
    /// ends at its greatest value starts at its least.
    pub columns: Vec<(f64, f64, f64)>,
}

/// A threshold: a level over the whole span, or one that moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// (time, bytes) steps, in order.
    pub steps: Vec<(f64, f64)>,
    /// Its colour.
    pub colour: RGBColor,
}

/// What to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct QueuePlot {
    /// First and last picosecond.
    pub span: (f64, f64),
    /// Bytes at the top.
    pub top: f64,
    /// The cursor.
    pub now: f64,
    /// What the ingress group holds.
    pub ingress: Trace,
    /// What waits for the egress.
    pub egress: Trace,
    /// Thresholds.
    pub rules: Vec<Rule>,
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
    /// The ingress line.
    pub ingress: RGBColor,
    /// The egress line.
    pub egress: RGBColor,
}

const LEFT: f64 = 58.0;
const RIGHT: f64 = 26.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 22.0;

/// Where the axes enclose the plot, in CSS pixels of a chart of this size:
/// left, top, width, height. Labels beside rules are HTML and need it.
#[must_use]
pub fn plot_area(width: f64, height: f64) -> (f64, f64, f64, f64) {
    (LEFT, TOP, (width - LEFT - RIGHT).max(1.0), (height - TOP - BOTTOM).max(1.0))
}

/// Draws `plot`; `scale` is device pixels per CSS pixel.
///
/// # Errors
/// If the backend fails.
pub fn draw_queue<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    plot: &QueuePlot,
    ink: &Ink,
    scale: f64,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let mut chart = ChartBuilder::on(area)
        .margin_top(px(TOP, scale))
        .margin_right(px(RIGHT, scale))
        .x_label_area_size(px(BOTTOM, scale))
        .y_label_area_size(px(LEFT, scale))
        .build_cartesian_2d(plot.span.0..plot.span.1.max(plot.span.0 + 1.0), 0.0..plot.top.max(1.0))?;
    let font = ("system-ui, sans-serif", px(11.0, scale)).into_font().color(&ink.text);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(ink.grid.stroke_width(px(1.0, scale)))
        .axis_style(ink.grid)
        .label_style(font)
        .x_labels(6)
        .y_labels(5)
        .x_label_formatter(&|ps| span_label(*ps))
        .y_label_formatter(&|bytes| size_label(*bytes))
        .draw()?;
    for rule in &plot.rules {
        let style = rule.colour.stroke_width(px(1.5, scale));
        let points = stairs(&rule.steps, plot.span.1);
        chart.draw_series(DashedLineSeries::new(points, px(5.0, scale), px(4.0, scale), style))?;
    }
    for (trace, colour, wide) in [(&plot.egress, ink.egress, 1.5), (&plot.ingress, ink.ingress, 2.0)] {
        // Two points a column.
        let points = trace.columns.iter().flat_map(|(time, first, last)| [(*time, *first), (*time, *last)]);
        chart.draw_series(LineSeries::new(points, colour.stroke_width(px(wide, scale))))?;
    }
    let cursor = [(plot.now, 0.0), (plot.now, plot.top)];
    chart.draw_series(LineSeries::new(cursor, ink.cursor.stroke_width(px(1.0, scale))))?;
    Ok(())
}

/// A level lasts until the next step.
fn stairs(steps: &[(f64, f64)], end: f64) -> Vec<(f64, f64)> {
    let mut points = Vec::with_capacity(2 * steps.len());
    for (index, (time, bytes)) in steps.iter().enumerate() {
        points.push((*time, *bytes));
        points.push((steps.get(index + 1).map_or(end, |next| next.0), *bytes));
    }
    points
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
fn px(css: f64, scale: f64) -> u32 {
    (css * scale).round().max(1.0) as u32
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use plotters_backend::{BackendColor, BackendStyle, BackendTextStyle, DrawingErrorKind};

    use super::*;

    /// Counts what is drawn.
    #[derive(Default)]
    struct Counter {
        paths: Vec<usize>,
    }

    impl DrawingBackend for &mut Counter {
        type ErrorType = Infallible;

        fn get_size(&self) -> (u32, u32) {
            (600, 200)
        }

        fn ensure_prepared(&mut self) -> Result<(), DrawingErrorKind<Infallible>> {
            Ok(())
        }

        fn present(&mut self) -> Result<(), DrawingErrorKind<Infallible>> {
            Ok(())
        }

        fn draw_pixel(&mut self, _: (i32, i32), _: BackendColor) -> Result<(), DrawingErrorKind<Infallible>> {
            Ok(())
        }

        fn estimate_text_size<S: BackendTextStyle>(
            &self,
            text: &str,
            style: &S,
        ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
            Ok((px(style.size(), 0.5) * u32::try_from(text.len()).unwrap_or(1), px(style.size(), 1.0)))
        }

        fn draw_text<S: BackendTextStyle>(
            &mut self,
            _: &str,
            _: &S,
            _: (i32, i32),
        ) -> Result<(), DrawingErrorKind<Infallible>> {
            Ok(())
        }

        fn draw_path<S: BackendStyle, I: IntoIterator<Item = (i32, i32)>>(
            &mut self,
            path: I,
            _: &S,
        ) -> Result<(), DrawingErrorKind<Infallible>> {
            self.paths.push(path.into_iter().count());
            Ok(())
        }
    }

    #[test]
    fn a_trace_costs_two_points_a_column() {
        let mut counter = Counter::default();
        let columns: Vec<_> = (0..100u8).map(|n| (f64::from(n), 0.0, f64::from(n))).collect();
        let plot = QueuePlot {
            span: (0.0, 100.0),
            top: 100.0,
            now: 50.0,
            ingress: Trace { columns: columns.clone() },
            egress: Trace { columns },
            rules: vec![Rule { steps: vec![(0.0, 40.0)], colour: BLACK }],
        };
        let ink = Ink { text: BLACK, grid: BLACK, cursor: BLACK, ingress: BLACK, egress: BLACK };
        {
            let area = (&mut counter).into_drawing_area();
            draw_queue(&area, &plot, &ink, 1.0).unwrap();
        }
        assert_eq!(counter.paths.iter().filter(|points| **points == 200).count(), 2);
    }
}
