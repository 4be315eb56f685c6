//! Shades of flows: variants of the colour of a priority that distinguish its flows. The fifth flow of a
//! priority has the shade of the first. A flow that the layout does not have gets shade 0.

use fabric_sim::ids::FlowId;
use fabric_sim::spec::{Action, FlowSpec, Spec};

use super::Layout;

/// Number of shades per priority.
pub const SHADES: u8 = 4;

impl Layout {
    /// Shade of a flow, 0 to [`SHADES`] - 1; 0 is the normal colour of its priority.
    #[must_use]
    pub fn shade(&self, flow: FlowId) -> u8 {
        self.shades.get(flow.index()).copied().unwrap_or(0)
    }
}

/// Shade of each flow, by its index, including flows that actions add. The flows of one priority have the
/// shades 0, 1, 2, 3, 0 and so on.
#[must_use]
pub fn shades(spec: &Spec) -> Vec<u8> {
    let added = spec.actions.iter().flat_map(|timed| match &timed.action {
        Action::AddFlows(flows) => flows.as_slice(),
        _ => &[],
    });
    let mut next = [0u8; 8];
    let shade = |flow: &FlowSpec| {
        let next = &mut next[usize::from(flow.priority & 7)];
        let shade = *next;
        *next = (shade + 1) % SHADES;
        shade
    };
    spec.flows.iter().chain(added).map(shade).collect()
}
