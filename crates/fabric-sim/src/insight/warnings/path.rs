//! Warnings of flows that name a path which their frames never reach, because earlier switches forward the
//! frames elsewhere.
//!
//! Only the first port of a named path is checked, under the current routes. Flows without any known path
//! are not reported here.

use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::ids::{FlowId, PortId};

/// Sentence for each flow whose frames never reach the first switch of its path, because earlier
/// switches forward them elsewhere.
pub(super) fn missed(world: &World) -> Vec<String> {
    let (spec, mut found) = (world.spec(), PlacedWarnings::default());
    for (id, flow) in (0..).map(FlowId).zip(world.flow_specs()) {
        let (Some(first), Some(way)) = (flow.path.first(), world.way_of(id)) else { continue };
        if !way.contains(first) {
            let owner = |port: &PortId| spec.owner(*port).name.as_str();
            let gone: Vec<&str> = way.iter().map(owner).collect();
            let words = format!(
                "its path begins at {}, where it never comes: it goes by {}",
                owner(first),
                gone[1..].join(", ")
            );
            found.add(&format!("flow {}", flow.name), words);
        }
    }
    found.sentences()
}
