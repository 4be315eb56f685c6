//! Groups of a large fabric. The picture draws the nodes of a group as one box until one of them is selected.
//! A group is a pod of a fat tree, or a leaf with its hosts. In the highest tier, a group is a set of
//! switches with equal neighbours. Start with [`Groups::of`].
//!
//! A fabric of at most 256 nodes has no groups. Neither has a fabric with fewer than two pods and fewer than
//! two racks, such as a single switch with a thousand hosts.

use fabric_sim::ids::{NodeId, PortId};
use fabric_sim::sort;
use fabric_sim::spec::{NodeKind, Spec};

use super::layers::tiers;
use super::layout::{Positions, peer_node};

/// Number of nodes above which the picture draws groups of nodes as one box.
const MAX_NODES: usize = 256;
/// Least number of nodes that are drawn together as one box.
const LEAST: usize = 3;
/// Greatest number of switches of the highest tier that are drawn singly.
const MAX_TOPS: usize = 16;

/// Nodes that are drawn as one box while the group is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Nodes of the group, in the order of the document.
    pub members: Vec<NodeId>,
    /// Name for display: the first switch of the highest tier in the group, with three dots.
    pub name: String,
    /// Number of hosts among the nodes of the group.
    pub hosts: usize,
    /// Whether the members are switches of the highest tier of the fabric.
    pub is_top: bool,
}

impl Group {
    /// Contents of the group in words, such as `16 switches, 64 hosts`.
    #[must_use]
    pub fn contents(&self) -> String {
        let counted = |number: usize, one: &str, many: &str| match number {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{number} {many}")),
        };
        let switches = counted(self.members.len() - self.hosts, "switch", "switches");
        [switches, counted(self.hosts, "host", "hosts")].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Groups of a fabric, and the group of each node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// All groups of the fabric, in the order of their first nodes.
    all: Vec<Group>,
    /// Index of the group of each node in `all`, by index of the node; `None` for a node outside all groups.
    /// Empty in a fabric without groups.
    of: Vec<Option<usize>>,
}

impl Groups {
    /// Groups of the fabric `spec`.
    ///
    /// Pods are the parts of the fabric that remain connected without the highest tier of switches. If there
    /// are fewer than two pods, racks are used: each switch with its hosts.
    #[must_use]
    pub fn of(spec: &Spec) -> Self {
        if spec.nodes.len() <= MAX_NODES {
            return Self::default();
        }
        let tier = tiers(spec);
        let top = tier.iter().copied().max().unwrap_or(0);
        let pods = connected(spec, |a, b| top > 1 && tier[a] < top && tier[b] < top);
        let racks = || connected(spec, |a, b| tier[a].min(tier[b]) == 0 && tier[a].max(tier[b]) == 1);
        let Some(mut members) = separate(pods).or_else(|| separate(racks())) else { return Self::default() };
        let below = members.len();
        let is_grouped =
            |node: usize| members.iter().any(|members| members.binary_search(&NodeId::new(node)).is_ok());
        let tops: Vec<usize> = (0..spec.nodes.len()).filter(|node| tier[*node] == top).collect();
        if top > 1 && tops.len() > MAX_TOPS && !tops.iter().any(|node| is_grouped(*node)) {
            members.extend(with_equal_neighbours(spec, tops));
        }
        let mut all: Vec<Group> = members
            .into_iter()
            .enumerate()
            .map(|(index, members)| group(spec, &tier, members, index >= below))
            .collect();
        sort::by_key(&mut all, |group| group.members[0]);
        let mut of = vec![None; spec.nodes.len()];
        for (index, group) in all.iter().enumerate() {
            for member in &group.members {
                of[member.index()] = Some(index);
            }
        }
        Self { all, of }
    }

    /// Groups of `spec`. The result has no groups if `positions` has a position for every node: the author of
    /// the document has then arranged the nodes.
    #[must_use]
    pub fn for_positions(spec: &Spec, positions: &Positions) -> Self {
        let is_arranged = positions.len() == spec.nodes.len() && positions.iter().all(Option::is_some);
        if is_arranged { Self::default() } else { Self::of(spec) }
    }

    /// Returns all groups of the fabric, in the order of their first nodes.
    #[must_use]
    pub fn all(&self) -> &[Group] {
        &self.all
    }

    /// Index of the group of `node`; `None` if the node is in no group.
    #[must_use]
    pub fn group_of(&self, node: NodeId) -> Option<usize> {
        self.of.get(node.index()).copied().flatten()
    }
}

fn group(spec: &Spec, tier: &[usize], members: Vec<NodeId>, is_top: bool) -> Group {
    let first = members.iter().rev().max_by_key(|member| tier[member.index()]).copied();
    let name = first.map_or("", |first| spec.nodes[first.index()].name.as_str());
    Group {
        name: format!("{name}\u{2026}"),
        hosts: members.iter().filter(|member| spec.nodes[member.index()].kind == NodeKind::Host).count(),
        members,
        is_top,
    }
}

/// Sets of connected nodes. A link counts only if `joins` is true for the indices of its two nodes. Sets of
/// fewer than [`LEAST`] nodes are left out. The members of a set are sorted.
fn connected(spec: &Spec, joins: impl Fn(usize, usize) -> bool) -> Vec<Vec<NodeId>> {
    let mut sets = Vec::new();
    let mut is_found = vec![false; spec.nodes.len()];
    for start in 0..spec.nodes.len() {
        if std::mem::replace(&mut is_found[start], true) {
            continue;
        }
        let mut set = vec![NodeId::new(start)];
        let mut next = 0;
        while let Some(node) = set.get(next).copied() {
            next += 1;
            for port in spec.nodes[node.index()].ports.clone() {
                let peer = peer_node(spec, PortId(port));
                if joins(node.index(), peer.index()) && !std::mem::replace(&mut is_found[peer.index()], true)
                {
                    set.push(peer);
                }
            }
        }
        if set.len() >= LEAST {
            sort::by_key(&mut set, |node| *node);
            sets.push(set);
        }
    }
    sets
}

/// Returns `sets` if there are at least two sets, otherwise `None`.
fn separate(sets: Vec<Vec<NodeId>>) -> Option<Vec<Vec<NodeId>>> {
    (sets.len() > 1).then_some(sets)
}

/// Sets of nodes among `tops` in which all nodes have the same neighbours. Sets of fewer than [`LEAST`] nodes
/// are left out.
fn with_equal_neighbours(spec: &Spec, tops: Vec<usize>) -> Vec<Vec<NodeId>> {
    let neighbours = |node: usize| {
        let mut peers: Vec<NodeId> =
            spec.nodes[node].ports.clone().map(|port| peer_node(spec, PortId(port))).collect();
        sort::by_key(&mut peers, |peer| *peer);
        peers
    };
    let mut sets: Vec<(Vec<NodeId>, Vec<NodeId>)> = Vec::new();
    for node in tops {
        let peers = neighbours(node);
        match sets.iter_mut().find(|(of, _)| *of == peers) {
            Some((_, members)) => members.push(NodeId::new(node)),
            None => sets.push((peers, vec![NodeId::new(node)])),
        }
    }
    sets.into_iter().map(|(_, members)| members).filter(|members| members.len() >= LEAST).collect()
}
