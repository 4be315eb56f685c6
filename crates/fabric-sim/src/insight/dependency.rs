//! Whether a fabric can deadlock, and where: the cyclic buffer dependency of
//! its routes (Dally and Seitz, "Deadlock-free message routing in
//! multiprocessor interconnection networks", 1987; for PFC: Hu et al.,
//! "Deadlocks in datacenter networks: why do they form, and how to avoid
//! them", `HotNets` 2016).
//!
//! A link waits for another if frames that come by the one leave by the other,
//! and both can be paused. A cycle of such waits is necessary for a deadlock,
//! and not sufficient: whether it fills is up to the traffic.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::ids::{PortId, priorities};
use crate::spec::{NodeKind, Routes, Spec};

/// Links that wait for each other in a circle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyCycle {
    /// Mask of the priorities in which they do.
    pub priorities: u8,
    /// The shortest circle through the first of them, as the ports that send
    /// into its links: each waits for the next, the last for the first.
    pub ports: Vec<PortId>,
    /// How many links are in some circle with these.
    pub entangled: usize,
}

/// The cycles of a fabric, by where `routes`, those in force, and the paths
/// that flows name lead; none if it cannot deadlock. One is given of those
/// that are entangled with each other.
#[must_use]
pub fn dependency_cycles(spec: &Spec, routes: &Routes) -> Vec<DependencyCycle> {
    let feeds = feeds(spec, routes);
    let mut found: Vec<DependencyCycle> = Vec::new();
    for priority in priorities(u8::MAX) {
        for cycle in cycles(spec, &feeds, priority) {
            match found.iter_mut().find(|other| other.ports == cycle.ports) {
                Some(other) => other.priorities |= cycle.priorities,
                None => found.push(cycle),
            }
        }
    }
    found
}

/// By ingress port of a switch: the ports of the switch by which frames that
/// come in there may leave, as a set of port numbers.
fn feeds(spec: &Spec, routes: &Routes) -> Vec<u64> {
    let mut feeds = vec![0u64; spec.ports.len()];
    let access = |host: &&crate::spec::Node| spec.ports.get(host.ports.start as usize).map(|port| port.peer);
    let hosts: Vec<_> = spec.nodes.iter().filter(|node| node.kind == NodeKind::Host).collect();
    let mut reached = vec![usize::MAX; spec.ports.len()];
    for (number, host) in hosts.iter().enumerate() {
        // From every other host's switch along all routes to this one.
        let mut open: Vec<PortId> =
            hosts.iter().filter(|other| other.name != host.name).filter_map(access).collect();
        while let Some(input) = open.pop() {
            if std::mem::replace(&mut reached[input.index()], number) == number {
                continue;
            }
            let Some(switch) = spec.switch_of(input) else { continue };
            for output in routes.ports(switch, number) {
                feeds[input.index()] |= 1 << spec.ports[output.index()].number;
                open.push(spec.ports[output.index()].peer);
            }
        }
    }
    for flow in &spec.flows {
        for pair in flow.path.windows(2) {
            let input = spec.ports[pair[0].index()].peer;
            if spec.ports[input.index()].node == spec.ports[pair[1].index()].node {
                feeds[input.index()] |= 1 << spec.ports[pair[1].index()].number;
            }
        }
    }
    feeds
}

/// Whether the queue of `priority` behind `port` can be paused by its peer,
/// for what the peer holds of it.
fn pausable(spec: &Spec, port: PortId, priority: u8) -> bool {
    let from = &spec.ports[port.index()].config;
    let to = &spec.ports[spec.ports[port.index()].peer.index()].config;
    from.receiver.enabled & to.sender.enabled & 1 << priority != 0
        && to.priorities[usize::from(priority)].pg.lossless
}

fn cycles(spec: &Spec, feeds: &[u64], priority: u8) -> Vec<DependencyCycle> {
    // A node for each link between switches, named by the port that sends into it.
    let mut graph: DiGraph<PortId, ()> = DiGraph::new();
    let mut nodes: Vec<Option<NodeIndex>> = vec![None; spec.ports.len()];
    for (n, port) in spec.ports.iter().enumerate() {
        let id = PortId::new(n);
        if spec.switch_of(id).is_some() && spec.switch_of(port.peer).is_some() && pausable(spec, id, priority)
        {
            nodes[n] = Some(graph.add_node(id));
        }
    }
    for (n, port) in spec.ports.iter().enumerate() {
        let Some(from) = nodes[n] else { continue };
        let first = spec.owner(port.peer).ports.start;
        let outputs = (0..64u32).filter(|number| feeds[port.peer.index()] >> number & 1 == 1);
        for to in outputs.filter_map(|number| nodes[(first + number) as usize]) {
            graph.add_edge(from, to, ());
        }
    }
    let mut found: Vec<DependencyCycle> = tarjan_scc(&graph)
        .into_iter()
        .filter(|members| members.len() > 1 || graph.contains_edge(members[0], members[0]))
        .map(|members| {
            let ring = shortest_ring(&graph, &members);
            DependencyCycle {
                priorities: 1 << priority,
                ports: ring.into_iter().map(|node| graph[node]).collect(),
                entangled: members.len(),
            }
        })
        .collect();
    found.sort_by_key(|cycle| cycle.ports[0]);
    found
}

/// The shortest circle through the first of `members`, which are strongly connected.
fn shortest_ring(graph: &DiGraph<PortId, ()>, members: &[NodeIndex]) -> Vec<NodeIndex> {
    let start = members.iter().copied().min_by_key(|node| graph[*node]).unwrap_or_default();
    let mut before: Vec<Option<NodeIndex>> = vec![None; graph.node_count()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        let mut next: Vec<NodeIndex> = graph.neighbors(at).collect();
        next.sort_by_key(|node| graph[*node]);
        for to in next {
            if before[to.index()].is_some() {
                continue;
            }
            before[to.index()] = Some(at);
            if to == start {
                let mut ring = vec![];
                let mut node = at;
                while node != start {
                    ring.push(node);
                    node = before[node.index()].unwrap_or(start);
                }
                ring.push(start);
                ring.reverse();
                return ring;
            }
            queue.push_back(to);
        }
    }
    vec![start]
}

#[cfg(test)]
mod tests;
