//! Shades of flows: those of one priority are told apart within its hue.

use fabric_sim::ids::FlowId;
use fabric_sim::spec::{Action, FlowSpec, Spec};

use super::Layout;

/// Number of shades of a priority.
pub const SHADES: u8 = 4;

impl Layout {
    /// Shade of a flow, below [`SHADES`]; 0, the colour of the priority itself, for the first of it.
    #[must_use]
    pub fn shade(&self, flow: FlowId) -> u8 {
        self.shades.get(flow.index()).copied().unwrap_or(0)
    }
}

/// Shade of every flow, those of actions included: flows of one priority take turns.
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
