//! Warnings on ports that have PFC in the configuration but are lossy in the document. Start with
//! [`warnings`].
//!
//! Rule: such a port sends no pauses, so its link can lose frames. The warning names the port and the reason.
//! Fallback: ports of a switch with the same priorities and the same reason share a warning.
//! Left out: documents without any lossless priority. A warning of the module `load` says so.

use std::collections::BTreeMap;

use fabric_sim::ids::{Priority, PrioritySet};

use super::ImportedSwitch;
use super::pfc::words;

/// Warnings on all linked ports, in the order of switches.
pub(super) fn warnings(imported_switches: &[ImportedSwitch]) -> Vec<String> {
    if imported_switches.iter().flat_map(|imported| &imported.lossless).all(|lossless| lossless.is_empty()) {
        return Vec::new();
    }
    imported_switches.iter().flat_map(of_switch).collect()
}

/// Warnings on the ports of one switch.
fn of_switch(imported: &ImportedSwitch) -> Vec<String> {
    let mut ports: BTreeMap<(String, &str), Vec<&str>> = BTreeMap::new();
    for (groups, port) in imported.groups.iter().zip(&imported.switch.ports) {
        let mut priorities: BTreeMap<&str, PrioritySet> = BTreeMap::new();
        for (priority, cause) in Priority::ALL.into_iter().zip(&groups.causes) {
            if let Some(cause) = cause {
                priorities.entry(cause).or_insert(PrioritySet::EMPTY).insert(priority);
            }
        }
        for (cause, set) in priorities {
            ports.entry((words(set), cause)).or_default().push(port);
        }
    }
    let sentence = |((priorities, cause), ports): ((String, &str), Vec<&str>)| {
        format!(
            "{} {}: PFC is on for priority {priorities}, but it is lossy here: no pauses are sent, and frames can be \
             lost. The reason: {cause}.",
            imported.switch.name,
            listed(&ports)
        )
    };
    ports.into_iter().map(sentence).collect()
}

/// Name of the first of `ports`, with the number of further ports: `Ethernet0 and 3 more ports`. Empty
/// without ports.
pub(super) fn listed(ports: &[&str]) -> String {
    match ports {
        [] => String::new(),
        [port] => (*port).to_owned(),
        [first, _] => format!("{first} and 1 more port"),
        [first, others @ ..] => format!("{first} and {} more ports", others.len()),
    }
}
