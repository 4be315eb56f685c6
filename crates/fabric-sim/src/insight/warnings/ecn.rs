//! Warnings on ECN marks that begin only after the pauses that they should prevent, and on ECN-capable flows
//! whose frames cannot be marked. Start with [`before_pfc`].
//!
//! Kmin must be below XOFF. If one input feeds n outputs, the product n · Kmin must not exceed XOFF (Zhu et
//! al., SIGCOMM 2015, section 4); equality is allowed. The check compares the least XOFF of the lossless
//! groups with two values, for each switch and priority. The first is the greatest Kmin. The second is the
//! sum of Kmin over the outputs that mark and transmit ECN-capable frames. Each switch and priority gets at
//! most one of the two warnings. A dynamic XOFF counts with its value while the shared memory is empty.
//!
//! Flows that are ECN-capable although their frames have no IP header are reported, too.

use std::collections::BTreeMap;

use super::super::amount::bytes;
use super::super::shared_memory::{groups_of, shared_memory};
use super::EcnQueues;
use super::placed::{PlacedWarnings, Warning, first_of};
use crate::engine::World;
use crate::fabric::buffer::PgConfig;
use crate::ids::{PortId, Priority};
use crate::spec::Node;
use crate::wire::Ecn;

/// Warns if, for a priority of the switch `node`, the greatest Kmin is not below the least XOFF. Also warns
/// if the sum of Kmin exceeds the least XOFF. The sum is over the outputs that mark and transmit ECN-capable
/// frames (`ecn_queues`). A dynamic XOFF counts with its value while the shared memory is empty.
pub(super) fn before_pfc(world: &World, node: &Node, ecn_queues: &EcnQueues, found: &mut PlacedWarnings) {
    if node.switch().is_none() {
        return;
    }
    let ports = || node.ports.clone().map(PortId);
    let groups: Vec<PgConfig> = groups_of(node).map(|(port, n)| world.group(port, n)).collect();
    let free = shared_memory(world, node);
    for n in Priority::ALL {
        let lossless = groups.iter().skip(n.index()).step_by(8).filter(|group| group.lossless);
        let marking = || ports().filter(|port| !world.marking(*port, n).is_off());
        let kmin_of = |port: PortId| world.marking(port, n).kmin;
        let used: Vec<u64> =
            marking().filter(|port| ecn_queues.carries_ecn_frames(*port, n)).map(kmin_of).collect();
        let sum = used.iter().copied().fold(0, u64::saturating_add);
        let xoff = lossless.map(|group| group.threshold.bytes(free)).min();
        let (Some(xoff), Some(kmin)) = (xoff, marking().map(kmin_of).max()) else { continue };
        let place = format!("{} priority {n}", node.name);
        if kmin >= xoff {
            let message = format!(
                "Kmin {} is not below XOFF {}: an input that feeds an output alone is paused before anything is marked",
                bytes(kmin),
                bytes(xoff)
            );
            found.add(&place, message);
        } else if sum > xoff {
            let count = used.len();
            let all = match used.first() {
                Some(first) if used.iter().all(|one| one == first) => {
                    format!("Kmin {} times {count} outputs", bytes(*first))
                }
                _ => format!("the sum of Kmin over the {count} outputs that mark, {},", bytes(sum)),
            };
            let message = format!(
                "{all} is above XOFF {}: the DCQCN paper's bound for marks before pauses does not hold",
                bytes(xoff)
            );
            found.add(&place, message);
        }
    }
}

/// Warnings on ECN-capable flows whose frames have no IP header, and so no ECN field. Each frame format has
/// one warning.
pub(super) fn without_ip(world: &World) -> Vec<Warning> {
    let formats = &world.spec().formats;
    let mut asking: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for flow in world.flow_specs().filter(|flow| flow.ecn != Ecn::NotCapable) {
        let format = flow.headers.format.index();
        if !formats[format].ip {
            asking.entry(format).or_default().push(format!("flow {}", flow.name));
        }
    }
    let warning = |(format, flows): (usize, Vec<String>)| {
        let (format, verb) = (&formats[format].name, if flows.len() > 1 { "ask" } else { "asks" });
        let sentence = format!(
            "{} {verb} for ECN, but {format} frames have no IP header: they are never marked",
            first_of(&flows)
        );
        Warning { sentence, places: flows }
    };
    asking.into_iter().map(warning).collect()
}
