//! Ports over which frames of the flows can pass. Pictures leave out the ports without traffic. Start with
//! [`UsedPorts::of`].

use super::{Crossings, FramePath};
use crate::engine::World;
use crate::ids::{NodeId, PortId, PortSet};
use crate::spec::{NodeKind, Spec};

/// Directions in which frames of flows can pass a port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PortUse {
    /// Whether frames can enter the node by this port.
    pub input: bool,
    /// Whether frames can leave the node by this port.
    pub output: bool,
}

impl PortUse {
    /// Use of a port in both directions.
    pub const BOTH: Self = Self { input: true, output: true };
}

/// Used ports of a switch, by their numbers at the switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SwitchPorts {
    /// Ports by which frames can enter the switch.
    pub inputs: PortSet,
    /// Ports by which frames can leave the switch.
    pub outputs: PortSet,
}

/// Directions in which frames can pass each port of a fabric.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsedPorts {
    /// Use of each port, indexed by port. A port beyond the end counts as used in both directions.
    ports: Vec<PortUse>,
}

impl UsedPorts {
    /// Ports over which frames of the flows of `world` can pass, on all equal-cost paths of the current
    /// routes. Returning frames, such as acks, are included. If any switch learns addresses, all ports count
    /// as used, because the switch may flood frames. Ports of hosts, and the ports of a node that no flow
    /// passes, also count as used in both directions.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let spec = world.spec();
        if spec.switches.iter().any(|switch| switch.learning.is_some()) {
            return Self { ports: vec![PortUse::BOTH; spec.ports.len()] };
        }
        let mut ports = vec![PortUse::default(); spec.ports.len()];
        let mut crossings = Crossings::new(spec, world.routes());
        for flow in world.flow_specs() {
            let returning = FramePath::returning(spec, flow).map(|(path, _)| path);
            for path in FramePath::of_data(spec, flow).chain(returning) {
                crossings.each(&path, |crossing| {
                    ports[crossing.from.index()].output = true;
                    ports[crossing.to.index()].input = true;
                });
            }
        }
        for node in &spec.nodes {
            let range = node.ports.start as usize..node.ports.end as usize;
            let is_unused = ports[range.clone()].iter().all(|port| *port == PortUse::default());
            if node.kind == NodeKind::Host || is_unused {
                ports[range].fill(PortUse::BOTH);
            }
        }
        Self { ports }
    }

    /// Adds the used ports of `other`, which must be of the same fabric. If `other` is empty, the result is
    /// empty, so that all ports count as used.
    pub fn merge(&mut self, other: &Self) {
        self.ports.resize(other.ports.len(), PortUse::default());
        for (port, other) in self.ports.iter_mut().zip(&other.ports) {
            port.input |= other.input;
            port.output |= other.output;
        }
    }

    /// Use of `port`. A port without an entry counts as used in both directions.
    #[must_use]
    pub fn at(&self, port: PortId) -> PortUse {
        self.ports.get(port.index()).copied().unwrap_or(PortUse::BOTH)
    }

    /// Ports of `switch` that frames can enter, and ports that frames can leave.
    #[must_use]
    pub fn of_switch(&self, spec: &Spec, switch: NodeId) -> SwitchPorts {
        let mut used = SwitchPorts::default();
        for port in spec.nodes[switch.index()].ports.clone().map(PortId) {
            let (PortUse { input, output }, number) = (self.at(port), spec.ports[port.index()].number);
            used.inputs.set(number, input);
            used.outputs.set(number, output);
        }
        used
    }
}
