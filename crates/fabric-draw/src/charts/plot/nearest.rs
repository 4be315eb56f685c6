//! Search for the curve of a flow that is nearest to a point of a chart. Values above the top of a panel are
//! at its top, where they are drawn.

use fabric_sim::ids::FlowId;

use super::{LEFT, Panel, Plot, TOP};
use crate::scene::{Line, Point};

impl Plot {
    /// Flow whose curve is nearest to `point`, in a chart of this width and height, all in CSS pixels. If
    /// several curves are equally near, the one drawn last counts. `None` if no curve of a flow is within
    /// `reach` pixels.
    #[must_use]
    pub fn flow_at(&self, point: Point, (width, height): (f64, f64), reach: f64) -> Option<FlowId> {
        let long = self.margins.axis(width);
        let x = |time: f64| LEFT + (time - self.span.0) / (self.span.1 - self.span.0).max(1.0) * long;
        let weights: Vec<u32> = self.panels.iter().map(|panel| panel.weight).collect();
        let mut nearest = (reach, None);
        for (index, panel) in self.panels.iter().enumerate() {
            let (top, high) = self.margins.panel(height, index, &weights);
            let y = |value: f64| TOP + top + (1.0 - (value / panel.top).min(1.0)) * high;
            for (curve, flow) in panel.flows() {
                let corners = &curve.trace.corners;
                // Skips the segments that are more than `reach` pixels to the left or right of the point.
                let first = corners.partition_point(|corner| x(corner.0) < point.x - reach);
                for pair in corners[first.saturating_sub(1)..].windows(2) {
                    if x(pair[0].0) > point.x + reach {
                        break;
                    }
                    let [from, to] = [pair[0], pair[1]].map(|(time, value)| Point::new(x(time), y(value)));
                    let off = Line { from, to }.distance(point);
                    // If distances are equal, the later curve counts: it is drawn over the earlier one.
                    if off <= nearest.0 {
                        nearest = (off, Some(flow));
                    }
                }
            }
        }
        nearest.1
    }
}

impl Panel {
    /// Curves of the panel that show a flow, each with its flow, in drawing order.
    fn flows(&self) -> impl Iterator<Item = (&super::Curve, FlowId)> {
        self.curves.iter().filter_map(|curve| Some((curve, curve.flow?)))
    }
}
