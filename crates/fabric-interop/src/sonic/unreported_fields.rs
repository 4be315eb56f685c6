//! Findings of fields that no other module reports, so that the report has each field in exactly one list.
//! Start with [`complete`].
//!
//! Rule: every field of the tables in [`known::TABLES`] has a finding. A field with findings in several lists
//! stays only in the last of these lists, in the order of [`Treatment`].
//! Fallback: fields of ports without a link, and of entries that no port uses, have no effect.
//! Left out: tables that do not concern queueing. A table that is not in [`known::TABLES`] but may concern
//! queueing is reported field by field as unknown.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::CandidatePorts;
use super::config_db::{ConfigRow, Replaced};
use super::switch::Switch;
use super::{ImportedSwitch, known};
use crate::finding::{FilePlace, Findings, Treatment};

/// Relation of the keys of a table to the ports of the switch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    /// The keys of the table are ports, or `PORTS|INDEX`.
    Ports,
    /// The keys of the table are names of entries; the names of the fields are ports.
    PortFields,
    /// The keys of the table are names of entries, not of ports.
    Names,
}

/// Adds findings for all fields without a finding. If a field has findings in several lists, keeps the
/// finding in one list only.
pub(super) fn complete(imported_switches: &[ImportedSwitch], ports: &[String], findings: &mut Findings) {
    let mut read_fields = BTreeSet::new();
    for imported in imported_switches {
        let switch = &imported.switch;
        report_missing_name(switch, findings);
        for Replaced { place, value, file } in switch.db.replaced() {
            let again = if FilePlace::file(file).file == place.file {
                "the file has the field again, and the last value counts".to_owned()
            } else {
                format!("{file}, which is read later, has the field, too")
            };
            findings.changed(place.clone(), format!("left out: {value}, since {again}"));
        }
        let reporter = FieldReporter { switch, candidate_ports: CandidatePorts::of(switch, ports) };
        for (table, keys, fields) in known::TABLES {
            for row in switch.db.rows(table) {
                if keys == Keys::Ports {
                    reporter.report_shadowed(row, table, findings);
                }
                let ports = if keys == Keys::Ports { reporter.ports_of_key(row, table) } else { None };
                let places: Vec<(&str, FilePlace)> =
                    row.fields().map(|(field, _)| (field, row.place(field))).collect();
                let is_used = keys != Keys::Names
                    || table.starts_with("DEVICE_")
                    || findings.has_entry(&row.place(""))
                    || places.iter().any(|(_, place)| findings.has(place));
                read_fields.extend(places.iter().map(|(_, place)| place.clone()));
                for field in row.empty_fields() {
                    let unlinked = reporter.unlinked(table, keys, ports, field);
                    let (treatment, reason) = unlinked.unwrap_or((Treatment::Changed, EMPTY.to_owned()));
                    findings.add(treatment, row.place(field), &reason);
                }
                let open: Vec<(&str, FilePlace)> =
                    places.into_iter().filter(|(_, place)| !findings.has(place)).collect();
                for (field, place) in open {
                    let (treatment, reason) = match reporter.unlinked(table, keys, ports, field) {
                        Some(found) => found,
                        None if !fields.is_empty() && !fields.contains(&field) => {
                            findings.unknown(place, &format!("the field {field} of {table}"));
                            continue;
                        }
                        None if is_used => unreported(row, table, field, findings),
                        None => (
                            Treatment::Changed,
                            "left out: no buffer or queue that is modelled uses the entry".to_owned(),
                        ),
                    };
                    findings.add(treatment, place, &reason);
                }
            }
        }
        for table in switch.db.names().filter(|table| known::may_concern_queueing(table)) {
            for row in switch.db.rows(table) {
                let fields = row.fields().map(|(field, _)| field).chain(row.empty_fields());
                fields.for_each(|field| findings.unknown(row.place(field), "this table"));
            }
        }
    }
    let is_read = |place: &FilePlace| known::TABLES.iter().any(|(table, ..)| *table == place.table);
    findings.correct_absent(|place| is_read(place) && !read_fields.contains(place));
    findings.merge_treatments(is_read);
}

/// Reason for the finding of a field that is `null` or empty in the file.
const EMPTY: &str = "empty, which counts as absent";

/// Adds a finding if the configuration has no name of the switch.
fn report_missing_name(switch: &Switch, findings: &mut Findings) {
    let place = switch.metadata_place("hostname");
    if switch.db.field(&place.table, "localhost", "hostname").is_none() {
        let reason = format!("no file has a host name: the switch is called {}", switch.name);
        findings.changed(place, reason);
    }
}

/// Switch whose fields without a finding are reported, with the ports that can have a link.
struct FieldReporter<'a> {
    switch: &'a Switch,
    candidate_ports: CandidatePorts,
}

impl FieldReporter<'_> {
    /// State of the ports in the key of an entry; `None` for the key `global`, which names no port.
    fn ports_of_key<'b>(&'b self, row: ConfigRow<'b>, table: &str) -> Option<KeyPorts<'b>> {
        let names = ports_of(row.key());
        (!names.eq_ignore_ascii_case("global")).then(|| self.ports_called(table, names))
    }

    /// State of the ports that a comma-separated list of names, `names`, contains.
    fn ports_called<'b>(&'b self, table: &str, names: &'b str) -> KeyPorts<'b> {
        let port_called = |name: &'b str| Some((name, self.switch.port_called(name)?));
        let known = || names.split(',').map(str::trim).filter_map(port_called);
        let linked = || known().filter(|(_, port)| self.switch.number(port).is_some());
        if linked().any(|(name, port)| name == port || known::has_aliases(table)) {
            return KeyPorts::Linked;
        }
        if let Some((alias, port)) = linked().next() {
            return KeyPorts::Alias(alias, port);
        }
        match known().next() {
            None => KeyPorts::Unknown,
            Some((_, port)) => KeyPorts::Unlinked(self.candidate_ports.reason(self.switch, port)),
        }
    }

    /// Treatment and reason of a field without effect: the field applies only to ports without a link, or
    /// SONiC does not read the alias that names the port. `None` if the field applies to a linked port that
    /// SONiC reads, or to no port. `ports` is the state of the ports in the key; `None` if the key names no
    /// ports.
    fn unlinked(
        &self,
        table: &str,
        keys: Keys,
        ports: Option<KeyPorts<'_>>,
        field: &str,
    ) -> Option<(Treatment, String)> {
        let ports = if keys == Keys::PortFields { self.ports_called(table, field) } else { ports? };
        Some(match ports {
            KeyPorts::Linked => return None,
            KeyPorts::Alias(alias, port) => (Treatment::NotModelled, alias_reason(alias, port)),
            KeyPorts::Unknown => (Treatment::Changed, "left out: PORT has no such port".to_owned()),
            KeyPorts::Unlinked(reason) => {
                (Treatment::WithoutLink, reason.unwrap_or("the port has no link here").to_owned())
            }
        })
    }

    /// Reports three kinds of names in a key that lists ports: names of no port, aliases that SONiC does not
    /// read, and ports to which another key of the table applies.
    fn report_shadowed(&self, row: ConfigRow<'_>, table: &str, findings: &mut Findings) {
        let names = ports_of(row.key());
        let Some(lists) = self.switch.lists(table).filter(|_| names.contains(',')) else { return };
        // A key with an index, such as `Ethernet0,Ethernet4|3`, shadows no other key.
        let own_index = lists.position(row.key()).filter(|_| names.len() == row.key().len());
        let mut unknown: BTreeSet<&str> = BTreeSet::new();
        let mut aliases: BTreeMap<&str, &str> = BTreeMap::new();
        for name in names.split(',').map(str::trim) {
            let Some(port) = self.switch.port_called(name) else {
                unknown.insert(name);
                continue;
            };
            if name != port && !known::has_aliases(table) {
                aliases.insert(name, port);
                continue;
            }
            let Some(own_index) = own_index else { continue };
            let of_port = self.switch.db.row(table, name).map(|row| row.key());
            let of_list = || lists.index(name).filter(|index| *index != own_index);
            if let Some(other) = of_port.or_else(|| lists.key(of_list()?)) {
                findings.changed(row.place(""), format!("left out for {name}: the key {other} counts"));
            }
        }
        if let Some((alias, port)) = aliases.first_key_value() {
            let others = match aliases.len() {
                1 => String::new(),
                count => format!("; names of the key that are no port names: {count}"),
            };
            findings.not_modelled(row.place(""), alias_reason(alias, port) + &others);
        }
        if let Some(first) = unknown.first() {
            let others = unknown.len() - 1;
            let more = if others == 0 { String::new() } else { format!(" and {others} more") };
            findings.changed(row.place(""), format!("PORT has no port {first}{more}: left out"));
        }
    }
}

/// Whether the ports that a key or a field names have a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyPorts<'a> {
    /// At least one of the named ports has a link.
    Linked,
    /// The key or field names a port that has a link, but only by an alias. SONiC does not read aliases in
    /// this table. Values: the alias, and the name of the port.
    Alias(&'a str, &'a str),
    /// None of the named ports has a link. The value is the reason why the first of these ports can have no
    /// link; `None` if this port could have a link, but got none.
    Unlinked(Option<&'static str>),
    /// No name in the key or field is the name of a port.
    Unknown,
}

/// Reason for the finding of an alias in a table in which SONiC looks up only port names of the table
/// `PORT` (`PortsOrch::getPort`, orchagent/portsorch.cpp).
fn alias_reason(alias: &str, port: &str) -> String {
    let what = if alias.eq_ignore_ascii_case(port) {
        format!("{alias} differs from {port} in upper and lower case")
    } else {
        format!("{alias} is the alias of {port}")
    };
    format!("left out: {what}; SONiC reads only port names here; write {port}")
}

/// Treatment and reason of a known field that no other module reports, in an entry that is used.
fn unreported(row: ConfigRow<'_>, table: &str, field: &str, findings: &Findings) -> (Treatment, String) {
    // The finding of a neighbour's name applies to all fields of the neighbour.
    if let Some(name) = known::name_field(table)
        && let Some(found) = findings.of(&row.place(name))
    {
        return (found.0, found.1.to_owned());
    }
    if let Some((treatment, reason)) = known::of_known(table, field, row.get(field).unwrap_or_default()) {
        return (treatment, reason.to_owned());
    }
    let reason = match table {
        "PORT_QOS_MAP" if row.key() == "global" => {
            "left out: of this entry SONiC uses dscp_to_tc_map only, at ports without a map of their own"
        }
        "BUFFER_PG" | "BUFFER_QUEUE" | "QUEUE" | "CABLE_LENGTH" => {
            "left out: other entries have its ports and indices, or these are not in use"
        }
        _ => "left out: the field has no effect beside the others of its entry",
    };
    (Treatment::Changed, reason.to_owned())
}

/// Names of ports in a key `PORTS`, `PORTS|INDEX` or `HOST|ASIC|PORT|INDEX`.
fn ports_of(key: &str) -> &str {
    let parts: Vec<&str> = key.split('|').collect();
    match parts[..] {
        [_, _, port, _] => port,
        _ => parts[0],
    }
}
