//! Neighbours that LLDP found. Start with [`add`].
//!
//! Rule: a port without an entry in `DEVICE_NEIGHBOR` gets the neighbour of `LLDP_ENTRY_TABLE`
//! (sonic-dbsyncd).
//! Fallback: if both tables name a neighbour and the names differ, `DEVICE_NEIGHBOR` applies. The
//! contradiction is reported.
//! Left out: management addresses and capabilities, entries without a name, and entries of unknown ports.

use std::collections::HashMap;

use super::Mismatch;
use super::candidates::Neighbour;
use super::config_db::ConfigRow;
use super::name::short;
use super::switch::Switch;
use crate::finding::{FilePlace, Findings};

/// Table of `APPL_DB` with the neighbours that LLDP found.
pub(super) const TABLE: &str = "LLDP_ENTRY_TABLE";

/// Neighbour of a port, found by LLDP.
struct LldpNeighbour<'a> {
    place: FilePlace,
    name: &'a str,
    /// Identifier and description of the neighbour's port, in this order. Each of the two texts may be the
    /// name of the port, an alias, or a MAC address.
    ports: [&'a str; 2],
}

impl<'a> LldpNeighbour<'a> {
    fn read(row: ConfigRow<'a>) -> Option<Self> {
        let field = |name| row.get(name).unwrap_or_default();
        let name = row.get("lldp_rem_sys_name")?;
        let ports = [field("lldp_rem_port_id"), field("lldp_rem_port_desc")];
        Some(Self { place: row.place("lldp_rem_sys_name"), name, ports })
    }

    /// Name or alias of the neighbour's port; empty if unknown. If the neighbour is one of `switches`, the
    /// result is the text in [`Self::ports`] that names a port of the neighbour. Otherwise, the result is the
    /// first text that is not a MAC address.
    fn port(&self, switches: &[Switch]) -> &'a str {
        let peer = switches.iter().find(|switch| switch.is_named(short(self.name)));
        let known = |port: &&&str| peer.is_some_and(|peer| peer.port_called(port).is_some());
        let is_word = |port: &&&str| !port.is_empty() && !is_mac(port);
        let found = self.ports.iter().find(known).or_else(|| self.ports.iter().find(is_word));
        found.copied().unwrap_or_default()
    }

    /// Whether the neighbour found by LLDP is `planned`, the neighbour in `DEVICE_NEIGHBOR`. Device names
    /// are compared without domain and case. Port names are compared only if the neighbour is one of
    /// `switches`, and if this switch has both ports.
    fn agrees(&self, planned: &Neighbour, switches: &[Switch]) -> bool {
        if !short(self.name).eq_ignore_ascii_case(short(&planned.name)) {
            return false;
        }
        let peer = switches.iter().find(|switch| switch.is_named(&planned.name));
        let Some(peer) = peer else {
            // LLDP and `DEVICE_NEIGHBOR` may use different names for the port of a server.
            return true;
        };
        let port = peer.port_called(&planned.port);
        let mut found = self.ports.iter().filter_map(|port| peer.port_called(port)).peekable();
        port.is_none() || found.peek().is_none() || found.any(|found| Some(found) == port)
    }
}

fn is_mac(text: &str) -> bool {
    text.split(':').count() == 6
}

/// Adds neighbours that only LLDP knows. Adds a mismatch for each port at which LLDP contradicts
/// `DEVICE_NEIGHBOR`. The [`Mismatch::ends`] of these mismatches are empty.
pub(super) fn add(
    switches: &[Switch],
    switch: &Switch,
    neighbours: &mut HashMap<String, Option<Neighbour>>,
    is_left_out: impl Fn(&str) -> bool,
    mismatches: &mut Vec<Mismatch>,
    findings: &mut Findings,
) {
    for (port, row) in switch.rows_by_port(TABLE, "lldp_rem_sys_name", findings) {
        let Some(found) = LldpNeighbour::read(row) else { continue };
        match neighbours.get(port) {
            Some(Some(planned)) if found.agrees(planned, switches) => {
                findings.taken(found.place, "LLDP found the neighbour that DEVICE_NEIGHBOR names");
            }
            Some(Some(planned)) => mismatches.push(Mismatch {
                near: planned.place.clone(),
                far: found.place.clone(),
                reason: crate::finding::shown(&format!(
                    "{} {port} leads to {} {} by DEVICE_NEIGHBOR, but LLDP found {} {}: a wrong cable, or a wrong plan, \
                     which is taken",
                    switch.name,
                    planned.name,
                    planned.port,
                    short(found.name),
                    found.port(switches)
                )),
                ends: <[String; 2]>::default(),
            }),
            _ if is_left_out(port) => {
                findings.without_link(found.place, "the port is down, or not among the selected ports: no link");
            }
            _ => {
                findings.changed(found.place.clone(), "DEVICE_NEIGHBOR names no neighbour of the port: that of LLDP counts");
                let (name, far) = (short(found.name).to_owned(), found.port(switches).to_owned());
                neighbours.insert(port.to_owned(), Some(Neighbour { place: found.place, name, port: far }));
            }
        }
    }
}
