//! Priority maps of the document, computed from the maps of the ports. Start with [`document_maps`].
//!
//! Rule: the most frequent map of a switch applies to all of its ports; each other port has an entry with the
//! difference.
//! Fallback: if a port does not classify by DSCP or by PCP, this map is the default map of the simulator.
//! Left out: maps that equal the default.

use fabric_sim::document::{PriorityMap, Whole};
use fabric_sim::ids::Priority;

use super::Switch;
use super::maps::{IDENTITY, PortMaps, Trust};

/// Priority maps of a document for the ports of a switch. `ports` is indexed by port number. The first entry
/// is the most frequent map, for all ports; this entry is absent if the map equals the default of the
/// simulator. Each port with another map gets its own entry, in the order of ports.
pub(super) fn document_maps(switch: &Switch, ports: &[PortMaps]) -> Vec<PriorityMap> {
    let tables: Vec<([u8; 64], [u8; 8])> = ports.iter().map(|maps| code_points(&maps.trust)).collect();
    let count = |table: &([u8; 64], [u8; 8])| tables.iter().filter(|other| *other == table).count();
    // If several maps are equally frequent, the first map counts.
    let most = tables.iter().rev().max_by_key(|table| count(table)).copied();
    let Some(common) = most else { return Vec::new() };
    let usual = code_points(&Trust::Unknown);
    let mut maps = Vec::new();
    maps.extend(difference(switch, None, &usual, &common));
    for (port, table) in (0..).zip(&tables) {
        maps.extend(difference(switch, Whole::new(port), &common, table));
    }
    maps
}

/// Queue of each DSCP, and queue of each PCP. If the port does not classify by DSCP or by PCP, the array of
/// this field is the default map of the simulator.
pub(super) fn code_points(trust: &Trust) -> ([u8; 64], [u8; 8]) {
    let mut dscp = [0; 64];
    for (eighth, slots) in (0u8..).zip(dscp.chunks_mut(8)) {
        slots.fill(eighth);
    }
    match trust {
        Trust::Dscp(queues) => (*queues, IDENTITY),
        Trust::Pcp(queues) => (dscp, *queues),
        Trust::DefaultClass(_) | Trust::Unknown => (dscp, IDENTITY),
    }
}

/// Entry of a document that changes the maps `old` (DSCP, PCP) to `new`; `None` if the maps are equal. `port`
/// is the number of the port; `None` for all ports of the switch.
fn difference(
    switch: &Switch,
    port: Option<Whole<0, 63>>,
    old: &([u8; 64], [u8; 8]),
    new: &([u8; 64], [u8; 8]),
) -> Option<PriorityMap> {
    let changed = |old: &[u8], new: &[u8]| -> Vec<(u8, u8)> {
        let pairs = (0u8..).zip(old.iter().zip(new));
        pairs.filter(|(_, (old, new))| old != new).map(|(point, (_, new))| (point, *new)).collect()
    };
    let (dscp, pcp) = (changed(&old.0, &new.0), changed(&old.1, &new.1));
    if dscp.is_empty() && pcp.is_empty() {
        return None;
    }
    let priority = |n: u8| Priority::checked_new(u64::from(n));
    Some(PriorityMap {
        switch: switch.name.clone(),
        port,
        pcp: pcp.iter().filter_map(|(a, b)| Some((priority(*a)?, priority(*b)?))).collect(),
        dscp: dscp.iter().filter_map(|(a, b)| Some((Whole::new(u64::from(*a))?, priority(*b)?))).collect(),
    })
}
