//! Compiles actions in the order of time; actions with equal times keep the order of the document. Each
//! action is checked against the fabric as earlier actions have changed it. A wrong action is reported and
//! left out. An action can name only flows and pause sources of the document and of earlier actions. The
//! faults that the document gives to its links come before all actions, at time 0. Start with [`add`].

use std::collections::HashMap;

use super::super::action::{Action, Incast, TimedAction};
use super::super::params::{Assignments, FlowDefaults, PlaceResolver, Rows};
use super::super::problem::{Problem, Problems};
use super::Document;
use super::faults::{BrokenLinks, find_watched_port};
use super::flow_names::FlowNames;
use super::misfit::misfit;
use super::names::quote;
use super::set::set;
use super::traffic::{self, find_linked_host, pause_source, to_u16};
use crate::ids::FlowId;
use crate::sort;
use crate::spec::{self, FlowSpec, Limits, Spec};
use crate::units::Time;
use crate::wire::{BUILT_IN, Ecn};

/// Greatest number of ports that all actions of a document may name together. If several actions name a port,
/// the port counts for each of them. A greater number is a problem.
const MAX_NAMED_PORTS: usize = 1 << 22;

/// Greatest number of ports that the checked settings of actions name together. Reports do not check settings
/// beyond this number, to save time.
const MAX_CHECKED_PORTS: usize = 1 << 16;

/// Settings that actions give, collected so that reports can check them. The settings name at most
/// [`MAX_CHECKED_PORTS`] ports together.
#[derive(Default)]
struct ChangedSettings {
    list: Vec<spec::ChangedSetting>,
    /// Number of ports that the settings name together, including settings that are not checked.
    ports: usize,
}

impl ChangedSettings {
    fn add(&mut self, at: Time, given: Vec<spec::LocalSetting>) {
        for setting in given {
            self.ports = self.ports.saturating_add(setting.places.len());
            if self.ports <= MAX_CHECKED_PORTS {
                self.list.push(spec::ChangedSetting { at, setting });
            }
        }
    }
}

/// Compiles the document's actions into `spec.actions`, in the order of time, and the settings that the
/// actions give into `spec.changed_settings`. `rows` are the parameter values before the first action.
/// `assignments` are the places where the document gives values. Wrong actions are reported in `problems`,
/// for example a pause source whose name is taken. With more than [`Limits::FLOWS`] flows, the later actions
/// are not checked.
pub(super) fn add(
    document: &Document,
    mut rows: Rows,
    mut assignments: Assignments<'_>,
    defaults: &FlowDefaults,
    spec: &mut Spec,
    problems: &mut Problems,
) {
    let places = document.places(spec);
    let mut order: Vec<(usize, &TimedAction)> = document.actions.iter().enumerate().collect();
    sort::by_key(&mut order, |(_, timed)| timed.at);
    // The flows that actions add are numbered in the order of the actions' times.
    let mut flows: HashMap<String, FlowId> =
        spec.flows.iter().enumerate().map(|(n, flow)| (flow.name.clone(), FlowId::new(n))).collect();
    let mut names = FlowNames::of(document);
    names.add(flows.keys().cloned());
    let mut count = spec.flows.len();
    let mut sources: HashMap<&str, usize> =
        spec.pause_sources.iter().enumerate().map(|(n, source)| (source.name.as_str(), n)).collect();
    let mut actions = Vec::new();
    let mut broken = BrokenLinks::default();
    for fault in broken.links(document, places.spec, problems) {
        actions.push(spec::TimedAction { at: Time::ZERO, action: spec::Action::Fault(fault) });
    }
    let (mut ports_left, mut changed) = (Some(MAX_NAMED_PORTS), ChangedSettings::default());
    for (n, TimedAction { at, action }) in order {
        let place = |field: &str| format!("actions[{n}].{field}");
        let known = |field: &str, name: &str| {
            let when = if names.contains(name) { " by then" } else { "" };
            let unknown = || {
                Problem::new(place(field), format!("there is no flow called \"{name}\"{when}; name another"))
            };
            flows.get(name).copied().ok_or_else(unknown)
        };
        let mut push = |action: spec::Action| actions.push(spec::TimedAction { at: *at, action });
        match action {
            Action::Set(map) => {
                let (set, given) =
                    set(map, &place("set"), &places, &mut rows, &mut assignments, &mut ports_left, problems);
                set.into_iter().for_each(push);
                changed.add(*at, given);
            }
            Action::Incast(incast) => {
                let added = self::incast(incast, *at, &place("incast"), &places, defaults, &mut names);
                if let Some(added) = problems.record(added) {
                    number_flows(&added, &mut flows, &mut count);
                    push(spec::Action::AddFlows(added));
                }
            }
            Action::Flow(flow) => {
                let compiled = traffic::flow(flow, &place("flow"), defaults, &places);
                if let Some(flow) = problems.record(compiled) {
                    let added = vec![FlowSpec { start: flow.start.max(*at), ..flow }];
                    number_flows(&added, &mut flows, &mut count);
                    push(spec::Action::AddFlows(added));
                }
            }
            Action::Start(name) => {
                problems.record(known("start", name)).map(spec::Action::StartFlow).map(push);
            }
            Action::Stop(name) => {
                problems.record(known("stop", name)).map(spec::Action::StopFlow).map(push);
            }
            Action::Arm(port) => {
                let armed = find_watched_port(port, &place("arm"), &places, &rows);
                problems.record(armed).map(spec::Action::Arm).map(push);
            }
            Action::LinkDown(_)
            | Action::LinkUp(_)
            | Action::Lossy(_)
            | Action::LosePfc(_)
            | Action::LoseCredits(_)
            | Action::Mend(_)
            | Action::Route(_)
            | Action::Unroute(_) => {
                let faults = broken.faults(action, *at, &place, &places);
                problems.record(faults).into_iter().flatten().map(spec::Action::Fault).for_each(push);
            }
            Action::StopPauseSource(name) => {
                let source = sources.get(name.as_str()).copied();
                let source = source.ok_or_else(|| unknown_source(name, place("stop_pause_source")));
                problems.record(source).map(spec::Action::StopPauseSource).map(push);
            }
            Action::PauseSource(source) => {
                let number = sources.len();
                if sources.insert(&source.name, number).is_some() {
                    problems.push(second_source(&source.name, place("pause_source.name")));
                }
                let compiled = pause_source(source, &place("pause_source"), &places);
                let started =
                    compiled.map(|source| spec::PauseSourceSpec { start: source.start.max(*at), ..source });
                problems.record(started).map(spec::Action::AddPauseSource).map(push);
            }
        }
        if count > Limits::FLOWS {
            let message =
                format!("{count} flows until here are too many: at most {}; remove some", Limits::FLOWS);
            let field = if matches!(action, Action::Flow(_)) { "flow" } else { "incast" };
            problems.push(Problem::new(place(field), message));
            break;
        }
        if ports_left.is_none() {
            break;
        }
    }
    (spec.actions, spec.changed_settings) = (actions, changed.list);
}

/// Problem of an action that stops a pause source called `name`, which no document or earlier action has.
fn unknown_source(name: &str, place: String) -> Problem {
    let name = quote(name);
    Problem::new(place, format!("there is no pause source called \"{name}\" by then; name another"))
}

/// Problem of an action that adds a pause source called `name` although a pause source of this name exists.
fn second_source(name: &str, place: String) -> Problem {
    Problem::new(place, format!("there is another pause source called \"{name}\"; rename one of them"))
}

/// Numbers the flows that an action adds, after all earlier flows. `count` is the number of flows so far. If
/// a name occurs twice, `flows` has only the first flow with this name.
fn number_flows(added: &[FlowSpec], flows: &mut HashMap<String, FlowId>, count: &mut usize) {
    for flow in added {
        flows.entry(flow.name.clone()).or_insert(FlowId::new(*count));
        *count += 1;
    }
}

/// Compiles an incast action into one flow for each sender, in the order of the senders. All flows start at
/// `at`, without jitter. The name of a flow contains the time, the sender and the receiver.
///
/// # Errors
/// If a host is unknown or has no link, or if the receiver is a sender. Also if the fabric cannot carry the
/// frames. Only the first problem is returned.
fn incast(
    incast: &Incast,
    at: Time,
    place: &str,
    places: &PlaceResolver<'_>,
    defaults: &FlowDefaults,
    names: &mut FlowNames,
) -> Result<Vec<FlowSpec>, Problem> {
    let destination = find_linked_host(places, &incast.to, || format!("{place}.to"))?;
    let others = || {
        let hosts = places.spec.nodes.iter().filter(|node| node.host().is_some() && !node.ports.is_empty());
        hosts.map(|node| node.name.as_str()).filter(|name| *name != incast.to).collect()
    };
    let senders: Vec<&str> =
        if incast.from.is_empty() { others() } else { incast.from.iter().map(String::as_str).collect() };
    let frame_bytes = to_u16(incast.frame.get());
    let headers = spec::Headers::IP;
    let envelope = BUILT_IN[headers.format.index()].envelope_bytes(headers.tagged, headers.icrc);
    let reliability = defaults.reliability.of(None, true);
    let flow = |(n, from): (usize, &str)| {
        let source = find_linked_host(places, from, || format!("{place}.from[{n}]"))?;
        if source == destination {
            return Err(Problem::new(
                format!("{place}.from[{n}]"),
                "a host sends nothing to itself; name another host",
            ));
        }
        let flow = FlowSpec {
            name: names.reserve(format!("incast {at} {from} to {}", incast.to)),
            source,
            destination,
            operation: spec::Operation::Write,
            priority: incast.priority,
            headers,
            frame_bytes,
            payload_bytes: frame_bytes - envelope,
            size: Some(incast.bytes.get()),
            start: at,
            stop: None,
            arrival: spec::Arrival::Saturate,
            // All flows of an incast start at the same time.
            jitter: false,
            frame_jitter: false,
            acks: reliability.map(|_| defaults.reliability.acks),
            reliability,
            rate: defaults.rate(None),
            credits: None,
            ecn: Ecn::Capable,
            path: Vec::new(),
        };
        match misfit(&flow, places) {
            Some(message) => Err(Problem::new(format!("{place}.frame"), message)),
            None => Ok(flow),
        }
    };
    senders.into_iter().enumerate().map(flow).collect()
}
