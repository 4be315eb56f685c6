//! Headroom that the egress trigger (`pfc_trigger` egress) adds to the headroom of the cable. Start with
//! [`further_outputs`] and [`further_outputs_bytes`].
//!
//! Each output requests a pause by its own queue. The frames of one input for several outputs can therefore
//! exceed the XOFF of their group before any output requests a pause.

use super::FrameSizes;
use crate::fabric::buffer::Threshold;
use crate::fabric::pfc::Trigger;
use crate::ids::{PortId, Priority};
use crate::spec::Spec;

/// Number of outputs, beyond the first, to which frames of `priority` from the ingress port `port` can go.
/// Outputs are all ports of the switch, except `port`, by which frames of `priority` from any input leave. 0
/// without the egress trigger.
#[must_use]
pub fn further_outputs(spec: &Spec, sizes: &FrameSizes, port: PortId, priority: Priority) -> u64 {
    if spec.ports[port.index()].config.sender.trigger != Trigger::EgressQueue {
        return 0;
    }
    let others = spec.owner(port).ports.clone().map(PortId).filter(|other| *other != port);
    let outputs = others.filter(|other| sizes.largest(spec.ports[other.index()].peer, priority).is_some());
    (outputs.count() as u64).saturating_sub(1)
}

/// Headroom in bytes that the group of `priority` at `port` needs in addition to the headroom for its cable.
/// The result is one XOFF for each of the [`further_outputs`] of the group. 0 if `threshold` is dynamic,
/// because a dynamic XOFF has no fixed value.
#[must_use]
pub fn further_outputs_bytes(
    spec: &Spec,
    sizes: &FrameSizes,
    (port, priority): (PortId, Priority),
    threshold: Threshold,
) -> u64 {
    match threshold {
        Threshold::Static(xoff) => further_outputs(spec, sizes, port, priority).saturating_mul(xoff),
        Threshold::Dynamic(_) => 0,
    }
}
