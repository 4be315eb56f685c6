//! Warnings on flows that name a path which their frames never reach, because earlier switches forward the
//! frames elsewhere. Start with [`missed`].
//!
//! Only the first port of a named path is checked, under the current routes. A flow whose frames have no
//! route is not reported here.

use super::placed::{PlacedWarnings, Warning};
use crate::engine::World;
use crate::ids::{FlowId, PortId};

/// Warnings on the flows whose frames never reach the first switch of the path that the flow names.
pub(super) fn missed(world: &World) -> Vec<Warning> {
    let (spec, mut found) = (world.spec(), PlacedWarnings::default());
    for (id, flow) in (0..).map(FlowId).zip(world.flow_specs()) {
        let (Some(first), Some(path)) = (flow.path.first(), world.path_of(id)) else { continue };
        if !path.contains(first) {
            let owner = |port: &PortId| spec.owner(*port).name.as_str();
            let gone: Vec<&str> = path.iter().map(owner).collect();
            let words = format!(
                "its path begins at {}, where it never comes: it goes by {}",
                owner(first),
                gone[1..].join(", ")
            );
            found.add(&format!("flow {}", flow.name), words);
        }
    }
    found.warnings()
}
