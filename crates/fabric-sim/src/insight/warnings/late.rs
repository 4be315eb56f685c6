//! Warnings on actions, flows and pause sources that never begin, because their time is after the horizon.
//! The horizon is the end of the run; an action at the horizon itself still happens. Start with
//! [`sentences`].
//!
//! Actions of the same time and kind are reported together. Actions that have already happened, because the
//! run continued beyond the horizon, are not reported.

use std::mem::discriminant;

use super::super::amount::time;
use super::placed::first_of;
use crate::engine::World;
use crate::ids::{FlowId, PortId};
use crate::spec::{Action, Fault, FlowSpec, TimedAction};

/// Warning sentences on the flows, pause sources and actions whose time is after the horizon. Actions of the
/// same time and kind have one sentence.
pub(super) fn sentences(world: &World) -> Vec<String> {
    let mut all = late_traffic(world);
    all.extend(late_actions(world));
    all
}

/// Warning sentences on the flows and the pause sources of the document that begin after the horizon: at most
/// one on flows, and one on pause sources. Each names the first two.
fn late_traffic(world: &World) -> Vec<String> {
    let spec = world.spec();
    let sentence = |names: Vec<String>| {
        let one = names.len() == 1;
        (!names.is_empty()).then(|| {
            format!(
                "{} {} after the end of the run ({}), so {} nothing; start {} earlier, or end the run later",
                first_of(&names),
                if one { "starts" } else { "start" },
                time(spec.horizon),
                if one { "it sends" } else { "they send" },
                if one { "it" } else { "them" },
            )
        })
    };
    // Only the first round of a collective has a fixed start. Later rounds start when earlier rounds end.
    let is_late = |(n, flow): &(usize, &FlowSpec)| {
        flow.start > spec.horizon && world.collective_of(FlowId::new(*n)).is_none()
    };
    let flows = spec.flows.iter().enumerate().filter(is_late).map(|(_, flow)| flow);
    let sources = spec.pause_sources.iter().filter(|source| source.start > spec.horizon);
    [
        sentence(flows.map(|flow| format!("flow {}", flow.name)).collect()),
        sentence(sources.map(|source| format!("pause source {}", source.name)).collect()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Warning sentences on the actions after the horizon, one for each time and kind of action.
fn late_actions(world: &World) -> Vec<String> {
    let horizon = world.spec().horizon;
    let late = |timed: &&TimedAction| timed.at > horizon;
    let to_come: Vec<&TimedAction> = world.actions().iter().skip(world.actions_run()).filter(late).collect();
    let alike = |one: &&TimedAction, next: &&TimedAction| {
        one.at == next.at && discriminant(&one.action) == discriminant(&next.action)
    };
    let sentence = |alike: &[&TimedAction]| {
        let TimedAction { at, action } = alike[0];
        let more = match alike.len() {
            1 => String::new(),
            n => format!(", and {} more like it", n - 1),
        };
        format!(
            "at {} {}{more}: after the end of the run ({}), so it never happens",
            time(*at),
            words(world, action),
            time(horizon)
        )
    };
    to_come.chunk_by(alike).map(sentence).collect()
}

/// Effect and place of `action`, as part of a sentence, such as `the link of s1.0 goes down`.
fn words(world: &World, action: &Action) -> String {
    let spec = world.spec();
    let port = |port: PortId| spec.port_name(port);
    let flow = |flow: FlowId| {
        world.flow_specs().nth(flow.index()).map_or_else(String::new, |flow| flow.name.clone())
    };
    match action {
        Action::Set { scope, .. } => {
            format!("a setting changes at {}", scope.ports.first().map_or_else(String::new, |at| port(*at)))
        }
        Action::AddFlows(flows) => match flows.as_slice() {
            [one] => format!("flow {} begins", one.name),
            flows => format!("{} flows begin", flows.len()),
        },
        Action::AddPauseSource(source) => format!("a storm of pauses begins at {}", port(source.port)),
        Action::StartFlow(id) => format!("flow {} starts", flow(*id)),
        Action::StopFlow(id) => format!("flow {} stops", flow(*id)),
        Action::StopPauseSource(_) => "a storm of pauses ends".to_owned(),
        Action::Arm(at) => format!("the watchdogs of {} are armed", port(*at)),
        Action::Fault(Fault::LinkDown(at)) => format!("the link of {} goes down", port(*at)),
        Action::Fault(Fault::LinkUp(at)) => format!("the link of {} comes up", port(*at)),
        Action::Fault(Fault::Lossy(at, _)) => format!("the cable out of {} becomes bad", port(*at)),
        Action::Fault(Fault::LosePfc(at, _)) => format!("PFC frames begin to be lost at {}", port(*at)),
        Action::Fault(Fault::LoseCredits(at, _)) => {
            format!("credit updates begin to be lost at {}", port(*at))
        }
        Action::Fault(Fault::Mend(at)) => format!("the link of {} is mended", port(*at)),
        Action::Fault(Fault::Route(_, _, Some(at))) => format!("a route is led out of {}", port(*at)),
        Action::Fault(Fault::Route(_, _, None)) => "a route becomes the shortest again".to_owned(),
    }
}
