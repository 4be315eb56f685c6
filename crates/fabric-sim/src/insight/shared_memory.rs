//! Memory that the priority groups of a switch share, and the level at which a dynamic threshold settles.
//! Start with [`shared_memory`].

use crate::engine::World;
use crate::fabric::buffer::{PgConfig, Pool, Threshold};
use crate::ids::{PortId, Priority};
use crate::spec::Node;

/// Pairs of a port of `node` and a priority, in the order of ports, then of priorities.
pub(super) fn groups_of(node: &Node) -> impl Iterator<Item = (PortId, Priority)> {
    node.ports.clone().map(PortId).flat_map(|port| Priority::ALL.into_iter().map(move |n| (port, n)))
}

/// Shared memory in bytes of the switch `node`, if the switch holds no frame; 0 for a host.
pub(super) fn shared_memory(world: &World, node: &Node) -> u64 {
    let Some(switch) = node.switch() else { return 0 };
    let groups: Vec<PgConfig> = groups_of(node).map(|(port, n)| world.group(port, n)).collect();
    Pool::new(world.spec().switches[switch.index()].pool, &groups).free()
}

/// Level in bytes at which a dynamic threshold settles if `groups` groups fill a pool of `shared` bytes. The
/// level is α ÷ (1 + `groups` × α) of the pool (Choudhury and Hahne 1998). `alpha` is in 1/65536.
pub(super) fn settled_threshold(alpha: u32, groups: u64, shared: u64) -> u64 {
    let (alpha, one) = (u128::from(alpha), u128::from(Threshold::ONE));
    u64::try_from(u128::from(shared) * alpha / (one + u128::from(groups) * alpha)).unwrap_or(u64::MAX)
}
