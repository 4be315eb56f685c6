//! Warnings on settings that have no effect, or can only do harm, at each port and priority that they cover.
//! Each warning has the reason and a remedy. Start with [`warn_of_idle_settings`].
//!
//! No warning is given for:
//! - a value for the whole fabric;
//! - a value that a built-in profile calculates;
//! - a Kmin of an imported switch configuration, because the document may lack the traffic of its queues;
//! - a function that is off, if an action switches it on later.
//!
//! Rates are compared with the reachable rate: the rate of the link minus preambles and gaps.
//! - A maximum rate between the reachable rate and the rate of the link causes a warning.
//! - A minimum or maximum rate equal to the rate of the link causes no warning: it is a usual value.
//! - A drain rate at or above the reachable rate slows nothing, and causes a warning.
//! - A flow with more than the reachable rate causes a warning, unless it sends in bursts.

use std::cmp::Ordering;

use super::super::amount::bytes;
use super::action_settings::SwitchableFunction;
use super::placed::PlacedWarnings;
use super::{Flows, idle_functions};
use crate::engine::World;
use crate::fabric::buffer::Threshold;
use crate::fabric::egress::WredConfig;
use crate::ids::{PortId, Priority, PrioritySet};
use crate::spec::{
    Action, FlowSpec, LocalSetting, LocalValue, PauseSourceSpec, PortSpec, PriorityConfig, Spec,
};
use crate::units::Rate;

/// Smallest α of an egress queue, in units of 1/65536, that counts as no limit: 2⁷. SONiC's profile of
/// lossless egress queues sets `dynamic_th` to 7, which means α = 2⁷.
const NO_LIMIT: u64 = 128 << 16;

/// Part of a warning: the reason why a maximum rate has no effect if the frames of the port cannot reach this
/// rate.
const UNREACHED: &str =
    "limits nothing: with preambles and gaps, its link carries no more; lower it, or take it out";

/// Warns of each setting that has no effect at any port and priority that it covers. The warning gives the
/// reason at the first port and priority. Values for the whole fabric are not checked.
pub(super) fn warn_of_idle_settings(world: &World, flows: &Flows, found: &mut PlacedWarnings) {
    for setting in &world.spec().local_settings {
        let reason = |place| reason(world, flows, setting, place);
        let mut reasons = setting.ports_and_priorities().map(reason);
        let Some(Some(first)) = reasons.next() else { continue };
        if reasons.all(|reason| reason.is_some()) {
            found.add(&setting.address, format!("{} {first}", setting.text));
        }
    }
}

/// Reason why `setting` has no effect, or can only do harm, at one priority of one port. `None` if the
/// setting can have an effect there.
pub(super) fn reason(
    world: &World,
    flows: &Flows,
    setting: &LocalSetting,
    (port, n): (PortId, Priority),
) -> Option<&'static str> {
    let Flows { ecn_queues, actions, .. } = flows;
    let spec = world.spec();
    let at = &spec.ports[port.index()];
    let config = &at.config.priorities[n.index()];
    let lossless = world.group(port, n).lossless;
    if !spec.without_pfc.is_empty() && belongs_to_pfc(setting.value) {
        return None;
    }
    let marks =
        || !world.marking(port, n).is_off() || actions.switches_on(SwitchableFunction::Marking, port, n);
    let stays_lossy = || !lossless && !actions.switches_on(SwitchableFunction::Lossless, port, n);
    match setting.value {
        LocalValue::Headroom(_) if stays_lossy() => {
            Some("is kept for no lossy class; make the class lossless, or take it out")
        }
        LocalValue::Headroom(_) if config.credits.is_some() => {
            Some("is not needed where credits are given; take it out")
        }
        LocalValue::Xon | LocalValue::Xoff | LocalValue::Alpha if config.credits.is_some() => {
            Some("acts on no pause: the class has credits; take it out")
        }
        LocalValue::Xon if at.config.link_pause.is_some() => Some(
            "resumes nothing on a link with 802.3x pause, whose XON is link_xon; give that, or take it out",
        ),
        LocalValue::Xon if stays_lossy() => {
            Some("resumes nothing: a lossy class is never paused for; make the class lossless, or take it out")
        }
        LocalValue::EgressLimit(limit) if lossless => {
            let memory = spec.switch_of(port).map_or(0, |switch| spec.switches[switch.index()].pool.memory);
            (limit < memory)
                .then_some("limits no lossless queue: only its ingress groups do; give xoff, or take it out")
        }
        LocalValue::EgressAlpha(alpha) if lossless && alpha < NO_LIMIT => {
            Some("limits no lossless queue: only its ingress groups do; give alpha, or take it out")
        }
        LocalValue::WredMin | LocalValue::WredOther if lossless => Some(
            "has no effect on a lossless class, which WRED never drops; give it for a lossy class, or kmin to mark",
        ),
        LocalValue::WredMin if config.wred != WredConfig::OFF && config.wred.min >= longest_queue(spec, config, port) => {
            Some("drops nothing: the queue cannot be that long; lower it, or take it out")
        }
        LocalValue::WredOther if config.wred == WredConfig::OFF => {
            Some("has no effect without wred_min; give that, too, or take it out")
        }
        LocalValue::Kmin if setting.is_imported => None,
        LocalValue::Kmin => (!ecn_queues.carries_ecn_frames(port, n))
            .then_some("marks nothing: no flow that is ECN-capable leaves by it; set ecn: true for flows, or take it out"),
        LocalValue::EcnOther => {
            (!marks()).then_some("has no effect without kmin; give that, too, or take it out")
        }
        LocalValue::PfcTx => (spec.switch_of(port).is_some() && stays_lossy())
            .then_some("has no effect: a lossy class never pauses; make the class lossless, or take it out"),
        LocalValue::PfcRx => can_only_drop(world, port, n).then_some(
            "obeys pauses of a class that is lossy at every input: while it is paused, frames for it are dropped; \
             make the class lossless, or set pfc_rx off",
        ),
        LocalValue::Watchdog if at.config.link_pause.is_some() => Some(
            "watches for PFC on a link with 802.3x pause, which it ignores; take it out, or link_pause",
        ),
        LocalValue::Watchdog => (world.pause_receiver(port).enabled.contains(n) && !can_be_paused(world, port, n))
            .then_some("watches a class that nothing at the other end of the link can pause; take it out"),
        LocalValue::WatchdogOther => {
            (config.watchdog.is_none() && !actions.switches_on(SwitchableFunction::Watchdog, port, n))
                .then_some("has no effect without watchdog; give that, too, or take it out")
        }
        _ => of_link_pause(at, setting.value)
            .or_else(|| of_rates(world, flows, setting.value, (port, n)))
            .or_else(|| idle_functions::reason(world, flows, setting, (port, n))),
    }
}

/// Whether `value` is a setting of PFC. With `pfc=off`, settings of PFC cause no warning, because the user
/// switched PFC off on purpose.
const fn belongs_to_pfc(value: LocalValue) -> bool {
    matches!(
        value,
        LocalValue::Headroom(_)
            | LocalValue::HeadroomPool
            | LocalValue::Xon
            | LocalValue::PfcTx
            | LocalValue::PfcRx
            | LocalValue::EgressTrigger
            | LocalValue::ReceiveThreshold
            | LocalValue::PauseTime
            | LocalValue::PauseResponse
            | LocalValue::PauseOrder
            | LocalValue::WithoutXon
            | LocalValue::WithoutTimer
            | LocalValue::Watchdog
            | LocalValue::WatchdogOther
            | LocalValue::NicWatchdog
    )
}

/// Reason why `value` has no effect at port `at`: the link uses 802.3x pause, or `value` needs 802.3x pause
/// and the link does not use 802.3x pause. `None` if `value` can have an effect, or does not depend on 802.3x
/// pause.
fn of_link_pause(at: &PortSpec, value: LocalValue) -> Option<&'static str> {
    let pauses_link = at.config.link_pause.is_some();
    match value {
        LocalValue::LinkPauseThreshold if !pauses_link => {
            Some("has no effect without link_pause; give that, too, or take it out")
        }
        LocalValue::LinkPauseThreshold => (at.config.sender.enabled.is_empty()).then_some(
            "has no effect: the port sends no 802.3x pauses; set link_pause on or tx, or take it out",
        ),
        LocalValue::EgressTrigger if pauses_link => Some(
            "has no effect on a link with 802.3x pause, which the use of the whole port turns on; take it out, or \
             link_pause",
        ),
        LocalValue::ReceiveThreshold if pauses_link => Some(
            "has no effect on a link with 802.3x pause, whose thresholds are link_xoff and link_xon; give these, or \
             take it out",
        ),
        LocalValue::NicWatchdog if pauses_link => {
            Some("watches for PFC on a link with 802.3x pause, which it ignores; take it out, or link_pause")
        }
        _ => None,
    }
}

/// Reason why `value`, a rate or the burst of a rate, has no effect. `None` if `value` can have an effect, or
/// is neither a rate nor a burst.
fn of_rates(
    world: &World,
    flows: &Flows,
    value: LocalValue,
    (port, n): (PortId, Priority),
) -> Option<&'static str> {
    let at = &world.spec().ports[port.index()];
    let config = &at.config.priorities[n.index()];
    let link = at.clock.rate();
    let port_max = at.config.max_rate.map(|max| max.rate());
    // Whether frames of `classes` on the link to the port `to` cannot reach `rate`, because of preambles and
    // gaps. False if no frames of `classes` arrive there; another warning reports such an unused class.
    let is_unreached = |to: PortId, rate: Rate, classes: PrioritySet| {
        let largest = classes.iter().filter_map(|class| flows.sizes.largest(to, class)).max();
        rate < link && largest.is_some_and(|frame| compare_to_carried(at, rate, frame).is_ge())
    };
    match value {
        LocalValue::Drain(rate) if rate >= link => {
            Some("slows nothing: it is not below the rate of the host's link; lower it, or take it out")
        }
        LocalValue::Drain(rate) if is_unreached(port, rate, PrioritySet::ALL) => Some(
            "slows nothing: with preambles and gaps, the host's link brings no more; lower it, or take it out",
        ),
        LocalValue::MinRate(rate) if rate > link => {
            Some("is above the rate of its link, which cannot carry it; lower it")
        }
        LocalValue::MaxRate(rate) | LocalValue::PortMaxRate(rate) if rate > link => {
            Some("limits nothing: it is above the rate of its link; lower it, or take it out")
        }
        LocalValue::MinRate(rate) if port_max.is_some_and(|max| rate > max) => {
            Some("is above the maximum rate of its port (port_pir), which no class exceeds; lower it")
        }
        LocalValue::MaxRate(rate) if port_max.is_some_and(|max| rate > max) => Some(
            "limits nothing: it is above the maximum rate of its port (port_pir); lower it, or take it out",
        ),
        LocalValue::MaxRate(rate) if is_unreached(at.peer, rate, PrioritySet::of(n)) => Some(UNREACHED),
        LocalValue::PortMaxRate(rate) if is_unreached(at.peer, rate, PrioritySet::ALL) => Some(UNREACHED),
        LocalValue::MinBurst => {
            config.min_rate.is_none().then_some("has no effect without cir; give that, too, or take it out")
        }
        LocalValue::MaxBurst => {
            config.max_rate.is_none().then_some("has no effect without pir; give that, too, or take it out")
        }
        LocalValue::PortBurst => at
            .config
            .max_rate
            .is_none()
            .then_some("has no effect without port_pir; give that, too, or take it out"),
        _ => None,
    }
}

/// Greatest length of a lossy queue of `port`, in bytes. The result is the smaller of two sizes: the static
/// limit of the queue, and the memory of the switch. [`u64::MAX`] at a host without a static limit.
fn longest_queue(spec: &Spec, config: &PriorityConfig, port: PortId) -> u64 {
    let memory = spec.switch_of(port).map_or(u64::MAX, |switch| spec.switches[switch.index()].pool.memory);
    match config.egress_limit {
        Some(Threshold::Static(limit)) => limit.min(memory),
        _ => memory,
    }
}

/// Compares `rate` with the greatest rate of frame bytes on the link of `at`, for frames of `frame` bytes.
/// Each frame has a preamble and a gap (IEEE 802.3, clause 4).
fn compare_to_carried(at: &PortSpec, rate: Rate, frame: u16) -> Ordering {
    let (frame, overhead) = (u64::from(frame), u64::from(at.config.overhead));
    let needed = u128::from(rate.bps()) * u128::from(frame + overhead);
    needed.cmp(&(u128::from(at.clock.rate().bps()) * u128::from(frame)))
}

/// Whether a pause of class `n` at the switch port `port` only makes the switch drop frames. This is true if
/// the class is lossy and has no credits at all other ports of the switch, so that no input can delay frames.
fn can_only_drop(world: &World, port: PortId, n: Priority) -> bool {
    let spec = world.spec();
    let node = spec.owner(port);
    let can_delay_frames = |input: PortId| {
        let config = &spec.ports[input.index()].config.priorities[n.index()];
        world.group(input, n).lossless || config.credits.is_some()
    };
    node.switch().is_some()
        && node.ports.clone().map(PortId).filter(|input| *input != port).all(|input| !can_delay_frames(input))
}

/// Whether the other end of the link may pause class `n` at `port`. True if the other end is a pause source.
/// Also true if the other end sends PFC frames for `n`, and is a host or has a lossless group `n`.
pub(super) fn can_be_paused(world: &World, port: PortId, n: Priority) -> bool {
    let spec = world.spec();
    let peer = spec.ports[port.index()].peer;
    let sends = world.pause_sender(peer).enabled.contains(n);
    let may_pause = spec.switch_of(peer).is_none() || world.group(peer, n).lossless;
    sends && may_pause || pause_sources(world, peer).any(|source| source.priorities.iter().any(|p| p == n))
}

/// Pause sources at `port`: pause sources of the document, and pause sources that actions add.
pub(super) fn pause_sources(world: &World, port: PortId) -> impl Iterator<Item = &PauseSourceSpec> {
    all_pause_sources(world).filter(move |source| source.port == port)
}

/// Pause sources of the document, followed by the pause sources that actions add.
pub(super) fn all_pause_sources(world: &World) -> impl Iterator<Item = &PauseSourceSpec> {
    let added = world.actions().iter().filter_map(|timed| match &timed.action {
        Action::AddPauseSource(source) => Some(source),
        _ => None,
    });
    world.spec().pause_sources.iter().chain(added)
}

/// Warns of flows whose rate exceeds what the link of their source carries. A link carries its rate, less the
/// preambles and gaps between frames (IEEE 802.3, clause 4). The rate of bursts may reach the full rate of
/// the link.
pub(super) fn above_link(world: &World, found: &mut PlacedWarnings) {
    use crate::spec::Arrival;
    let spec = world.spec();
    for flow in world.flow_specs() {
        let Some(port) = spec.port(flow.source, 0) else { continue };
        let at = &spec.ports[port.index()];
        let link = at.clock.rate();
        let Some(rate) = flow.arrival.rate() else { continue };
        let (frame, overhead) = (flow.frame_bytes, at.config.overhead);
        let is_above = compare_to_carried(at, rate, frame).is_gt();
        if rate <= link && is_above && !matches!(flow.arrival, Arrival::Bursts { .. }) {
            let message = format!(
                "its rate {rate} is above what its link of {link} carries in frames of {frame} B, each with {overhead} B \
                 of preamble and gap: {}; lower it",
                fate_of_excess(flow)
            );
            found.add(&format!("flow {}", flow.name), message);
        }
        if rate > link {
            let lost = match flow.arrival {
                Arrival::Bursts { .. } => "bursts wait in its NIC, or are lost there",
                _ => fate_of_excess(flow),
            };
            let message = format!("its rate {rate} is above its link's, {link}: {lost}; lower it");
            found.add(&format!("flow {}", flow.name), message);
        }
    }
}

/// Part of a sentence: the fate of frames that exceed what the link of `flow` carries. These frames are not
/// lost if the flow retransmits.
const fn fate_of_excess(flow: &FlowSpec) -> &'static str {
    if flow.reliability.is_some() {
        "the rest waits in its NIC"
    } else {
        "the rest waits in its NIC, and is lost once that is full"
    }
}

/// Addition to a warning: `headroom` is too small for one frame of `largest` bytes in whole memory cells.
/// Empty if the frame fits.
pub(super) fn no_frame_fits(headroom: u64, largest: u16, cell_bytes: u32) -> String {
    let cell = u64::from(cell_bytes);
    let needed = u64::from(largest).div_ceil(cell) * cell;
    if headroom >= needed {
        return String::new();
    }
    format!(
        "; it does not hold one frame of {largest} B ({} of memory): a frame that does not fit under XOFF is lost, \
         and the group may never request a pause",
        bytes(needed)
    )
}
