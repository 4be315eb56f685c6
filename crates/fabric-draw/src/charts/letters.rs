//! Text style of the labels of axes.

use plotters::prelude::*;

/// Text style in the font of the page, with letters `size` device pixels high.
pub fn letters(size: u32, colour: RGBColor) -> TextStyle<'static> {
    // `FontFamily::from` would change the name to lower case, for which the program would need tables of
    // all alphabets.
    let family = FontFamily::Name("system-ui, sans-serif");
    FontDesc::new(family, f64::from(size), FontStyle::Normal).color(&colour)
}
