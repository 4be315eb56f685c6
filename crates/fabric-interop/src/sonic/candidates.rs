//! Selection of the ports that can have a link, each with its neighbour. Start with [`candidates`].
//!
//! Rule: a port can have a link if it is up, and if `DEVICE_NEIGHBOR` or LLDP names a neighbour of the port.
//! `--ports` selects the ports in place of this rule.
//! Fallback: an absent `admin_status` means down (sonic-port.yang). If the file names no neighbours, a host
//! is connected to each port that is up.
//! Left out: neighbours of port channels and VLANs.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::name::natural;
use super::switch::Switch;
use super::{Mismatch, lldp_neighbours};
use crate::finding::{FilePlace, Findings};

pub(super) const NEIGHBOR: &str = "DEVICE_NEIGHBOR";

/// Neighbour of a port, as a file names it.
pub(super) struct Neighbour {
    pub place: FilePlace,
    pub name: String,
    /// Name or alias of the neighbour's port; empty if unknown.
    pub port: String,
}

/// Port that can have a link, with its neighbour.
pub(super) struct NamedEnd {
    /// Index of the switch that has the port.
    pub switch: usize,
    /// Name of the port in SONiC.
    pub port: String,
    /// Neighbour of the port; `None` if no file names it. The port then gets a host.
    pub neighbour: Option<Neighbour>,
}

/// Refuses two kinds of values of `--ports`: a name that no switch has, and a second name for ports that are
/// already selected. A port has two names if it has an alias, and each of the two names may begin with the
/// name of the switch.
pub(super) fn check_ports(switches: &[Switch], names: &[String], findings: &mut Findings) {
    let mut first_names: BTreeMap<(usize, &str), &String> = BTreeMap::new();
    for (n, name) in names.iter().enumerate() {
        let of_switches = switches.iter().enumerate();
        let ports: Vec<(usize, &str)> =
            of_switches.filter_map(|(number, switch)| Some((number, port_of(switch, name)?))).collect();
        let is_again = !ports.is_empty() && ports.iter().all(|port| first_names.contains_key(port));
        if names[..n].contains(name) {
            findings.refuse(FilePlace::default(), format!("selected port {name}: named twice; name it once"));
        } else if let Some(other) = ports.first().filter(|_| is_again).map(|port| first_names[port]) {
            let reason = format!("selected port {name}: {other} names the same port; name it once");
            findings.refuse(FilePlace::default(), reason);
        }
        for port in &ports {
            first_names.entry(*port).or_insert(name);
        }
        if ports.is_empty() {
            let known = switches.iter().find_map(|switch| switch.db.rows("PORT").next());
            let example = known.map_or("Ethernet0", |row| row.key());
            let reason = format!(
                "selected port {name}: no file has such a port; select keys or aliases of PORT, such as {example}, or \
                 SWITCH:PORT"
            );
            findings.refuse(FilePlace::default(), reason);
        }
    }
}

/// Finds the port of `switch` that `name`, a value of `--ports`, selects. `name` is first read as `PORT`,
/// then as `SWITCH:PORT`. `PORT` may be an alias. Returns the name of the port in SONiC; `None` if `switch`
/// has no port of this name.
fn port_of<'a>(switch: &'a Switch, name: &str) -> Option<&'a str> {
    if let Some(port) = switch.port_called(name) {
        return Some(port);
    }
    let (host, port) = name.split_once(':')?;
    if switch.is_named(host) { switch.port_called(port) } else { None }
}

/// Ports of a switch that can have a link.
pub(super) enum CandidatePorts {
    /// All ports that are up (`admin_status`).
    Up,
    /// Ports that `--ports` names.
    Named(BTreeSet<String>),
}

impl CandidatePorts {
    /// Selects the ports of `--ports`; all ports that are up if `--ports` names no port of this switch.
    pub fn of(switch: &Switch, ports: &[String]) -> Self {
        let named: BTreeSet<String> =
            ports.iter().filter_map(|name| port_of(switch, name)).map(str::to_owned).collect();
        if named.is_empty() { Self::Up } else { Self::Named(named) }
    }

    /// Whether `--ports` selects the ports of this switch.
    pub const fn is_named(&self) -> bool {
        matches!(self, Self::Named(_))
    }

    /// Reason why a port gets no link; `None` if the port can have a link.
    pub fn reason(&self, switch: &Switch, port: &str) -> Option<&'static str> {
        match self {
            _ if !self.leaves_out(switch, port) => None,
            Self::Named(_) => Some("not among the selected ports: no link"),
            Self::Up if switch.port_field(port, "admin_status").is_some() => {
                Some("the port is down: no link")
            }
            Self::Up => Some("PORT.admin_status is missing, and SONiC's default is down: no link"),
        }
    }

    /// Whether the import leaves the port without a link. Without `--ports`, each `admin_status` other than
    /// `up` means down.
    pub fn leaves_out(&self, switch: &Switch, port: &str) -> bool {
        match self {
            // An absent `PORT.admin_status` means down (sonic-port.yang).
            Self::Up => switch.port_field(port, "admin_status") != Some("up"),
            Self::Named(named) => !named.contains(port),
        }
    }
}

/// Ports of `switch` that get a link, each with its neighbour. The ports are sorted by name; the first number
/// in a name is compared as a number. Entries without a name, and entries for ports that the table `PORT`
/// lacks, give no link.
///
/// The neighbour is `None` for a port that gets a host because no file names its neighbour. A port gets such
/// a host only if `is_host` is true. In addition, the switch must have no table of neighbours, or `--ports`
/// must select the ports.
pub(super) fn candidates(
    switches: &[Switch],
    switch: &Switch,
    candidate_ports: &CandidatePorts,
    is_host: bool,
    mismatches: &mut Vec<Mismatch>,
    findings: &mut Findings,
) -> Vec<(String, Option<Neighbour>)> {
    let mut neighbours: HashMap<String, Option<Neighbour>> = HashMap::new();
    for row in switch.db.rows(NEIGHBOR) {
        if switch.port_called(row.key()).is_none() {
            findings.changed(row.place("name"), "PORT has no such port: no link");
        } else if row.get("name").is_none() {
            findings.changed(row.place("name"), "left out: the entry has no name of a neighbour");
        }
    }
    for (port, row) in switch.rows_by_port(NEIGHBOR, "name", findings) {
        if let Some(reason) = candidate_ports.reason(switch, port) {
            findings.without_link(row.place("name"), reason);
            continue;
        }
        let text = |field| row.get(field).unwrap_or_default().to_owned();
        let neighbour = Neighbour { place: row.place("name"), name: text("name"), port: text("port") };
        neighbours.insert(port.to_owned(), Some(neighbour));
    }
    let is_left_out = |port: &str| candidate_ports.leaves_out(switch, port);
    lldp_neighbours::add(switches, switch, &mut neighbours, is_left_out, mismatches, findings);
    let is_blind = !switch.db.has(NEIGHBOR) && !switch.db.has(lldp_neighbours::TABLE);
    for row in switch.db.rows("PORT") {
        let port = row.key();
        let is_wanted = is_host && (is_blind || candidate_ports.is_named());
        if is_wanted && !neighbours.contains_key(port) && !candidate_ports.leaves_out(switch, port) {
            findings.changed(row.place(""), "no neighbour is named: a host stands at the port");
            neighbours.insert(port.to_owned(), None);
        }
    }
    let mut ports: Vec<(String, Option<Neighbour>)> = neighbours.into_iter().collect();
    ports.sort_by_cached_key(|(port, _)| natural(port));
    ports
}
