//! Charts as SVG: quantities over time ([`plot`]), and the figures of a sweep ([`sweep`]). Title and legend
//! add 40 pixels to the height. Curves without a name are not in the legend. The only error is a failure of
//! the drawing backend.

use std::fmt::Write;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{begin, hex, text};
use crate::charts::{CanvasError, LEFT, Paper, Plot, SweepChart, draw_axes, draw_lines, draw_sweep, ink};
use crate::scene::Theme;

/// Label of a curve or threshold, at the right edge of the axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Text of the label of the curve or threshold.
    pub words: String,
    /// Vertical position of the label in pixels, counted down from the top of the first panel.
    pub y: f64,
    /// Whether the label is to the right of the axes. If false, the label is inside the axes and ends at
    /// their right edge.
    pub is_beside: bool,
}

/// Height in pixels of the title and the legend above the chart.
const HEAD: u32 = 40;

/// Area of the SVG or canvas in which a chart is drawn.
type Area<'a, B> = DrawingArea<Paper<'a, B>, Shift>;

/// Result of drawing; the error is the failure of the backend.
type DrawResult = Result<(), DrawingAreaErrorKind<CanvasError>>;

/// SVG document with the chart `plot` under `title`, a legend of its named curves, and `labels`. The legend
/// has the order of panels and curves, and shows colours without dashes. `width` is the width of the
/// document; `height` is its height without title and legend, both in pixels. `B` is the canvas type of the
/// program; see [`Paper`].
///
/// # Errors
/// If the drawing backend fails; the error is its message.
pub fn plot<B: DrawingBackend>(
    title: &str,
    plot: &Plot,
    labels: &[Label],
    (width, height): (u32, u32),
    theme: Theme,
) -> Result<String, String> {
    let palette = theme.palette();
    let mut svg = chart::<B>(title, (width, height), theme, &|area| {
        draw_axes(area, &plot.axes(), &ink(theme), 1.0)?;
        draw_lines(area, plot, &ink(theme), 1.0)
    })?;
    let mut x = LEFT;
    let curves = plot.panels.iter().flat_map(|panel| &panel.curves);
    for curve in curves.filter(|curve| !curve.name.is_empty()) {
        // Writing to a String never fails.
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"27\" width=\"14\" height=\"4\" fill=\"{}\"/>",
            hex(curve.colour)
        );
        text(&mut svg, (x + 18.0, 33.0), (11.0, palette.ink), "", &curve.name);
        // Letters of this size are about 6 pixels wide.
        x += 34.0 + 6.0 * f64::from(u32::try_from(curve.name.chars().count()).unwrap_or(0));
    }
    for label in labels {
        let (x, anchor) = if label.is_beside { (4.0, "") } else { (-4.0, " text-anchor=\"end\"") };
        let at = (f64::from(width) - plot.margins.right + x, label.y + f64::from(HEAD) + 8.0);
        text(&mut svg, at, (11.0, palette.quiet), anchor, &label.words);
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// SVG document with the chart `sweep` under `title`. `size` is the width of the document, and its height
/// without the title, in pixels. `B` is the canvas type of the program; see [`Paper`].
///
/// # Errors
/// If the drawing backend fails; the error is its message.
pub fn sweep<B: DrawingBackend>(
    title: &str,
    sweep: &SweepChart,
    size: (u32, u32),
    theme: Theme,
) -> Result<String, String> {
    let mut svg = chart::<B>(title, size, theme, &|area| draw_sweep(area, sweep, &ink(theme), 1.0))?;
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Start of an SVG document: title, and below it the chart that `draw` draws. The caller must append the
/// closing tag. Fails if the drawing backend fails; the error is the message of the backend.
fn chart<B: DrawingBackend>(
    title: &str,
    (width, height): (u32, u32),
    theme: Theme,
    draw: &dyn Fn(&Area<'_, B>) -> DrawResult,
) -> Result<String, String> {
    let mut drawn = String::new();
    {
        let paper = Paper::<B>::Svg(SVGBackend::with_string(&mut drawn, (width, height)));
        let area = paper.into_drawing_area();
        draw(&area).and_then(|()| area.present()).map_err(|error| error.to_string())?;
    }
    let mut svg = begin(title, (f64::from(width), f64::from(height + HEAD)), theme);
    text(&mut svg, (LEFT, 16.0), (14.0, theme.palette().ink), "", title);
    // Only the elements of the chart are used, not the SVG document around them.
    let elements = drawn.find('>').map_or("", |end| &drawn[end + 1..]);
    let elements = elements.trim_end().strip_suffix("</svg>").unwrap_or(elements);
    let _ = writeln!(svg, "<g transform=\"translate(0 {HEAD})\">{elements}</g>");
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::{Curve, LineRow, Margins, NoCanvas, Panel, Trace, Unit};

    fn is_whole(svg: &str, parts: &[&str]) {
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        assert_eq!((svg.matches("<svg").count(), svg.matches("</svg>").count()), (1, 1), "{svg}");
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count(), "{svg}");
        for part in parts {
            assert!(svg.contains(part), "{part}: {svg}");
        }
    }

    #[test]
    fn a_chart_has_its_title_its_lines_and_its_labels() {
        let trace = Trace::through(vec![(0.0, 0.0), (1e6, 5e4)]);
        let curve = Curve {
            trace,
            colour: RGBColor(1, 2, 255),
            width: 2.0,
            dash: None,
            name: "a<b".into(),
            flow: None,
        };
        let panel =
            Panel { unit: Unit::Bytes, top: 1e5, weight: 1, curves: vec![curve], thresholds: Vec::new() };
        let chart = Plot { span: (0.0, 1e6), now: 1e6, margins: Margins::ALONE, panels: vec![panel] };
        let labels = [Label { words: "XOFF".to_owned(), y: 20.0, is_beside: false }];
        let svg = plot::<NoCanvas>("s1.0 P3", &chart, &labels, (600, 200), Theme::Light).unwrap();
        is_whole(&svg, &["s1.0 P3", "a&lt;b", ">XOFF</text>", "#0102FF", "<polyline"]);
    }

    #[test]
    fn a_sweep_chart_has_its_title_and_its_points() {
        let points = vec![(0.0, Some(1.0)), (1.0, Some(2.0))];
        let row = LineRow { points, colour: RGBColor(1, 2, 255), chosen: true };
        let ticks = vec![(0.0, "24k".to_owned()), (1.0, "96k".to_owned())];
        let chart = SweepChart { measure: "pauses", rows: vec![row], ticks, refused: (Vec::new(), RED) };
        let svg = sweep::<NoCanvas>("pauses over xoff", &chart, (600, 200), Theme::Dark).unwrap();
        is_whole(&svg, &["pauses over xoff", "24k", "96k", "<circle"]);
    }
}
