//! Pictures as SVG 1.1 (W3C): of a fabric, and of charts.

mod drawing;
mod fabric;
mod plot;

pub use fabric::fabric;
pub use plot::{Label, plot};

/// Text in which no character is taken for markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
