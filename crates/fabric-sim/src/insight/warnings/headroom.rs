//! Warnings on headroom that is smaller than the bytes that can still arrive after a pause request. Other
//! warnings are on XOFF thresholds above the shared memory, or below the bytes in the pipeline of the switch.
//! Only groups that request pauses are checked. Start with [`headroom`].
//!
//! A headroom, or a headroom pool, that is exactly as large as required causes no warning. An XON equal to
//! the level at which a dynamic XOFF settles causes a warning.

use super::super::amount::{bytes, time};
use super::super::required_headroom::requests_pauses;
use super::super::shared_memory::{groups_of, settled_threshold, shared_memory};
use super::idle::no_frame_fits;
use super::place;
use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::fabric::buffer::{HeadroomPool, Scope, Threshold};
use crate::ids::{PortId, Priority};
use crate::sizing::{FrameSizes, further_outputs, further_outputs_bytes};
use crate::spec::Node;
use crate::units::PS_PER_S;

/// Warns of priority groups of `port` whose headroom is smaller than the bytes that can still arrive after a
/// pause request. Does nothing for a host.
pub(super) fn headroom(world: &World, port: PortId, sizes: &FrameSizes, found: &mut PlacedWarnings) {
    let spec = world.spec();
    let Some(switch) = spec.switch_of(port) else { return };
    let cell_bytes = spec.switches[switch.index()].pool.cell_bytes;
    for n in Priority::ALL.into_iter().filter(|n| requests_pauses(world, port, *n)) {
        let Some(bound) = sizes.bound(spec, port, n, cell_bytes) else { continue };
        let Some(largest) = sizes.largest(port, n) else { continue };
        let headroom = world.group(port, n).headroom;
        if let Some(message) = egress_trigger(world, port, n, sizes, bound.bytes) {
            found.add(&place(spec, port, n), message);
            continue;
        }
        if headroom < bound.bytes {
            let message = format!(
                "headroom {} is too small: in the worst case {} still arrive after XOFF ({} until the last bit, frames of up to {largest} B){}",
                bytes(headroom),
                bytes(bound.bytes),
                time(bound.total),
                no_frame_fits(headroom, largest, cell_bytes),
            );
            found.add(&place(spec, port, n), message);
        }
    }
}

/// Warning on a group with the egress trigger (`pfc_trigger` egress) whose headroom is too small. Each output
/// requests a pause by its own queue only. The frames that one group has for several outputs can therefore
/// exceed XOFF before any request. `bound` is the number of bytes that can still arrive after a request.
/// `None` with the ingress trigger, a dynamic threshold, one used output, or enough headroom.
fn egress_trigger(
    world: &World,
    port: PortId,
    n: Priority,
    sizes: &FrameSizes,
    bound: u64,
) -> Option<String> {
    let spec = world.spec();
    let threshold = world.group(port, n).threshold;
    let Threshold::Static(xoff) = threshold else { return None };
    let further = further_outputs(spec, sizes, port, n);
    let needed = further_outputs_bytes(spec, sizes, (port, n), threshold).saturating_add(bound);
    (further > 0 && world.group(port, n).headroom < needed).then(|| {
        format!(
            "with pfc_trigger=egress, its {} outputs may hold {} each before one of them requests a pause, so it \
             needs headroom for {}; raise headroom, or set pfc_trigger to ingress",
            further + 1,
            bytes(xoff),
            bytes(needed)
        )
    })
}

/// Warns of groups of `port` whose static XOFF is below the bytes in the pipeline of the switch
/// (`ingress_latency`) at the rate of the link. Such a group requests pauses although no frame waits.
pub(super) fn xoff_below_pipeline(
    world: &World,
    port: PortId,
    sizes: &FrameSizes,
    found: &mut PlacedWarnings,
) {
    let spec = world.spec();
    let Some(switch) = spec.switch_of(port) else { return };
    let latency = spec.switches[switch.index()].ingress_latency;
    for n in Priority::ALL.into_iter().filter(|n| requests_pauses(world, port, *n)) {
        let Some((xoff, held)) =
            sizes.largest(port, n).and_then(|largest| pipeline_bytes(world, port, n, largest))
        else {
            continue;
        };
        let message = format!(
            "XOFF {} is below the {} that its pipeline holds at the rate of its link (ingress_latency {latency}): \
             it requests pauses although no frame waits; raise xoff and xon",
            bytes(xoff),
            bytes(held),
        );
        found.add(&place(spec, port, n), message);
    }
}

/// Static XOFF of a group, and the bytes in the pipeline of its switch. The pipeline holds the bytes that
/// the link brings within `ingress_latency`, plus one frame of `largest` bytes. `None` if the pipeline holds
/// at most reserve plus XOFF. Also `None` at a host, with a dynamic threshold, or if the threshold does not
/// limit the group itself.
pub(super) fn pipeline_bytes(world: &World, port: PortId, n: Priority, largest: u16) -> Option<(u64, u64)> {
    let (spec, group) = (world.spec(), world.group(port, n));
    let Threshold::Static(xoff) = group.threshold else { return None };
    let latency = spec.switches[spec.switch_of(port)?.index()].ingress_latency;
    let rate = spec.ports[port.index()].clock.rate().bps();
    let bits = u128::from(rate) * u128::from(latency.ps()) / u128::from(PS_PER_S);
    let held = u64::try_from(bits / 8).unwrap_or(u64::MAX).saturating_add(largest.into());
    (group.scope == Scope::Group && group.reserve + xoff < held).then_some((xoff, held))
}

/// Warns if the headroom pool of the switch `node` is smaller than the sum of the worst cases of its groups.
/// The worst case of a group that requests pauses is the number of bytes that can still arrive, but at most
/// its headroom.
pub(super) fn headroom_pool(world: &World, node: &Node, sizes: &FrameSizes, found: &mut PlacedWarnings) {
    let spec = world.spec();
    let Some(pool) = node.switch().map(|switch| spec.switches[switch.index()].pool) else { return };
    if pool.headroom == HeadroomPool::Private {
        return;
    }
    let (mut headrooms, mut worst_cases) = (0, 0);
    for (port, n) in groups_of(node) {
        // Every group contributes its headroom to the pool, even if it requests no pauses.
        let headroom = world.group(port, n).headroom;
        headrooms += headroom;
        if requests_pauses(world, port, n) {
            let worst = sizes.bound(spec, port, n, pool.cell_bytes);
            worst_cases += worst.map_or(0, |bound| bound.bytes.min(headroom));
        }
    }
    let size = pool.headroom.size(headrooms);
    if size < worst_cases {
        let message = format!(
            "its headroom pool, {}, cannot hold what all its cables may bring at once, {}: if too many inputs are paused together, lossless frames are lost",
            bytes(size),
            bytes(worst_cases)
        );
        found.add(&node.name, message);
    }
}

/// Warns of static XOFF thresholds above the shared memory of the switch `node`, and of dynamic thresholds
/// that settle at or below XON. Checks groups that request pauses and whose own occupancy is compared with
/// XOFF. Does nothing for a host.
pub(super) fn xoff_in_shared_memory(world: &World, node: &Node, found: &mut PlacedWarnings) {
    let spec = world.spec();
    if node.switch().is_none() {
        return;
    }
    let shared = shared_memory(world, node);
    for (port, n) in groups_of(node) {
        let group = world.group(port, n);
        let odd = match group.threshold {
            Threshold::Static(xoff) => out_of_reach(xoff, shared),
            Threshold::Dynamic(alpha) => falls_to_xon(alpha, group.xon, shared),
        };
        if let Some(message) = odd.filter(|_| group.scope == Scope::Group && requests_pauses(world, port, n))
        {
            found.add(&place(spec, port, n), message);
        }
    }
}

/// Warning that the static threshold `xoff` is above `shared`, the shared memory of the switch in bytes.
/// `None` if `xoff` is equal to or below `shared`.
fn out_of_reach(xoff: u64, shared: u64) -> Option<String> {
    (xoff > shared).then(|| {
        format!(
            "XOFF {} is above all the shared memory of its switch, {}: a pause is requested only once that is full",
            bytes(xoff),
            bytes(shared)
        )
    })
}

/// Warning that XON is not below the level at which the dynamic XOFF settles if one group fills `shared`
/// bytes of shared memory. `None` if XON is below this level.
fn falls_to_xon(alpha: u32, xon: u64, shared: u64) -> Option<String> {
    let settles = settled_threshold(alpha, 1, shared);
    (xon >= settles).then(|| {
        format!(
            "XON {} is not below {}, to which the dynamic XOFF falls as one group fills the {} of shared memory: \
             it resumes as soon as it pauses",
            bytes(xon),
            bytes(settles),
            bytes(shared)
        )
    })
}
