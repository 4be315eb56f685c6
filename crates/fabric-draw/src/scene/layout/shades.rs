//! Shades of flows: twelve variants of the colour of a priority that distinguish its flows. A variant is one
//! of four fill colours with 0, 1 or 2 stripes. The fifth flow of a priority has the fill colour of the
//! first, but one stripe; the thirteenth has the shade of the first. A flow that the layout does not have
//! gets shade 0.

use fabric_sim::ids::FlowId;
use fabric_sim::spec::{Action, FlowSpec, Spec};

use super::Layout;

/// Number of shades per priority: four fill colours, each with 0, 1 or 2 stripes along the frame.
pub const SHADES: u8 = 12;

impl Layout {
    /// Shade of a flow (variant of the priority's colour), 0 to [`SHADES`] - 1; 0 is the normal colour of its
    /// priority.
    #[must_use]
    pub fn shade(&self, flow: FlowId) -> u8 {
        self.shades.get(flow.index()).copied().unwrap_or(0)
    }
}

/// Shade of each flow, by index of the flow, including flows that actions add. The flows of one priority have
/// the shades 0, 1, 2 and so on up to [`SHADES`] - 1, then 0 again.
#[must_use]
pub fn shades(spec: &Spec) -> Vec<u8> {
    let added = spec.actions.iter().flat_map(|timed| match &timed.action {
        Action::AddFlows(flows) => flows.as_slice(),
        _ => &[],
    });
    let mut next = [0u8; 8];
    let shade = |flow: &FlowSpec| {
        let next = &mut next[flow.priority.index()];
        let shade = *next;
        *next = (shade + 1) % SHADES;
        shade
    };
    spec.flows.iter().chain(added).map(shade).collect()
}

#[cfg(test)]
mod tests {
    use fabric_sim::ids::Priority;

    use super::*;
    use crate::charts::{dash_of, flow_colour};
    use crate::scene::{Theme, shade_fill, stripe_count};

    #[test]
    fn twelve_flows_of_a_priority_differ_in_frames_and_curves() {
        for priority in Priority::ALL {
            for one in 0..SHADES {
                for other in 0..one {
                    let frame = |shade| (shade_fill(priority, shade), stripe_count(shade));
                    assert_ne!(frame(one), frame(other), "P{priority}, shades {one} and {other}");
                    let curve = |shade| (flow_colour(Theme::Light, priority, shade, false), dash_of(shade));
                    assert_ne!(curve(one), curve(other), "P{priority}, shades {one} and {other}");
                }
            }
        }
    }
}
