//! Pictures of fabrics and charts of runs, as shapes, as drawing calls and as SVG. The crate uses the
//! simulator (`fabric-sim`), but no browser. Start with [`scene`] (the moving picture), [`charts`] or
//! [`svg`].

pub mod charts;
pub mod round;
pub mod scene;
pub mod svg;
