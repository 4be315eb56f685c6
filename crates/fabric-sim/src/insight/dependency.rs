//! Whether a fabric can deadlock, and where: the cyclic buffer dependency of
//! its routes (Dally and Seitz, "Deadlock-free message routing in
//! multiprocessor interconnection networks", 1987; for PFC: Hu et al.,
//! "Deadlocks in datacenter networks: why do they form, and how to avoid
//! them", `HotNets` 2016).
//!
//! A link waits for another if frames that come by the one leave by the other,
//! or a host takes no more requests that come by the one until data has left by the other,
//! and both can be paused, or run out of credits. A link with 802.3x pause waits in all priorities
//! together: a cycle may pass through it in one priority and leave in another. A cycle of such waits is necessary for a deadlock,
//! and not sufficient: whether it fills is up to the traffic.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::fabric::mac::Unknown;
use crate::ids::{LocalPort, PortId, PortSet, priorities};
use crate::order;
use crate::spec::{FlowSpec, NodeKind, Routes, Spec};

/// Cycle of links that can wait for each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyCycle {
    /// Mask of the priorities in which the links can wait for each other.
    pub priorities: u8,
    /// Shortest cycle through the first of these links, as the ports that transmit into them: each
    /// waits for the next, the last for the first.
    pub ports: Vec<PortId>,
    /// Number of links that share a cycle with these.
    pub entangled: usize,
    /// Whether only flooded frames, for unknown addresses, close the cycle.
    pub by_flooding: bool,
}

/// Cycles of a fabric by `routes`, the routes in force, and the paths of flows; if these close no
/// cycle, by flooding. Empty if the fabric cannot deadlock. Of entangled cycles one is given.
#[must_use]
pub fn dependency_cycles(spec: &Spec, routes: &Routes) -> Vec<DependencyCycle> {
    let mut feeds = feeds(spec, routes);
    let found = by_priority(spec, &feeds);
    if !found.is_empty() || !flood(spec, &mut feeds) {
        return found;
    }
    let flooded = by_priority(spec, &feeds).into_iter();
    flooded.map(|cycle| DependencyCycle { by_flooding: true, ..cycle }).collect()
}

/// Cycles of each priority; cycles of the same links are merged.
fn by_priority(spec: &Spec, feeds: &[PortSet]) -> Vec<DependencyCycle> {
    let mut found: Vec<DependencyCycle> = Vec::new();
    for cycle in cycles(spec, feeds) {
        match found.iter_mut().find(|other| other.ports == cycle.ports) {
            Some(other) => other.priorities |= cycle.priorities,
            None => found.push(cycle),
        }
    }
    found
}

/// Dependency within a host: requests of one priority wait until data of another has left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    /// The host's port.
    port: PortId,
    requests: u8,
    data: u8,
}

/// Dependencies within hosts that accept no requests while much of their data waits.
fn turns(spec: &Spec) -> BTreeSet<Turn> {
    let turn = |flow: &FlowSpec| {
        let port = spec.port(flow.source, 0)?;
        spec.ports[port.index()].config.receive.responses?;
        Some(Turn { port, requests: flow.request_priority()?, data: flow.priority })
    };
    order::set(spec.flows.iter().filter_map(turn))
}

/// Output ports that frames from an ingress port of a switch may take, as ports of the switch,
/// indexed by ingress port.
fn feeds(spec: &Spec, routes: &Routes) -> Vec<PortSet> {
    let mut feeds = vec![PortSet::EMPTY; spec.ports.len()];
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
                feeds[input.index()].insert(spec.ports[output.index()].number);
                open.push(spec.ports[output.index()].peer);
            }
        }
    }
    for flow in spec.flows.iter().filter(|flow| !flow.path.is_empty()) {
        follow(spec, routes, flow, &mut feeds);
    }
    feeds
}

/// Adds the path of a flow that names a part of it: at each switch the named port, or the ports of
/// the routes.
fn follow(spec: &Spec, routes: &Routes, flow: &FlowSpec, feeds: &mut [PortSet]) {
    let access = spec.nodes[flow.source.index()].ports.start as usize;
    let Some(host) = spec.nodes[flow.destination.index()].host() else { return };
    let mut open: Vec<PortId> = spec.ports.get(access).map(|port| port.peer).into_iter().collect();
    let mut seen = BTreeSet::new();
    while let Some(input) = open.pop() {
        let Some(switch) = spec.switch_of(input).filter(|_| seen.insert(input)) else { continue };
        let here = spec.ports[input.index()].node;
        let named = flow.path.iter().find(|port| spec.ports[port.index()].node == here);
        let outputs = named.map_or_else(|| routes.ports(switch, host), std::slice::from_ref);
        for output in outputs {
            feeds[input.index()].insert(spec.ports[output.index()].number);
            open.push(spec.ports[output.index()].peer);
        }
    }
}

/// Adds the outputs of switches that flood: a frame from one port may leave by every other port.
/// Returns whether a switch floods.
fn flood(spec: &Spec, feeds: &mut [PortSet]) -> bool {
    let mut any = false;
    for node in &spec.nodes {
        let learning = node.switch().and_then(|switch| spec.switches[switch].learning);
        if learning.is_some_and(|learning| learning.unknown == Unknown::Flood) {
            any = true;
            for input in node.ports.clone().map(|port| port as usize) {
                let own = PortSet::from(spec.ports[input].number);
                feeds[input] |= LocalPort::all(node.ports.len()).collect::<PortSet>() - own;
            }
        }
    }
    any
}

/// Whether the queue of `priority` at `port` can be blocked by its peer, by a pause or for want of
/// credits.
fn pausable(spec: &Spec, port: PortId, priority: u8) -> bool {
    let from = &spec.ports[port.index()].config;
    let to = &spec.ports[spec.ports[port.index()].peer.index()].config;
    let lane = &to.priorities[usize::from(priority)];
    // A host asks for its receive buffer, whatever may be lost there.
    let is_host = spec.switch_of(spec.ports[port.index()].peer).is_none();
    let asks = from.receiver.enabled & to.sender.enabled & 1 << priority != 0;
    let paused = asks && (lane.pg.lossless || is_host || to.link_pause.is_some());
    paused || lane.credits.is_some()
}

/// Link, identified by the port that transmits into it, and the mask of priorities that one pause of it
/// stops: one priority, or all of them with 802.3x pause.
type PausedTogether = (PortId, u8);

fn cycles(spec: &Spec, feeds: &[PortSet]) -> Vec<DependencyCycle> {
    let turns = turns(spec);
    let hosts = order::set(turns.iter().map(|turn| turn.port));
    // A node for each lane between switches, or of a host that answers reads; one node for all lanes of a
    // link with 802.3x pause.
    let mut graph: DiGraph<PausedTogether, ()> = DiGraph::new();
    let mut nodes: BTreeMap<(PortId, u8), NodeIndex> = BTreeMap::new();
    for (n, port) in spec.ports.iter().enumerate() {
        let id = PortId::new(n);
        let joins = |end: PortId| spec.switch_of(end).is_some() || hosts.contains(&end);
        let pauses_link = port.config.link_pause.is_some();
        let whole_link = pauses_link.then(|| graph.add_node((id, u8::MAX)));
        for priority in priorities(u8::MAX) {
            if joins(id) && joins(port.peer) && pausable(spec, id, priority) {
                let node = whole_link.unwrap_or_else(|| graph.add_node((id, 1 << priority)));
                nodes.insert((id, priority), node);
            }
        }
    }
    for (&(id, priority), &from) in &nodes {
        let peer = spec.ports[id.index()].peer;
        let first = spec.owner(peer).ports.start;
        let outputs = feeds[peer.index()].iter();
        let outputs = outputs.map(|output| (PortId(first + u32::from(output)), priority));
        let turn = |data| Turn { port: peer, requests: priority, data };
        let answers = turns.range(turn(0)..=turn(7));
        let answers = answers.map(|turn| (turn.port, turn.data));
        for to in outputs.chain(answers).filter_map(|lane| nodes.get(&lane)) {
            graph.update_edge(from, *to, ());
        }
    }
    let mut found: Vec<DependencyCycle> = tarjan_scc(&graph)
        .into_iter()
        .filter(|members| members.len() > 1 || graph.contains_edge(members[0], members[0]))
        .map(|members| {
            let ring = shortest_ring(&graph, &members);
            DependencyCycle {
                priorities: waiting_priorities(&graph, &members, &ring),
                ports: ring.into_iter().map(|node| graph[node].0).collect(),
                entangled: members.len(),
                by_flooding: false,
            }
        })
        .collect();
    order::by_key(&mut found, |cycle| (cycle.priorities, cycle.ports[0]));
    found
}

/// Mask of the priorities in which the links of `ring`, a cycle of `members`, wait for each other. A link with
/// 802.3x pause waits in those of the others: all, if there are no others.
fn waiting_priorities(graph: &DiGraph<PausedTogether, ()>, members: &[NodeIndex], ring: &[NodeIndex]) -> u8 {
    let is_whole_link = |node: &&NodeIndex| graph[**node].1 == u8::MAX;
    if !ring.iter().any(|node| is_whole_link(&node)) {
        return ring.iter().fold(0, |mask, node| mask | graph[*node].1);
    }
    let ports: BTreeSet<PortId> = ring.iter().map(|node| graph[*node].0).collect();
    let of_ring = members.iter().filter(|node| ports.contains(&graph[**node].0));
    let mask = of_ring.filter(|node| !is_whole_link(node)).fold(0, |mask, node| mask | graph[*node].1);
    if mask == 0 { u8::MAX } else { mask }
}

/// Shortest cycle through the first of `members`, which are strongly connected.
fn shortest_ring(graph: &DiGraph<PausedTogether, ()>, members: &[NodeIndex]) -> Vec<NodeIndex> {
    let start = members.iter().copied().min_by_key(|node| graph[*node]).unwrap_or_default();
    let mut before: Vec<Option<NodeIndex>> = vec![None; graph.node_count()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        let mut next: Vec<NodeIndex> = graph.neighbors(at).collect();
        order::by_key(&mut next, |node| graph[*node]);
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
