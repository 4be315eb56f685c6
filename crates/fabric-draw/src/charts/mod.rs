//! Charts, drawn with the library plotters. A chart can be drawn on a canvas of the page, as an SVG, or by a
//! test that records the drawing calls. Titles and legends are not part of a chart; the page shows them as
//! HTML. Start with [`Plot`] (quantities over time) or [`SweepChart`] (measured figures over a varied
//! parameter).

mod axis;
mod clock;
mod letters;
mod line_labels;
mod paper;
mod plot;
mod scale;
mod sweep_chart;
mod ticks;
mod tones;
mod top;
mod trace;

pub use axis::{
    bytes_label, nice_ceiling, percent_label, rate_label, size_label, span_label, speed_label, time_label,
};
pub use clock::ClockFace;
pub use line_labels::{LABEL_GAP, LabelledLine, LineLabel, merge_labels, short_flow_names, spread_labels};
pub use paper::{CanvasError, NoCanvas, Paper};
pub use plot::{
    Axes, Curve, Ink, LEFT, Margins, Panel, Plot, ThresholdLine, Unit, dash_of, draw_axes, draw_lines,
};
pub use scale::{LogScale, decade};
pub use sweep_chart::{LineRow, SweepChart, draw_sweep, figure_label, spots};
pub use ticks::{instant_label, ticks};
pub use tones::{Tones, flow_colour, ink, tones};
pub use top::top_of;
pub use trace::Trace;
