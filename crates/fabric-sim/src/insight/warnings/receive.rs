//! Warnings on receive buffers of hosts that are too small. A buffer must hold the XOFF thresholds
//! (`receive_high`) of all its priorities together. The buffer must also hold the frames that still arrive
//! before a pause takes effect (IEEE 802.1Q, annex O). Start with [`room`].
//!
//! Only priorities for which the host sends PFC are checked, and only hosts with a limited bus. A host gets
//! at most two warnings: one for the first priority that does not fit, and one for lossy frames in the buffer
//! of lossless frames.
//!
//! A buffer that is exactly as large as needed is enough.

use std::collections::BTreeSet;

use super::super::amount::bytes;
use super::link_pause::link_pause_thresholds;
use super::place;
use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::ids::{FlowId, HostId, PortId, Priority};
use crate::sizing::{FrameSizes, bound_of};
use crate::spec::Node;
use crate::units::Rate;

/// Warns if the receive buffer of `node` is too small, or if lossy and lossless frames share this buffer. The
/// buffer must hold XOFF (`receive_high`), and the bytes that can still arrive, for all priorities with PFC
/// together.
pub(super) fn room(world: &World, node: &Node, host: HostId, sizes: &FrameSizes, found: &mut PlacedWarnings) {
    let spec = world.spec();
    let view = world.receiver(host);
    let Some(port) = node.ports.clone().next().map(PortId).filter(|_| view.drain.is_some()) else { return };
    let pausing = world.pause_sender(port).enabled;
    if spec.ports[port.index()].config.link_pause.is_some() {
        return room_above_link_xoff(world, port, view.size, sizes, found);
    }
    let arrives = |n: &Priority| sizes.largest(port, *n).is_some();
    let lossless = pausing.iter().find(arrives);
    let lossy = (!pausing).iter().find(arrives);
    let is_slow = view.drain.is_some_and(|drain| drain < arriving_rate(world, port));
    if let (Some(n), Some(lossy)) = (lossless.filter(|_| is_slow), lossy) {
        let message = format!(
            "frames of lossy priority {lossy} share its receive buffer and are not paused: they can fill the space above \
             XOFF, and lossless frames are lost; set pfc_tx on for priority {lossy} here, and pfc_rx at the switch"
        );
        found.add(&place(spec, port, n), message);
    }
    let mut needed = 0;
    for n in pausing.iter() {
        let Some(bound) = sizes.bound(spec, port, n, 1) else { continue };
        let high = view.xoff[n.index()];
        needed += high + bound.bytes;
        if needed > view.size {
            let message = format!(
                "a receive buffer of {} has no room for the worst case of its cable, {}, above XOFF {}{}",
                bytes(view.size),
                bytes(bound.bytes),
                bytes(high),
                if needed > high + bound.bytes { " beside those of lower priorities" } else { "" },
            );
            return found.add(&place(spec, port, n), message);
        }
    }
}

/// Greatest rate at which flows bring frames to the host with the port `port`. If a flow saturates its link
/// or has an unknown path, this is the rate of the link.
fn arriving_rate(world: &World, port: PortId) -> Rate {
    let at = &world.spec().ports[port.index()];
    let link = at.clock.rate();
    let mut sum = 0;
    for (id, flow) in (0..).map(FlowId).zip(world.flow_specs()) {
        let Some(path) = world.path_of(id) else { return link };
        if path.last().is_some_and(|out| *out == at.peer) {
            let Some(rate) = flow.arrival.rate() else { return link };
            sum += rate.bps();
        }
    }
    Rate::from_bps(sum).map_or(link, |rate| rate.min(link))
}

/// Warns if a receive buffer of `size` bytes is too small for the 802.3x pauses of `port`. The buffer must
/// hold `link_xoff`, and the bytes of all priorities that can still arrive.
fn room_above_link_xoff(
    world: &World,
    port: PortId,
    size: u64,
    sizes: &FrameSizes,
    found: &mut PlacedWarnings,
) {
    let spec = world.spec();
    let Some(thresholds) = link_pause_thresholds(world, port) else { return };
    let arriving: BTreeSet<u16> = Priority::ALL.into_iter().flat_map(|n| sizes.arriving(port, n)).collect();
    let arriving: Vec<u16> = arriving.into_iter().collect();
    if arriving.is_empty() {
        return;
    }
    let bound = bound_of(spec, port, &arriving, sizes.reverse(spec, port), 1);
    if size < thresholds.xoff + bound.bytes {
        let message = format!(
            "a receive buffer of {} has no room for the worst case of its cable, {}, above the link's XOFF, {}",
            bytes(size),
            bytes(bound.bytes),
            bytes(thresholds.xoff),
        );
        found.add(&spec.port_name(port), message);
    }
}
