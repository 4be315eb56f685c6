//! Counters and view of a world as values that tests can compare.
#![allow(dead_code, reason = "each test that has this module needs a part of it")]

use fabric_sim::engine::{DropCause, World, WorldView};
use fabric_sim::ids::PortId;

/// Number of frames that all ports dropped for `cause`.
pub fn drops(world: &World, cause: DropCause) -> u64 {
    let ports = (0..world.spec().ports.len()).map(PortId::new);
    ports.map(|port| drops_at(world, port, cause)).sum()
}

/// Number of frames that `port` dropped for `cause`.
pub fn drops_at(world: &World, port: PortId, cause: DropCause) -> u64 {
    world.counters().ports[port.index()].iter().map(|lane| lane.drops[cause as usize]).sum()
}

pub fn snapshot(world: &World) -> WorldView {
    let mut snapshot = WorldView::default();
    world.snapshot(&mut snapshot);
    snapshot
}
