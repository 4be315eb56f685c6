//! Tests of charts: jumps, threshold lines, heights of panels, labels of the time axis, and the curve nearest
//! to a point. Calls of the drawing backend are recorded.

use std::convert::Infallible;

use plotters::prelude::*;
use plotters_backend::{BackendColor, BackendStyle, BackendTextStyle, DrawingErrorKind};

use super::lines::stairs;
use super::*;
use crate::scene::Point;

/// Backend that counts the drawn elements.
#[derive(Default)]
struct Counter {
    paths: Vec<usize>,
    /// Positions (x, y) of the drawn texts, in pixels.
    texts: Vec<(i32, i32)>,
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
        at: (i32, i32),
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        self.texts.push(at);
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
    trace.column((0.0, 0.0), 0.0, 0.0, 0.0);
    trace.column((10.0, 10.0), 0.0, 9.0, 9.0);
    trace.column((20.0, 22.0), 2.0, 9.0, 4.0);
    let same = |one: f64, other: f64| one.total_cmp(&other).is_eq();
    assert!(trace.corners.windows(2).all(|pair| same(pair[0].0, pair[1].0) || same(pair[0].1, pair[1].1)));
    assert_eq!(trace.corners.last(), Some(&(20.0, 4.0)));
}

#[test]
fn a_rule_is_drawn_where_it_is_within_the_panel() {
    let lines = stairs(&[(0.0, 5.0), (10.0, f64::INFINITY), (20.0, 3.0)], (0.0, 30.0), 8.0);
    assert_eq!(lines, [vec![(0.0, 5.0), (10.0, 5.0)], vec![(20.0, 3.0), (30.0, 3.0)]]);
    let near = stairs(&[(0.0, 5.0), (10.0, 4.0), (20.0, 3.0), (40.0, 1.0)], (12.0, 30.0), 8.0);
    assert_eq!(near, [vec![(12.0, 4.0), (20.0, 4.0), (20.0, 3.0), (30.0, 3.0)]], "it lasts from the edge on");
}

#[test]
fn panels_share_the_height_by_their_weights() {
    let (first, second) = (Margins::ALONE.panel(202.0, 0, &[2, 1]), Margins::ALONE.panel(202.0, 1, &[2, 1]));
    assert_eq!((first, second), ((0.0, 108.0), (120.0, 48.0)));
    assert_eq!(Margins::ALONE.panel(202.0, 0, &[1]), (0.0, 168.0));
}

#[test]
fn a_trace_costs_at_most_four_points_a_column_and_each_panel_is_drawn() {
    let mut counter = Counter::default();
    let mut trace = Trace::default();
    (0..100u8).for_each(|n| trace.column((f64::from(n), f64::from(n)), 0.0, 90.0, 40.0));
    let panel = Panel {
        unit: Unit::Bytes,
        top: 100.0,
        weight: 1,
        curves: vec![Curve { trace, colour: BLACK, width: 2.0, dash: None, name: String::new(), flow: None }],
        thresholds: vec![ThresholdLine { steps: vec![(0.0, 40.0)], colour: BLACK }],
    };
    let plot =
        Plot { span: (0.0, 100.0), now: 50.0, margins: Margins::ALONE, panels: vec![panel.clone(), panel] };
    let ink = Ink { text: BLACK, grid: BLACK, cursor: BLACK };
    draw_lines(&(&mut counter).into_drawing_area(), &plot, &ink, 1.0).unwrap();
    assert_eq!(counter.paths.iter().filter(|points| (300..=400).contains(*points)).count(), 2);
}

/// Checks that the moving layer draws no text, because text is expensive to draw.
#[test]
fn moving_parts_of_a_plot_have_no_text_and_do_not_change_the_axes() {
    let at = |now: f64, bytes: f64| {
        let trace = Trace::through(vec![(0.0, bytes), (now, bytes)]);
        let curve = Curve { trace, colour: BLACK, width: 2.0, dash: None, name: String::new(), flow: None };
        let panel =
            Panel { unit: Unit::Bytes, top: 100.0, weight: 1, curves: vec![curve], thresholds: Vec::new() };
        Plot { span: (0.0, 100.0), now, margins: Margins::ALONE, panels: vec![panel] }
    };
    let ink = Ink { text: BLACK, grid: BLACK, cursor: BLACK };
    let mut counter = Counter::default();
    draw_lines(&(&mut counter).into_drawing_area(), &at(20.0, 10.0), &ink, 1.0).unwrap();
    assert_eq!((counter.texts.len(), counter.paths.len()), (0, 2), "a line and the cursor");
    draw_axes(&(&mut counter).into_drawing_area(), &at(20.0, 10.0).axes(), &ink, 1.0).unwrap();
    assert!(counter.texts.len() > 5, "{:?}", counter.texts);
    assert_eq!(at(20.0, 10.0).axes(), at(60.0, 90.0).axes());
    let near = Plot { span: (0.0, 50.0), ..at(20.0, 10.0) };
    assert_ne!(near.axes(), at(20.0, 10.0).axes());
}

/// Names of lines make the axes narrower. The labels of time still do not overlap.
#[test]
fn labels_of_time_keep_apart_however_narrow_the_axes_are() {
    for (right, most) in [(RIGHT, 6), (300.0, 4), (400.0, 3), (510.0, 1)] {
        let mut counter = Counter::default();
        let panel =
            Panel { unit: Unit::Bytes, top: 100.0, weight: 1, curves: Vec::new(), thresholds: Vec::new() };
        let margins = Margins { right, ..Margins::ALONE };
        let plot = Plot { span: (0.0, 1e7), now: 0.0, margins, panels: vec![panel] };
        let ink = Ink { text: BLACK, grid: BLACK, cursor: BLACK };
        draw_axes(&(&mut counter).into_drawing_area(), &plot.axes(), &ink, 1.0).unwrap();
        let lowest = counter.texts.iter().map(|at| at.1).max().unwrap();
        let times: Vec<i32> = counter.texts.iter().filter(|at| at.1 == lowest).map(|at| at.0).collect();
        assert!((1..=most).contains(&times.len()), "{right}: {times:?}");
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] >= 56), "{right}: {times:?}");
    }
}

#[test]
fn a_broken_line_is_drawn_in_pieces_that_reach_as_far() {
    let trace = Trace::through(vec![(0.0, 50.0), (100.0, 50.0)]);
    let paths = |dash| {
        let mut counter = Counter::default();
        let curve =
            Curve { trace: trace.clone(), colour: BLACK, width: 2.0, dash, name: String::new(), flow: None };
        let panel =
            Panel { unit: Unit::Bytes, top: 100.0, weight: 1, curves: vec![curve], thresholds: Vec::new() };
        let plot = Plot { span: (0.0, 100.0), now: 50.0, margins: Margins::ALONE, panels: vec![panel] };
        let ink = Ink { text: BLACK, grid: BLACK, cursor: BLACK };
        draw_lines(&(&mut counter).into_drawing_area(), &plot, &ink, 1.0).unwrap();
        counter.paths.len()
    };
    // The line is 490 pixels long. Each dash has 9 pixels, each gap 4.
    assert!(
        (35..=40).contains(&(paths(DASH_OF_A) - paths(None))),
        "{} and {}",
        paths(DASH_OF_A),
        paths(None)
    );
}

#[test]
fn a_closer_look_cuts_a_line_at_its_edges() {
    let mut trace = Trace::default();
    trace.column((0.0, 0.0), 2.0, 2.0, 2.0);
    trace.column((10.0, 13.0), 0.0, 90.0, 40.0);
    trace.column((20.0, 20.0), 5.0, 5.0, 5.0);
    trace.last_until(40.0);
    let near = |from, to| trace.clone().within(from, to);
    assert_eq!(near(2.0, 8.0).corners, [(2.0, 2.0), (8.0, 2.0)], "what stands since before");
    assert_eq!(near(15.0, 30.0).corners, [(15.0, 40.0), (20.0, 40.0), (20.0, 5.0), (30.0, 5.0)]);
    assert_eq!(near(12.0, 30.0).at(12.5), Some((0.0, 90.0)), "it jumps until then");
    assert_eq!(near(50.0, 60.0).corners, [], "nothing is known of that");
    assert_eq!(near(0.0, 40.0), trace);
    let sloped = Trace::through(vec![(0.0, 0.0), (10.0, 10.0), (20.0, 0.0)]);
    assert_eq!(sloped.clone().within(4.0, 6.0).corners, [(4.0, 4.0), (6.0, 6.0)]);
    assert_eq!(sloped.within(5.0, 15.0).corners, [(5.0, 5.0), (10.0, 10.0), (15.0, 5.0)]);
}

#[test]
fn a_trace_is_read_where_it_is_known_with_its_peaks() {
    let mut trace = Trace::default();
    trace.column((10.0, 13.0), 0.0, 90.0, 40.0);
    trace.column((20.0, 20.0), 40.0, 40.0, 40.0);
    trace.column((30.0, 30.0), 5.0, 5.0, 5.0);
    let read = |time| trace.at(time);
    assert_eq!(read(9.0), None);
    assert_eq!(read(10.0), Some((0.0, 90.0)));
    assert_eq!(read(12.0), Some((0.0, 90.0)), "until its last jump");
    assert_eq!(read(15.0), Some((40.0, 40.0)), "then it stood still");
    assert_eq!(read(25.0), Some((40.0, 40.0)));
    assert_eq!(read(30.0), Some((5.0, 40.0)), "where it jumps, both ends");
    assert_eq!(read(31.0), None);
    let curve = |name: &str, dash| Curve {
        trace: trace.clone(),
        colour: BLACK,
        width: 2.0,
        dash,
        name: name.to_owned(),
        flow: None,
    };
    let curves = vec![curve("", None), curve("A", DASH_OF_A), curve("queue", None)];
    let panel = Panel { unit: Unit::Bytes, top: 100.0, weight: 1, curves, thresholds: Vec::new() };
    let plot = Plot { span: (0.0, 100.0), now: 50.0, margins: Margins::ALONE, panels: vec![panel] };
    assert_eq!(plot.read(25.0).replace('\u{202f}', " "), "25 ps: queue 40 B; A 40 B");
    assert_eq!(plot.read(12.0).replace('\u{202f}', " "), "12 ps: queue 0 B to 90 B; A 0 B to 90 B");
    assert_eq!(plot.read(99.0), "");
    let width = LEFT + RIGHT + 200.0;
    assert_eq!(plot.time_at(LEFT + 100.0, width), Some(50.0));
    assert_eq!(plot.time_at(LEFT - 1.0, width), None);
}

#[test]
fn the_flow_of_the_nearest_curve_within_reach_is_found() {
    let level = |value: f64| Trace::through(vec![(0.0, value), (50.0, value), (50.0, 90.0), (100.0, 90.0)]);
    let curve = |value: f64, flow| Curve {
        trace: level(value),
        colour: BLACK,
        width: 2.0,
        dash: None,
        name: String::new(),
        flow,
    };
    let flows = vec![curve(20.0, Some(FlowId(4))), curve(60.0, Some(FlowId(7))), curve(40.0, None)];
    let panel = |curves| Panel { unit: Unit::Rate, top: 100.0, weight: 1, curves, thresholds: Vec::new() };
    let panels = vec![panel(flows), panel(vec![curve(50.0, Some(FlowId(9)))])];
    let plot = Plot { span: (0.0, 100.0), now: 0.0, margins: Margins::ALONE, panels };
    // Two panels, one above the other, each with axes of 200 × 100 pixels.
    let size = (LEFT + RIGHT + 200.0, 2.0 * (TOP + 100.0) + BOTTOM);
    let found = |x: f64, y: f64| plot.flow_at(Point::new(LEFT + x, TOP + y), size, 5.0);
    assert_eq!(found(30.0, 79.0), Some(FlowId(4)));
    assert_eq!(found(30.0, 44.0), Some(FlowId(7)));
    assert_eq!(found(30.0, 60.0), None, "not a curve of a flow");
    assert_eq!(found(30.0, 70.0), None, "out of reach");
    assert_eq!(found(97.0, 60.0), Some(FlowId(4)), "beside the upright where it jumps");
    assert_eq!(found(150.0, 12.0), Some(FlowId(7)), "the one drawn over the other");
    assert_eq!(found(30.0, TOP + 150.0), Some(FlowId(9)), "in the panel below");
    assert_eq!(found(30.0, -40.0), None);
}
