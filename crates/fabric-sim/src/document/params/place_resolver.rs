//! Finds the ports and switches to which an address applies, in the order of their indices. A node or port
//! that does not exist is an error. The address of a profile is an exception: its port need not exist at all
//! switches with this profile. Start with [`PlaceResolver`].

use std::collections::HashMap;

use super::{Nodes, Place};
use crate::ids::{NodeId, PortId, SwitchId};
use crate::spec::{NodeKind, PortSpec, Spec};

/// Finds the ports and switches to which the place of an address applies.
pub(crate) struct PlaceResolver<'a> {
    pub(crate) spec: &'a Spec,
    /// Hosts and switches by name.
    names: HashMap<&'a str, NodeId>,
    /// Switches that have a profile, by the name of the profile, in the order of the nodes.
    profiles: HashMap<&'a str, Vec<NodeId>>,
    /// Length in bytes of the longest frame that the credits of every port allow. Credits are rounded down to
    /// whole cells. A longer frame can wait for ever at a port with fewer credits. `u64::MAX` if no port
    /// grants credits.
    pub(crate) covered: u64,
}

impl<'a> PlaceResolver<'a> {
    /// Creates the resolver for `spec`. `profiles` gives the profile of each switch in the order of the
    /// switches, or `None` for a switch without profile.
    pub(crate) fn new(spec: &'a Spec, profiles: impl Iterator<Item = Option<&'a str>>) -> Self {
        let names: HashMap<_, _> =
            spec.nodes.iter().enumerate().map(|(n, node)| (node.name.as_str(), NodeId::new(n))).collect();
        let switches = spec.nodes.iter().enumerate().filter(|(_, node)| node.kind == NodeKind::Switch);
        let mut members: HashMap<&str, Vec<NodeId>> = HashMap::new();
        for ((n, _), profile) in switches.zip(profiles) {
            if let Some(profile) = profile {
                members.entry(profile).or_default().push(NodeId::new(n));
            }
        }
        let whole_cells = |port: &PortSpec| {
            let cell = u64::from(spec.cell_bytes(port.node));
            let credits = port.config.priorities.iter().filter_map(|priority| priority.credits);
            credits.map(move |credits| credits / cell * cell).min()
        };
        let covered = spec.ports.iter().filter_map(whole_cells).min().unwrap_or(u64::MAX);
        Self { spec, names, profiles: members, covered }
    }

    /// Finds the host or switch called `name`. `None` if no node has this name.
    pub(crate) fn find(&self, name: &str) -> Option<NodeId> {
        self.names.get(name).copied()
    }

    /// Finds the node called `name`.
    ///
    /// # Errors
    /// Returns a message if there is no node of this name and kind.
    pub(crate) fn node(&self, name: &str, kind: NodeKind) -> Result<NodeId, String> {
        let what = if kind == NodeKind::Host { "host" } else { "switch" };
        let found = self.names.get(name).filter(|id| self.spec.nodes[id.index()].kind == kind);
        found.copied().ok_or_else(|| format!("there is no {what} called \"{name}\"; add it, or name another"))
    }

    /// Switches to which `place` applies, in the order of the nodes. Empty for a host, and for
    /// a profile that no switch has.
    ///
    /// # Errors
    /// Returns a message if there is no node of this name.
    pub(crate) fn switches(&self, place: &Place) -> Result<Vec<SwitchId>, String> {
        let nodes =
            self.nodes(place)?.unwrap_or_else(|| (0..self.spec.nodes.len()).map(NodeId::new).collect());
        Ok(nodes.iter().filter_map(|id| self.spec.nodes[id.index()].switch()).collect())
    }

    /// Ports to which `place` applies. For the whole fabric, only ports of nodes of the kind `of`; for
    /// another place, `of` is ignored. The ports are in the order of the nodes; the ports of a node are in
    /// the order of port numbers. Empty for a profile that no switch has.
    ///
    /// # Errors
    /// Returns a message if there is no node of this name, or no port of this number.
    pub(crate) fn ports(&self, place: &Place, of: Nodes) -> Result<Vec<PortId>, String> {
        let Some(nodes) = self.nodes(place)? else {
            let kind = |port: &PortId| self.spec.nodes[self.spec.ports[port.index()].node.index()].kind;
            let ours = |port: &PortId| match of {
                Nodes::All => true,
                Nodes::Hosts => kind(port) == NodeKind::Host,
                Nodes::Switches => kind(port) == NodeKind::Switch,
            };
            return Ok((0..self.spec.ports.len()).map(PortId::new).filter(ours).collect());
        };
        let ranges = nodes.iter().map(|id| (id, self.spec.nodes[id.index()].ports.clone()));
        match place {
            Place::SwitchPort(_, number) => ranges
                .map(|(id, range)| match self.spec.port(*id, *number) {
                    Some(port) => Ok(port),
                    None => Err(format!(
                        "switch \"{}\" has {} ports, numbered from 0; name one of them",
                        self.spec.nodes[id.index()].name,
                        range.len()
                    )),
                })
                .collect(),
            // A profile may name ports that only some of its switches have.
            Place::ProfilePort(_, number) | Place::OfProfile { port: Some(number), .. } => {
                Ok(ranges.filter_map(|(id, _)| self.spec.port(*id, *number)).collect())
            }
            _ => Ok(ranges.flat_map(|(_, range)| range).map(PortId).collect()),
        }
    }

    /// Nodes to which `place` applies. `None` means all nodes of the fabric.
    fn nodes(&self, place: &Place) -> Result<Option<Vec<NodeId>>, String> {
        Ok(match place {
            Place::Fabric => None,
            Place::Profile(name) | Place::ProfilePort(name, _) => {
                Some(self.profiles.get(name.as_str()).cloned().unwrap_or_default())
            }
            Place::Switch(name) | Place::SwitchPort(name, _) => {
                Some(vec![self.node(name, NodeKind::Switch)?])
            }
            Place::Host(name) => Some(vec![self.node(name, NodeKind::Host)?]),
            // A node that does not exist is ignored here; compiling the links reports it.
            Place::OfProfile { node, .. } => Some(self.find(node).into_iter().collect()),
        })
    }
}
