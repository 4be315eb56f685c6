//! Reasons why settings without a function that they need have no effect. Such a function is a crossbar, a
//! learnt MAC table, ETS classes, credits, a slow bus, or a paced flow. Other settings need arriving or
//! leaving frames. Start with [`reason`].

use super::Flows;
use super::action_settings::{ActionSettings, SwitchableFunction};
use super::idle::{can_be_paused, pause_sources};
use crate::engine::World;
use crate::fabric::buffer::Threshold;
use crate::fabric::classify::Trust;
use crate::fabric::endpoint::rate::RateConfig;
use crate::ids::{PortId, Priority, PrioritySet};
use crate::spec::{Arrival, LocalSetting, LocalValue};
use crate::units::Time;

/// Reason why `setting` has no effect at one priority of one port, because it needs a function that is
/// missing there. `None` if the setting can have an effect, or needs no other function.
pub(super) fn reason(
    world: &World,
    flows: &Flows,
    setting: &LocalSetting,
    (port, n): (PortId, Priority),
) -> Option<&'static str> {
    let spec = world.spec();
    let config = &spec.ports[port.index()].config;
    let switch = spec.switch_of(port).map(|switch| &spec.switches[switch.index()]);
    let Flows { used_classes: used, actions, .. } = flows;
    let (is_missing, reason) = match setting.value {
        LocalValue::Crossbar => (
            switch.is_some_and(|switch| switch.crossbar.is_none()),
            "has no effect without a crossbar; set fabric to crossbar, or take it out",
        ),
        LocalValue::Learning => (
            switch.is_some_and(|switch| switch.learning.is_none()),
            "has no effect with a static MAC table; set mac_table to learnt, or take it out",
        ),
        LocalValue::Ets => (
            world.scheduler(port).ets().is_empty()
                && actions.of_port(SwitchableFunction::EtsClass, port).is_empty(),
            "has no effect where no class is an ETS class; set class to ets, or take it out",
        ),
        LocalValue::Alpha => (
            matches!(world.group(port, n).threshold, Threshold::Static(_))
                && !actions.switches_on(SwitchableFunction::DynamicThreshold, port, n),
            "has no effect on a static threshold; take it out, or set threshold=dynamic",
        ),
        LocalValue::Xoff => (
            !setting.is_imported
                && matches!(world.group(port, n).threshold, Threshold::Dynamic(_))
                && !actions.switches_on(SwitchableFunction::StaticThreshold, port, n),
            "has no effect on a dynamic threshold; give alpha, or set threshold=static",
        ),
        LocalValue::CreditUpdate => (
            config.credit_channels().is_empty(),
            "has no effect without credits; give credits, too, or take it out",
        ),
        LocalValue::ReceiveThreshold => (
            !may_request_pauses(world, actions, port),
            "has no effect: the host takes each frame at once, and never pauses; give drain, too, or take it out",
        ),
        LocalValue::ReceiveBuffer => (
            !may_request_pauses(world, actions, port) && config.credit_channels().is_empty(),
            "has no effect: the host takes each frame at once; give drain, too, or take it out",
        ),
        LocalValue::ResponseQueue => (
            !answers_reads(world, port),
            "limits nothing: no flow reads from the host; add one, or take it out",
        ),
        LocalValue::NicWatchdog => (
            !may_request_pauses(world, actions, port) && pause_sources(world, port).next().is_none(),
            "watches nothing: the host takes each frame at once, and never pauses; give drain, too, or take it out",
        ),
        LocalValue::EgressTrigger => (
            switch.is_none(),
            "has no effect at a host, whose receive buffer requests pauses; give it for a switch, or take it out",
        ),
        LocalValue::HeadroomPool => (
            !setting.is_imported && !has_lossless_class(world, actions, port),
            "has no effect: the switch has no lossless class without credits; make one lossless, or take it out",
        ),
        LocalValue::ClockOffset => (
            !has_paced_flow(world, port),
            "paces nothing: no flow of the host has a rate; give a flow one, or take it out",
        ),
        LocalValue::DefaultPriority => (
            config.classifier.trust != Trust::Port && !used.need_default(world, port),
            "classifies nothing: each frame that arrives has a trusted field; take it out",
        ),
        LocalValue::MinRate(_) if !setting.is_imported && used.leaves_alone(port, n) => {
            return Some("guarantees nothing: no other class sends frames here; take it out");
        }
        LocalValue::MinRate(_)
        | LocalValue::MaxRate(_)
        | LocalValue::WredMin
        | LocalValue::EgressLimit(_)
        | LocalValue::EgressAlpha(_) => (
            !setting.is_imported && is_of_one_class(setting) && !used.leaves(port, n),
            "has no effect: no flow sends frames in this class here; add one, or take it out",
        ),
        _ => return of_pauses(world, flows, setting.value, (port, n)),
    };
    is_missing.then_some(reason)
}

/// Reason why `value`, a setting of the pauses that a port sends or obeys, has no effect. `None` if `value`
/// can have an effect, or is not a setting of pauses.
fn of_pauses(
    world: &World,
    flows: &Flows,
    value: LocalValue,
    (port, n): (PortId, Priority),
) -> Option<&'static str> {
    let spec = world.spec();
    let config = &spec.ports[port.index()].config;
    let is_host = spec.switch_of(port).is_none();
    let Flows { used_classes: used, actions, .. } = flows;
    let (is_missing, reason) = match value {
        LocalValue::PauseTime
        | LocalValue::PauseResponse
        | LocalValue::PauseOrder
        | LocalValue::WithoutXon
            if config.link_pause.is_some() =>
        {
            return None;
        }
        LocalValue::PauseTime if pause_sources(world, port).next().is_some() => return None,
        LocalValue::PauseTime if is_host => (
            !may_request_pauses(world, actions, port),
            "acts on no pause: the host takes each frame at once, and never pauses; give drain, too, or take it out",
        ),
        LocalValue::PauseTime if !used.leave(spec.ports[port.index()].peer, PrioritySet::ALL) => {
            return Some("acts on no pause: no frames arrive at the port; take it out");
        }
        LocalValue::Drain(_) => (
            !used.leave(spec.ports[port.index()].peer, PrioritySet::ALL),
            "slows nothing: no flow sends frames to the host; add one, or take it out",
        ),
        LocalValue::PauseTime => (
            !has_lossless_class(world, actions, port),
            "acts on no pause: the port has no lossless class without credits; make one lossless, or take it out",
        ),
        LocalValue::PauseResponse | LocalValue::PauseOrder
            if !may_be_paused(world, actions, port, PrioritySet::ALL) =>
        {
            return Some("delays nothing: nothing at the other end of the link can pause; take it out");
        }
        LocalValue::PauseOrder => (
            config.receiver.delay == Time::ZERO,
            "has no effect without a response time; give pfc_delay, too, or take it out",
        ),
        LocalValue::WithoutXon if is_host => (
            !may_request_pauses(world, actions, port),
            "has no effect: the host takes each frame at once, and never pauses; give drain, too, or take it out",
        ),
        LocalValue::WithoutXon => (
            !world.group(port, n).lossless && !actions.switches_on(SwitchableFunction::Lossless, port, n),
            "has no effect: a lossy class is never paused for; make the class lossless, or take it out",
        ),
        LocalValue::WithoutTimer => (
            config.link_pause.is_none() && !may_be_paused(world, actions, port, PrioritySet::of(n)),
            "has no effect: nothing at the other end of the link can pause; take it out",
        ),
        _ => return None,
    };
    is_missing.then_some(reason)
}

/// Whether `setting` covers at most one priority at each port. Only such a setting causes a warning about an
/// unused priority. A setting of all priorities is meant for the priorities that flows use.
fn is_of_one_class(setting: &LocalSetting) -> bool {
    setting.places.iter().all(|(_, classes)| classes.iter().nth(1).is_none())
}

/// Whether `port` has a lossless class without credits, or an action makes a class of `port` lossless.
fn has_lossless_class(world: &World, actions: &ActionSettings, port: PortId) -> bool {
    let priorities = &world.spec().ports[port.index()].config.priorities;
    let pauses = |n: Priority| world.group(port, n).lossless && priorities[n.index()].credits.is_none();
    Priority::ALL.into_iter().any(pauses) || !actions.of_port(SwitchableFunction::Lossless, port).is_empty()
}

/// Whether the other end of the link may pause one of `classes` at `port`, now or after an action has made a
/// class at that end lossless.
fn may_be_paused(world: &World, actions: &ActionSettings, port: PortId, classes: PrioritySet) -> bool {
    let peer = world.spec().ports[port.index()].peer;
    classes.iter().any(|n| can_be_paused(world, port, n))
        || !(actions.of_port(SwitchableFunction::Lossless, peer) & classes).is_empty()
}

/// Whether a flow reads from the host of `port`, so that the host sends responses.
fn answers_reads(world: &World, port: PortId) -> bool {
    let host = world.spec().ports[port.index()].node;
    world.flow_specs().any(|flow| flow.source == host && flow.request_priority().is_some())
}

/// Whether the host of `port` may request pauses. True if its bus has a limited rate, now or after an action.
/// Also true if the host answers reads and accepts only a limited number of requests.
fn may_request_pauses(world: &World, actions: &ActionSettings, port: PortId) -> bool {
    let at = &world.spec().ports[port.index()];
    let receive = &at.config.receive;
    receive.drain.is_some()
        || receive.responses.is_some() && answers_reads(world, port)
        || !actions.of_port(SwitchableFunction::Drain, port).is_empty()
}

/// Whether a flow of the host of `port` is paced: it has a given rate, or rate control sets its rate.
fn has_paced_flow(world: &World, port: PortId) -> bool {
    let host = world.spec().ports[port.index()].node;
    let is_paced = |flow: &crate::spec::FlowSpec| {
        flow.arrival != Arrival::Saturate || !matches!(flow.rate, RateConfig::None)
    };
    world.flow_specs().any(|flow| flow.source == host && is_paced(flow))
}
