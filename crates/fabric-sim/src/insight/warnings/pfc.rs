//! Warnings on PFC settings that do not fit together (IEEE 802.1Q, clause 36). The warnings are on pauses
//! that only one end of a link sends or obeys, and on equal XOFF and XON. Other warnings are on pauses that
//! have no refresh, or that expire before the refresh arrives. Start with [`one_end`].
//!
//! A refresh may have to wait for the longest frame on the wire; the check includes this time. A host with an
//! unlimited bus requests no pauses and is not checked.
//!
//! A refresh that arrives exactly at the end of the pause is too late.

use super::super::amount::bytes;
use super::super::required_headroom::lossless_arrivals;
use super::idle::all_pause_sources;
use super::placed::PlacedWarnings;
use super::{is_given, link_pause, listed, place};
use crate::engine::World;
use crate::fabric::buffer::Threshold;
use crate::ids::{PortId, Priority, PrioritySet};
use crate::sizing::FrameSizes;
use crate::spec::LocalValue;

/// Warns if `port` sends pauses that its peer does not obey, or if the peer obeys pauses that `port` does not
/// send. On a link with 802.3x pause, checks the 802.3x pauses instead of PFC.
pub(super) fn one_end(world: &World, port: PortId, sizes: &FrameSizes, found: &mut PlacedWarnings) {
    let spec = world.spec();
    let at = &spec.ports[port.index()];
    let sends = world.pause_sender(port).enabled;
    let obeys = world.pause_receiver(at.peer).enabled;
    let host = spec.nodes[at.node.index()].host();
    // A host with an unlimited bus never needs a pause.
    if host.is_some_and(|host| world.receiver(host).drain.is_none()) {
        return;
    }
    let here = format!("{} (to {})", spec.port_name(port), spec.port_name(at.peer));
    if at.config.link_pause.is_some() {
        return link_pause::one_end(world, port, sizes, &here, found);
    }
    // A lossy group of a switch never requests a pause.
    let may_pause = |n: &Priority| host.is_some() || world.group(port, *n).lossless;
    for n in (sends & !obeys).iter().filter(may_pause) {
        found.add(&here, format!("pauses of priority {n} are sent to a peer that does not obey them"));
    }
    // A host with a lossless class expects that switches do not drop its frames. So it must get pauses.
    let is_lossless_host = |n: Priority| {
        spec.switch_of(at.peer).is_none()
            && world.group(at.peer, n).lossless
            && sizes.largest(port, n).is_some()
    };
    for n in (obeys & !sends).iter() {
        if world.group(port, n).lossless {
            found.add(&here, format!("priority {n} is lossless, but no pauses are sent for it"));
        } else if is_given(spec, at.peer, PrioritySet::of(n), |value| value == LocalValue::PfcRx)
            || is_lossless_host(n)
        {
            let message = format!(
                "the peer obeys pauses of priority {n}, but none are sent; set pfc_rx off there, or make the class lossless here"
            );
            found.add(&here, message);
        }
    }
    // With PFC off in the whole fabric, the report lists the changed settings instead.
    if spec.without_pfc.is_empty() {
        let has_credits = |n: &Priority| at.config.priorities[n.index()].credits.is_some();
        let arrivals = lossless_arrivals(world, sizes, port);
        for n in arrivals.filter(|n| !sends.contains(*n) && !obeys.contains(*n) && !has_credits(n)) {
            let message = format!(
                "priority {n} is lossless, but no pauses are sent for it, and the peer would not obey them; set pfc_tx here \
                 and pfc_rx there on"
            );
            found.add(&here, message);
        }
    }
}

/// Warns of pause sources whose pauses the other end of the link does not obey, in any of their priorities.
/// With PFC off in the whole fabric, no source is checked.
pub(super) fn unobeyed_sources(world: &World, found: &mut PlacedWarnings) {
    let spec = world.spec();
    if !spec.without_pfc.is_empty() {
        return;
    }
    for source in all_pause_sources(world) {
        let at = &spec.ports[source.port.index()];
        let obeys = world.pause_receiver(at.peer).enabled;
        if (obeys & source.priorities).is_empty() {
            let peer = spec.port_name(at.peer);
            let message = match at.config.link_pause {
                Some(_) => {
                    format!("pauses nothing: {peer} obeys no 802.3x pauses; set link_pause on or rx there")
                }
                None => format!(
                    "pauses nothing: {peer} obeys no pauses of priority {}; set pfc_rx on there, or give another priority",
                    listed(source.priorities.iter())
                ),
            };
            found.add(&format!("pause source {}", source.name), message);
        }
    }
}

/// Warns of pauses of `port` that are never refreshed, and of pauses that expire before their refresh
/// arrives. A refresh may have to wait for the longest frame on the wire. Peers whose pauses never expire,
/// lossy groups of switches, and hosts with an unlimited bus are not checked.
pub(super) fn refresh(world: &World, port: PortId, found: &mut PlacedWarnings) {
    let spec = world.spec();
    let at = &spec.ports[port.index()];
    let (own, peer) = (world.pause_sender(port), world.pause_receiver(at.peer));
    if !peer.timer {
        return;
    }
    let lasts = own.quanta.time(at.clock);
    let longest = spec.longest_frame();
    let behind = at.clock.time(u32::from(longest) + at.config.overhead);
    let message = match own.refresh {
        None => format!(
            "a pause lasts {lasts} and is not refreshed (refresh off): if the queue has not drained by then, the peer \
             sends, and lossless frames may be lost; set refresh to half"
        ),
        Some(every) if every + behind < lasts => return,
        Some(every) => {
            let again = if every < lasts {
                format!("after {every}, which a frame of {longest} B on the wire delays by up to {behind}")
            } else {
                format!("every {every}")
            };
            format!(
                "a pause lasts {lasts} and is refreshed {again}: in between the peer sends; shorten refresh, or \
                 raise pause_quanta"
            )
        }
    };
    let host = spec.owner(port).host();
    let requests = |n: &Priority| match host {
        Some(host) => world.receiver(host).drain.is_some(),
        None => world.group(port, *n).lossless,
    };
    for n in (own.enabled & peer.enabled).iter().filter(requests) {
        found.add(&place(spec, port, n), message.clone());
    }
}

/// Warns of pauses of a switch port that still last when the priority group has drained, because no resume
/// ends them (`explicit_xon` off). The output is then idle until the pause expires. Groups with dynamic
/// thresholds, and ports with 802.3x pause, are not checked.
pub(super) fn without_resumes(world: &World, port: PortId, sizes: &FrameSizes, found: &mut PlacedWarnings) {
    let spec = world.spec();
    let at = &spec.ports[port.index()];
    let own = world.pause_sender(port);
    if own.explicit_xon || at.config.link_pause.is_some() {
        return;
    }
    let lasts = own.quanta.time(at.clock);
    for n in lossless_arrivals(world, sizes, port).filter(|n| own.enabled.contains(*n)) {
        let group = world.group(port, n);
        let Threshold::Static(xoff) = group.threshold else { continue };
        let held = group.reserve + xoff + group.headroom;
        let drains = at.clock.time(u32::try_from(held).unwrap_or(u32::MAX));
        if drains < lasts {
            let message = format!(
                "a pause lasts {lasts} and no resume ends it (explicit_xon off), but its group of at most {} can drain \
                 in {drains}: the output then idles; lower pause_quanta, or set explicit_xon on",
                bytes(held)
            );
            found.add(&place(spec, port, n), message);
        }
    }
}

/// Warns if XOFF and XON of a priority of `port` are equal, or if its XON offset is 0, because every frame
/// then causes a PFC frame. Lossy groups of switches are not checked.
pub(super) fn equal_thresholds(world: &World, port: PortId, found: &mut PlacedWarnings) {
    let spec = world.spec();
    let sends = world.pause_sender(port).enabled;
    if spec.ports[port.index()].config.link_pause.is_some() {
        return link_pause::equal_thresholds(world, port, found);
    }
    if let Some(host) = spec.owner(port).host() {
        let view = world.receiver(host);
        let sends = if view.drain.is_some() { sends } else { PrioritySet::EMPTY };
        for n in sends.iter() {
            let (low, high) = (view.xon[n.index()], view.xoff[n.index()]);
            if low == high {
                let both = bytes(high);
                let message = format!(
                    "the receive buffer's XON and XOFF are both {both}: a pause and a resume for every frame"
                );
                found.add(&place(spec, port, n), message);
            }
        }
        return;
    }
    for n in Priority::ALL {
        let group = world.group(port, n);
        let meet = match group.threshold {
            Threshold::Static(xoff) if group.xon == xoff => {
                Some(format!("XON equals XOFF ({}): a pause and a resume for every frame", bytes(xoff)))
            }
            _ if group.xon_offset == Some(0) => {
                Some("XON offset 0: a pause and a resume for every frame".to_owned())
            }
            _ => None,
        };
        if let Some(message) = meet.filter(|_| group.lossless) {
            found.add(&place(spec, port, n), message);
        }
    }
}
