//! Links of the fabric, from the neighbours of all switches. Start with [`connect`].
//!
//! Rule: a neighbour that has a file is a switch; its entry names the port, by name or alias. Other
//! neighbours become hosts.
//! Fallback: the neighbour entry at one end of a link is enough. A mismatch reports that the other end does
//! not name the same link. If the entry names no port, the entry at the other end gives the port. If two
//! entries name the same port, the own entry of this port decides between the two. If it names neither, the
//! first entry is used.
//! Left out: links to a port that is down or already has a link. A host with several links becomes several
//! hosts.

use std::collections::{BTreeMap, BTreeSet};

use fabric_sim::spec::Limits;

use super::cabling::ByPort;
use super::candidates::{CandidatePorts, NamedEnd, Neighbour, candidates, check_ports};
use super::name::Names;
use super::switch::Switch;
use super::{Mismatch, Neighbours, Request, cabling, limits};
use crate::finding::{FilePlace, Findings};

/// Port of a switch: index of the switch, and number of the port.
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

/// Link of the fabric. `near` is the end whose entry was read first; `far` is the other end.
#[derive(Clone, Copy, Debug)]
pub(super) struct NeighbourLink {
    pub near: PortOf,
    pub far: FarEnd,
}

/// Host with one link, which stands for a neighbour without a file.
#[derive(Clone, Debug)]
pub(super) struct Host {
    /// Name in the document: name of the neighbour and its port, or of the switch and its port if no file
    /// names the neighbour. The name is unique, and contains only letters, digits, `_` and `-`.
    pub name: String,
    /// Name of the neighbour device, as the file gives it; empty if unknown.
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
    /// Contradictions between LLDP and `DEVICE_NEIGHBOR`, and between the neighbour entries at both ends of
    /// a link.
    pub mismatches: Vec<Mismatch>,
}

/// Finds all links and hosts. Sets the names and linked ports of the switches. Refuses fabrics that exceed
/// the limits. If too many ports of a switch could have a link, the result is empty.
pub(super) fn connect(switches: &mut [Switch], request: &Request, findings: &mut Findings) -> Topology {
    let mut names = Names::default();
    name_switches(switches, &mut names, findings);
    check_ports(switches, &request.ports, findings);
    let candidate_ports: Vec<CandidatePorts> =
        switches.iter().map(|switch| CandidatePorts::of(switch, &request.ports)).collect();
    let mut ends = Vec::new();
    let mut topology = Topology::default();
    for (index, (switch, candidate_ports)) in switches.iter().zip(&candidate_ports).enumerate() {
        let is_host = candidate_ports.is_named() || request.neighbours == Neighbours::Hosts;
        let ports =
            candidates(switches, switch, candidate_ports, is_host, &mut topology.mismatches, findings);
        if ports.len() > Limits::PORTS {
            limits::refuse_ports(switch, ports.iter().map(|(port, _)| port.as_str()), findings);
            return Topology::default();
        }
        ends.extend(ports.into_iter().map(|(port, neighbour)| NamedEnd { switch: index, port, neighbour }));
    }
    let mut connector = Connector {
        switches,
        candidate_ports: &candidate_ports,
        ends: &ends,
        by_port: cabling::by_port(&ends),
        unused: Vec::new(),
        topology,
        findings,
    };
    let mut host_counts: BTreeMap<String, usize> = BTreeMap::new();
    for end in &ends {
        if connector.switches[end.switch].number(&end.port).is_some() {
            continue;
        }
        let peer = end.neighbour.as_ref().and_then(|neighbour| {
            Some((neighbour, cabling::peer_of(connector.switches, end.switch, neighbour)?))
        });
        if let Some((neighbour, peer)) = peer {
            connector.join(end, neighbour, peer);
        } else if request.neighbours == Neighbours::Hosts || candidate_ports[end.switch].is_named() {
            connector.add_host(end, &mut names);
            if let Some(neighbour) = &end.neighbour {
                *host_counts.entry(neighbour.name.clone()).or_default() += 1;
            }
        } else if let Some(neighbour) = &end.neighbour {
            connector.findings.without_link(neighbour.place.clone(), "the neighbour has no file: no link");
        }
    }
    connector.report_unused();
    let topology = connector.topology;
    report_split_hosts(&ends, &host_counts, findings);
    for (index, (switch, candidate_ports)) in switches.iter().zip(&candidate_ports).enumerate() {
        let own_ends = ends.iter().filter(|end| end.switch == index);
        let with_neighbour: BTreeSet<&str> = own_ends.map(|end| end.port.as_str()).collect();
        report_unnamed(switch, candidate_ports, &with_neighbour, findings);
    }
    limits::check(switches, &candidate_ports, request, &topology, findings);
    topology
}

/// Gives each switch the name that it has in the document.
fn name_switches(switches: &mut [Switch], names: &mut Names, findings: &mut Findings) {
    for n in 0..switches.len() {
        // If a device has a file for each ASIC, several switches have the same host name.
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
}

/// Builder of the topology. Takes the ends of links one after the other, and adds the link of each end.
struct Connector<'a> {
    switches: &'a mut [Switch],
    candidate_ports: &'a [CandidatePorts],
    ends: &'a [NamedEnd],
    by_port: ByPort<'a>,
    /// Neighbour entries that give no link.
    unused: Vec<Unused<'a>>,
    topology: Topology,
    findings: &'a mut Findings,
}

/// Neighbour entry of a port that has given no link so far. The entry at the other end may give the link
/// later.
struct Unused<'a> {
    place: FilePlace,
    end: &'a NamedEnd,
    reason: String,
}

impl<'a> Connector<'a> {
    /// Adds the link from `end` to the port of the switch with index `peer` that `neighbour` names. Without
    /// such a link, adds the reason to [`Self::unused`]. Adds a mismatch if the entry at `peer` does not name
    /// `end`.
    fn join(&mut self, end: &'a NamedEnd, neighbour: &Neighbour, peer: usize) {
        let place = neighbour.place.clone();
        let far = match far_port(self.switches, end, peer, neighbour, self.ends) {
            Ok(far) => far,
            Err(reason) => {
                self.unused.push(Unused { place, end, reason });
                return;
            }
        };
        if self.candidate_ports[peer].leaves_out(&self.switches[peer], &far) {
            let reason = format!("port {far} of {} is down or not chosen", neighbour.name);
            self.unused.push(Unused { place, end, reason });
            return;
        }
        let back = self.by_port.get(&(peer, far.as_str())).copied();
        let agrees = back.is_some_and(|back| cabling::leads_to(self.switches, back, end.switch, &end.port));
        let has_link = self.switches[peer].number(&far).is_some();
        let agrees_with_another =
            || back.is_some_and(|back| cabling::is_agreed(self.switches, &self.by_port, back));
        let is_free = !has_link && (agrees || !agrees_with_another());
        if !agrees {
            let mismatch = cabling::mismatch(self.switches, end, neighbour, (peer, &far), back, is_free);
            self.topology.mismatches.push(mismatch);
        }
        if !is_free {
            let reason = format!("port {far} of {} has another link", neighbour.name);
            self.unused.push(Unused { place, end, reason });
            return;
        }
        let near = PortOf { switch: end.switch, port: self.switches[end.switch].add_port(&end.port) };
        let far = PortOf { switch: peer, port: self.switches[peer].add_port(&far) };
        let reason = link_reason(self.switches, near, far);
        if let Some(back) = back.and_then(|back| back.neighbour.as_ref()) {
            if agrees {
                self.findings.taken(back.place.clone(), reason.clone());
            } else {
                let other = place.at("");
                self.findings.changed(back.place.clone(), format!("left out: {other} gives the link"));
            }
        }
        self.findings.taken(place, reason);
        self.topology.links.push(NeighbourLink { near, far: FarEnd::Port(far) });
    }

    /// Reports the neighbour entries that give no link. Call this after all links are known.
    fn report_unused(&mut self) {
        for Unused { place, end, reason } in self.unused.drain(..) {
            let has_link = self.switches[end.switch].number(&end.port).is_some();
            let effect = if has_link { "another entry gives the link of the port" } else { "no link" };
            self.findings.changed(place, format!("left out: {reason}: {effect}"));
        }
    }

    /// Adds a host, and the link between the switch port `end` and the host.
    fn add_host(&mut self, end: &NamedEnd, names: &mut Names) {
        let near = PortOf { switch: end.switch, port: self.switches[end.switch].add_port(&end.port) };
        let switch = &self.switches[end.switch];
        let host = host_of(switch, &end.port, end.neighbour.as_ref(), near, names, self.findings);
        self.topology.links.push(NeighbourLink { near, far: FarEnd::Host(self.topology.hosts.len()) });
        self.topology.hosts.push(host);
    }
}

fn link_reason(switches: &[Switch], near: PortOf, far: PortOf) -> String {
    let [near, far] = [near, far].map(|end| {
        let switch = &switches[end.switch];
        format!("{}.{} ({})", switch.name, end.port, switch.ports[end.port])
    });
    format!("link {near} to {far}")
}

/// Name of the port of the switch `far` at the other end of a link from `near`.
///
/// # Errors
/// If there is no link: a switch is its own neighbour, the port is unknown, or neither end names the port.
/// The text is the reason for a finding.
fn far_port(
    switches: &[Switch],
    near: &NamedEnd,
    far: usize,
    neighbour: &Neighbour,
    ends: &[NamedEnd],
) -> Result<String, String> {
    if near.switch == far {
        return Err("the switch is its own neighbour".to_owned());
    }
    if !neighbour.port.is_empty() {
        let found = switches[far].port_called(&neighbour.port).map(str::to_owned);
        return found.ok_or_else(|| format!("{} has no port {}", neighbour.name, neighbour.port));
    }
    // The entry at the other end may name the port.
    let back = ends.iter().find(|back| {
        let has_port = back.neighbour.as_ref().is_some_and(|neighbour| !neighbour.port.is_empty());
        back.switch == far && has_port && cabling::leads_to(switches, back, near.switch, &near.port)
    });
    back.map(|back| back.port.clone())
        .ok_or_else(|| format!("neither end names the port of {}", neighbour.name))
}

/// Creates the host that is connected to a port of `switch`. `neighbour` is the neighbour of the port; `None`
/// if no file names the neighbour.
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
fn report_split_hosts(ends: &[NamedEnd], counts: &BTreeMap<String, usize>, findings: &mut Findings) {
    for neighbour in ends.iter().filter_map(|end| end.neighbour.as_ref()) {
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

/// Reports each port that is up and has no link because no file names its neighbour.
fn report_unnamed(
    switch: &Switch,
    candidate_ports: &CandidatePorts,
    named: &BTreeSet<&str>,
    findings: &mut Findings,
) {
    for row in switch.db.rows("PORT") {
        let port = row.key();
        let has_reason = named.contains(port) || switch.number(port).is_some();
        if !has_reason && !candidate_ports.leaves_out(switch, port) {
            let reason = "no neighbour is named: no link; a selection of all ports that get a link gives the port a host";
            findings.without_link(row.place(""), reason);
        }
    }
}
