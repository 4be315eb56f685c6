//! Export of `PORT_QOS_MAP` and the maps that it names. Start with [`write`].
//!
//! Rule: TC, priority group, queue and PFC priority of a frame have one number in the simulator. Therefore,
//! all maps are identities except those from DSCP or PCP (`handlePortQosMapTable`, orchagent/qosorch.cpp).
//! Fallback: a switch gets no maps if its ports send and obey no pauses, have no maximum rate, and have the
//! default classification.
//! Left out: defaults for frames without DSCP or PCP (refused).

use fabric_sim::fabric::classify::ClassifierConfig;
use fabric_sim::ids::Priority;
use fabric_sim::wire::Label;

use super::patch::{Inexpressible, Patch, Removals};
use super::trust::{Exportable, Replaced};
use super::{Exported, Port};

const PORT_QOS_MAP: &str = "PORT_QOS_MAP";

/// Name of the identity maps, and prefix of the names of all other maps.
const NAME: &str = "SIMULATED";

/// Note on the map from PFC priorities to priority groups (`pfc_to_pg_map_supported_asics`, `qos_config.j2`
/// of sonic-buildimage).
const OF_SOME_ASICS: &str = "SONiC sets pfc_to_pg_map for ASICs of Mellanox and Barefoot only. For another ASIC, remove the \
                             field and the table PFC_PRIORITY_TO_PRIORITY_GROUP_MAP: PFC priority n has PG n there.";

/// Maps from DSCP or PCP, in the order in which they were first written. Equal maps share a name.
#[derive(Default)]
struct Maps(Vec<Vec<u8>>);

impl Maps {
    /// Name of a map of `table`: [`NAME`] for the first map, `SIMULATED_2` for the second map. Writes the map
    /// into `patch` if no equal map has been written.
    fn name(&mut self, table: &'static str, map: &[u8], patch: &mut Patch) -> String {
        let known = self.0.iter().position(|other| other == map);
        let number = known.unwrap_or(self.0.len());
        let name = if number == 0 { NAME.to_owned() } else { format!("{NAME}_{}", number + 1) };
        if known.is_none() {
            self.0.push(map.to_vec());
            write_map(table, &name, map, patch);
        }
        name
    }
}

fn write_map(table: &'static str, name: &str, map: &[u8], patch: &mut Patch) {
    for (from, to) in map.iter().enumerate() {
        patch.set(table, name, &from.to_string(), to.to_string());
    }
}

/// Writes the maps of all ports. A port whose trust is refused gets no map from DSCP or PCP. Writes nothing
/// if all ports have the default classification, no PFC and no maximum rate.
pub(super) fn write(
    exported: &Exported<'_>,
    labels: &[Label],
    patch: &mut Patch,
    inexpressible: &mut Inexpressible,
    removals: &mut Removals,
    notes: &mut Vec<String>,
) {
    // A switch needs no map if its ports send and obey no pauses, have no maximum rate, and use the default
    // classification.
    let is_default = |port: &Port<'_>| {
        let config = &port.spec.config;
        config.classifier == ClassifierConfig::IDENTITY
            && config.sender.enabled.is_empty()
            && config.receiver.enabled.is_empty()
            && config.max_rate.is_none()
    };
    if exported.ports.iter().all(is_default) {
        return;
    }
    let identity = [0, 1, 2, 3, 4, 5, 6, 7];
    for table in ["TC_TO_QUEUE_MAP", "TC_TO_PRIORITY_GROUP_MAP"] {
        write_map(table, NAME, &identity, patch);
    }
    for table in ["MAP_PFC_PRIORITY_TO_QUEUE", "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"] {
        write_map(table, NAME, &identity, patch);
    }
    let (mut dscp, mut pcp) = (Maps::default(), Maps::default());
    let mut replaced = Replaced::default();
    for port in &exported.ports {
        let classifier = &port.spec.config.classifier;
        let trust = replaced.trust(port, labels, inexpressible);
        let mut set = |field: &str, value: String| patch.set(PORT_QOS_MAP, &port.name, field, value);
        let mut of_tc = NAME.to_owned();
        for field in ["pfc_to_queue_map", "pfc_to_pg_map"] {
            set(field, NAME.to_owned());
        }
        let has_default = match trust {
            None => false,
            Some(Exportable::Dscp) => {
                let name = dscp.name("DSCP_TO_TC_MAP", &classifier.dscp.map(Priority::get), patch);
                patch.set(PORT_QOS_MAP, &port.name, "dscp_to_tc_map", name);
                true
            }
            Some(Exportable::Pcp) => {
                let name = pcp.name("DOT1P_TO_TC_MAP", &classifier.pcp.map(Priority::get), patch);
                patch.set(PORT_QOS_MAP, &port.name, "dot1p_to_tc_map", name);
                remove_dscp_maps(port, removals);
                true
            }
            Some(Exportable::DefaultPriority) => {
                of_tc = of_default(port, patch, inexpressible);
                remove_dscp_maps(port, removals);
                removals.add(PORT_QOS_MAP, "dot1p_to_tc_map", &port.name);
                false
            }
        };
        if port.spec.config.max_rate.is_none() {
            removals.add(PORT_QOS_MAP, "scheduler", &port.name);
        }
        if has_default && classifier.default != Priority::P0 {
            let reason = "frames without a code point have TC 0 in SONiC; set default_priority=0";
            inexpressible.add(port.param("default_priority"), reason);
        }
        for field in ["tc_to_queue_map", "tc_to_pg_map"] {
            patch.set(PORT_QOS_MAP, &port.name, field, of_tc.clone());
        }
    }
    notes.extend(replaced.note());
    notes.push(OF_SOME_ASICS.to_owned());
}

/// Adds two fields to `removals`: the DSCP map of a port, and the DSCP map of `PORT_QOS_MAP|global`, which
/// applies to ports without their own map (`handleGlobalQosMap`, orchagent/qosorch.cpp).
fn remove_dscp_maps(port: &Port<'_>, removals: &mut Removals) {
    removals.add(PORT_QOS_MAP, "dscp_to_tc_map", &port.name);
    removals.add(PORT_QOS_MAP, "dscp_to_tc_map", "global");
}

/// Name of the maps for a port that gives all frames its default priority. In these maps, TC 0 has the queue
/// of the default priority. A lossless default priority is refused.
fn of_default(port: &Port<'_>, patch: &mut Patch, inexpressible: &mut Inexpressible) -> String {
    let config = &port.spec.config;
    let priority = config.classifier.default;
    if priority == Priority::P0 {
        return NAME.to_owned();
    }
    if config.priorities[priority.index()].pg.lossless || config.priorities[0].pg.lossless {
        let reason = "frames have TC 0 without a map, and TC, queue and PFC priority of lossless frames must be one \
                      number; set trust=dscp";
        inexpressible.add(port.param("default_priority"), reason);
    }
    let name = format!("{NAME}_0_TO_{priority}");
    let map = [priority.get(), 1, 2, 3, 4, 5, 6, 7];
    for table in ["TC_TO_QUEUE_MAP", "TC_TO_PRIORITY_GROUP_MAP"] {
        write_map(table, &name, &map, patch);
    }
    name
}
