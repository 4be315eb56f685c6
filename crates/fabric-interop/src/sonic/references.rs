//! Check of fields that name an entry of another table. Start with [`check`].
//!
//! Rule: a reference in brackets (`[TABLE|name]`) names the table that the field needs
//! (`Orch::parseReference`, orchagent/orch.cpp).
//! Fallback: a name without brackets, or without a table, means an entry of the table that the field needs.
//! Table names in `APPL_DB` end with `_TABLE`.
//! Left out: entries that do not exist. The code that reads a field reports them.

use super::Switch;
use crate::finding::Findings;

/// Fields that name an entry of another table: table and name of the field, and table of the named entry.
const REFERENCES: [(&str, &str, &str); 12] = [
    ("BUFFER_PG", "profile", "BUFFER_PROFILE"),
    ("BUFFER_QUEUE", "profile", "BUFFER_PROFILE"),
    ("BUFFER_PROFILE", "pool", "BUFFER_POOL"),
    ("QUEUE", "scheduler", "SCHEDULER"),
    ("QUEUE", "wred_profile", "WRED_PROFILE"),
    ("PORT_QOS_MAP", "scheduler", "SCHEDULER"),
    ("PORT_QOS_MAP", "dscp_to_tc_map", "DSCP_TO_TC_MAP"),
    ("PORT_QOS_MAP", "dot1p_to_tc_map", "DOT1P_TO_TC_MAP"),
    ("PORT_QOS_MAP", "tc_to_queue_map", "TC_TO_QUEUE_MAP"),
    ("PORT_QOS_MAP", "tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP"),
    ("PORT_QOS_MAP", "pfc_to_queue_map", "MAP_PFC_PRIORITY_TO_QUEUE"),
    ("PORT_QOS_MAP", "pfc_to_pg_map", "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"),
];

/// Refuses each reference in brackets to a table other than the one that the field needs.
pub(super) fn check(switch: &Switch, findings: &mut Findings) {
    for (table, field, expected) in REFERENCES {
        for row in switch.db.rows(table) {
            let is_other = |other: &&str| other.strip_suffix("_TABLE").unwrap_or(other) != expected;
            let Some(other) = row.referred_table(field).filter(is_other) else { continue };
            let name = row.reference(field).unwrap_or_default();
            let reason = format!(
                "[{other}|{name}] is an entry of {other}, but must be one of {expected}; give its name"
            );
            findings.refuse(row.place(field), reason);
        }
    }
}
