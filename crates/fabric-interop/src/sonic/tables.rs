//! Report of tables that concern queueing but have no counterpart in the simulator.
//!
//! Rule: each field of the tables in [`TABLES`] is reported with the reason of its table.
//! Fallback: tables that are neither in [`TABLES`] nor read by another module do not concern queueing. They
//! are not reported.
//! Left out: single fields of tables that another module reads. That module reports them.

use super::Switch;
use super::platform::Chip;
use crate::finding::Findings;

/// Tables without a counterpart in the simulator, each with the reason for the report.
pub(super) const TABLES: [(&str, &str); 13] = [
    ("TC_TO_DSCP_MAP", "switches of the simulator rewrite no DSCP"),
    ("DSCP_TO_FC_MAP", "the simulator has no forwarding classes"),
    ("EXP_TO_FC_MAP", "the simulator has no MPLS"),
    ("MPLS_TC_TO_TC_MAP", "the simulator has no MPLS"),
    ("TUNNEL", "the simulator has no tunnels, so no remap of lossless classes in them"),
    ("PORT_STORM_CONTROL", "the simulator polices no traffic"),
    ("POLICER", "the simulator polices no traffic"),
    ("SYSTEM_PORT", "VoQ credits and fabric links of a chassis: its line cards are switches here"),
    ("SWITCH_TRIMMING", "frames are dropped, not trimmed"),
    ("BUFFER_PORT_PROFILE", "ports have no limit of their own"),
    ("PFC_COUNTERS_POLL", "counters of the switch, without effect on traffic"),
    ("DLB", "a flow keeps one of the equal paths, by a hash"),
    ("FLOWLET", "a flow keeps one of the equal paths, by a hash"),
];

/// Reports settings of a switch that the simulator does not model: the tables in [`TABLES`], members of port
/// channels, and properties that the configuration does not contain.
pub(super) fn report(switch: &Switch, findings: &mut Findings) {
    for (table, reason) in TABLES {
        for row in switch.db.rows(table) {
            row.fields().for_each(|(field, _)| findings.not_modelled(row.place(field), reason));
        }
    }
    for row in switch.db.rows("PORTCHANNEL_MEMBER") {
        if row.key().split('|').any(|port| switch.number(port).is_some()) {
            let reason = "the links of a port channel are parallel links: each flow keeps one of them, by the \
                          simulator's own hash";
            findings.not_modelled(row.place(""), reason);
        }
    }
    if Chip::of(switch.platform()) == Some(Chip::Broadcom) {
        let reason = "the size of buffer cells is not in the configuration: cell_bytes stays 1";
        findings.not_modelled(switch.metadata_place("platform"), reason);
    }
}
