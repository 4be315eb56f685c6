//! Scenes: pure functions from the view of a world to shapes with ids, and from shapes to drawing
//! calls. Knows no browser and no canvas. Painters, legend, tooltips and tests read the same shapes.
//! Start with [`Layout`], [`scene`] and [`paint`].

mod bars;
mod choices;
mod compose;
mod credits;
mod dock;
mod drawing;
mod fit;
mod flight;
mod geometry;
mod grab;
mod hand;
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
mod polygon;
mod queues;
mod rows;
mod shape;
mod waits;

#[cfg(test)]
mod tests;

pub use bars::{Bar, BarKind, Mark, MarkKind, Part, PartKind, egress_bar, ingress_bar, promised_bar};
pub use choices::{Choice, offered};
pub use compose::{Scene, scene};
pub use drawing::{Call, Drawing};
pub use geometry::{Line, Point, Rect};
pub use grab::{Drag, Grab};
pub use hand::{Hand, Pull};
pub use hit::{Target, hit};
pub use inside::{
    Asked, Cell, ClassRow, Grid, Heat, Holder, Hop, LEVELS, Link, MARGIN, Match, Memory, MemoryPart,
    Pointers, Spot, Stage, Stretch, class_rows, components, hops, letter, pointers, queued, short,
};
pub use lanes::{Axis, Bars, Crowd, DENSE, LANE_HIGH, LOW, Room, Sign, WHOLE, bar_path, bars, crowds};
pub use layout::{Cable, Camera, Layout, Positions, QueueBar, SHADES, Viewport, lanes, peer_node, shades};
pub use legend::{Credits, Entry, Returns, legend};
pub use motion::{Held, Motion, Passed, density};
pub use paint::{paint, paint_shape};
pub(crate) use palette::channel_of;
pub use palette::{DASHES, FILLS, Palette, Theme, contrast, digit_colour, shade_digit, shade_fill};
pub use pen::Pen;
pub use queues::QueueMemory;
pub use rows::{MOST_ROWS, Rows};
pub use shape::{Body, Shape, ShapeId, Tone};
pub use waits::{
    Arrow, Caption, Curve, Fate, Ring, WaitGraph, WaitPicture, WaitSpot, Waiter, Weight, beside_port,
    outline, wait_picture,
};
