//! Cyclic buffer dependencies of a fabric: whether it can deadlock, and where. Source: Dally and Seitz,
//! "Deadlock-free message routing in multiprocessor interconnection networks", 1987. For PFC: Hu et al.,
//! "Deadlocks in datacenter networks: why do they form, and how to avoid them", `HotNets` 2016. Start with
//! [`dependency_cycles`].
//!
//! Link A waits for link B if frames that arrive over A leave over B, and if both links can be paused or have
//! credits. A host may accept no read requests until its own data has left; then the link to this host waits
//! for the link from the host. A link with 802.3x pause waits in all priorities together, so a cycle may
//! enter such a link in one priority and leave the link in another priority. A cycle of waits is necessary
//! for a deadlock but not sufficient: the traffic determines whether the buffers of the cycle fill.
//!
//! Priorities that cannot be paused, and have no credits, never wait. Two cycles that share no link are
//! returned separately. Routes between all hosts count, with or without traffic. Paths and reads count only
//! for flows of the document, not for flows that actions add.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::fabric::mac::Unknown;
use crate::ids::{HostId, LocalPort, PortId, PortSet, Priority, PrioritySet, SwitchId};
use crate::sizing::{FramePath, charged_class};
use crate::sort;
use crate::spec::{FlowSpec, NodeKind, Routes, Spec};

/// Cyclic buffer dependency: cycle of links in which each link can come to wait for the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyCycle {
    /// Priorities in which the links can come to wait for each other.
    pub priorities: PrioritySet,
    /// Ports that transmit into the links of the cycle. Each link waits for the next one, and the last for
    /// the first. If several cycles share links, only one is given: the shortest cycle through the link at
    /// the lowest port.
    pub ports: Vec<PortId>,
    /// Number of links in this cycle and in all cycles that have links in common with it. If the cycle
    /// exists in several priorities, its links count only once. A link with 802.3x pause also counts once.
    pub entangled: usize,
    /// True if only flooded frames close the cycle. Switches flood a frame if they have not learned its
    /// destination.
    pub by_flooding: bool,
}

/// Cyclic buffer dependencies of `routes`, the current routes, and of the paths that flows name. If these
/// form no cycle, returns the cycles that flooding makes. Cycles are in the order of priorities, then of
/// ports. If several cycles share links, only one of them is returned. Empty if the fabric cannot deadlock.
#[must_use]
pub fn dependency_cycles(spec: &Spec, routes: &Routes) -> Vec<DependencyCycle> {
    let mut feeds = Feeds::of(spec, routes);
    let found = by_priority(spec, &feeds);
    if !found.is_empty() || !flood(spec, &mut feeds.of_routes) {
        return found;
    }
    let flooded = by_priority(spec, &feeds).into_iter();
    flooded.map(|cycle| DependencyCycle { by_flooding: true, ..cycle }).collect()
}

/// Cycles of all priorities, in the order in which the search finds them. Cycles over the same links in
/// several priorities are merged into one.
fn by_priority(spec: &Spec, feeds: &Feeds) -> Vec<DependencyCycle> {
    let mut found: Vec<DependencyCycle> = Vec::new();
    for cycle in cycles(spec, feeds) {
        match found.iter_mut().find(|other| other.ports == cycle.ports) {
            Some(other) => other.priorities |= cycle.priorities,
            None => found.push(cycle),
        }
    }
    found
}

/// Dependency within a host that answers reads: requests of one priority wait until data of another priority
/// has left the host.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HostDependency {
    /// Port of the host.
    port: PortId,
    requests: Priority,
    data: Priority,
}

/// Dependencies within hosts that accept no read requests while too much requested data waits in the host.
fn host_dependencies(spec: &Spec) -> BTreeSet<HostDependency> {
    let dependency = |flow: &FlowSpec| {
        let port = spec.port(flow.source, 0)?;
        spec.ports[port.index()].config.receive.responses?;
        Some(HostDependency { port, requests: flow.request_priority()?, data: flow.priority })
    };
    sort::set(spec.flows.iter().filter_map(dependency))
}

/// Output ports by which frames may leave a switch, for each ingress port of this switch. Output ports are
/// numbered within the switch.
struct Feeds {
    /// Output ports that the routes use, for frames of any priority, indexed by ingress port. If the switch
    /// floods, all its output ports. Ports of hosts have no outputs.
    of_routes: Vec<PortSet>,
    /// Output ports of the paths that flows name. The key is the ingress port, and the class to which this
    /// port charges the frames.
    of_paths: BTreeMap<(PortId, Priority), PortSet>,
}

impl Feeds {
    fn of(spec: &Spec, routes: &Routes) -> Self {
        let mut feeds = Self { of_routes: of_routes(spec, routes), of_paths: BTreeMap::new() };
        for flow in spec.flows.iter().filter(|flow| !flow.path.is_empty()) {
            FramePath::of_data(spec, flow).for_each(|path| feeds.follow(spec, routes, &path));
        }
        feeds
    }

    /// Adds the output ports along `path` to `of_paths`. In a switch of which the flow names a port, frames
    /// leave by that port. In any other switch, frames leave by the ports of the routes.
    fn follow(&mut self, spec: &Spec, routes: &Routes, path: &FramePath<'_>) {
        let access = spec.nodes[path.source.index()].ports.start as usize;
        let Some(host) = spec.nodes[path.destination.index()].host() else { return };
        let first = spec.ports.get(access).map(|port| (port.peer, path.priority));
        let mut open: Vec<(PortId, Priority)> = first.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some((input, sent)) = open.pop() {
            let class = charged_class(spec, input, sent, path.label);
            let Some(switch) = spec.switch_of(input).filter(|_| seen.insert((input, class))) else {
                continue;
            };
            let here = spec.ports[input.index()].node;
            let named = path.path.iter().find(|port| spec.ports[port.index()].node == here);
            for output in named.map_or_else(|| routes.ports(switch, host), std::slice::from_ref) {
                let output = &spec.ports[output.index()];
                self.of_paths.entry((input, class)).or_default().insert(output.number);
                open.push((output.peer, class));
            }
        }
    }

    /// Output ports by which frames that `input` charges to `priority` may leave the switch.
    fn outputs(&self, input: PortId, priority: Priority) -> PortSet {
        self.of_routes[input.index()] | self.of_paths.get(&(input, priority)).copied().unwrap_or_default()
    }
}

/// Hosts of one switch with equal routes. Every other switch has the same routes to all hosts of the group.
/// The switch itself reaches each host only by the link of this host. A host with different routes has a
/// group of its own.
struct HostGroup {
    /// First host of the group of hosts with equal routes.
    first: HostId,
    /// Port of the switch that each host is linked to.
    access: Vec<PortId>,
    /// Output ports of the switch to the hosts of the group. Empty if the switch does not send to the host
    /// by its own link; the group then has only this host.
    outputs: PortSet,
}

/// Groups of the hosts, in the order of hosts. Only hosts with consecutive numbers can be in one group.
/// Hosts without a link are left out.
fn host_groups(spec: &Spec, routes: &Routes) -> Vec<HostGroup> {
    let mut groups: Vec<HostGroup> = Vec::new();
    let hosts = spec.nodes.iter().filter(|node| node.kind == NodeKind::Host);
    for (host, node) in (0..).map(HostId::new).zip(hosts) {
        let Some(port) = spec.ports.get(node.ports.start as usize).map(|port| port.peer) else { continue };
        let Some(edge) = spec.switch_of(port) else { continue };
        let is_direct = routes.ports(edge, host) == [port];
        let is_alike = |group: &&mut HostGroup| {
            let has_equal_routes = |switch| routes.ports(switch, host) == routes.ports(switch, group.first);
            let mut others = (0..spec.switches.len()).map(SwitchId::new).filter(|switch| *switch != edge);
            is_direct
                && !group.outputs.is_empty()
                && spec.switch_of(group.access[0]) == Some(edge)
                && others.all(has_equal_routes)
        };
        let output = PortSet::from(spec.ports[port.index()].number);
        match groups.last_mut().filter(is_alike) {
            Some(group) => {
                group.access.push(port);
                group.outputs |= output;
            }
            None => groups.push(HostGroup {
                first: host,
                access: vec![port],
                outputs: if is_direct { output } else { PortSet::EMPTY },
            }),
        }
    }
    groups
}

/// Output ports of a switch by which frames from an ingress port may leave along `routes`, indexed by ingress
/// port. Output ports are numbered within the switch. Ports of hosts have no outputs.
fn of_routes(spec: &Spec, routes: &Routes) -> Vec<PortSet> {
    let mut feeds = vec![PortSet::EMPTY; spec.ports.len()];
    let groups = host_groups(spec, routes);
    let mut reached = vec![usize::MAX; spec.ports.len()];
    for (number, group) in groups.iter().enumerate() {
        for port in &group.access {
            feeds[port.index()] |= group.outputs - PortSet::from(spec.ports[port.index()].number);
        }
        let edge = spec.switch_of(group.access[0]).filter(|_| !group.outputs.is_empty());
        // From the switches of all other hosts, follow all routes to this group.
        let others = groups.iter().enumerate().filter(|(other, _)| *other != number);
        let mut open: Vec<PortId> = others.flat_map(|(_, other)| &other.access).copied().collect();
        while let Some(input) = open.pop() {
            if std::mem::replace(&mut reached[input.index()], number) == number {
                continue;
            }
            let Some(switch) = spec.switch_of(input) else { continue };
            if edge == Some(switch) {
                feeds[input.index()] |= group.outputs;
                continue;
            }
            for output in routes.ports(switch, group.first) {
                feeds[input.index()].insert(spec.ports[output.index()].number);
                open.push(spec.ports[output.index()].peer);
            }
        }
    }
    feeds
}

/// Adds the output ports of flooding switches to `feeds`: a frame from one port may leave by every other
/// port. Returns `true` if any switch floods.
fn flood(spec: &Spec, feeds: &mut [PortSet]) -> bool {
    let mut any = false;
    for node in &spec.nodes {
        let learning = node.switch().and_then(|switch| spec.switches[switch.index()].learning);
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

/// Whether the peer can block the queue of `priority` at `port`, with a pause or by withholding credits.
fn pausable(spec: &Spec, port: PortId, priority: Priority) -> bool {
    let from = &spec.ports[port.index()].config;
    let to = &spec.ports[spec.ports[port.index()].peer.index()].config;
    let config = &to.priorities[priority.index()];
    // A host pauses for its receive buffer, even if the priority is not lossless.
    let is_host = spec.switch_of(spec.ports[port.index()].peer).is_none();
    let has_pfc = (from.receiver.enabled & to.sender.enabled).contains(priority);
    let paused = has_pfc && (config.pg.lossless || is_host || to.link_pause.is_some());
    paused || config.credits.is_some()
}

/// Link, identified by the port that transmits into it, and the priorities that one pause stops. A pause
/// stops a single priority, or all eight with 802.3x pause.
type PausedTogether = (PortId, PrioritySet);

fn cycles(spec: &Spec, feeds: &Feeds) -> Vec<DependencyCycle> {
    let host_dependencies = host_dependencies(spec);
    let hosts = sort::set(host_dependencies.iter().map(|one| one.port));
    // Nodes of the graph: each priority of a link between switches, or of a link of a host that answers
    // reads. A link with 802.3x pause is a single node.
    let mut graph: DiGraph<PausedTogether, ()> = DiGraph::new();
    let mut nodes: BTreeMap<(PortId, Priority), NodeIndex> = BTreeMap::new();
    for (n, port) in spec.ports.iter().enumerate() {
        let id = PortId::new(n);
        let joins = |end: PortId| spec.switch_of(end).is_some() || hosts.contains(&end);
        let pauses_link = port.config.link_pause.is_some();
        let whole_link = pauses_link.then(|| graph.add_node((id, PrioritySet::ALL)));
        for priority in PrioritySet::ALL.iter() {
            if joins(id) && joins(port.peer) && pausable(spec, id, priority) {
                let node = whole_link.unwrap_or_else(|| graph.add_node((id, PrioritySet::of(priority))));
                nodes.insert((id, priority), node);
            }
        }
    }
    for (&(id, priority), &from) in &nodes {
        let peer = spec.ports[id.index()].peer;
        let first = spec.owner(peer).ports.start;
        let outputs = feeds.outputs(peer, priority).iter();
        let outputs = outputs.map(|output| (PortId(first + u32::from(output)), priority));
        let dependency = |data| HostDependency { port: peer, requests: priority, data };
        let answers = host_dependencies.range(dependency(Priority::P0)..=dependency(Priority::P7));
        let answers = answers.map(|one| (one.port, one.data));
        for to in outputs.chain(answers).filter_map(|queue| nodes.get(&queue)) {
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
    sort::by_key(&mut found, |cycle| (cycle.priorities, cycle.ports[0]));
    found
}

/// Priorities in which the links of `ring` wait for each other. `ring` is a cycle among `members`. A link
/// with 802.3x pause waits in the priorities of the other links. If all links have 802.3x pause, returns all
/// priorities.
fn waiting_priorities(
    graph: &DiGraph<PausedTogether, ()>,
    members: &[NodeIndex],
    ring: &[NodeIndex],
) -> PrioritySet {
    let is_whole_link = |node: &&NodeIndex| graph[**node].1 == PrioritySet::ALL;
    if !ring.iter().any(|node| is_whole_link(&node)) {
        return ring.iter().fold(PrioritySet::EMPTY, |mask, node| mask | graph[*node].1);
    }
    let ports: BTreeSet<PortId> = ring.iter().map(|node| graph[*node].0).collect();
    let of_ring = members.iter().filter(|node| ports.contains(&graph[**node].0));
    let mask = of_ring
        .filter(|node| !is_whole_link(node))
        .fold(PrioritySet::EMPTY, |mask, node| mask | graph[*node].1);
    if mask.is_empty() { PrioritySet::ALL } else { mask }
}

/// Shortest cycle through the lowest of `members`. The returned cycle begins with this member. The members
/// must be strongly connected.
fn shortest_ring(graph: &DiGraph<PausedTogether, ()>, members: &[NodeIndex]) -> Vec<NodeIndex> {
    let start = members.iter().copied().min_by_key(|node| graph[*node]).unwrap_or_default();
    let mut before: Vec<Option<NodeIndex>> = vec![None; graph.node_count()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        let mut next: Vec<NodeIndex> = graph.neighbors(at).collect();
        sort::by_key(&mut next, |node| graph[*node]);
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
