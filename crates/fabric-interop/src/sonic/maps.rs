//! Import of `PORT_QOS_MAP` and its maps, which lead from the DSCP or PCP of a frame to its queue. Start with
//! [`PortMaps`].
//!
//! Rule: the simulator has one number for priority, priority group and queue. Therefore, the map from DSCP
//! or PCP to traffic class (TC) and the map from TC to queue become one map (`handlePortQosMapTable`,
//! orchagent/qosorch.cpp).
//! Fallback: a DSCP or PCP without an entry has TC 0. A port without a map gives all frames TC 0. If a port
//! has a map from DSCP and a map from PCP, the map from DSCP applies.
//! Left out: maps that rewrite DSCPs, maps of MPLS and tunnels, and traffic classes above 7.

use std::collections::{BTreeMap, BTreeSet};

use fabric_sim::ids::Priority;

use super::Switch;
use super::config_db::ConfigRow;
use super::document_maps::code_points;
use super::values::PortValues;
use crate::finding::{FilePlace, Findings, Treatment};

const PORT_QOS_MAP: &str = "PORT_QOS_MAP";
const DOT1P_TO_TC_MAP: &str = "DOT1P_TO_TC_MAP";
const TC_TO_QUEUE_MAP: &str = "TC_TO_QUEUE_MAP";
const TC_TO_PG_MAP: &str = "TC_TO_PRIORITY_GROUP_MAP";
const PFC_TO_QUEUE_MAP: &str = "MAP_PFC_PRIORITY_TO_QUEUE";
const PFC_TO_PG_MAP: &str = "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP";

/// Field of a frame from which a port derives the queue, with the queue of each value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    Dscp([u8; 64]),
    Pcp([u8; 8]),
    /// The port has no map, so all frames have traffic class 0. Value: the queue of traffic class 0.
    DefaultClass(u8),
    /// The file has no `PORT_QOS_MAP`, so the classification is unknown.
    Unknown,
}

/// Maps of a port. Arrays are indexed by traffic class or by PFC priority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PortMaps {
    pub trust: Trust,
    /// Queue of each traffic class, indexed by traffic class.
    pub tc_to_queue: [u8; 8],
    /// Priority group of each traffic class, indexed by traffic class.
    pub tc_to_pg: [u8; 8],
    /// Queue that a pause of each PFC priority pauses, indexed by PFC priority.
    pub pfc_to_queue: [u8; 8],
    /// Priority group that requests the pauses of each PFC priority, indexed by PFC priority.
    pub pfc_to_pg: [u8; 8],
}

/// Cache of the maps of a switch that were read before. Many ports share a map, and a map may be long.
#[derive(Debug, Default)]
pub(super) struct ReadMaps<'a> {
    /// Maps from up to eight numbers, by table, name, and queues of the traffic classes. The findings of the
    /// entries depend on these queues.
    eights: BTreeMap<(&'a str, &'a str, [u8; 8]), [u8; 8]>,
    /// Maps from DSCP, by name.
    dscp: BTreeMap<&'a str, [u8; 64]>,
}

impl<'a> ReadMaps<'a> {
    /// Map of eight numbers from the entry `map` of `table`. A number without an entry keeps its value in
    /// `default`. `queues` has the queue of each traffic class. Reports the entries when the map is read
    /// for the first time with these queues.
    fn eight(
        &mut self,
        table: &'a str,
        map: ConfigRow<'a>,
        default: [u8; 8],
        queues: [u8; 8],
        findings: &mut Findings,
    ) -> [u8; 8] {
        let finding = |from, to| of_entry(table, from, to, queues);
        let read = || {
            report_missing(table, map, findings);
            read_map(map, default, finding, findings)
        };
        *self.eights.entry((table, map.key(), queues)).or_insert_with(read)
    }

    /// Traffic class of each DSCP in `map`. Reports the entries when the map is read for the first time.
    fn dscp(&mut self, map: ConfigRow<'a>, findings: &mut Findings) -> [u8; 64] {
        let finding = |_, _| (Treatment::Taken, "maps: DSCP to TC to queue".to_owned());
        let read = || {
            report_missing_dscps(map, findings);
            read_map(map, [0; 64], finding, findings)
        };
        *self.dscp.entry(map.key()).or_insert_with(read)
    }
}

/// Map of each of eight numbers to itself.
pub(super) const IDENTITY: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

impl PortMaps {
    /// Reads the maps of a port, and reports each map. `read` has the maps that were already read for other
    /// ports of the switch.
    pub fn read<'a>(
        switch: &'a Switch,
        port: &str,
        read: &mut ReadMaps<'a>,
        findings: &mut Findings,
    ) -> Self {
        let eight = |field, table, queues, read: &mut ReadMaps<'a>, findings: &mut Findings| {
            named(switch, port, field, table)
                .map_or(IDENTITY, |map| read.eight(table, map, IDENTITY, queues, findings))
        };
        let tc_to_queue = eight("tc_to_queue_map", TC_TO_QUEUE_MAP, IDENTITY, read, findings);
        let queue = |tc: u8| tc_to_queue[usize::from(tc) % 8];
        // For a DSCP or PCP without an entry, the default of SAI is TC 0.
        let trust = if let Some(map) = dscp_map(switch, port) {
            Trust::Dscp(read.dscp(map, findings).map(queue))
        } else if let Some(map) = named(switch, port, "dot1p_to_tc_map", DOT1P_TO_TC_MAP) {
            let classes = read.eight(DOT1P_TO_TC_MAP, map, [0; 8], IDENTITY, findings);
            Trust::Pcp(classes.map(queue))
        } else if switch.db.has(PORT_QOS_MAP) {
            let place = switch.place(PORT_QOS_MAP, port, "dscp_to_tc_map");
            findings
                .changed(place, "the port has no map of DSCP or PCP: trust = port, every frame is of TC 0");
            Trust::DefaultClass(queue(0))
        } else {
            let reason =
                "the table is missing: frames are classified by PCP, else by an eighth of their DSCP";
            findings.changed(switch.db.place(PORT_QOS_MAP), reason);
            Trust::Unknown
        };
        Self {
            trust,
            tc_to_queue,
            tc_to_pg: eight("tc_to_pg_map", TC_TO_PG_MAP, tc_to_queue, read, findings),
            pfc_to_queue: eight("pfc_to_queue_map", PFC_TO_QUEUE_MAP, IDENTITY, read, findings),
            pfc_to_pg: eight("pfc_to_pg_map", PFC_TO_PG_MAP, IDENTITY, read, findings),
        }
    }

    /// Priority group of the frames of a queue: the group of the lowest traffic class with this queue. For a
    /// queue without a traffic class: the group with the number of the queue.
    pub fn pg_of_queue(&self, queue: u8) -> u8 {
        let tc = self.tc_to_queue.iter().position(|of_tc| *of_tc == queue);
        tc.map_or(queue, |tc| self.tc_to_pg[tc])
    }

    /// First reason why TC, priority group, queue and PFC priority of `priority` have different numbers, and
    /// the table of the map that causes the difference. `None` if all numbers equal `priority`, and no other
    /// TC has the same queue.
    pub fn conflict(&self, priority: Priority) -> Option<String> {
        let (n, own) = (priority.index(), priority.get());
        for (what, kind, number, table) in [
            ("PFC priority", "queue", self.pfc_to_queue[n], PFC_TO_QUEUE_MAP),
            ("TC", "queue", self.tc_to_queue[n], TC_TO_QUEUE_MAP),
            ("PFC priority", "PG", self.pfc_to_pg[n], PFC_TO_PG_MAP),
            ("TC", "PG", self.tc_to_pg[n], TC_TO_PG_MAP),
        ] {
            if number != own {
                return Some(format!("{what} {priority} has {kind} {number} in {table}"));
            }
        }
        let other = (0u8..).zip(self.tc_to_queue).find(|(tc, queue)| *queue == own && *tc != own);
        other.map(|(tc, _)| format!("TC {tc} has queue {priority}, too, in {TC_TO_QUEUE_MAP}"))
    }

    /// Whether the port classifies frames by their DSCP.
    pub const fn classifies_by_dscp(&self) -> bool {
        matches!(self.trust, Trust::Dscp(_) | Trust::Unknown)
    }

    /// Queue of each DSCP, indexed by DSCP. For a port that classifies by PCP, or whose classification is
    /// unknown: the default of the simulator, DSCP / 8.
    pub fn dscp_queues(&self) -> [u8; 64] {
        match self.trust {
            Trust::DefaultClass(queue) => [queue; 64],
            _ => code_points(&self.trust).0,
        }
    }

    /// Lowest PCP of the frames of `priority`; `None` if the port does not classify by PCP, or if no PCP has
    /// this priority.
    pub fn pcp_of(&self, priority: Priority) -> Option<Priority> {
        let Trust::Pcp(queues) = self.trust else { return None };
        least(&queues, priority.get()).and_then(|pcp| Priority::checked_new(u64::from(pcp)))
    }

    /// Writes the parameter `trust` of a port, and the default priority if the port has no map.
    pub fn write(&self, values: &mut PortValues) {
        match self.trust {
            Trust::Dscp(_) => values.set("trust", "dscp"),
            Trust::Pcp(_) => values.set("trust", "pcp"),
            Trust::DefaultClass(queue) => {
                values.set("trust", "port");
                values.set("default_priority", queue);
            }
            Trust::Unknown => values.set("trust", "pcp_then_dscp"),
        }
    }
}

/// Index of the first entry of `queues` that equals `queue`. The index is the lowest DSCP or PCP of this
/// queue. `None` if no entry equals `queue`.
fn least(queues: &[u8], queue: u8) -> Option<u8> {
    (0u8..).zip(queues).find(|(_, of)| **of == queue).map(|(point, _)| point)
}

/// DSCP map of a port, or the map of `PORT_QOS_MAP|global` if the port has no map of its own. `None` if
/// neither map exists. Other fields of the global entry have no effect (`handleGlobalQosMap`,
/// orchagent/qosorch.cpp).
fn dscp_map<'a>(switch: &'a Switch, port: &str) -> Option<ConfigRow<'a>> {
    let (field, table) = ("dscp_to_tc_map", "DSCP_TO_TC_MAP");
    named(switch, port, field, table).or_else(|| {
        let global = switch.db.row(PORT_QOS_MAP, "global")?;
        switch.db.row(table, global.reference(field)?)
    })
}

/// Reports the map of `PORT_QOS_MAP|global` if the port has no map of its own.
fn report_global(switch: &Switch, port: &str, findings: &mut Findings) {
    let field = "dscp_to_tc_map";
    if let Some(global) = switch.db.row(PORT_QOS_MAP, "global")
        && named(switch, port, field, "DSCP_TO_TC_MAP").is_none()
        && dscp_map(switch, port).is_some()
    {
        findings.taken(global.place(field), "trust and maps of ports without a map of their own");
    }
}

/// Map of a port that a field of `PORT_QOS_MAP` names; `None` if the field or the map is absent. Brackets
/// around the name are ignored.
fn named<'a>(switch: &'a Switch, port: &str, field: &str, table: &'a str) -> Option<ConfigRow<'a>> {
    switch.db.row(table, of_port(switch, port)?.reference(field)?)
}

/// Entry of `PORT_QOS_MAP` for a port; `None` if the port has no entry.
pub(super) fn of_port<'a>(switch: &'a Switch, port: &str) -> Option<ConfigRow<'a>> {
    switch.row_of_port(PORT_QOS_MAP, port)
}

/// Reason for the finding of an entry that the import checks but does not write, because the entry maps a
/// number to the same number, as the simulator always does.
const CHECKED: &str = "checked: TC, PG, queue and PFC priority are one number here";

/// Treatment of the entry `from` → `to` in a map of `table`, and the reason. `queues` has the queue of each
/// traffic class. An entry is taken if the simulator behaves as the entry says, otherwise the entry is not
/// modelled. In the simulator, the priority group of a frame has the number of its queue. A PFC priority
/// pauses the queue of the same number, for the group of the same number.
fn of_entry(table: &str, from: usize, to: u8, queues: [u8; 8]) -> (Treatment, String) {
    let is_own = usize::from(to) == from;
    let reason = match table {
        DOT1P_TO_TC_MAP => return (Treatment::Taken, "maps: PCP to TC to queue".to_owned()),
        TC_TO_QUEUE_MAP if !is_own => return (Treatment::Taken, format!("maps: TC {from} has queue {to}")),
        TC_TO_PG_MAP if queues[from] != to => {
            let queue = queues[from];
            format!(
                "here frames of TC {from} are counted in PG {queue}, the number of their queue, not in PG {to}"
            )
        }
        PFC_TO_QUEUE_MAP if !is_own => {
            format!("here a pause of PFC priority {from} pauses queue {from}, not queue {to}")
        }
        PFC_TO_PG_MAP if !is_own => {
            format!("here PG {from}, not PG {to}, requests pauses of PFC priority {from}")
        }
        _ => return (Treatment::Taken, CHECKED.to_owned()),
    };
    (Treatment::NotModelled, reason)
}

/// Reports each number from 0 to 7 for which the map `map` of `table` has no entry.
fn report_missing(table: &str, map: ConfigRow<'_>, findings: &mut Findings) {
    for number in 0..8 {
        if map.fields().any(|(from, _)| from.trim().parse() == Ok(number)) {
            continue;
        }
        let reason = match table {
            DOT1P_TO_TC_MAP => "no entry: frames of this PCP have TC 0, the default of SAI".to_owned(),
            TC_TO_QUEUE_MAP => {
                format!("no entry: TC {number} has queue {number} here; on the switch it may have another")
            }
            TC_TO_PG_MAP => {
                format!("no entry: TC {number} has PG {number} here; on the switch it may have another")
            }
            PFC_TO_QUEUE_MAP => {
                format!(
                    "no entry: PFC priority {number} pauses queue {number} here; on the switch maybe another"
                )
            }
            _ => format!(
                "no entry: PG {number} requests pauses of PFC priority {number} here; on the switch maybe another"
            ),
        };
        findings.changed(map.place(&number.to_string()), reason);
    }
}

/// Reports the DSCPs for which a map has no entry, in one finding.
fn report_missing_dscps(map: ConfigRow<'_>, findings: &mut Findings) {
    let listed: BTreeSet<u8> = map.fields().filter_map(|(from, _)| from.trim().parse().ok()).collect();
    let missing: Vec<u8> = (0..64).filter(|dscp| !listed.contains(dscp)).collect();
    if !missing.is_empty() {
        let reason =
            format!("no entry for DSCP {}: such frames have TC 0, the default of SAI", ranges(&missing));
        findings.changed(map.place(""), reason);
    }
}

/// Ascending numbers as text, with a range for consecutive numbers: `0-7, 9`.
fn ranges(numbers: &[u8]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let texts = runs.filter_map(|run| {
        let (first, last) = (run.first()?, run.last()?);
        Some(if first == last { first.to_string() } else { format!("{first}-{last}") })
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Reads the entries of a map from the numbers 0 to N − 1 to traffic classes or queues. Numbers without an
/// entry, and numbers with a class above 7, keep their value in `default`. `finding` gives the treatment
/// and reason of each entry with a class from 0 to 7. Refuses numbers that are malformed or out of range.
fn read_map<const N: usize>(
    map: ConfigRow<'_>,
    mut default: [u8; N],
    finding: impl Fn(usize, u8) -> (Treatment, String),
    findings: &mut Findings,
) -> [u8; N] {
    for (from, _) in map.fields() {
        let Some(number) = from.trim().parse().ok().filter(|number| *number < N) else {
            findings
                .refuse(map.place(from), format!("\"{from}\" must be a whole number from 0 to {}", N - 1));
            continue;
        };
        match map.number(from, 0..=255, findings) {
            Some(to @ 0..=7) => {
                default[number] = to;
                let (treatment, reason) = finding(number, to);
                findings.add(treatment, map.place(from), &reason);
            }
            Some(to) => findings.not_modelled(map.place(from), format!("the simulator has no class {to}")),
            None => {}
        }
    }
    default
}

/// Reports each field of `PORT_QOS_MAP` of a port as missing, used, or not modelled.
pub(super) fn report(switch: &Switch, port: &str, findings: &mut Findings) {
    report_global(switch, port, findings);
    let Some(row) = of_port(switch, port) else { return };
    if row.get("tc_to_queue_map").is_none() {
        findings.changed(row.place("tc_to_queue_map"), "the field is missing: TC n has queue n");
    }
    if row.get("tc_to_pg_map").is_none() {
        findings.changed(row.place("tc_to_pg_map"), "the field is missing: TC n has PG n");
    }
    for (field, table) in [
        ("dscp_to_tc_map", "DSCP_TO_TC_MAP"),
        ("dot1p_to_tc_map", DOT1P_TO_TC_MAP),
        ("tc_to_queue_map", TC_TO_QUEUE_MAP),
        ("tc_to_pg_map", TC_TO_PG_MAP),
        ("pfc_to_queue_map", PFC_TO_QUEUE_MAP),
        ("pfc_to_pg_map", PFC_TO_PG_MAP),
    ] {
        let Some(name) = row.reference(field) else { continue };
        if switch.db.row(table, name).is_none() {
            findings.changed(
                row.place(field),
                format!("{table} has no entry {name}: as if the field were missing"),
            );
        } else if field == "dot1p_to_tc_map" && dscp_map(switch, port).is_some() {
            findings
                .changed(row.place(field), "left out: the port has a dscp_to_tc_map, too, which counts here");
        } else if matches!(field, "dscp_to_tc_map" | "dot1p_to_tc_map") {
            findings.taken(row.place(field), "trust and maps");
        } else {
            findings.taken(row.place(field), CHECKED);
        }
    }
    for (field, reason) in [
        ("tc_to_dscp_map", "switches of the simulator rewrite no DSCP"),
        ("dscp_to_fc_map", "the simulator has no forwarding classes"),
        ("exp_to_fc_map", "the simulator has no MPLS"),
    ] {
        if row.get(field).is_some() {
            findings.not_modelled(row.place(field), reason);
        }
    }
}

/// Place in the file of the field that names the DSCP map of a port.
pub(super) fn dscp_place(switch: &Switch, port: &str) -> FilePlace {
    switch.place(PORT_QOS_MAP, port, "dscp_to_tc_map")
}
