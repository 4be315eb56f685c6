//! Charts, drawn by plotters on any backend: a canvas on the page, a recording
//! one in tests. No captions, no series labels: titles and legends are HTML.

mod axis;
mod queue;

pub use axis::{bytes_label, nice_ceiling, percent_label, rate_label, size_label, span_label, time_label};
pub use queue::{Ink, LEFT, Panel, QueuePlot, RIGHT, Rule, Trace, draw_queue, panel_place, plot_width};
