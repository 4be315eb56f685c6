//! Ports over which frames of the flows can pass, so that pictures can leave out the others. Start with
//! [`UsedPorts::of`].

use super::{Crossings, FramePath};
use crate::engine::World;
use crate::ids::{NodeId, PortId, PortSet};
use crate::spec::{NodeKind, Spec};

/// Directions in which frames of flows can pass a port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PortUse {
    /// Whether frames can enter the node by the port.
    pub input: bool,
    /// Whether frames can leave the node by the port.
    pub output: bool,
}

impl PortUse {
    /// Use in both directions.
    pub const BOTH: Self = Self { input: true, output: true };
}

/// Inputs and outputs of a switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SwitchPorts {
    /// Ports as inputs.
    pub inputs: PortSet,
    /// Ports as outputs.
    pub outputs: PortSet,
}

/// Use of each port of a fabric.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsedPorts {
    /// By index of the port.
    ports: Vec<PortUse>,
}

impl UsedPorts {
    /// Use of the ports by the flows of `world` under its current routes, on all equal-cost paths. Returning
    /// frames, such as acks, are included. If any switch learns addresses, all ports are used, because the
    /// switch may flood frames. The ports of hosts, and the ports of a switch that no flow passes, are also
    /// treated as used in both directions.
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

    /// Adds the uses in `other`, of the same fabric. An empty `other` empties the result; all ports then
    /// count as used.
    pub fn merge(&mut self, other: &Self) {
        self.ports.resize(other.ports.len(), PortUse::default());
        for (port, other) in self.ports.iter_mut().zip(&other.ports) {
            port.input |= other.input;
            port.output |= other.output;
        }
    }

    /// Use of `port`. Both directions, if the fabric has no such port.
    #[must_use]
    pub fn at(&self, port: PortId) -> PortUse {
        self.ports.get(port.index()).copied().unwrap_or(PortUse::BOTH)
    }

    /// Used inputs and outputs of `switch`.
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
