//! Ports that may have a link, and the neighbours that files name for them.
//!
//! Rule: ports that are up and have an entry in `DEVICE_NEIGHBOR` or by LLDP; or those of `--ports`.
//! Fallback: `admin_status` is down where it is absent (sonic-port.yang). Without any neighbour in the
//! file, a host stands at each port.
//! Left out: neighbours of port channels and VLANs.

use std::collections::{BTreeSet, HashMap};

use super::name::natural;
use super::switch::Switch;
use super::{Mismatch, lldp};
use crate::finding::{Findings, Place};

pub(super) const NEIGHBOR: &str = "DEVICE_NEIGHBOR";

/// The neighbour of a port, as a file names it.
pub(super) struct Neighbour {
    pub place: Place,
    pub name: String,
    /// Name or alias of its port; empty if unknown.
    pub port: String,
}

/// Refuses names in `--ports` that no switch has.
pub(super) fn check_ports(switches: &[Switch], names: &[String], findings: &mut Findings) {
    for name in names {
        if !switches.iter().any(|switch| port_of(switch, name).is_some()) {
            let reason = format!("--ports {name}: no file has such a port");
            findings.refuse(Place::default(), reason);
        }
    }
}

/// SONiC's name of the port of this switch that `name` of `--ports` means: `PORT` or `SWITCH:PORT`.
fn port_of<'a>(switch: &'a Switch, name: &str) -> Option<&'a str> {
    if let Some(port) = switch.port_called(name) {
        return Some(port);
    }
    let (host, port) = name.split_once(':')?;
    if switch.answers_to(host) { switch.port_called(port) } else { None }
}

/// The ports of a switch that may have a link.
pub(super) enum CandidatePorts {
    /// All ports that are up.
    Up,
    /// The ports of `--ports`.
    Named(BTreeSet<String>),
}

impl CandidatePorts {
    /// The ports of `--ports` if it names one of this switch.
    pub fn of(switch: &Switch, ports: &[String]) -> Self {
        let named: BTreeSet<String> =
            ports.iter().filter_map(|name| port_of(switch, name)).map(str::to_owned).collect();
        if named.is_empty() { Self::Up } else { Self::Named(named) }
    }

    pub fn leaves_out(&self, switch: &Switch, port: &str) -> bool {
        match self {
            // `PORT.admin_status` is down where it is absent (sonic-port.yang).
            Self::Up => switch.port_field(port, "admin_status") != Some("up"),
            Self::Named(named) => !named.contains(port),
        }
    }
}

/// Ports that get a link, by name, each with its neighbour; `None` if no file names one.
pub(super) fn candidates(
    switches: &[Switch],
    switch: &Switch,
    candidate_ports: &CandidatePorts,
    mismatches: &mut Vec<Mismatch>,
    findings: &mut Findings,
) -> Vec<(String, Option<Neighbour>)> {
    let mut neighbours: HashMap<String, Option<Neighbour>> = HashMap::new();
    for row in switch.db.rows(NEIGHBOR) {
        let Some(port) = switch.port_called(row.key()) else {
            findings.changed(row.place(""), "PORT has no such port: no link");
            continue;
        };
        let Some(name) = row.get("name") else {
            findings.changed(row.place("name"), "the neighbour has no name: no link");
            continue;
        };
        if candidate_ports.leaves_out(switch, port) {
            let reason = match candidate_ports {
                CandidatePorts::Up => "the port is down: no link",
                CandidatePorts::Named(_) => "not among --ports: no link",
            };
            findings.changed(row.place(""), reason);
            continue;
        }
        let far = row.get("port").unwrap_or_default().to_owned();
        let neighbour = Neighbour { place: row.place("name"), name: name.to_owned(), port: far };
        neighbours.insert(port.to_owned(), Some(neighbour));
    }
    let is_left_out = |port: &str| candidate_ports.leaves_out(switch, port);
    lldp::add(switches, switch, &mut neighbours, is_left_out, mismatches, findings);
    let is_blind = !switch.db.has(NEIGHBOR) && !switch.db.has(lldp::TABLE);
    for row in switch.db.rows("PORT") {
        let port = row.key();
        let is_wanted = is_blind || matches!(candidate_ports, CandidatePorts::Named(_));
        if is_wanted && !neighbours.contains_key(port) && !candidate_ports.leaves_out(switch, port) {
            findings.changed(row.place(""), "no neighbour is named: a host stands at the port");
            neighbours.insert(port.to_owned(), None);
        }
    }
    let mut ports: Vec<(String, Option<Neighbour>)> = neighbours.into_iter().collect();
    ports.sort_by_cached_key(|(port, _)| natural(port));
    ports
}
