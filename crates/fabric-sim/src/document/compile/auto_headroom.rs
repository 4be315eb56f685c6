//! Calculates the headrooms that are `auto` in the document, from the fabric and the flows of the document.
//! Flows that actions add later do not count. Start with [`headrooms`].

use super::super::params::{CALCULATED, Key, Rows, config};
use crate::ids::{PortId, Priority};
use crate::sizing::{FrameSizes, bound_of, further_outputs_bytes};
use crate::spec::Spec;
use crate::wire::MIN_FRAME_BYTES;

/// Calculates the headroom of every priority group whose headroom is `auto`. Returns whether any group has an
/// `auto` headroom.
pub(super) fn headrooms(rows: &mut Rows, spec: &mut Spec) -> bool {
    let auto = |rows: &Rows, port: PortId, n: Priority| {
        rows.priorities[port.index()][n.index()].given(Key::Headroom) == Some(CALCULATED)
    };
    let groups = (0..rows.priorities.len())
        .map(PortId::new)
        .flat_map(|port| Priority::ALL.into_iter().map(move |n| (port, n)));
    let groups: Vec<(PortId, Priority)> = groups.filter(|(port, n)| auto(rows, *port, *n)).collect();
    if groups.is_empty() {
        return false;
    }
    let sizes = FrameSizes::of(spec, &spec.routes, &mut spec.flows.iter());
    for (port, n) in groups {
        let row = &mut rows.priorities[port.index()][n.index()];
        row.put(Key::Headroom, headroom(spec, &sizes, port, n));
        spec.ports[port.index()].config.priorities[n.index()] = config::priority(row, n, rows.model);
    }
    true
}

/// Headroom in bytes that the group of `priority` at `port` needs in the worst case. The frame sizes are
/// taken from the flows that arrive at the port. If no flow arrives, the calculation uses the longest frame
/// of the document. With `pfc_trigger` egress, one XOFF for each further output is added.
pub(super) fn headroom(spec: &Spec, sizes: &FrameSizes, port: PortId, priority: Priority) -> u64 {
    let switch = spec.switch_of(port).map(|switch| spec.switches[switch.index()].pool.cell_bytes);
    let cell_bytes = switch.unwrap_or(1);
    let longest = spec.longest_frame().max(MIN_FRAME_BYTES);
    let bound = sizes.bound(spec, port, priority, cell_bytes);
    let bound = bound.unwrap_or_else(|| bound_of(spec, port, &[longest], longest, cell_bytes)).bytes;
    let threshold = spec.ports[port.index()].config.priorities[priority.index()].pg.threshold;
    bound.saturating_add(further_outputs_bytes(spec, sizes, (port, priority), threshold))
}
