//! Chart of a sweep (runs that differ in one parameter): measured figures over the values of the parameter.
//! Start with [`SweepChart`] and [`draw_sweep`]. The vertical axis begins at 0. A line is interrupted where a
//! run has no figure. Only a selected line has circles at its points; a hollow circle at 0 is a run without a
//! figure. Crosses at 0 mark parameter values that the simulator refused.

use fabric_sim::insight::{Measure, MeasureUnit};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::letters::letters;
use super::{Ink, bytes_label, nice_ceiling, rate_label, span_label};

/// Line of a sweep chart, which shows one column of the result table of the sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct LineRow {
    /// Points of the line as (position, figure). The position on the horizontal axis is 0 to 1, ascending.
    /// The figure is `None` if the run measured none.
    pub points: Vec<(f64, Option<f64>)>,
    /// Colour of the points and the line.
    pub colour: RGBColor,
    /// Whether the user has selected this line, that is, its column of the result table. A selected line is
    /// thicker and has circles at its points.
    pub chosen: bool,
}

/// Content of a sweep chart: measured figures over the values of the varied parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepChart {
    /// Name of the measure. The name ends with the unit of the figures, such as `p99_ps`.
    pub measure: &'static str,
    /// Lines of the chart; later lines are drawn over earlier lines.
    pub rows: Vec<LineRow>,
    /// Labels of the horizontal axis as (position on the axis from 0 to 1, text of the label).
    pub ticks: Vec<(f64, String)>,
    /// Positions on the horizontal axis, 0 to 1, of the runs that the simulator refused, and the colour of
    /// the crosses that mark them.
    pub refused: (Vec<f64>, RGBColor),
}

/// Margin of a sweep chart to the left of the axes, in pixels.
const LEFT: f64 = 76.0;
/// Margin of a sweep chart to the right of the axes, in pixels.
const RIGHT: f64 = 26.0;
/// Margin of a sweep chart above the axes, in pixels.
const TOP: f64 = 12.0;
/// Height in pixels of the margin below the axes, which contains the labels.
const BOTTOM: f64 = 26.0;
/// Least distance in pixels between the centres of two labels of the horizontal axis.
const NAME: f64 = 64.0;

impl SweepChart {
    /// Figure at the top of the vertical axis: a round number at least 4 % above all figures; 1 without
    /// figures.
    #[must_use]
    pub fn top(&self) -> f64 {
        let points = self.rows.iter().flat_map(|row| &row.points);
        nice_ceiling(points.filter_map(|point| point.1).fold(0.0, f64::max) * 1.04)
    }

    /// Position in pixels of the point (x, y) in a chart of this size. `x` is from 0 to 1; `y` is a figure,
    /// limited to the range of the axis.
    #[must_use]
    pub fn place(&self, (width, height): (f64, f64), (x, y): (f64, f64)) -> (f64, f64) {
        let (wide, high) = ((width - LEFT - RIGHT).max(1.0), (height - TOP - BOTTOM).max(1.0));
        (LEFT + x * wide, TOP + (1.0 - (y / self.top()).clamp(0.0, 1.0)) * high)
    }
}

/// Positions, 0 to 1, of the points on the horizontal axis of a sweep chart. With `values`, the distances
/// between points are in proportion to the differences of the values. If `by_ratio`, they are in proportion
/// to the logarithm of the ratios, and a value of 0 counts as 1. Without `values`, `count` points have equal
/// distances. A single point, or points of one value, are at 0.5.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "for display")]
pub fn spots(values: Option<&[u64]>, count: usize, by_ratio: bool) -> Vec<f64> {
    let place = |value: &u64| if by_ratio { ((*value).max(1) as f64).ln() } else { *value as f64 };
    let in_order = || (0..count).map(|n| n as f64).collect();
    let spots: Vec<f64> = values.map_or_else(in_order, |values| values.iter().map(place).collect());
    let least = spots.iter().copied().fold(f64::INFINITY, f64::min);
    let most = spots.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let place = |spot: &f64| if most > least { (spot - least) / (most - least) } else { 0.5 };
    spots.iter().map(place).collect()
}

/// Label of a measured figure, with its unit. The end of the name `measure` gives the unit, such as `_ps`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "for display")]
pub fn figure_label(measure: &str, figure: u64) -> String {
    match Measure::unit_of(measure) {
        MeasureUnit::Picoseconds => span_label(figure as f64),
        MeasureUnit::Bytes => bytes_label(figure),
        MeasureUnit::BitsPerSecond => rate_label(figure),
        MeasureUnit::Count => figure.to_string(),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "figures are whole")]
fn axis_label(measure: &str, figure: f64) -> String {
    let whole = figure.round() as u64;
    // A count is a whole number: a fraction of it gets no label.
    let is_part = (figure - figure.round()).abs() > 1e-9;
    if Measure::unit_of(measure) == MeasureUnit::Count && is_part {
        String::new()
    } else {
        figure_label(measure, whole)
    }
}

/// Draws the chart `sweep` in `area`; `scale` is device pixels per CSS pixel. A label of the horizontal axis
/// that would overlap an earlier one is left out.
///
/// # Errors
/// If the drawing backend fails.
pub fn draw_sweep<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    sweep: &SweepChart,
    ink: &Ink,
    scale: f64,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let px = |css: f64| whole(css * scale);
    let top = sweep.top();
    let mut chart = ChartBuilder::on(area)
        .margin_top(px(TOP))
        .margin_right(px(RIGHT))
        .x_label_area_size(px(BOTTOM))
        .y_label_area_size(px(LEFT))
        .build_cartesian_2d(0.0..1.0, 0.0..top)?;
    let font = letters(px(11.0), ink.text);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(ink.grid.stroke_width(px(1.0)))
        .axis_style(ink.grid)
        .label_style(font.clone())
        .x_labels(0)
        .y_labels(5)
        .y_label_formatter(&|figure| axis_label(sweep.measure, *figure))
        .draw()?;
    for row in &sweep.rows {
        let line = row.colour.stroke_width(px(if row.chosen { 2.0 } else { 1.0 }));
        // The line is interrupted at points without a figure.
        for stretch in row.points.split(|point| point.1.is_none()) {
            let known = stretch.iter().filter_map(|(x, figure)| Some((*x, (*figure)?)));
            chart.draw_series(LineSeries::new(known, line))?;
        }
        if row.chosen {
            let mark = |(x, figure): &(f64, Option<f64>)| match figure {
                Some(figure) => Circle::new((*x, *figure), px(4.0), row.colour.filled()),
                None => Circle::new((*x, 0.0), px(4.0), row.colour.stroke_width(px(1.5))),
            };
            chart.draw_series(row.points.iter().map(mark))?;
        }
    }
    let (places, colour) = &sweep.refused;
    let size = px(4.0);
    chart.draw_series(places.iter().map(|x| Cross::new((*x, 0.0), size, colour.stroke_width(px(2.0)))))?;
    let (width, height) = area.dim_in_pixel();
    let (width, height) = (f64::from(width) / scale, f64::from(height) / scale);
    let mut free = 0.0;
    for (x, name) in &sweep.ticks {
        let (left, _) = sweep.place((width, height), (*x, 0.0));
        let begins = left - NAME / 2.0;
        if begins >= free {
            free = begins + NAME;
            let centred = font.pos(plotters::style::text_anchor::Pos::new(
                plotters::style::text_anchor::HPos::Center,
                plotters::style::text_anchor::VPos::Top,
            ));
            let at = (at(left * scale), at((height - BOTTOM + 6.0) * scale));
            area.draw_text(name, &centred, at)?;
        }
    }
    Ok(())
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
fn whole(pixels: f64) -> u32 {
    pixels.round().max(1.0) as u32
}

#[expect(clippy::cast_possible_truncation, reason = "sizes of a screen")]
fn at(pixels: f64) -> i32 {
    pixels.round() as i32
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use plotters_backend::{BackendColor, BackendStyle, BackendTextStyle, DrawingErrorKind};

    use super::*;

    type Outcome<T = ()> = Result<T, DrawingErrorKind<Infallible>>;

    /// Backend for tests that records circles, texts and the number of lines.
    #[derive(Default)]
    struct Seen {
        circles: Vec<(i32, i32)>,
        hollow: usize,
        lines: usize,
        texts: Vec<String>,
    }

    impl DrawingBackend for &mut Seen {
        type ErrorType = Infallible;

        fn get_size(&self) -> (u32, u32) {
            (600, 300)
        }

        fn ensure_prepared(&mut self) -> Outcome {
            Ok(())
        }

        fn present(&mut self) -> Outcome {
            Ok(())
        }

        fn draw_pixel(&mut self, _: (i32, i32), _: BackendColor) -> Outcome {
            Ok(())
        }

        fn draw_circle<S: BackendStyle>(&mut self, at: (i32, i32), _: u32, _: &S, filled: bool) -> Outcome {
            self.circles.push(at);
            self.hollow += usize::from(!filled);
            Ok(())
        }

        fn draw_path<S: BackendStyle, I: IntoIterator<Item = (i32, i32)>>(
            &mut self,
            path: I,
            style: &S,
        ) -> Outcome {
            let is_of_row = style.color().rgb == (0, 0, 1);
            self.lines += usize::from(is_of_row && path.into_iter().count() > 1);
            Ok(())
        }

        fn estimate_text_size<S: BackendTextStyle>(&self, text: &str, style: &S) -> Outcome<(u32, u32)> {
            Ok((whole(style.size() * 0.5) * u32::try_from(text.len()).unwrap_or(1), whole(style.size())))
        }

        fn draw_text<S: BackendTextStyle>(&mut self, text: &str, _: &S, _: (i32, i32)) -> Outcome {
            self.texts.push(text.to_owned());
            Ok(())
        }
    }

    fn drawn(sweep: &SweepChart) -> Seen {
        let mut seen = Seen::default();
        let ink = Ink { text: BLACK, grid: BLACK, cursor: BLACK };
        draw_sweep(&(&mut seen).into_drawing_area(), sweep, &ink, 1.0).unwrap();
        seen
    }

    fn sweep(figures: &[f64]) -> SweepChart {
        of(&figures.iter().copied().map(Some).collect::<Vec<_>>())
    }

    fn of(figures: &[Option<f64>]) -> SweepChart {
        let last = figures.len().max(2) - 1;
        #[expect(clippy::cast_precision_loss, reason = "a few")]
        let x = |n: usize| n as f64 / last as f64;
        let points = figures.iter().enumerate().map(|(n, figure)| (x(n), *figure)).collect();
        SweepChart {
            measure: "p99_ps",
            rows: vec![LineRow { points, colour: RGBColor(0, 0, 1), chosen: true }],
            ticks: (0..figures.len()).map(|n| (x(n), format!("{n}k"))).collect(),
            refused: (vec![0.5], RED),
        }
    }

    #[test]
    fn a_point_stands_where_it_is_drawn() {
        let sweep = sweep(&[0.0, 4e6, 8e6]);
        let seen = drawn(&sweep);
        assert_eq!(seen.circles.len(), 3);
        for (circle, point) in seen.circles.iter().zip(&sweep.rows[0].points) {
            let (left, top) = sweep.place((600.0, 300.0), (point.0, point.1.unwrap_or(0.0)));
            let off = (left - f64::from(circle.0)).abs().max((top - f64::from(circle.1)).abs());
            assert!(off <= 1.5, "{circle:?} {left} {top}");
        }
        for word in ["0k", "1k", "2k"] {
            assert!(seen.texts.iter().any(|text| text == word), "{word}");
        }
        assert!(seen.texts.iter().any(|text| text.ends_with("µs")));
    }

    #[test]
    fn a_missing_value_is_a_hollow_mark_and_breaks_the_line() {
        let whole = drawn(&sweep(&[1.0, 2.0, 3.0, 4.0]));
        assert_eq!((whole.circles.len(), whole.hollow, whole.lines), (4, 0, 1));
        let gap = drawn(&of(&[Some(1.0), Some(2.0), None, Some(4.0), Some(5.0)]));
        assert_eq!((gap.circles.len(), gap.hollow, gap.lines), (5, 1, 2));
        let none = drawn(&of(&[None, None]));
        assert_eq!((none.circles.len(), none.hollow, none.lines), (2, 2, 0));
    }

    #[test]
    fn names_of_places_keep_apart() {
        let many = drawn(&sweep(&[1.0; 100]));
        let names = many.texts.iter().filter(|text| text.ends_with('k')).count();
        assert!((5..=8).contains(&names), "{names}");
    }

    #[test]
    fn figures_have_the_unit_of_their_measure() {
        assert_eq!(figure_label("p99_ps", 12_400_000), "12.4\u{202f}µs");
        assert_eq!(figure_label("queue_peak_bytes", 40_000), "40.0\u{202f}kB");
        assert_eq!(figure_label("goodput_bps", 100_000_000_000), "100\u{202f}Gb/s");
        assert_eq!(figure_label("drops", 1_234), "1234");
        assert_eq!((axis_label("drops", 0.5), axis_label("drops", 2.0)), (String::new(), "2".to_owned()));
    }

    #[test]
    fn points_are_spaced_by_values_or_ratios() {
        assert_eq!(spots(Some(&[10, 20, 40]), 3, false), [0.0, 1.0 / 3.0, 1.0]);
        let by_ratio = spots(Some(&[10, 20, 40]), 3, true);
        assert!((by_ratio[1] - 0.5).abs() < 1e-9, "{by_ratio:?}");
        assert_eq!(spots(None, 3, false), [0.0, 0.5, 1.0]);
        assert_eq!(spots(Some(&[7]), 1, true), [0.5]);
    }

    #[test]
    fn an_empty_series_draws_no_shape() {
        assert_eq!(drawn(&SweepChart { rows: Vec::new(), ..sweep(&[]) }).circles, []);
    }
}
