//! Links of the fabric, from the neighbours of all switches. Start with [`connect`].
//!
//! Rule: a neighbour that has a file is a switch; its entry names the port, by name or alias. Other
//! neighbours become hosts.
//! Fallback: an entry at one end of a link suffices. If it names no port, the entry at the other end decides.
//! Left out: links to a port that is down or already has a link. A host with several links becomes several
//! hosts.

use std::collections::{BTreeMap, BTreeSet};

use fabric_sim::spec::Limits;

use super::candidates::{CandidatePorts, NEIGHBOR, Neighbour, candidates, check_ports};
use super::name::Names;
use super::switch::Switch;
use super::{Mismatch, Neighbours, Request};
use crate::finding::{Findings, Place};

/// Port of a switch, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PortOf {
    pub switch: usize,
    /// Number of the port at the switch, from 0.
    pub port: usize,
}

/// Far end of a link: index of a host, or port of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FarEnd {
    Host(usize),
    Port(PortOf),
}

/// Link of the fabric. `near` is the end whose entry was read first.
#[derive(Clone, Copy, Debug)]
pub(super) struct NeighbourLink {
    pub near: PortOf,
    pub far: FarEnd,
}

/// Host with one link, which stands for a neighbour without a file.
#[derive(Clone, Debug)]
pub(super) struct Host {
    /// Name in the document.
    pub name: String,
    /// Name of the neighbour in the file; empty if unknown.
    pub device: String,
    /// Type of the neighbour, such as `ToRRouter`; empty if unknown.
    pub kind: String,
    pub at: PortOf,
}

/// Links and hosts, in the order of switches and their port names.
#[derive(Debug, Default)]
pub(super) struct Topology {
    pub links: Vec<NeighbourLink>,
    pub hosts: Vec<Host>,
    /// Contradictions between LLDP and `DEVICE_NEIGHBOR`.
    pub mismatches: Vec<Mismatch>,
}

/// Finds all links and hosts. Sets the names and linked ports of the switches. Refuses fabrics that exceed
/// the limits.
pub(super) fn connect(switches: &mut [Switch], request: &Request, findings: &mut Findings) -> Topology {
    let mut names = Names::default();
    for n in 0..switches.len() {
        // The ASICs of one device, each with a file.
        let has_siblings =
            switches.iter().filter(|other| other.hostname() == switches[n].hostname()).count() > 1;
        let switch = &mut switches[n];
        let host = if has_siblings { switch.full_name() } else { switch.hostname().to_owned() };
        switch.name = names.give(&host);
        if switch.name != host {
            let reason =
                format!("the switch is called {}: names have letters, digits, _ and - only", switch.name);
            findings.changed(switch.metadata_place("hostname"), reason);
        }
    }
    check_ports(switches, &request.ports, findings);
    let candidate_ports: Vec<CandidatePorts> =
        switches.iter().map(|switch| CandidatePorts::of(switch, &request.ports)).collect();
    let mut ends = Vec::new();
    let mut mismatches = Vec::new();
    for (index, (switch, candidate_ports)) in switches.iter().zip(&candidate_ports).enumerate() {
        let ports = candidates(switches, switch, candidate_ports, &mut mismatches, findings);
        if ports.len() > Limits::PORTS {
            refuse_ports(switch, ports.len(), findings);
            return Topology::default();
        }
        ends.extend(ports.into_iter().map(|(port, neighbour)| (index, port, neighbour)));
    }
    let mut topology = Topology { mismatches, ..Topology::default() };
    let mut used: BTreeSet<(usize, String)> = BTreeSet::new();
    let mut host_counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut left_out: BTreeSet<(usize, String)> = BTreeSet::new();
    for (index, port, neighbour) in &ends {
        if used.contains(&(*index, port.clone())) || left_out.contains(&(*index, port.clone())) {
            continue;
        }
        let peer = neighbour.as_ref().and_then(|neighbour| {
            let candidates = || {
                (0..switches.len()).filter(|peer| {
                    let peer = &switches[*peer];
                    peer.is_named(&neighbour.name) || peer.is_sibling_asic(&switches[*index], &neighbour.name)
                })
            };
            // A host name is that of all ASICs of a device: one of them has the port.
            let with_port = candidates().find(|peer| switches[*peer].port_called(&neighbour.port).is_some());
            with_port.or_else(|| candidates().next()).map(|peer| (peer, neighbour))
        });
        if let Some((peer, neighbour)) = peer {
            match far_port(switches, *index, port, peer, neighbour, &ends) {
                Ok(far) if !used.contains(&(peer, far.clone())) => {
                    if candidate_ports[peer].leaves_out(&switches[peer], &far) {
                        let reason =
                            format!("port {far} of {} is down or not chosen: no link", neighbour.name);
                        findings.changed(neighbour.place.clone(), reason);
                        left_out.insert((*index, port.clone()));
                        continue;
                    }
                    used.extend([(*index, port.clone()), (peer, far.clone())]);
                    let near = PortOf { switch: *index, port: switches[*index].add_port(port) };
                    let far = PortOf { switch: peer, port: switches[peer].add_port(&far) };
                    findings.taken(neighbour.place.clone(), link_reason(switches, near, far));
                    topology.links.push(NeighbourLink { near, far: FarEnd::Port(far) });
                    continue;
                }
                Ok(far) => {
                    let reason =
                        format!("port {far} of {} has a link already: no second one", neighbour.name);
                    findings.changed(neighbour.place.clone(), reason);
                    continue;
                }
                Err(reason) => {
                    findings.changed(neighbour.place.clone(), reason);
                    continue;
                }
            }
        }
        if request.neighbours == Neighbours::None {
            if let Some(neighbour) = neighbour {
                findings.changed(neighbour.place.clone(), "the neighbour has no file: no link");
            }
            continue;
        }
        used.insert((*index, port.clone()));
        let near = PortOf { switch: *index, port: switches[*index].add_port(port) };
        let host = topology.hosts.len();
        topology.hosts.push(host_of(&switches[*index], port, neighbour.as_ref(), near, &mut names, findings));
        topology.links.push(NeighbourLink { near, far: FarEnd::Host(host) });
        if let Some(neighbour) = neighbour {
            *host_counts.entry(neighbour.name.clone()).or_default() += 1;
        }
    }
    report_split_hosts(&ends, &host_counts, findings);
    limit(switches, &topology, findings);
    topology
}

fn link_reason(switches: &[Switch], near: PortOf, far: PortOf) -> String {
    let [near, far] = [near, far].map(|end| {
        let switch = &switches[end.switch];
        format!("{}.{} ({})", switch.name, end.port, switch.ports[end.port])
    });
    format!("link {near} to {far}")
}

/// Name of the port at the far end of a link between two switches. `near` and `far` are indices of switches.
///
/// # Errors
/// If there is no link. The text is the reason for a finding.
fn far_port(
    switches: &[Switch],
    near: usize,
    port: &str,
    far: usize,
    neighbour: &Neighbour,
    ends: &[(usize, String, Option<Neighbour>)],
) -> Result<String, String> {
    if near == far {
        return Err("the switch is its own neighbour: no link".to_owned());
    }
    if !neighbour.port.is_empty() {
        let found = switches[far].port_called(&neighbour.port).map(str::to_owned);
        return found.ok_or_else(|| format!("{} has no port {}: no link", neighbour.name, neighbour.port));
    }
    // The other end may say more.
    let back = ends.iter().find(|(switch, _, back)| {
        let names = back.as_ref().is_some_and(|back| {
            switches[near].is_named(&back.name) && switches[near].port_called(&back.port) == Some(port)
        });
        *switch == far && names
    });
    back.map(|(_, port, _)| port.clone())
        .ok_or_else(|| format!("neither end names the port of {}: no link", neighbour.name))
}

/// Creates the host that is connected to a port of `switch`. `neighbour`: `None` if no file names it.
fn host_of(
    switch: &Switch,
    port: &str,
    neighbour: Option<&Neighbour>,
    at: PortOf,
    names: &mut Names,
    findings: &mut Findings,
) -> Host {
    let Some(neighbour) = neighbour else {
        let name = names.give(&format!("{}-{port}", switch.name));
        return Host { name, device: String::new(), kind: String::new(), at };
    };
    let far = if neighbour.port.is_empty() { port } else { &neighbour.port };
    let wanted = format!("{}-{far}", neighbour.name);
    let name = names.give(&wanted);
    findings
        .taken(neighbour.place.clone(), format!("link {}.{} ({port}) to host {name}", switch.name, at.port));
    if name != wanted {
        let reason =
            format!("the host is called {name}: names have letters, digits, _ and - only, and differ");
        findings.changed(neighbour.place.clone(), reason);
    }
    let kind = switch.db.field("DEVICE_NEIGHBOR_METADATA", &neighbour.name, "type").unwrap_or_default();
    Host { name, device: neighbour.name.clone(), kind: kind.to_owned(), at }
}

/// Reports each neighbour that became several hosts because it has several links.
fn report_split_hosts(
    ends: &[(usize, String, Option<Neighbour>)],
    counts: &BTreeMap<String, usize>,
    findings: &mut Findings,
) {
    for neighbour in ends.iter().filter_map(|(_, _, neighbour)| neighbour.as_ref()) {
        let count = counts.get(&neighbour.name).copied().unwrap_or_default();
        if count > 1 {
            let reason = format!(
                "{} has {count} links and is {count} hosts: a host of the simulator has one port",
                neighbour.name
            );
            findings.changed(neighbour.place.clone(), reason);
        }
    }
}

/// Refuses fabrics that exceed the limits of the simulator, and switches without links.
fn limit(switches: &[Switch], topology: &Topology, findings: &mut Findings) {
    for switch in switches {
        if switch.ports.len() > Limits::PORTS {
            refuse_ports(switch, switch.ports.len(), findings);
        }
        if switch.ports.is_empty() {
            let reason = format!(
                "no port of {} has a link: name neighbours in {NEIGHBOR}, or ports with --ports",
                switch.name
            );
            findings.refuse(switch.db.place(NEIGHBOR), reason);
        }
    }
    let nodes = switches.len() + topology.hosts.len();
    if nodes > Limits::NODES {
        let reason =
            format!("the fabric has {nodes} hosts and switches; the simulator takes {}", Limits::NODES);
        findings.refuse(Place::default(), reason);
    }
}

/// Refuses a switch with more linked ports than the simulator allows.
fn refuse_ports(switch: &Switch, count: usize, findings: &mut Findings) {
    let reason = format!(
        "{count} ports of {} have a link; a switch of the simulator has at most {}: choose with --ports",
        switch.name,
        Limits::PORTS
    );
    findings.refuse(switch.db.place(NEIGHBOR), reason);
}
