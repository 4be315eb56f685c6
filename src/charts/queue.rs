//! Queue depth over time, with the thresholds that it is compared with.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{size_label, span_label};

/// What a queue held: corners of a line that is level, or upright where the
/// value jumps; times in ps, values in bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The corners, in order.
    pub corners: Vec<(f64, f64)>,
}

impl Trace {
    /// The next column: from `time` on the value went from `least` to `most`,
    /// and stayed at `end`.
    pub fn column(&mut self, time: f64, least: f64, most: f64, end: f64) {
        if let Some((_, level)) = self.corners.last().copied() {
            self.corner(time, level);
        }
        let low = end - least <= most - end;
        self.corner(time, if low { most } else { least });
        self.corner(time, if low { least } else { most });
        self.corner(time, end);
    }

    fn corner(&mut self, time: f64, level: f64) {
        if self.corners.last() != Some(&(time, level)) {
            self.corners.push((time, level));
        }
    }
}

/// A threshold: a level over the whole span, or one that moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// (time, bytes) steps, in order; infinite where there is none.
    pub steps: Vec<(f64, f64)>,
    /// Its colour.
    pub colour: RGBColor,
}

/// What to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct QueuePlot {
    /// First and last picosecond.
    pub span: (f64, f64),
    /// The cursor.
    pub now: f64,
    /// One above the other.
    pub panels: Vec<Panel>,
}

/// A queue with what it is compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Bytes at the top.
    pub top: f64,
    /// What it held.
    pub trace: Trace,
    /// The line's colour.
    pub colour: RGBColor,
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
}

/// Pixels to the left of the axes.
pub const LEFT: f64 = 84.0;
/// Pixels to the right of them.
pub const RIGHT: f64 = 26.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 22.0;

/// How wide the axes are in a chart of this width, in CSS pixels.
#[must_use]
pub fn plot_width(width: f64) -> f64 {
    (width - LEFT - RIGHT).max(1.0)
}

/// How far the axes of panel `index` of `count` lie below those of the first,
/// and how high they are. Labels beside rules are HTML and need it.
#[must_use]
pub fn panel_place(height: f64, index: u32, count: u32) -> (f64, f64) {
    let each = (height - BOTTOM) / f64::from(count.max(1));
    (each * f64::from(index), (each - TOP).max(1.0))
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
    let count = u32::try_from(plot.panels.len()).unwrap_or(1);
    let (_, high) = panel_place(f64::from(area.dim_in_pixel().1) / scale, 0, count);
    let mut rest = area.clone();
    for (index, panel) in (1u32..).zip(&plot.panels) {
        if index == count {
            draw_panel(&rest, plot, panel, ink, scale, true)?;
        } else {
            let (upper, lower) = rest.split_vertically(px(high + TOP, scale));
            draw_panel(&upper, plot, panel, ink, scale, false)?;
            rest = lower;
        }
    }
    Ok(())
}

/// One panel; the lowest carries the axis of time.
fn draw_panel<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    plot: &QueuePlot,
    panel: &Panel,
    ink: &Ink,
    scale: f64,
    lowest: bool,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let mut chart = ChartBuilder::on(area)
        .margin_top(px(TOP, scale))
        .margin_right(px(RIGHT, scale))
        .x_label_area_size(if lowest { px(BOTTOM, scale) } else { 0 })
        .y_label_area_size(px(LEFT, scale))
        .build_cartesian_2d(plot.span.0..plot.span.1.max(plot.span.0 + 1.0), 0.0..panel.top.max(1.0))?;
    let font = ("system-ui, sans-serif", px(11.0, scale)).into_font().color(&ink.text);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(ink.grid.stroke_width(px(1.0, scale)))
        .axis_style(ink.grid)
        .label_style(font)
        .x_labels(6)
        .y_labels(if plot.panels.len() > 1 { 3 } else { 5 })
        .x_label_formatter(&|ps| span_label(*ps))
        .y_label_formatter(&|bytes| size_label(*bytes))
        .draw()?;
    let line = panel.colour.stroke_width(px(2.0, scale));
    chart.draw_series(LineSeries::new(panel.trace.corners.iter().copied(), line))?;
    // Over the line, which may fill the panel.
    for rule in &panel.rules {
        let style = rule.colour.stroke_width(px(1.5, scale));
        for points in stairs(&rule.steps, plot.span.1, panel.top) {
            chart.draw_series(DashedLineSeries::new(points, px(5.0, scale), px(4.0, scale), style))?;
        }
    }
    let cursor = [(plot.now, 0.0), (plot.now, panel.top)];
    chart.draw_series(LineSeries::new(cursor, ink.cursor.stroke_width(px(1.0, scale))))?;
    Ok(())
}

/// A level lasts until the next step; where it is above the top, nothing is drawn.
fn stairs(steps: &[(f64, f64)], end: f64, top: f64) -> Vec<Vec<(f64, f64)>> {
    let mut lines = vec![Vec::new()];
    for (index, (time, bytes)) in steps.iter().enumerate() {
        let until = steps.get(index + 1).map_or(end, |next| next.0);
        match lines.last_mut() {
            Some(line) if *bytes <= top => line.extend([(*time, *bytes), (until, *bytes)]),
            Some(line) if !line.is_empty() => lines.push(Vec::new()),
            _ => {}
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
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
    fn a_jump_is_upright() {
        let mut trace = Trace::default();
        trace.column(0.0, 0.0, 0.0, 0.0);
        trace.column(10.0, 0.0, 9.0, 9.0);
        trace.column(20.0, 2.0, 9.0, 4.0);
        let same = |one: f64, other: f64| one.total_cmp(&other).is_eq();
        assert!(
            trace.corners.windows(2).all(|pair| same(pair[0].0, pair[1].0) || same(pair[0].1, pair[1].1))
        );
        assert_eq!(trace.corners.last(), Some(&(20.0, 4.0)));
    }

    #[test]
    fn a_rule_is_drawn_where_it_is_within_the_panel() {
        let lines = stairs(&[(0.0, 5.0), (10.0, f64::INFINITY), (20.0, 3.0)], 30.0, 8.0);
        assert_eq!(lines, [vec![(0.0, 5.0), (10.0, 5.0)], vec![(20.0, 3.0), (30.0, 3.0)]]);
    }

    #[test]
    fn a_trace_costs_at_most_four_points_a_column_and_each_panel_is_drawn() {
        let mut counter = Counter::default();
        let mut trace = Trace::default();
        (0..100u8).for_each(|n| trace.column(f64::from(n), 0.0, 90.0, 40.0));
        let panel = Panel {
            top: 100.0,
            trace,
            colour: BLACK,
            rules: vec![Rule { steps: vec![(0.0, 40.0)], colour: BLACK }],
        };
        let plot = QueuePlot { span: (0.0, 100.0), now: 50.0, panels: vec![panel.clone(), panel] };
        let ink = Ink { text: BLACK, grid: BLACK, cursor: BLACK };
        {
            let area = (&mut counter).into_drawing_area();
            draw_queue(&area, &plot, &ink, 1.0).unwrap();
        }
        assert_eq!(counter.paths.iter().filter(|points| (300..=400).contains(*points)).count(), 2);
    }
}
