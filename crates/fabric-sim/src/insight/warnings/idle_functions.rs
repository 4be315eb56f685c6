//! Reasons why settings have no effect that need another function: a crossbar, a learnt MAC table, ETS
//! classes, credits, a slow bus, a paced flow or a frame. Start with [`reason`].

use super::idle::{can_be_paused, is_set_later};
use super::used_classes::UsedClasses;
use crate::engine::World;
use crate::fabric::buffer::Threshold;
use crate::fabric::classify::Trust;
use crate::fabric::egress::Discipline;
use crate::fabric::endpoint::rate::RateConfig;
use crate::ids::{PortId, Priority};
use crate::spec::{Action, Arrival, LocalSetting, LocalValue, Setting};

/// Reason why `setting` has no effect at one priority of one port, because it needs a function that is
/// missing there. `None` if the setting can have an effect, or needs no other function.
pub(super) fn reason(
    world: &World,
    used: &UsedClasses,
    setting: &LocalSetting,
    (port, n): (PortId, Priority),
) -> Option<&'static str> {
    let spec = world.spec();
    let config = &spec.ports[port.index()].config;
    let switch = spec.switch_of(port).map(|switch| &spec.switches[switch.index()]);
    let is_set = |n: Priority, is_kind: fn(&Setting) -> bool| is_set_later(world, (port, n), is_kind);
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
                && !Priority::ALL.into_iter().any(|n| is_set(n, is_ets_class)),
            "has no effect where no class is an ETS class; set class to ets, or take it out",
        ),
        LocalValue::Alpha => (
            matches!(world.group(port, n).threshold, Threshold::Static(_))
                && !is_set(n, is_dynamic_threshold),
            "has no effect on a static threshold; take it out, or threshold=static",
        ),
        LocalValue::CreditUpdate => (
            config.credit_channels().is_empty(),
            "has no effect without credits; give credits, too, or take it out",
        ),
        LocalValue::ReceiveMark => (
            !has_slow_bus(world, port),
            "asks for nothing: the host takes each frame at once, and never pauses; give drain, too, or take it out",
        ),
        LocalValue::WithoutXon if config.link_pause.is_some() => return None,
        LocalValue::WithoutXon if switch.is_none() => (
            !has_slow_bus(world, port),
            "has no effect: the host takes each frame at once, and never pauses; give drain, too, or take it out",
        ),
        LocalValue::WithoutXon => (
            !world.group(port, n).lossless && !is_set(n, is_lossless_group),
            "has no effect: a lossy class is never paused for; make the class lossless, or take it out",
        ),
        LocalValue::WithoutTimer => (
            config.link_pause.is_none() && !can_be_paused(world, port, n),
            "has no effect: nothing at the other end of the link can pause; take it out",
        ),
        LocalValue::ClockOffset => (
            !has_paced_flow(world, port),
            "paces nothing: no flow of the host has a rate; give a flow one, or take it out",
        ),
        LocalValue::DefaultPriority => (
            config.classifier.trust != Trust::Port && !used.need_default(world, port),
            "classifies nothing: each frame that arrives has a trusted field; take it out",
        ),
        LocalValue::MinRate(_) | LocalValue::MaxRate(_) | LocalValue::WredMin => (
            !setting.is_imported && is_of_one_class(setting) && !used.leaves(port, n),
            "has no effect: no flow sends frames in this class here; add one, or take it out",
        ),
        _ => return None,
    };
    is_missing.then_some(reason)
}

/// Whether `setting` makes a class an ETS class.
const fn is_ets_class(setting: &Setting) -> bool {
    matches!(setting, Setting::Class(class) if matches!(class.discipline, Discipline::Ets))
}

/// Whether `setting` gives a priority group a dynamic threshold.
const fn is_dynamic_threshold(setting: &Setting) -> bool {
    matches!(setting, Setting::Group(pg, _) if matches!(pg.threshold, Threshold::Dynamic(_)))
}

/// Whether `setting` makes a priority group lossless.
pub(super) const fn is_lossless_group(setting: &Setting) -> bool {
    matches!(setting, Setting::Group(pg, _) if pg.lossless)
}

/// Whether a setting names a single priority. A setting of all priorities is for those that flows use.
fn is_of_one_class(setting: &LocalSetting) -> bool {
    setting.places.iter().all(|(_, classes)| classes.iter().nth(1).is_none())
}

/// Whether the host of `port` may pause: its bus is slower than its link, at some time, or it answers reads.
fn has_slow_bus(world: &World, port: PortId) -> bool {
    let at = &world.spec().ports[port.index()];
    let receive = &at.config.receive;
    let answers_reads =
        || world.flow_specs().any(|flow| flow.source == at.node && flow.request_priority().is_some());
    let slows = |action: &Action| match action {
        Action::Set { scope, setting: Setting::Drain(_) } => scope.ports.contains(&port),
        _ => false,
    };
    receive.drain.is_some()
        || receive.responses.is_some() && answers_reads()
        || world.actions().iter().any(|timed| slows(&timed.action))
}

/// Whether a flow of the host of `port` has a rate of its own, or one that rate control sets.
fn has_paced_flow(world: &World, port: PortId) -> bool {
    let host = world.spec().ports[port.index()].node;
    let is_paced = |flow: &crate::spec::FlowSpec| {
        flow.arrival != Arrival::Saturate || !matches!(flow.rate, RateConfig::None)
    };
    world.flow_specs().any(|flow| flow.source == host && is_paced(flow))
}
