//! Warnings of receive buffers of hosts that cannot hold the high marks of their priorities plus the
//! frames that each cable delivers before a pause takes effect (IEEE 802.1Q, annex O).
//!
//! Only priorities for which the host sends PFC count, and only hosts with a limited bus. The first
//! priority that does not fit is reported, one for each host.

use super::super::amount::bytes;
use super::place;
use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::ids::PortId;
use crate::sizing::FrameSizes;
use crate::spec::Node;

/// Warns if the receive buffer of `node`, number `host` among the hosts, does not hold each
/// lossless priority up to its high mark and the bytes that its cable can still deliver.
pub(super) fn room(world: &World, node: &Node, host: usize, sizes: &FrameSizes, found: &mut PlacedWarnings) {
    let spec = world.spec();
    let view = world.receiver(host);
    let Some(port) = node.ports.clone().next().map(PortId).filter(|_| view.drain.is_some()) else { return };
    let asks = spec.ports[port.index()].config.sender.enabled;
    let mut needed = 0;
    for n in crate::ids::priorities(asks) {
        let Some(bound) = sizes.bound(spec, port, n, 1) else { continue };
        let high = view.high[usize::from(n)];
        needed += high + bound.bytes;
        if needed > view.size {
            let message = format!(
                "a receive buffer of {} has no room for the worst case of its cable, {}, above the high mark {}{}",
                bytes(view.size),
                bytes(bound.bytes),
                bytes(high),
                if needed > high + bound.bytes { " beside those of lower priorities" } else { "" },
            );
            return found.add(&place(spec, port, n), message);
        }
    }
}
