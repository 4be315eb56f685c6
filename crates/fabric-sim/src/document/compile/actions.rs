use std::collections::{HashMap, HashSet};

use super::super::action::{Action, Incast, TimedAction};
use super::super::params::{Atlas, FlowDefaults, Givers, Rows};
use super::super::problem::{Problem, Problems};
use super::Document;
use super::credits::uncovered;
use super::faults::{Broken, watched};
use super::names::quote;
use super::set::set;
use super::traffic::{linked, narrow, pause_source};
use crate::ids::FlowId;
use crate::spec::{self, FlowSpec, Limits, Spec};
use crate::units::Time;
use crate::wire::{BUILT_IN, Ecn};

/// Ports that the actions of one document may name, over all of them.
const SCOPES: usize = 1 << 22;

/// The document's actions, by time; `rows` are the values before any of them,
/// `givers` who gave them.
pub(super) fn add(
    document: &Document,
    mut rows: Rows,
    mut givers: Givers<'_>,
    defaults: &FlowDefaults,
    spec: &mut Spec,
    problems: &mut Problems,
) {
    let atlas = document.atlas(spec);
    let mut order: Vec<(usize, &TimedAction)> = document.actions.iter().enumerate().collect();
    order.sort_by_key(|(_, timed)| timed.at);
    let flows: HashMap<&str, FlowId> =
        spec.flows.iter().enumerate().map(|(n, flow)| (flow.name.as_str(), FlowId::new(n))).collect();
    let mut names: HashSet<String> = flows.keys().map(|name| (*name).to_owned()).collect();
    let mut sources: HashMap<&str, usize> =
        spec.pause_sources.iter().enumerate().map(|(n, source)| (source.name.as_str(), n)).collect();
    let mut actions = Vec::new();
    let mut broken = Broken::default();
    let mut room = SCOPES;
    for (n, TimedAction { at, action }) in order {
        let place = |field: &str| format!("actions[{n}].{field}");
        let known = |field: &str, name: &str| {
            let unknown = || Problem::new(place(field), format!("there is no flow called \"{name}\""));
            flows.get(name).copied().ok_or_else(unknown)
        };
        let mut push = |action: spec::Action| actions.push(spec::TimedAction { at: *at, action });
        match action {
            Action::Set(map) => {
                for action in set(map, &place("set"), &atlas, &mut rows, &mut givers, &mut room, problems) {
                    push(action);
                }
            }
            Action::Incast(incast) => {
                let flows = self::incast(incast, *at, &place("incast"), &atlas, defaults, &mut names);
                problems.keep(flows).map(spec::Action::AddFlows).map(push);
            }
            Action::Start(name) => {
                problems.keep(known("start", name)).map(spec::Action::StartFlow).map(push);
            }
            Action::Stop(name) => {
                problems.keep(known("stop", name)).map(spec::Action::StopFlow).map(push);
            }
            Action::Arm(port) => {
                let armed = watched(port, &place("arm"), &atlas);
                problems.keep(armed).map(spec::Action::Arm).map(push);
            }
            Action::LinkDown(port) => {
                let fault = broken.link_down(port, place("link_down"), &atlas);
                problems.keep(fault).map(spec::Action::Fault).map(push);
            }
            Action::LinkUp(port) => {
                let fault = broken.link_up(port, place("link_up"), &atlas);
                problems.keep(fault).map(spec::Action::Fault).map(push);
            }
            Action::Lossy(lossy) => {
                let faults = problems.keep(broken.lossy(lossy, &place, &atlas)).unwrap_or_default();
                faults.into_iter().map(spec::Action::Fault).for_each(push);
            }
            Action::LosePfc(lose) => {
                let fault = broken.lose_pfc(lose, *at, &place, &atlas);
                problems.keep(fault).map(spec::Action::Fault).map(push);
            }
            Action::LoseCredits(lose) => {
                let fault = broken.lose_credits(lose, *at, &place, &atlas);
                problems.keep(fault).map(spec::Action::Fault).map(push);
            }
            Action::Mend(port) => {
                let fault = broken.mend(port, place("mend"), &atlas);
                problems.keep(fault).map(spec::Action::Fault).map(push);
            }
            Action::Route(route) => {
                let fault = broken.route(route, &place, &atlas);
                problems.keep(fault).flatten().map(spec::Action::Fault).map(push);
            }
            Action::Unroute(route) => {
                let fault = broken.unroute(route, place("unroute"), &atlas);
                problems.keep(fault).flatten().map(spec::Action::Fault).map(push);
            }
            Action::StopPauseSource(name) => {
                let unknown = || {
                    let message = format!("there is no pause source called \"{}\" by then", quote(name));
                    Problem::new(place("stop_pause_source"), message)
                };
                let source = sources.get(name.as_str()).copied().ok_or_else(unknown);
                problems.keep(source).map(spec::Action::StopPauseSource).map(push);
            }
            Action::PauseSource(source) => {
                let number = sources.len();
                if sources.insert(&source.name, number).is_some() {
                    let message = format!("there is another pause source called \"{}\"", source.name);
                    problems.push(Problem::new(place("pause_source.name"), message));
                }
                let compiled = pause_source(source, &place("pause_source"), &atlas);
                let started =
                    compiled.map(|source| spec::PauseSourceSpec { start: source.start.max(*at), ..source });
                problems.keep(started).map(spec::Action::AddPauseSource).map(push);
            }
        }
        if names.len() > Limits::FLOWS {
            let message = format!("more than {} flows are too many", Limits::FLOWS);
            problems.push(Problem::new(place("incast"), message));
            break;
        }
        if room == 0 {
            break;
        }
    }
    spec.actions = actions;
}

/// Flows of an incast, named by its time, its sender and its receiver.
fn incast(
    incast: &Incast,
    at: Time,
    place: &str,
    atlas: &Atlas<'_>,
    defaults: &FlowDefaults,
    names: &mut HashSet<String>,
) -> Result<Vec<FlowSpec>, Problem> {
    let destination = linked(atlas, &incast.to, || format!("{place}.to"))?;
    let others = || {
        let hosts = atlas.spec.nodes.iter().filter(|node| node.host().is_some() && !node.ports.is_empty());
        hosts.map(|node| node.name.as_str()).filter(|name| *name != incast.to).collect()
    };
    let senders: Vec<&str> =
        if incast.from.is_empty() { others() } else { incast.from.iter().map(String::as_str).collect() };
    let frame_bytes = narrow(incast.frame.get());
    let headers = spec::Headers::IP;
    let envelope = BUILT_IN[headers.format.index()].envelope_bytes(headers.tagged, headers.icrc);
    let flow = |(n, from): (usize, &str)| {
        let source = linked(atlas, from, || format!("{place}.from[{n}]"))?;
        if source == destination {
            return Err(Problem::new(format!("{place}.from[{n}]"), "a host sends nothing to itself"));
        }
        let base = format!("incast {at} {from} to {}", incast.to);
        let again = (2..).map(|times| format!("{base} #{times}"));
        let mut candidates = std::iter::once(base.clone()).chain(again);
        let name = candidates.find(|name| !names.contains(name)).unwrap_or(base.clone());
        names.insert(name.clone());
        let flow = FlowSpec {
            name,
            source,
            destination,
            priority: incast.priority.small(),
            headers,
            frame_bytes,
            payload_bytes: frame_bytes - envelope,
            size: Some(incast.bytes.get()),
            start: at,
            stop: None,
            arrival: spec::Arrival::Saturate,
            // All at once is what an incast is.
            jitter: false,
            acks: None,
            rate: defaults.rate(None),
            credits: None,
            ecn: Ecn::Capable,
            path: Vec::new(),
        };
        match uncovered(&flow, atlas.spec) {
            Some(message) => Err(Problem::new(format!("{place}.frame"), message)),
            None => Ok(flow),
        }
    };
    senders.into_iter().enumerate().map(flow).collect()
}
