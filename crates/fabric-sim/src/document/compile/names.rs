//! Checks that names are valid and unique, and that the hosts, switches and profiles that the document names
//! exist. Start with [`check`].
//!
//! A host, switch, profile or document has a name of 1 to 64 letters, digits, `_` or `-`. A flow, collective,
//! workload or pause source has a name of 1 to 64 bytes of printable text. The document's own name may be
//! empty. Two names are equal only if they have the same letters in the same case.
//!
//! Flows of the document and of its actions must have different names. A flow may have the name of a
//! collective. A profile may have the name of a built-in profile, which it then replaces. The topology checks
//! the names of hosts and switches. The compiler of actions checks the flows, ports and pause sources that
//! actions name. Nodes that the view names must exist, too.

use std::collections::{HashMap, HashSet};

use super::super::action::Action;
use super::super::printable::is_printable;
use super::super::problem::{Problem, Problems};
use super::super::profiles::{PROFILES, Profile};
use super::super::traffic::Flow;
use super::Document;
use crate::spec::NodeKind;

/// Greatest length of a name in bytes.
const MAX_NAME_BYTES: usize = 64;

/// Checks that names are valid and unique, and that every named host, switch and profile exists. A host in
/// place of a switch, or a switch in place of a host, is a problem.
pub(super) fn check(document: &Document, problems: &mut Problems) {
    let hosts = document.hosts.iter().map(|host| (host.name.as_str(), NodeKind::Host));
    let switches = document.switches.iter().map(|switch| (switch.name.as_str(), NodeKind::Switch));
    let nodes: HashMap<&str, NodeKind> = hosts.chain(switches).collect();
    let mut known = |place: String, name: &str, kind: Option<NodeKind>| {
        let found = nodes.get(name);
        let message = match (found, kind) {
            (None, _) => {
                format!("there is no {} called \"{}\"; add it, or name another", word(kind), quote(name))
            }
            (Some(found), Some(kind)) if *found != kind => {
                format!("\"{name}\" is no {0}; name a {0}", word(Some(kind)))
            }
            _ => return,
        };
        problems.push(Problem::new(place, message));
    };
    let host = Some(NodeKind::Host);
    for (place, flow) in flows(document) {
        known(format!("{place}.from"), &flow.from, host);
        known(format!("{place}.to"), &flow.to, host);
        for (m, member) in flow.group.iter().enumerate() {
            known(format!("{place}.group[{m}]"), member, host);
        }
        for (m, node) in flow.path.iter().enumerate() {
            known(format!("{place}.path[{m}]"), node, None);
        }
    }
    for (n, collective) in document.collectives.iter().enumerate() {
        for (m, name) in collective.hosts.iter().enumerate() {
            known(format!("collectives[{n}].hosts[{m}]"), name, host);
        }
        if let Some(to) = &collective.to {
            known(format!("collectives[{n}].to"), to, host);
        }
    }
    for (n, workload) in document.workloads.iter().enumerate() {
        for (m, name) in workload.hosts.iter().enumerate() {
            known(format!("workloads[{n}].hosts[{m}]"), name, host);
        }
    }
    for (n, route) in document.routes.iter().enumerate() {
        known(format!("routes[{n}].switch"), &route.switch, Some(NodeKind::Switch));
        known(format!("routes[{n}].to"), &route.to, host);
        if let Some(via) = &route.via {
            known(format!("routes[{n}].via"), via, None);
        }
    }
    for (n, map) in document.maps.iter().enumerate() {
        known(format!("maps[{n}].switch"), &map.switch, Some(NodeKind::Switch));
    }
    for switch in document.interfaces.keys() {
        known(format!("interfaces.{}", quote(switch)), switch, Some(NodeKind::Switch));
    }
    for (n, source) in document.pause_sources.iter().enumerate() {
        known(format!("pause_sources[{n}].node"), &source.node, None);
    }
    for (n, timed) in document.actions.iter().enumerate() {
        of_action(&timed.action, |place, name, kind| known(format!("actions[{n}].{place}"), name, kind));
    }
    for node in document.view.positions.keys() {
        known(format!("view.positions.{}", quote(node)), node, None);
    }
    if let Some(select) = &document.view.select {
        known("view.select".to_owned(), &select.node, None);
    }
    unique(flows(document).map(|(place, flow)| (place, flow.name.as_str())), "flow", problems);
    let collectives = document.collectives.iter().enumerate();
    let collectives =
        collectives.map(|(n, collective)| (format!("collectives[{n}]"), collective.name.as_str()));
    unique(collectives, "collective", problems);
    let workloads = document.workloads.iter().enumerate();
    let workloads = workloads.map(|(n, workload)| (format!("workloads[{n}]"), workload.name.as_str()));
    unique(workloads, "workload", problems);
    let sources = document.pause_sources.iter().enumerate();
    let sources = sources.map(|(n, source)| (format!("pause_sources[{n}]"), source.name.as_str()));
    unique(sources, "pause source", problems);
    profiles(document, problems);
    for name in document.profiles.keys() {
        node_name(name, || "profiles".to_owned(), problems);
    }
    if !document.name.is_empty() {
        node_name(&document.name, || "name".to_owned(), problems);
    }
}

/// Calls `known` for each node that an action names. The arguments are the path of the field in the action,
/// the name, and the kind of node. The kind is `None` if a host and a switch are both allowed.
fn of_action(action: &Action, mut known: impl FnMut(String, &str, Option<NodeKind>)) {
    let (host, switch) = (Some(NodeKind::Host), Some(NodeKind::Switch));
    match action {
        Action::Incast(incast) => {
            known("incast.to".to_owned(), &incast.to, host);
            for (m, from) in incast.from.iter().enumerate() {
                known(format!("incast.from[{m}]"), from, host);
            }
        }
        Action::Route(route) => {
            known("route.switch".to_owned(), &route.switch, switch);
            known("route.to".to_owned(), &route.to, host);
            if let Some(via) = &route.via {
                known("route.via".to_owned(), via, None);
            }
        }
        Action::Unroute(route) => {
            known("unroute.switch".to_owned(), &route.switch, switch);
            known("unroute.to".to_owned(), &route.to, host);
        }
        Action::PauseSource(source) => known("pause_source.node".to_owned(), &source.node, None),
        _ => {}
    }
}

/// Checks that the profile of each switch exists, in the document or built in.
fn profiles(document: &Document, problems: &mut Problems) {
    for (n, switch) in document.switches.iter().enumerate() {
        match &switch.profile {
            Some(profile) if !document.profiles.contains_key(profile) && Profile::find(profile).is_none() => {
                let known: Vec<&str> = PROFILES.iter().map(|profile| profile.name).collect();
                let message = format!(
                    "there is no profile called \"{}\" in the document; add it, or name one of the program: {}",
                    quote(profile),
                    known.join(", ")
                );
                problems.push(Problem::new(format!("switches[{n}].profile"), message));
            }
            _ => {}
        }
    }
}

/// Checks that `name` has 1 to 64 letters, digits, `_` or `-`, because addresses and share links contain the
/// names of nodes.
pub(super) fn node_name(name: &str, place: impl Fn() -> String, problems: &mut Problems) {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.is_empty() || name.len() > MAX_NAME_BYTES || !name.chars().all(fits) {
        let value = format!("\"{}\"", quote(name));
        problems.push(Problem::range(place(), value, "1 to 64 letters, digits, _ or -"));
    }
}

/// Flows that the document lists, then flows that its actions add, each with its path in the document.
fn flows(document: &Document) -> impl Iterator<Item = (String, &Flow)> {
    let own = document.flows.iter().enumerate().map(|(n, flow)| (format!("flows[{n}]"), flow));
    let added = document.actions.iter().enumerate().filter_map(|(n, timed)| match &timed.action {
        Action::Flow(flow) => Some((format!("actions[{n}].flow"), &**flow)),
        _ => None,
    });
    own.chain(added)
}

fn unique<'a>(names: impl Iterator<Item = (String, &'a str)>, what: &str, problems: &mut Problems) {
    let mut seen = HashSet::new();
    for (at, name) in names {
        let place = || format!("{at}.name");
        if name.is_empty() || name.len() > MAX_NAME_BYTES || !name.chars().all(is_printable) {
            let value = format!("\"{}\"", quote(name));
            problems.push(Problem::range(
                place(),
                value,
                "1 to 64 bytes of text, without control, format or invisible characters",
            ));
        }
        if !seen.insert(name) {
            problems.push(Problem::new(
                place(),
                format!("there is another {what} called \"{}\"; rename one of them", quote(name)),
            ));
        }
    }
}

const fn word(kind: Option<NodeKind>) -> &'static str {
    match kind {
        Some(NodeKind::Host) => "host",
        Some(NodeKind::Switch) => "switch",
        None => "host or switch",
    }
}

pub(super) fn quote(name: &str) -> String {
    name.chars().take(MAX_NAME_BYTES).collect()
}
