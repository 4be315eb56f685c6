//! Pictures of fabrics and charts of runs: what is drawn, and the same as SVG. No browser.

pub mod charts;
pub mod round;
pub mod scene;
pub mod svg;
