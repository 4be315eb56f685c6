//! Marking that comes later than the pauses that it should prevent.

use super::found::Found;
use crate::engine::World;
use crate::fabric::buffer::{PgConfig, Pool};
use crate::ids::PortId;
use crate::spec::Node;
use crate::units::Bytes;

/// Kmin against XOFF, each at its worst among the ports of the switch `node`;
/// a dynamic threshold as it is while the memory is empty.
pub(super) fn before_pfc(world: &World, node: &Node, found: &mut Found) {
    let Some(switch) = node.switch() else { return };
    let ports = || node.ports.clone().map(PortId);
    let groups: Vec<PgConfig> = ports().flat_map(|port| (0..8).map(move |n| *world.group(port, n))).collect();
    let free = Pool::new(world.spec().switches[switch].pool, &groups).free();
    for n in 0..8 {
        let lossless = groups.iter().skip(n).step_by(8).filter(|group| group.lossless);
        let priority = u8::try_from(n).unwrap_or(0);
        let marking = ports().map(|port| world.marking(port, priority)).filter(|ecn| !ecn.is_off());
        let xoff = lossless.map(|group| group.threshold.bytes(free)).min();
        let (Some(xoff), Some(kmin)) = (xoff, marking.map(|ecn| ecn.kmin).max()) else { continue };
        let place = format!("{} priority {n}", node.name);
        if kmin >= xoff {
            let message = format!(
                "Kmin {} is not below XOFF {}: an input that feeds an output alone is paused before anything is marked",
                Bytes(kmin),
                Bytes(xoff)
            );
            found.add(&place, message);
        } else if kmin * node.ports.len() as u64 > xoff {
            let message = format!(
                "Kmin {} times {} outputs is above XOFF {}: the DCQCN paper's bound for marks before pauses does not hold",
                Bytes(kmin),
                node.ports.len(),
                Bytes(xoff)
            );
            found.add(&place, message);
        }
    }
}
