//! Pictures of fabrics and charts of runs: lists of shapes, drawing calls, and SVG. Knows the simulator
//! (`fabric-sim`) but no browser. Start with [`scene`] (the moving picture), [`charts`] or [`svg`].

pub mod charts;
pub mod round;
pub mod scene;
pub mod svg;
