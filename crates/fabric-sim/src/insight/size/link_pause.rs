//! Calculation of the recommended thresholds of a port that pauses its whole link (IEEE 802.3, annex 31B).
//! Start with [`size`].
//!
//! The port requests a pause when the sum of the bytes of its priority groups reaches `link_xoff`. In the
//! worst case, all these bytes, and all bytes that arrive afterwards, belong to one lossless group. This
//! group must hold all these bytes.

use super::super::required_headroom::{lossless_arrivals, needed};
use super::super::shared_memory::shared_memory;
use super::super::warnings::{greatest_link_xoff, link_pause_thresholds};
use super::LinkPauseSize;
use crate::engine::World;
use crate::ids::PortId;
use crate::sizing::{FrameSizes, charge};
use crate::units::{PS_PER_S, Time};
use crate::wire::PRIORITIES;

/// Recommended thresholds of `port`. `drains` has the rate of the fastest output of each priority group of
/// the port, by priority, in bits per second. `None` at a host, without 802.3x pauses, and if no lossless
/// frames can arrive.
pub(super) fn size(
    world: &World,
    sizes: &FrameSizes,
    port: PortId,
    drains: &[u64; PRIORITIES],
) -> Option<LinkPauseSize> {
    let spec = world.spec();
    let (at, switch) = (&spec.ports[port.index()], spec.switch_of(port)?);
    let thresholds = link_pause_thresholds(world, port)?;
    let needs =
        || lossless_arrivals(world, sizes, port).filter_map(|n| Some((n, needed(world, sizes, port, n)?)));
    let (priority, need) = needs().max_by_key(|(_, need)| need.bound.bytes)?;
    let shared = shared_memory(world, spec.owner(port));
    let (bound, cell_bytes) = (need.bound, need.cell_bytes);
    let wire = u64::from(need.largest) + u64::from(at.config.overhead);
    let drain = drains.iter().copied().max().unwrap_or(0).min(at.clock.rate().bps());
    let drain_bps = drain / wire.max(1) * u64::from(need.largest);
    let latency = spec.switches[switch.index()].ingress_latency;
    let turn = bound.wait + bound.pfc + bound.propagation + bound.response + need.wire + latency;
    let drained = u128::from(drain_bps) * u128::from(turn.ps()) / 8 / u128::from(PS_PER_S);
    let xon = u64::try_from(drained).unwrap_or(u64::MAX).next_multiple_of(u64::from(cell_bytes.max(1)));
    let most = lossless_arrivals(world, sizes, port)
        .filter_map(|n| greatest_link_xoff(world, (port, n), shared, sizes, cell_bytes));
    let ps = |time: Time| time.ps();
    Some(LinkPauseSize {
        node: spec.nodes[at.node.index()].name.clone(),
        port: at.number.into(),
        priority: priority.get(),
        rate_bps: at.clock.rate().bps(),
        largest_frame_bytes: need.largest,
        cell_bytes,
        wait_ps: ps(bound.wait),
        pause_frame_ps: ps(bound.pfc),
        cable_ps: ps(bound.propagation),
        response_ps: ps(bound.response),
        total_ps: ps(bound.total),
        arriving_bytes: bound.bytes,
        drain_bps,
        turn_ps: ps(turn),
        link_xon_bytes: xon,
        link_xoff_bytes: xon + 2 * charge(need.largest, cell_bytes),
        link_xoff_most_bytes: most.min().unwrap_or(0),
        link_xon_set_bytes: thresholds.xon,
        link_xoff_set_bytes: thresholds.xoff,
    })
}
