//! Charts of quantities over time.

use std::fmt::Write;

use plotters::prelude::*;
use plotters::style::RGBColor;

use super::escaped;
use crate::charts::{LEFT, Plot, draw_axes, draw_lines, ink};
use crate::scene::Theme;

/// Name of a level, beside its line: words, and pixels below the top of the first panel.
pub type Label = (String, f64);

/// Height of title and legend, in pixels.
const HEAD: u32 = 40;

/// Chart of `plot` under `title`, with `labels` to the right of its lines, as an SVG document of
/// `width` pixels and `height` below its head.
///
/// # Errors
/// If the plot cannot be drawn, with the reason.
pub fn plot(
    title: &str,
    plot: &Plot,
    labels: &[Label],
    (width, height): (u32, u32),
    theme: Theme,
) -> Result<String, String> {
    let (ink, palette) = (ink(theme), theme.palette());
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (width, height + HEAD)).into_drawing_area();
        let (_, area) = root.split_vertically(HEAD);
        draw_axes(&area, &plot.axes(), &ink, 1.0).map_err(|error| error.to_string())?;
        draw_lines(&area, plot, &ink, 1.0).map_err(|error| error.to_string())?;
        root.present().map_err(|error| error.to_string())?;
    }
    // Behind the chart, then over it.
    let ground = format!("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n", palette.ground);
    let start = svg.find('>').map_or(0, |end| end + 1);
    svg.insert_str(start, &ground);
    let mut over = String::new();
    text(&mut over, (LEFT, 16.0), 14.0, palette.ink, title);
    let mut x = LEFT;
    let curves = plot.panels.iter().flat_map(|panel| &panel.curves);
    for curve in curves.filter(|curve| !curve.name.is_empty()) {
        let RGBColor(red, green, blue) = curve.colour;
        // Writing to a String never fails.
        let _ = writeln!(
            over,
            "<rect x=\"{x:.1}\" y=\"27\" width=\"14\" height=\"4\" fill=\"#{red:02X}{green:02X}{blue:02X}\"/>"
        );
        text(&mut over, (x + 18.0, 33.0), 11.0, palette.ink, &curve.name);
        // Letters of this size are about 6 pixels wide.
        x += 34.0 + 6.0 * f64::from(u32::try_from(curve.name.chars().count()).unwrap_or(0));
    }
    for (words, y) in labels {
        let x = f64::from(width) - plot.margins.right - 4.0;
        let _ = writeln!(
            over,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"end\" font-family=\"system-ui, sans-serif\" fill=\"{}\">{}</text>",
            y + f64::from(HEAD) + 8.0,
            palette.quiet,
            escaped(words)
        );
    }
    let end = svg.rfind("</svg>").unwrap_or(svg.len());
    svg.insert_str(end, &over);
    Ok(svg)
}

fn text(out: &mut String, (x, y): (f64, f64), size: f64, colour: &str, words: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.0}\" font-family=\"system-ui, sans-serif\" fill=\"{colour}\">{}</text>",
        escaped(words)
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::{Curve, Margins, Panel, Trace, Unit};

    #[test]
    fn a_chart_has_its_title_its_lines_and_its_labels() {
        let trace = Trace::through(vec![(0.0, 0.0), (1e6, 5e4)]);
        let curve =
            Curve { trace, colour: RGBColor(1, 2, 255), width: 2.0, broken: false, name: "a<b".into() };
        let panel = Panel { unit: Unit::Bytes, top: 1e5, weight: 1, curves: vec![curve], rules: Vec::new() };
        let chart = Plot { span: (0.0, 1e6), now: 1e6, margins: Margins::ALONE, panels: vec![panel] };
        let svg = plot("s1.0 P3", &chart, &[("XOFF".to_owned(), 20.0)], (600, 200), Theme::Light).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        for part in ["s1.0 P3", "a&lt;b", ">XOFF</text>", "#0102FF", "<polyline"] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
    }
}
