//! Warnings of classification settings at ports with link credits (InfiniBand virtual lanes).
//!
//! At such a port a frame keeps the virtual channel in which it was sent; trust, default priority and
//! maps have no effect. Only ports of switches whose classifier differs from the default are warned of.

use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::fabric::classify::ClassifierConfig;
use crate::ids::PortId;

/// Warns of a switch port with virtual channels that is also configured to read priorities from
/// frames, which has no effect there.
pub(super) fn unread(world: &World, port: PortId, found: &mut PlacedWarnings) {
    let config = &world.spec().ports[port.index()].config;
    let is_told = config.classifier != ClassifierConfig::IDENTITY;
    if is_told && config.credit_channels() != 0 && world.spec().switch_of(port).is_some() {
        let message = "trust, default priority and priority maps have no effect here: the port gives credits, \
                       and a frame keeps the virtual channel in which it was sent";
        found.add(&world.spec().port_name(port), message.to_owned());
    }
}
