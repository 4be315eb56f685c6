//! Warnings on lossless priorities with strict scheduling at a switch port that has two or more ETS classes.
//! A strict priority is sent before all ETS classes, whatever shares the ETS classes have (IEEE 802.1Q,
//! clause 8.6.8). Start with [`above_shares`].
//!
//! No warning is given for lossy priorities, for priorities in which no frame leaves, and at ports with at
//! most one ETS class.

use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::ids::{PortId, Priority};
use crate::sizing::FrameSizes;

/// Warns of lossless priorities with strict scheduling at `port`, if the port has two or more ETS classes.
pub(super) fn above_shares(world: &World, port: PortId, sizes: &FrameSizes, found: &mut PlacedWarnings) {
    let ets = world.scheduler(port).ets();
    if ets.len() < 2 {
        return;
    }
    let peer = world.spec().ports[port.index()].peer;
    let is_used = |n: &Priority| sizes.largest(peer, *n).is_some();
    for n in (!ets).iter().filter(|n| world.group(port, *n).lossless).filter(is_used) {
        found.add(
            &world.spec().port_name(port),
            format!(
                "priority {n} is lossless and strict, so it is sent before the ETS classes, whatever their shares; p{n}.class=ets and p{n}.share give it a share"
            ),
        );
    }
}
