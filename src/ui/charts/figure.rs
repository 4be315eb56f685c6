//! Charts as SVG pictures for export, 1200 × 420 pixels without the title. The chart of rates is refused with
//! a message if the document has no flow.

use plotters_canvas::CanvasBackend;

use super::depth::{Depth, depth};
use super::rates::{RateKindChoice, rates};
use crate::charts::{LineLabel, Margins, Plot};
use crate::lab::Lab;
use crate::scene::Theme;
use crate::svg::{self, Label};

/// Width and height of a chart in pixels, without its title.
const SIZE: (u32, u32) = (1_200, 420);

fn size() -> (f64, f64) {
    (f64::from(SIZE.0), f64::from(SIZE.1))
}

/// SVG picture of `plot` with its labels. Labels of flows stand beside the plot.
///
/// # Errors
/// Message, if the picture cannot be drawn.
fn picture(title: &str, plot: &Plot, named: Vec<LineLabel>, theme: Theme) -> Result<String, String> {
    let label = |label: LineLabel| Label {
        words: label.words(),
        y: label.y,
        is_beside: matches!(label.class, "strong" | "other"),
    };
    let labels: Vec<Label> = named.into_iter().map(label).collect();
    svg::plot::<CanvasBackend>(title, plot, &labels, SIZE, theme)
}

/// Chart of the queue depth at the selected port and priority in the shown window, as SVG.
///
/// # Errors
/// Message, if the chart cannot be drawn.
pub fn queue_figure(lab: &Lab, theme: Theme) -> Result<String, String> {
    let selected = lab.selected();
    let Depth { plot, named, .. } = depth(lab, selected, (size(), Margins::NAMED), theme);
    let port = lab.run().recording().spec().port_name(selected.port);
    let title = format!("Queue depth of {port}, priority {}", selected.priority);
    picture(&title, &plot, named, theme)
}

/// Chart of the rates of the displayed flow and of the other flows to its receiver in the shown window, as
/// SVG. `choice` is the viewer's choice between allowed rates and rates of arrival.
///
/// # Errors
/// Message, if the document has no flow or the chart cannot be drawn.
pub fn rates_figure(lab: &Lab, choice: RateKindChoice, theme: Theme) -> Result<String, String> {
    let flow = lab.flow().ok_or("there is no flow")?;
    let is_limited = lab.run().snapshot().flows.iter().any(|flow| flow.control.is_some());
    let is_allowed = choice.allowed(is_limited);
    let (plot, named) = rates(lab, flow, (is_allowed, 0.0), (size(), Margins::NAMED), theme);
    let name = lab.flow_pace(flow).map_or("", |(name, _)| name);
    let what = if is_allowed { "Allowed rates" } else { "Rates of arrival" };
    picture(&format!("{what}: {name}, and the others to the same host"), &plot, named, theme)
}
