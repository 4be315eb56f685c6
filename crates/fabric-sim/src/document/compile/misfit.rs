//! Checks that the fabric can carry the frames of a flow: the frames fit the MTU, and credits can cover them.
//! Start with [`misfit`].
//!
//! A frame as long as the MTU fits. Without an MTU, every frame fits.

use super::super::params::PlaceResolver;
use super::super::problem::{Problem, Problems};
use super::credits::uncovered;
use super::names::quote;
use crate::spec::{FlowSpec, Spec};

/// Greatest number of flow names in one problem.
const MAX_NAMES: usize = 3;

/// Reason why the fabric cannot carry the frames of `flow`; `None` if it can carry them.
pub(super) fn misfit(flow: &FlowSpec, places: &PlaceResolver<'_>) -> Option<String> {
    too_long(flow, places.spec).or_else(|| uncovered(flow, places))
}

fn too_long(flow: &FlowSpec, spec: &Spec) -> Option<String> {
    let mtu = spec.mtu?;
    let longest = flow.frame_bytes;
    (longest > mtu)
        .then(|| format!("{longest} is outside 64 to {mtu}, the MTU; shorten the frames, or raise `mtu`"))
}

/// Flows whose frames the fabric cannot carry, grouped by reason, so that each reason is reported once.
#[derive(Debug, Default)]
pub(super) struct UnfitFlows(Vec<Group>);

/// Flows whose frames the fabric cannot carry for the same reason.
#[derive(Debug)]
struct Group {
    reason: String,
    /// Index in the document of the first flow of the group.
    first: usize,
    count: usize,
    /// Names of the first flows that the fabric cannot carry for this reason, at most [`MAX_NAMES`].
    names: Vec<String>,
}

impl UnfitFlows {
    /// Adds the flow called `name`, whose index in the document is `n`. `reason` says why the fabric cannot
    /// carry the frames of the flow.
    pub fn add(&mut self, n: usize, name: &str, reason: String) {
        if let Some(group) = self.0.iter_mut().find(|group| group.reason == reason) {
            group.count += 1;
            if group.names.len() < MAX_NAMES {
                group.names.push(quote(name));
            }
        } else if self.0.len() < Problems::MAX_PROBLEMS {
            self.0.push(Group { reason, first: n, count: 1, names: vec![quote(name)] });
        }
    }

    /// Reports each reason as one problem, at the first flow with this reason. The message gives the number
    /// of flows, and the names of the first flows.
    pub fn report(self, problems: &mut Problems) {
        for Group { reason, first, count, names } in self.0 {
            let more = count - names.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let flows = if count > 1 {
                format!(" ({count} flows: {}{more})", names.join(", "))
            } else {
                String::new()
            };
            problems.push(Problem::new(format!("flows[{first}].frame"), format!("{reason}{flows}")));
        }
    }
}
