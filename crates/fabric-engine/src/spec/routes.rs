//! Routes of the switches: shortest paths and overrides. Start with [`Routes`].
//!
//! A route lists all ports that lie on a shortest path, parallel links included, in ascending order. The
//! route is empty if there is no path. Hosts do not forward. An override replaces the route of one switch to
//! one host, and has no effect while the link of its port is down.

use std::collections::VecDeque;

use crate::ids::{HostId, NodeId, PortId, SwitchId};

use super::{Node, NodeKind, PortSpec};

/// Number of preceding hosts whose routes are compared with the routes of the next host, so that
/// equal routes are stored once. The hosts of one pod mostly have equal routes.
const COMPARED: usize = 4;

/// Routes from each switch to each host. A route is the set of ports on a shortest path, or the port that an
/// override names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Routes {
    hosts: usize,
    /// Overrides: switch, host, port. The last override of a switch and
    /// host applies.
    overrides: Vec<(SwitchId, HostId, PortId)>,
    /// Start in `ports` and number of ports, for each switch and host. Index: switch × `hosts` +
    /// host.
    entries: Vec<(u32, u8)>,
    /// Output ports of all routes, one route after the other. `entries` has the start of each route.
    ports: Vec<PortId>,
}

impl Routes {
    /// Computes the shortest paths by number of hops over all links. Hosts do not forward.
    #[must_use]
    pub fn shortest(nodes: &[Node], ports: &[PortSpec]) -> Self {
        Self::over(nodes, ports, |_| true)
    }

    /// Computes the shortest paths over the links whose ports are `up`, and applies the present
    /// overrides. An override has no effect while the link of its port is down, as for a static
    /// route.
    #[must_use]
    pub fn recompute(&self, nodes: &[Node], ports: &[PortSpec], up: impl Fn(PortId) -> bool) -> Self {
        let mut routes = Self::over(nodes, ports, &up);
        for (switch, host, port) in self.overrides.iter().filter(|(_, _, port)| up(*port)) {
            routes.point(*switch, *host, *port);
        }
        routes.overrides.clone_from(&self.overrides);
        routes
    }

    fn over(nodes: &[Node], ports: &[PortSpec], up: impl Fn(PortId) -> bool) -> Self {
        let switches: Vec<(usize, &Node)> =
            nodes.iter().enumerate().filter(|(_, node)| node.kind == NodeKind::Switch).collect();
        let hosts: Vec<NodeId> =
            (0..nodes.len()).map(NodeId::new).filter(|id| nodes[id.index()].kind == NodeKind::Host).collect();
        let mut routes = Self {
            hosts: hosts.len(),
            overrides: Vec::new(),
            entries: vec![(0, 0); switches.len() * hosts.len()],
            ports: Vec::new(),
        };
        let mut leaf_before = None;
        for (column, host) in hosts.iter().enumerate() {
            let access = access(nodes, ports, *host, &up);
            if let Some((leaf, port)) = access
                && leaf_before == Some(leaf)
            {
                routes.copy_previous(HostId::new(column), leaf, port);
                continue;
            }
            leaf_before = access.map(|(leaf, _)| leaf);
            let distance = distances(nodes, ports, *host, &up);
            for (row, (index, switch)) in switches.iter().enumerate() {
                let start = routes.ports.len();
                let here = distance[*index];
                for port in switch.ports.clone() {
                    let next = ports[ports[port as usize].peer.index()].node.index();
                    let forwards = nodes[next].kind == NodeKind::Switch || next == host.index();
                    if here != u32::MAX
                        && forwards
                        && up(PortId(port))
                        && distance[next] != u32::MAX
                        && distance[next] + 1 == here
                    {
                        routes.ports.push(PortId(port));
                    }
                }
                routes.set(SwitchId::new(row), HostId::new(column), start);
            }
        }
        routes
    }

    /// Copies the routes of the preceding host to `host`. Both hosts have one link, to the switch
    /// `leaf`, so that all other switches reach both by the same ports. `port` is the port of
    /// `leaf` to `host`.
    fn copy_previous(&mut self, host: HostId, leaf: SwitchId, port: PortId) {
        for route in self.entries.chunks_exact_mut(self.hosts) {
            route[host.index()] = route[host.index() - 1];
        }
        self.point(leaf, host, port);
    }

    /// Overrides the route of `switch` to `host` with `port`. The port need not be on a shortest path.
    /// Routes may then contain loops. The override takes effect at once; whether the link of `port` is up is
    /// not checked.
    pub fn override_with(&mut self, switch: SwitchId, host: HostId, port: PortId) {
        self.overrides.push((switch, host, port));
        self.point(switch, host, port);
    }

    /// Removes the overrides for `switch` and `host`. The removal takes effect with the next
    /// [`Routes::recompute`].
    pub fn remove_override(&mut self, switch: SwitchId, host: HostId) {
        self.overrides.retain(|(from, to, _)| (*from, *to) != (switch, host));
    }

    /// Whether the route of `switch` to `host` is overridden. Also true while the link of the override is
    /// down.
    #[must_use]
    pub fn is_overridden(&self, switch: SwitchId, host: HostId) -> bool {
        self.overrides.iter().any(|(from, to, _)| (*from, *to) == (switch, host))
    }

    fn point(&mut self, switch: SwitchId, host: HostId, port: PortId) {
        let start = self.ports.len();
        self.ports.push(port);
        self.set(switch, host, start);
    }

    /// Ports by which `switch` may send to `host`, in ascending order. Empty if the switch has no route to
    /// the host.
    #[must_use]
    #[inline]
    pub fn ports(&self, switch: SwitchId, host: HostId) -> &[PortId] {
        let (start, count) = self.entries[switch.index() * self.hosts + host.index()];
        &self.ports[start as usize..start as usize + usize::from(count)]
    }

    /// Sets the route of `switch` to `host` to the entries of `ports` from `start` to the end.
    /// Equal routes of neighbouring hosts share their entries, so that the routes of a large fabric
    /// stay in the processor's cache.
    fn set(&mut self, switch: SwitchId, host: HostId, start: usize) {
        let count = u8::try_from(self.ports.len() - start).unwrap_or(u8::MAX);
        let start = self.shared(switch, host, start);
        let start = u32::try_from(start).expect("documents are limited to far fewer routes");
        self.entries[switch.index() * self.hosts + host.index()] = (start, count);
    }

    /// Start in `ports` of the route of `switch` to `host`; the caller has appended this route at `start`. If
    /// one of the [`COMPARED`] preceding hosts has an equal route, the new route is removed, and the start of
    /// the equal route is returned. Otherwise returns `start`.
    fn shared(&mut self, switch: SwitchId, host: HostId, start: usize) -> usize {
        let (row, host) = (switch.index() * self.hosts, host.index());
        let near = &self.entries[row + host.saturating_sub(COMPARED)..row + host];
        let new = &self.ports[start..];
        let is_same = |(from, count): &&(u32, u8)| {
            let from = *from as usize;
            self.ports[from..from + usize::from(*count)] == *new
        };
        let Some(known) = near.iter().rev().find(is_same).map(|(from, _)| *from as usize) else {
            return start;
        };
        self.ports.truncate(start);
        known
    }

    /// Heap memory of the routes, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        let overrides = size_of_val(&self.overrides[..]);
        overrides + size_of_val(&self.entries[..]) + size_of_val(&self.ports[..])
    }
}

/// Switch to which the only link of `host` leads, and the port of the
/// switch. `None` if the link is down or leads to a host, or if the host has no link or several.
fn access(
    nodes: &[Node],
    ports: &[PortSpec],
    host: NodeId,
    up: impl Fn(PortId) -> bool,
) -> Option<(SwitchId, PortId)> {
    let own = &nodes[host.index()].ports;
    let port = ports[own.start as usize..own.end as usize].first().filter(|_| own.len() == 1)?.peer;
    let switch = nodes[ports[port.index()].node.index()].switch()?;
    (up(PortId(own.start)) && up(port)).then_some((switch, port))
}

/// Number of hops from every node to `host` over links that are up, indexed by node. [`u32::MAX`]
/// if the node has no path to `host`. Hosts do not forward.
fn distances(nodes: &[Node], ports: &[PortSpec], host: NodeId, up: impl Fn(PortId) -> bool) -> Vec<u32> {
    let mut distance = vec![u32::MAX; nodes.len()];
    distance[host.index()] = 0;
    let mut queue = VecDeque::from([host]);
    while let Some(at) = queue.pop_front() {
        for port in nodes[at.index()].ports.clone().filter(|port| up(PortId(*port))) {
            let next = ports[ports[port as usize].peer.index()].node;
            if distance[next.index()] == u32::MAX {
                distance[next.index()] = distance[at.index()] + 1;
                if nodes[next.index()].kind == NodeKind::Switch {
                    queue.push_back(next);
                }
            }
        }
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::super::{Builder, PortConfig, Spec, SwitchConfig};
    use super::*;
    use crate::units::{Rate, Time};

    /// Two leaves with three hosts each, below two spines. The hosts are created in the order in which
    /// `order` lists their numbers.
    fn fabric(order: [usize; 6]) -> Spec {
        let mut builder = Builder::new();
        let mut hosts = [NodeId::new(0); 6];
        for n in order {
            hosts[n] = builder.host(&format!("h{n}")).unwrap();
        }
        let [leaf1, leaf2, spine1, spine2] =
            ["leaf1", "leaf2", "spine1", "spine2"].map(|name| builder.switch(name).unwrap());
        let mut link = |a, b| builder.link(a, b, Rate::gbps(100), Time::from_ns(25)).unwrap();
        for (n, host) in hosts.into_iter().enumerate() {
            link(host, if n < 3 { leaf1 } else { leaf2 });
        }
        for spine in [spine1, spine2] {
            link(leaf1, spine);
            link(leaf2, spine);
        }
        builder.build(SwitchConfig::new(1_000_000), PortConfig::new()).unwrap()
    }

    /// Routes from each switch to each host, sorted by names: switch, host, numbers of the ports.
    /// All links of the node called `down` are down.
    fn by_name(spec: &Spec, down: &str) -> Vec<(String, String, Vec<u32>)> {
        let is_up = |port: PortId| {
            let port = &spec.ports[port.index()];
            let ends = [port.node, spec.ports[port.peer.index()].node];
            ends.iter().all(|node| spec.nodes[node.index()].name != down)
        };
        let routes = Routes::default().recompute(&spec.nodes, &spec.ports, is_up);
        let pairs = spec.nodes.iter().flat_map(|switch| spec.nodes.iter().map(move |host| (switch, host)));
        let mut all: Vec<_> = pairs
            .filter_map(|(from, to)| {
                let ports = routes.ports(from.switch()?, to.host()?);
                let numbers = ports.iter().map(|port| spec.ports[port.index()].number.into()).collect();
                Some((from.name.clone(), to.name.clone(), numbers))
            })
            .collect();
        all.sort();
        all
    }

    #[test]
    fn routes_do_not_depend_on_the_order_of_hosts() {
        let [together, apart] = [[0, 1, 2, 3, 4, 5], [0, 3, 1, 4, 2, 5]].map(fabric);
        for down in ["", "h0", "h1", "h5", "spine1", "leaf2"] {
            let routes = by_name(&together, down);
            assert_eq!(routes, by_name(&apart, down), "{down}");
            assert_eq!(routes.len(), 24);
        }
        assert_eq!(by_name(&together, "h1")[1], ("leaf1".to_owned(), "h1".to_owned(), Vec::new()));
        assert_eq!(by_name(&together, "h1")[2], ("leaf1".to_owned(), "h2".to_owned(), vec![2]));
    }
}
