//! Limits of the simulator that the fabric of a configuration can exceed, and switches without a link. Start
//! with [`check`].
//!
//! Rule: a switch has at most [`Limits::PORTS`] ports with a link. A fabric has at most [`Limits::NODES`]
//! hosts and switches, and at least one host. Fallback: none; each fault is refused. The refusal offers a
//! selection of ports if that can help. Left out: limits that the compilation of the document checks.

use std::collections::BTreeSet;

use fabric_sim::spec::Limits;

use super::candidates::{CandidatePorts, NEIGHBOR};
use super::links::Topology;
use super::switch::Switch;
use super::{Neighbours, Request, lldp_neighbours};
use crate::finding::{FilePlace, Findings};

/// Option of the command line that selects ports, as a part of refusals. The page has no field for a
/// selection of ports.
const OPTION: &str = "with `fabric import sonic --ports`";

/// Refuses fabrics that exceed the limits of the simulator, fabrics without hosts, and switches without
/// links.
pub(super) fn check(
    switches: &[Switch],
    candidate_ports: &[CandidatePorts],
    request: &Request,
    topology: &Topology,
    findings: &mut Findings,
) {
    let first = switches.first().map_or_else(FilePlace::default, |switch| switch.db.place(NEIGHBOR));
    if topology.hosts.is_empty() && request.neighbours == Neighbours::None {
        let reason = "--neighbours none leaves no host, and a document needs at least one: leave out the option, or \
                      name with --ports, as SWITCH:PORT, the ports that get a link; those to servers get hosts";
        findings.refuse(first, reason);
        return;
    }
    let mut is_linked = !switches.is_empty();
    for (switch, candidate_ports) in switches.iter().zip(candidate_ports) {
        if switch.ports.len() > Limits::PORTS {
            refuse_ports(switch, switch.ports.iter().map(String::as_str), findings);
        }
        if switch.ports.is_empty() {
            refuse_unlinked(switch, candidate_ports, findings);
            is_linked = false;
        }
    }
    if is_linked && topology.hosts.is_empty() {
        let reason = "no port leads to a host, and a document needs at least one: select the ports that get a link, as \
                      SWITCH:PORT; those without a neighbour get hosts";
        findings.refuse(first, reason);
    }
    let nodes = switches.len() + topology.hosts.len();
    if nodes > Limits::NODES {
        let reason =
            format!("the fabric has {nodes} hosts and switches; the simulator takes {}", Limits::NODES);
        findings.refuse(FilePlace::default(), reason);
    }
}

/// Refuses a switch without a link, or without the table `PORT`. If some of its ports could have a link but
/// are down, the refusals name the states of these ports.
fn refuse_unlinked(switch: &Switch, candidate_ports: &CandidatePorts, findings: &mut Findings) {
    if switch.db.rows("PORT").next().is_none() {
        let reason = "no port is here; give the file that has the table PORT, too";
        findings.refuse(switch.db.place("PORT"), reason);
        return;
    }
    let named: BTreeSet<&str> = [NEIGHBOR, lldp_neighbours::TABLE]
        .into_iter()
        .flat_map(|table| switch.db.rows(table))
        .filter_map(|row| switch.port_called(row.key()))
        .collect();
    let is_wanted = |port: &str| named.is_empty() || named.contains(port);
    let down = switch.db.rows("PORT").filter(|row| is_wanted(row.key()));
    let mut down = down.filter(|row| candidate_ports.leaves_out(switch, row.key())).peekable();
    if candidate_ports.is_named() || down.peek().is_none() {
        let reason = format!(
            "no port of {} has a link: name neighbours in {NEIGHBOR}, or select ports {OPTION}",
            switch.name
        );
        findings.refuse(switch.db.place(NEIGHBOR), reason);
    }
    for row in down {
        let state = if row.get("admin_status").is_some() {
            "the port is down"
        } else {
            "the field is missing, and SONiC's default is down"
        };
        let remedy = format!("set it to up, or select the port {OPTION}");
        findings.refuse(row.place("admin_status"), format!("{state}; {remedy}"));
    }
}

/// Refuses a switch with more linked ports than the simulator allows. Offers the first of `ports`, as many as
/// are allowed, as a selection.
pub(super) fn refuse_ports<'a>(
    switch: &Switch,
    ports: impl ExactSizeIterator<Item = &'a str>,
    findings: &mut Findings,
) {
    let reason = format!(
        "{} ports of {} have a link; a switch of the simulator has at most {}: select ports, such as {}:PORT,…",
        ports.len(),
        switch.name,
        Limits::PORTS,
        switch.name
    );
    findings.refuse(switch.db.place(NEIGHBOR), reason);
    findings.offer_ports(ports.take(Limits::PORTS).map(|port| format!("{}:{port}", switch.name)));
}
