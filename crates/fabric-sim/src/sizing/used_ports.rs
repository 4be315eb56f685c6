//! Ports of a switch over which frames of the flows can pass, so that a picture of the switch can leave out
//! the others. Start with [`used_ports`].

use super::{Crossings, FramePath};
use crate::engine::World;
use crate::ids::{LocalPort, NodeId, PortSet};

/// Inputs and outputs of a switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SwitchPorts {
    /// Ports as inputs.
    pub inputs: PortSet,
    /// Ports as outputs.
    pub outputs: PortSet,
}

/// Inputs and outputs of `switch` over which frames of the flows of `world` can pass under the current routes:
/// data and returning frames, such as acks, on all equal-cost paths. All ports, if no flow passes the switch, or
/// if the switch learns addresses, because it then floods frames.
#[must_use]
pub fn used_ports(world: &World, switch: NodeId) -> SwitchPorts {
    let spec = world.spec();
    let mut used = SwitchPorts::default();
    let mut crossings = Crossings::new(spec, world.routes());
    for flow in world.flow_specs() {
        let returning = FramePath::returning(spec, flow).map(|(path, _)| path);
        for path in FramePath::of_data(spec, flow).chain(returning) {
            crossings.each(&path, |crossing| {
                for (port, set) in [(crossing.to, &mut used.inputs), (crossing.from, &mut used.outputs)] {
                    let port = &spec.ports[port.index()];
                    if port.node == switch {
                        set.insert(port.number);
                    }
                }
            });
        }
    }
    let is_learning =
        spec.nodes[switch.index()].switch().is_some_and(|switch| spec.switches[switch].learning.is_some());
    if is_learning || used.inputs.is_empty() || used.outputs.is_empty() {
        let all: PortSet = LocalPort::all(spec.nodes[switch.index()].ports.len()).collect();
        used = SwitchPorts { inputs: all, outputs: all };
    }
    used
}
