//! Warnings on 802.3x pauses (IEEE 802.3, annex 31B) that only one end of a link sends or obeys. Also
//! warnings on thresholds of a link that its port cannot reach, or that request a pause too late. Start with
//! [`one_end`].
//!
//! Equal XOFF and XON of a link cause a warning. A `link_xoff` equal to the memory that the groups of the
//! port can use causes no warning. A host with an unlimited bus never requests pauses and is not checked.

use super::super::amount::{bytes, time};
use super::super::required_headroom::lossless_arrivals;
use super::super::shared_memory::{settled_threshold, shared_memory};
use super::placed::PlacedWarnings;
use super::{listed, place};
use crate::engine::World;
use crate::fabric::buffer::{PgConfig, Scope, Threshold};
use crate::fabric::pfc::LinkPause;
use crate::ids::{HostId, PortId, Priority};
use crate::sizing::{Bound, FrameSizes, charge};
use crate::spec::Node;

/// Warns if `port` sends 802.3x pauses to a peer that does not obey 802.3x pauses. Also warns if `port` sends
/// no such pauses although the peer would obey them, or although lossless frames arrive. `here` is the name
/// of the port in the warning.
pub(super) fn one_end(
    world: &World,
    port: PortId,
    sizes: &FrameSizes,
    here: &str,
    found: &mut PlacedWarnings,
) {
    let at = &world.spec().ports[port.index()];
    let sends = !at.config.sender.enabled.is_empty();
    let obeys = !world.spec().ports[at.peer.index()].config.receiver.enabled.is_empty();
    if sends {
        if !obeys {
            found.add(here, "802.3x pauses are sent to a peer that does not obey them".to_owned());
        }
        return;
    }
    let lossless = listed(lossless_arrivals(world, sizes, port));
    if !lossless.is_empty() {
        let message = format!(
            "lossless frames of priority {lossless} arrive, but no 802.3x pauses are sent for them; set link_pause on or tx"
        );
        found.add(here, message);
    } else if obeys {
        found.add(here, "the peer obeys 802.3x pauses, but none are sent".to_owned());
    }
}

/// Warns if XOFF and XON of the link of `port` are equal, because every frame then causes a pause frame.
pub(super) fn equal_thresholds(world: &World, port: PortId, found: &mut PlacedWarnings) {
    let Some(thresholds) =
        link_pause_thresholds(world, port).filter(|thresholds| thresholds.xon == thresholds.xoff)
    else {
        return;
    };
    let message = format!(
        "the link's XON equals its XOFF ({}): a pause and a resume for every frame",
        bytes(thresholds.xoff)
    );
    found.add(&world.spec().port_name(port), message);
}

/// XOFF and XON at which `port` sends 802.3x pauses and resumes. `None` if the port sends no 802.3x pauses,
/// or if its host has an unlimited bus and never needs a pause.
pub(in crate::insight) fn link_pause_thresholds(world: &World, port: PortId) -> Option<LinkPause> {
    let spec = world.spec();
    let config = &spec.ports[port.index()].config;
    let takes_all = |host: HostId| world.receiver(host).drain.is_none();
    let is_silent = config.sender.enabled.is_empty() || spec.owner(port).host().is_some_and(takes_all);
    config.link_pause.filter(|_| !is_silent)
}

/// Warns of ports of the switch `node` whose `link_xoff` is above the memory that the priority groups of the
/// port can use. Also warns of lossless groups that are full before the 802.3x pause takes effect. Does
/// nothing for a host. Ports without 802.3x pause are not checked.
pub(super) fn xoff_in_groups(world: &World, node: &Node, sizes: &FrameSizes, found: &mut PlacedWarnings) {
    let spec = world.spec();
    let Some(switch) = node.switch() else { return };
    let ports = || node.ports.clone().map(PortId);
    if ports().all(|port| spec.ports[port.index()].config.link_pause.is_none()) {
        return;
    }
    let cell_bytes = spec.switches[switch.index()].pool.cell_bytes;
    let shared = shared_memory(world, node);
    for port in ports() {
        let Some(thresholds) = link_pause_thresholds(world, port) else { continue };
        let arriving = || Priority::ALL.into_iter().filter(|n| sizes.largest(port, *n).is_some());
        if arriving().next().is_none() {
            continue;
        }
        let most = most_held(arriving().map(|n| world.group(port, n)), shared);
        if most < thresholds.xoff {
            let message = format!(
                "its link_xoff, {}, is above all that its groups can hold, {}: it never requests a pause; lower link_xoff",
                bytes(thresholds.xoff),
                bytes(most)
            );
            found.add(&spec.port_name(port), message);
            continue;
        }
        for n in arriving() {
            if let Some(message) = full_before_pause(world, (port, n), thresholds, shared, sizes, cell_bytes)
            {
                found.add(&place(spec, port, n), message);
            }
        }
    }
}

/// Greatest memory in bytes that `groups` of one port can use together, if no other port uses shared memory.
/// `shared` is the size of the shared memory in bytes. `u64::MAX` if the memory of a group is not counted.
fn most_held(groups: impl Iterator<Item = PgConfig>, shared: u64) -> u64 {
    let (mut own, mut of_shared) = (0, 0u64);
    for group in groups {
        if !group.counted {
            return u64::MAX;
        }
        own += group.reserve + if group.lossless { group.headroom } else { 0 };
        of_shared = of_shared.saturating_add(shared_limit(&group, shared));
    }
    own + of_shared.min(shared)
}

/// Greatest shared memory in bytes that `group` can use, if no other group uses shared memory. `shared` is
/// the size of the shared memory in bytes.
fn shared_limit(group: &PgConfig, shared: u64) -> u64 {
    if group.scope == Scope::Group { threshold_limit(group, shared) } else { shared }
}

/// XOFF threshold of `group` in bytes, but at most `shared`, the size of the shared memory. A dynamic
/// threshold counts with the value that it has when this group alone fills the shared memory.
fn threshold_limit(group: &PgConfig, shared: u64) -> u64 {
    match group.threshold {
        Threshold::Static(limit) => limit.min(shared),
        Threshold::Dynamic(alpha) => settled_threshold(alpha, 1, shared),
    }
}

/// Warning on a lossless group that is full before the 802.3x pause of its port takes effect. The group must
/// hold two amounts: the bytes below `link_xoff`, and the bytes that can still arrive. All these bytes are
/// assumed to be of priority `n`. If the threshold limits a whole egress queue, all ports with 802.3x pause
/// are assumed to fill that queue together. `None` if the group is large enough.
fn full_before_pause(
    world: &World,
    (port, n): (PortId, Priority),
    thresholds: LinkPause,
    shared: u64,
    sizes: &FrameSizes,
    cell_bytes: u32,
) -> Option<String> {
    let of_queue = |limit: u64| {
        let others = sharing(world, (port, n), sizes).filter(|(other, _)| *other != port);
        let used = others.filter_map(|(other, thresholds)| {
            let bound = sizes.bound(world.spec(), other, n, cell_bytes)?;
            Some((thresholds.xoff + bound.bytes).saturating_sub(world.group(other, n).reserve))
        });
        limit.saturating_sub(used.sum())
    };
    let GroupRoom { holds, bound, largest, unit } =
        room(world, (port, n), of_queue, shared, sizes, cell_bytes)?;
    let needed = thresholds.xoff.saturating_sub(1) / unit * unit + bound.bytes;
    (holds < needed).then(|| {
        format!(
            "it holds {}, but its port requests a pause of the link at {} (link_xoff), after which up to {} arrive \
             ({} until the last bit, frames of up to {largest} B): lossless frames may be lost; lower link_xoff, or \
             raise headroom",
            bytes(holds),
            bytes(thresholds.xoff),
            bytes(bound.bytes),
            time(bound.total),
        )
    })
}

/// Memory of a lossless group, and the bytes that can still arrive after its port has requested an 802.3x
/// pause.
struct GroupRoom {
    /// Bytes that the group can hold in its reserve, shared memory and headroom.
    holds: u64,
    bound: Bound,
    /// Size of the largest frame that can arrive, in bytes.
    largest: u16,
    /// Bytes of memory that a frame takes, if all arriving frames have one size; 1 for mixed sizes.
    unit: u64,
}

/// Memory of the lossless group `(port, n)`. A threshold of a VOQ counts as a threshold of the group, because
/// all frames of the group may leave by one output. If the threshold limits a whole egress queue, `of_queue`
/// maps this threshold to the bytes that this group may use. `None` if the group is lossy, if its memory is
/// not counted, or if no frame can arrive.
fn room(
    world: &World,
    (port, n): (PortId, Priority),
    of_queue: impl FnOnce(u64) -> u64,
    shared: u64,
    sizes: &FrameSizes,
    cell_bytes: u32,
) -> Option<GroupRoom> {
    let group = world.group(port, n);
    if !group.lossless || !group.counted {
        return None;
    }
    let bound = sizes.bound(world.spec(), port, n, cell_bytes)?;
    let largest = sizes.largest(port, n)?;
    let limit = threshold_limit(&group, shared);
    let limit = if group.scope == Scope::Queue { of_queue(limit) } else { limit };
    // Frames of equal size fill each part of the memory up to whole frames. With mixed sizes, the bound
    // already includes spare frames.
    let unit = if sizes.arriving(port, n).len() == 1 { charge(largest, cell_bytes).max(1) } else { 1 };
    let whole = |part: u64| part / unit * unit;
    let holds = whole(group.reserve + limit) + whole(group.headroom);
    Some(GroupRoom { holds, bound, largest, unit })
}

/// Ports with 802.3x pause at the switch of `port` that can receive frames of priority `n`. Each port comes
/// with its XOFF and XON.
fn sharing<'a>(
    world: &'a World,
    (port, n): (PortId, Priority),
    sizes: &'a FrameSizes,
) -> impl Iterator<Item = (PortId, LinkPause)> + 'a {
    let ports = world.spec().owner(port).ports.clone().map(PortId);
    ports
        .filter(move |port| sizes.largest(*port, n).is_some())
        .filter_map(|port| Some((port, link_pause_thresholds(world, port)?)))
}

/// Greatest `link_xoff` in bytes with which the lossless group `(port, n)` is not full before the 802.3x
/// pause takes effect. If the threshold limits a whole egress queue, all ports with 802.3x pause get equal
/// parts of this threshold. 0 if the group is too small for any XOFF. `None` if the group is lossy, if its
/// memory is not counted, or if no frame can arrive. `shared` is the shared memory of the switch in bytes.
pub(in crate::insight) fn greatest_link_xoff(
    world: &World,
    group: (PortId, Priority),
    shared: u64,
    sizes: &FrameSizes,
    cell_bytes: u32,
) -> Option<u64> {
    let headroom = world.group(group.0, group.1).headroom;
    let part = |limit: u64| {
        let ports = sharing(world, group, sizes).count().max(1) as u64;
        ((limit + headroom) / ports).saturating_sub(headroom)
    };
    let GroupRoom { holds, bound, unit, .. } = room(world, group, part, shared, sizes, cell_bytes)?;
    // Just below XOFF, the port holds at most the whole frames that fit into XOFF − 1 bytes.
    Some(holds.checked_sub(bound.bytes).map_or(0, |below| below / unit * unit + unit))
}
