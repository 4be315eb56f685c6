//! Warnings on flows whose acks, CNPs or credits have no route from the destination back to the source, under
//! the current routes. Start with [`missing`].
//!
//! Each kind of frame has its own sentence with the consequence. A flow without acks retransmits its window
//! at each timeout. A DCQCN flow without CNPs never reduces its rate. A flow without credits stops. Flows
//! that need no acks, CNPs or credits are not checked.

use super::placed::{PlacedWarnings, Warning};
use crate::engine::World;
use crate::fabric::endpoint::rate::RateConfig;
use crate::ids::NodeId;

/// Warnings on the flows whose receiver must send acks, CNPs or credits but has no route to the source, in
/// the order of flows.
pub(super) fn missing(world: &World) -> Vec<Warning> {
    let (spec, mut found) = (world.spec(), PlacedWarnings::default());
    for flow in world.flow_specs() {
        let waits = [
            (flow.reliability.is_some(), "acks", "each timeout sends its window again"),
            (matches!(flow.rate, RateConfig::Dcqcn(_)), "CNPs", "DCQCN can never slow it down"),
            (flow.credits.is_some(), "credits", "it stops when it has spent those that it has"),
        ];
        if waits.iter().all(|(does, ..)| !does) {
            continue;
        }
        let Some(why) = spec.unreachable_reason(flow.destination, flow.source, &[]) else { continue };
        let name = |node: NodeId| &spec.nodes[node.index()].name;
        let (from, to) = (name(flow.destination), name(flow.source));
        for (_, what, comes_of_it) in waits.into_iter().filter(|(does, ..)| *does) {
            found.add(
                &format!("flow {}", flow.name),
                format!("its {what} have no way back from {from} to {to}, {why}: {comes_of_it}"),
            );
        }
    }
    found.warnings()
}
