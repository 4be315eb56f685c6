//! Room for what a cable still brings after its far end was told to stop.

use std::collections::BTreeSet;

use super::super::headroom::{self, Bound, Cable};
use super::found::Found;
use super::{Sizes, place};
use crate::engine::World;
use crate::fabric::buffer::{HeadroomPool, Pool};
use crate::ids::PortId;
use crate::spec::Node;
use crate::units::Bytes;

/// The worst case of the cable that ends at `port`, in memory of these cells,
/// and its largest frame; `None` if no frame comes.
pub(super) fn worst(
    world: &World,
    port: PortId,
    sizes: &BTreeSet<u16>,
    cell_bytes: u32,
) -> Option<(Bound, u16)> {
    let spec = world.spec();
    let at = &spec.ports[port.index()];
    let peer = &spec.ports[at.peer.index()];
    let (smallest, largest) = (*sizes.first()?, *sizes.last()?);
    let cable = Cable {
        clock: at.clock,
        overhead: at.config.overhead,
        delay: at.delay,
        response: peer.config.receiver.delay,
        order: peer.config.receiver.order,
        reverse_frame: spec.longest_frame(),
    };
    let sizes = if smallest == largest {
        headroom::Sizes::Equal(largest)
    } else {
        headroom::Sizes::Mixed(smallest, largest)
    };
    Some((headroom::bound(&cable, sizes, cell_bytes), largest))
}

/// Headrooms of the switch `node` below what their cables may still bring, each
/// and, where they share a pool, all of them at once.
pub(super) fn headroom(world: &World, node: &Node, sizes: &Sizes, found: &mut Found) {
    let spec = world.spec();
    let Some(switch) = node.switch() else { return };
    let config = spec.switches[switch].pool;
    let groups = || node.ports.clone().map(PortId).flat_map(|port| (0..8).map(move |n| (port, n)));
    let mut at_once = 0;
    for (port, n) in groups() {
        let group = world.group(port, n);
        let asks = group.lossless && group.counted;
        let sizes = Some(&sizes[usize::from(n)]).filter(|_| asks);
        let Some((bound, largest)) = sizes.and_then(|sizes| worst(world, port, sizes, config.cell_bytes))
        else {
            continue;
        };
        at_once += bound.bytes;
        if group.headroom < bound.bytes {
            let message = format!(
                "headroom {} is below the worst case of its cable, {} B ({} until the last bit, frames of up to {largest} B)",
                Bytes(group.headroom),
                bound.bytes,
                bound.total,
            );
            found.add(&place(spec, port, n), message);
        }
    }
    let pool = Pool::new(config, groups().map(|(port, n)| world.group(port, n)));
    if config.headroom != HeadroomPool::Private && pool.headroom_size() < at_once {
        let message = format!(
            "a headroom pool of {} is below the worst cases of all its cables at once, {at_once} B",
            Bytes(pool.headroom_size()),
        );
        found.add(&node.name, message);
    }
}
