//! Classification where a link says the class.

use super::found::Found;
use crate::engine::World;
use crate::fabric::classify::ClassifierConfig;
use crate::ids::PortId;

/// A switch's port that gives credits for virtual channels and is told, too,
/// how to read priorities from frames: nobody reads them there.
pub(super) fn unread(world: &World, port: PortId, found: &mut Found) {
    let config = &world.spec().ports[port.index()].config;
    let is_told = config.classifier != ClassifierConfig::IDENTITY;
    if is_told && config.credit_channels() != 0 && world.spec().switch_of(port).is_some() {
        let message = "trust, default priority and priority maps have no effect here: the port gives credits, \
                       and a frame keeps the virtual channel in which it was sent";
        found.add(&world.spec().port_name(port), message.to_owned());
    }
}
