//! Tables and fields of SONiC that the importer knows. Also findings of known fields from which the
//! document needs no value. Start with [`TABLES`].
//!
//! Rule: a field that is in a list of [`TABLES`] is read, or has no effect on queues.
//! Fallback: a field that is in no list is reported as unknown.
//! Left out: tables that do not concern queueing.

use super::unreported_fields::Keys;
use crate::finding::Treatment;

/// Tables that are read: name, relation of the keys to ports, and known fields. An empty list of fields: all
/// fields are known.
pub(super) const TABLES: [(&str, Keys, &[&str]); 25] = [
    ("DEVICE_METADATA", Keys::Names, &[]),
    (
        "PORT",
        Keys::Ports,
        &[
            "speed",
            "admin_status",
            "mtu",
            "alias",
            "asic_port_name",
            "pfc_asym",
            "autoneg",
            "adv_speeds",
            "lanes",
            "index",
            "description",
            "fec",
            "subport",
            "tpid",
            "role",
            "core_id",
            "core_port_id",
            "num_voq",
            "interface_type",
            "adv_interface_types",
            "link_training",
            "media_type",
            "coreId",
            "corePortId",
            "numVoq",
        ],
    ),
    ("CABLE_LENGTH", Keys::PortFields, &[]),
    ("DEVICE_NEIGHBOR", Keys::Ports, &["name", "port"]),
    ("DEVICE_NEIGHBOR_METADATA", Keys::Names, &[]),
    ("LLDP_ENTRY_TABLE", Keys::Ports, &[]),
    ("BUFFER_POOL", Keys::Names, &["size", "xoff", "mode", "type", "percentage"]),
    (
        "BUFFER_PROFILE",
        Keys::Names,
        &["xoff", "xon", "xon_offset", "size", "dynamic_th", "static_th", "pool", "packet_discard_action"],
    ),
    ("BUFFER_PG", Keys::Ports, &["profile"]),
    ("BUFFER_QUEUE", Keys::Ports, &["profile"]),
    ("BUFFER_PORT_INGRESS_PROFILE_LIST", Keys::Ports, &["profile_list"]),
    ("BUFFER_PORT_EGRESS_PROFILE_LIST", Keys::Ports, &["profile_list"]),
    ("DEFAULT_LOSSLESS_BUFFER_PARAMETER", Keys::Names, &["default_dynamic_th", "over_subscribe_ratio"]),
    ("LOSSLESS_TRAFFIC_PATTERN", Keys::Names, &["mtu", "small_packet_percentage"]),
    (
        "PORT_QOS_MAP",
        Keys::Ports,
        &[
            "pfc_enable",
            "pfcwd_sw_enable",
            "dscp_to_tc_map",
            "dot1p_to_tc_map",
            "tc_to_queue_map",
            "tc_to_pg_map",
            "pfc_to_queue_map",
            "pfc_to_pg_map",
            "scheduler",
            "tc_to_dscp_map",
            "dscp_to_fc_map",
            "exp_to_fc_map",
        ],
    ),
    ("DSCP_TO_TC_MAP", Keys::Names, &[]),
    ("DOT1P_TO_TC_MAP", Keys::Names, &[]),
    ("TC_TO_QUEUE_MAP", Keys::Names, &[]),
    ("TC_TO_PRIORITY_GROUP_MAP", Keys::Names, &[]),
    ("MAP_PFC_PRIORITY_TO_QUEUE", Keys::Names, &[]),
    ("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", Keys::Names, &[]),
    ("QUEUE", Keys::Ports, &["scheduler", "wred_profile"]),
    (
        "PFC_WD",
        Keys::Ports,
        &[
            "action",
            "detection_time",
            "restoration_time",
            "pfc_stat_history",
            "POLL_INTERVAL",
            "BIG_RED_SWITCH",
        ],
    ),
    ("SCHEDULER", Keys::Names, &["type", "weight", "meter_type", "cir", "cbs", "pir", "pbs", "priority"]),
    (
        "WRED_PROFILE",
        Keys::Names,
        &[
            "ecn",
            "wred_green_enable",
            "green_min_threshold",
            "green_max_threshold",
            "green_drop_probability",
            "wred_yellow_enable",
            "yellow_min_threshold",
            "yellow_max_threshold",
            "yellow_drop_probability",
            "wred_red_enable",
            "red_min_threshold",
            "red_max_threshold",
            "red_drop_probability",
        ],
    ),
];

/// Words that occur in the names of tables about queueing. The words are in capital letters, like the names.
const WORDS: [&str; 10] =
    ["BUFFER", "QUEUE", "QOS", "PFC", "SCHEDULER", "WRED", "TO_TC", "DSCP", "PRIORITY_GROUP", "LOSSLESS"];

/// Whether keys of `table` may be aliases of ports. True for the tables of neighbours. In all other tables
/// SONiC reads port names only.
pub(super) fn has_aliases(table: &str) -> bool {
    name_field(table).is_some()
}

/// Whether an unknown table may concern queueing: its name suggests queueing, or is nearly the name of a
/// table of [`TABLES`]. Unknown tables are neither in [`TABLES`] nor in the module `tables`.
pub(super) fn may_concern_queueing(table: &str) -> bool {
    (WORDS.iter().any(|word| table.contains(word)) || is_misspelt(table))
        && TABLES.iter().all(|(known, ..)| *known != table)
        && super::tables::TABLES.iter().all(|(known, _)| *known != table)
}

/// Largest number of letters of a table that is compared with the names of [`TABLES`].
const LONGEST_NAME: usize = 40;

/// Whether `table` differs from the name of a table of [`TABLES`] by at most a quarter of its letters.
/// Underscores and case are ignored.
fn is_misspelt(table: &str) -> bool {
    let letters = |name: &str| name.replace('_', "").to_ascii_uppercase();
    // A long name is not compared: the time would grow with the product of the lengths.
    let own = letters(table);
    own.len() <= LONGEST_NAME
        && TABLES.iter().any(|(known, ..)| {
            let known = letters(known);
            strsim::damerau_levenshtein(&own, &known) <= known.len() / 4
        })
}

/// Field of `table` whose value is the name of a neighbour. The report lists this field for the whole entry.
/// `None` if the table has no such field.
pub(super) fn name_field(table: &str) -> Option<&'static str> {
    match table {
        "DEVICE_NEIGHBOR" => Some("name"),
        "LLDP_ENTRY_TABLE" => Some("lldp_rem_sys_name"),
        _ => None,
    }
}

/// Treatment and reason of a known field that no other module reports; `value` is the text of the field. The
/// first rule that fits the field gives the result; `None` if no rule fits.
pub(super) fn of_known(table: &str, field: &str, value: &str) -> Option<(Treatment, &'static str)> {
    let no_effect = "no effect on queues here";
    Some(match (table, field) {
        ("DEVICE_METADATA", "hostname" | "asic_name") => (Treatment::Taken, "name of the switch"),
        ("DEVICE_NEIGHBOR_METADATA", "type") => (Treatment::Taken, "groups of the example load"),
        ("PORT", "admin_status") if value == "up" => (Treatment::Taken, "the port can have a link"),
        ("PORT", "admin_status") => (Treatment::Changed, "the port has a link, because it is selected"),
        ("PORT", "alias" | "asic_port_name") => (Treatment::Taken, "further name of the port"),
        ("PORT", "pfc_asym") => (Treatment::Taken, "pfc_rx = auto"),
        ("PORT" | "DEVICE_METADATA" | "DEVICE_NEIGHBOR_METADATA" | "LLDP_ENTRY_TABLE", _)
        | ("BUFFER_POOL", "type") => (Treatment::Taken, no_effect),
        ("BUFFER_PROFILE", "pool") => (Treatment::Taken, "the pool of the profile"),
        ("BUFFER_PROFILE", "packet_discard_action") => (Treatment::Taken, "frames are dropped"),
        ("BUFFER_PROFILE", "size") if value == "0" => (Treatment::Taken, "no reserve"),
        ("SCHEDULER", "meter_type") if value.trim() == "packets" => {
            (Treatment::NotModelled, "rates are in bytes: a rate in packets is left out")
        }
        ("SCHEDULER", "meter_type") => (Treatment::Taken, "rates are in bytes"),
        ("SCHEDULER", "priority") => (Treatment::Changed, "left out: SONiC does not use the field either"),
        ("WRED_PROFILE", _)
            if field.contains("yellow") || field.contains("red_") && !field.starts_with("wred_green") =>
        {
            (Treatment::NotModelled, "frames of the simulator have no colour: all are green")
        }
        _ => return None,
    })
}
