//! Scenes: pure functions that make shapes from the state of the simulator, and drawing calls from the
//! shapes. This module uses no browser and no canvas. Painters, legend, tooltips and tests use the same
//! shapes. Start with [`Layout`], [`scene`] and [`paint`].

mod axis_gestures;
mod bars;
mod choices;
mod compose;
mod credits;
mod drawing;
mod fit;
mod flight;
mod geometry;
mod groups;
mod hit;
mod inside;
mod lanes;
mod layers;
mod layout;
mod legend;
mod motion;
mod paint;
mod palette;
mod pen;
mod picture_gesture;
mod polygon;
mod port_position;
mod queues;
mod rows;
mod shape;
mod waits;

#[cfg(test)]
mod tests;

pub use axis_gestures::{AxisChange, AxisGestures};
pub use bars::{Bar, BarKind, BarSegment, Mark, MarkKind, SegmentKind, credit_bar, egress_bar, ingress_bar};
pub use choices::{Choice, offered};
pub use compose::{Scene, scene};
pub use drawing::{Call, Drawing};
pub use geometry::{Line, Point, Rect};
pub use groups::{Group, Groups};
pub use hit::{Target, hit};
pub use inside::{
    Cell, ClassRow, DelaySegment, Grid, Holder, Hop, LEVELS, MARGIN, Match, MatchStage, Memory, PairState,
    Pointers, Requests, UsedAndSize, WaitingMatrix, WaitingPair, class_rows, components, hops, letter,
    pointers, queued, short,
};
pub use lanes::{
    Axis, Bars, DENSE, LANE_HIGH, LOW, LaneMark, MarkCluster, NumberSpace, WHOLE, bar_path, bars,
    mark_clusters, short_names,
};
pub use layout::{
    Cable, Camera, HostLabel, HostLine, Layout, Positions, QueueBar, SHADES, Viewport, lanes, peer_node,
    shades,
};
pub use legend::{Credits, LegendEntry, Returns, legend};
pub use motion::{LingeringGlyph, Motion, Passed, density};
pub use paint::{paint, paint_shape};
pub(crate) use palette::channel_of;
pub use palette::{
    DASHES, FILLS, Palette, Theme, contrast, digit_colour, shade_digit, shade_fill, stripe_count,
};
pub use pen::Pen;
pub use picture_gesture::{Drag, PictureGesture};
pub use queues::QueueMemory;
pub use rows::{MAX_ROWS, Rows};
pub use shape::{Body, Shape, ShapeId, Tone};
pub use waits::{
    Arrow, ArrowStrength, Caption, Curve, QueueFate, WaitCycle, WaitGraph, WaitPicture, WaitSpot, Waiter,
    beside_port, outline, wait_picture,
};
