//! Pictures as documents in SVG 1.1 (W3C). Start with [`fabric()`], [`plot()`] (charts) or [`lanes()`]
//! (history of pauses).

mod drawing;
mod fabric;
mod lanes;
mod plot;
mod waits;

use std::fmt::Write;

use plotters::style::RGBColor;

use crate::scene::Theme;

pub use fabric::fabric;
pub use lanes::{AXIS, LaneLook, LaneRow, lanes};
pub use plot::{Label, plot, sweep};

/// Text in which the characters `&`, `<`, `>` and `"` are escaped.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Colour as text in the form `#RRGGBB`.
fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// Start of an SVG document of this size in pixels, with title and background. The caller must append the
/// closing tag.
fn begin(title: &str, (width, height): (f64, f64), theme: Theme) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"system-ui, sans-serif\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        escaped(title),
        theme.palette().ground
    )
}

/// Appends a text element with `words` at the position (x, y) to `out`. `size` is the height of letters in
/// pixels; `style` holds further attributes of the element.
fn text(out: &mut String, (x, y): (f64, f64), (size, colour): (f64, &str), style: &str, words: &str) {
    // Writing to a String never fails.
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" fill=\"{colour}\" font-family=\"system-ui, sans-serif\"{style}>{}</text>",
        escaped(words)
    );
}
