//! Warnings on classification settings at ports with link credits (InfiniBand virtual lanes). Start with
//! [`unread`].
//!
//! At a port with link credits, a frame keeps the virtual channel in which it was sent. Trust, default
//! priority and maps have no effect at such a port. A warning is given only for a switch port whose
//! classifier differs from the default.

use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::fabric::classify::ClassifierConfig;
use crate::ids::PortId;

/// Warns if the switch port `port` has virtual channels and also settings that derive priorities from frames.
/// These settings have no effect.
pub(super) fn unread(world: &World, port: PortId, found: &mut PlacedWarnings) {
    let config = &world.spec().ports[port.index()].config;
    let is_configured = config.classifier != ClassifierConfig::IDENTITY;
    if is_configured && !config.credit_channels().is_empty() && world.spec().switch_of(port).is_some() {
        let message = "trust, default priority and priority maps have no effect here: the port gives credits, \
                       and a frame keeps the virtual channel in which it was sent";
        found.add(&world.spec().port_name(port), message.to_owned());
    }
}
