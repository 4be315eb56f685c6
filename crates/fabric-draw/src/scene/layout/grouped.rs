//! Layout in which each closed group of nodes is drawn as one box. Start with [`Layout::with_groups`]. All
//! links between a closed group and another box are drawn as one cable. The first port of these links, the
//! representative, stands for the cable. Links inside a closed group are not drawn.
//!
//! The boxes are laid out as the nodes of a smaller fabric. Then each node gets the position of its box, and
//! each link the position of its cable.

use std::ops::Range;
use std::sync::Arc;

use fabric_sim::ids::{NodeId, PortId};
use fabric_sim::sort;
use fabric_sim::spec::{Node, NodeKind, PortSpec, Spec};

use super::names::NamePlace;
use super::{Cable, Layout, Positions, Viewport, owners, peer_node, peers, spans};
use crate::scene::groups::{Group, Groups};
use crate::scene::layers::{rows, tiers};
use crate::scene::{Line, Point, Rect};

/// Distance of the name of a closed group from the centre of its box, as a fraction of the height of the box;
/// a negative distance is above the centre.
const NAME: f64 = -0.14;
/// Distance of the gauge of a closed group below the centre of its box, as a fraction of the height of the
/// box.
const GAUGE: f64 = 0.26;

/// Closed groups of a layout (groups drawn as one box), and the bundles of links that are drawn as one cable.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ClosedGroups {
    /// Closed group of each node, by index of the node; `None` for a node with a box of its own.
    groups: Vec<Option<Arc<Group>>>,
    /// Representative of each port, by index of the port: the first of all ports whose links are drawn as the
    /// same cable. `None` for a port whose link is inside a closed group.
    representatives: Vec<Option<PortId>>,
    /// Ports whose links are drawn as one cable, listed at the representative of the cable; by index of the
    /// port. The list of any other port is empty.
    bundles: Vec<Vec<PortId>>,
}

/// Smaller fabric with one node for each box of the whole fabric. It also has the box of each node, and the
/// cable of each port, of the whole fabric.
struct Condensed {
    spec: Spec,
    /// Tier of each box. Closed pods and racks are in a tier of their own, above all others.
    tiers: Vec<usize>,
    /// Index of the box in which each node is drawn, in the order of the nodes.
    boxes: Vec<usize>,
    /// Index, in the smaller fabric, of the cable that shows the link of each port; in the order of ports.
    /// `None` for a link inside a closed group.
    cables: Vec<Option<usize>>,
}

impl Layout {
    /// Creates a layout in which each group of `groups` is one box, except for the group with the index
    /// `open`. Nodes are placed automatically: closed pods and racks in the top row, then the highest tier,
    /// then the open group. Without groups, the layout is that of [`Layout::new`].
    #[must_use]
    pub fn with_groups(
        spec: &Spec,
        positions: &Positions,
        (groups, open): (&Groups, Option<usize>),
        viewport: Viewport,
    ) -> Self {
        if groups.all().is_empty() {
            return Self::new(spec, positions, viewport);
        }
        let closed: Vec<Option<Arc<Group>>> = {
            let all: Vec<Arc<Group>> = groups.all().iter().map(|group| Arc::new(group.clone())).collect();
            let of = |node| groups.group_of(NodeId::new(node)).filter(|group| Some(*group) != open);
            (0..spec.nodes.len()).map(|node| of(node).map(|group| Arc::clone(&all[group]))).collect()
        };
        let condensed = condensed(spec, &closed);
        let shares = rows(&condensed.spec, &condensed.tiers);
        let layout = Self::grown(&condensed.spec, (&shares, true), viewport, 0.0);
        layout.expanded(spec, &condensed, closed)
    }

    /// Layout of `spec` with the groups of [`Groups::of`], in which only the group of the node `selected` is
    /// open. A fabric whose document gives a position to every node has no groups.
    #[must_use]
    pub fn with_selected(
        spec: &Spec,
        positions: &Positions,
        selected: Option<NodeId>,
        viewport: Viewport,
    ) -> Self {
        let groups = Groups::for_positions(spec, positions);
        let open = selected.and_then(|node| groups.group_of(node));
        Self::with_groups(spec, positions, (&groups, open), viewport)
    }

    /// Layout of the whole fabric `spec`, made from the layout of its boxes.
    fn expanded(self, spec: &Spec, condensed: &Condensed, groups: Vec<Option<Arc<Group>>>) -> Self {
        let of_box = |node: usize| condensed.boxes[node];
        let ports = 0..spec.ports.len();
        // Inside a closed group, the two ports of a link are 2 pixels apart, so that the link still has a
        // direction.
        let hidden = |port: usize| {
            let centre = self.nodes[of_box(spec.ports[port].node.index())].centre;
            let side = if port < spec.ports[port].peer.index() { -1.0 } else { 1.0 };
            Point::new(centre.x + side, centre.y)
        };
        let at = |port: usize| condensed.cables[port].map_or_else(|| hidden(port), |cable| self.ports[cable]);
        let hidden_cable = |port: usize| {
            let middle = Line { from: hidden(port), to: hidden(spec.ports[port].peer.index()) };
            Cable { middle, width: 1.0 }
        };
        let is_closed = |port: usize| groups[spec.ports[port].node.index()].is_some();
        let mut bundles = vec![Vec::new(); spec.ports.len()];
        let mut first = vec![None; self.ports.len()];
        let mut representatives = vec![None; spec.ports.len()];
        for port in ports.clone() {
            let Some(cable) = condensed.cables[port] else { continue };
            let representative = *first[cable].get_or_insert(PortId::new(port));
            representatives[port] = Some(representative);
            bundles[representative.index()].push(PortId::new(port));
        }
        let name = |node: usize| {
            if groups[node].is_none() {
                return self.names[of_box(node)];
            }
            let off = Point::new(0.0, NAME * self.nodes[of_box(node)].height);
            NamePlace { off, off_if_opened: off, ..NamePlace::default() }
        };
        Self {
            nodes: (0..spec.nodes.len()).map(|node| self.nodes[of_box(node)]).collect(),
            ports: ports.clone().map(at).collect(),
            outward: ports
                .clone()
                .map(|port| condensed.cables[port].map_or(Point::new(0.0, -1.0), |cable| self.outward[cable]))
                .collect(),
            cables: ports
                .clone()
                .map(|port| {
                    condensed.cables[port].map_or_else(|| hidden_cable(port), |cable| self.cables[cable])
                })
                .collect(),
            letters: (0..spec.nodes.len()).map(|node| self.letters[of_box(node)]).collect(),
            names: (0..spec.nodes.len()).map(name).collect(),
            owners: owners(spec),
            peers: peers(spec),
            room: ports
                .clone()
                .map(|port| condensed.cables[port].map_or(0.0, |cable| self.room[cable]))
                .collect(),
            spans: spans(spec),
            depth: ports
                .map(|port| match condensed.cables[port] {
                    Some(cable) if !is_closed(port) => self.depth[cable],
                    _ => 0.0,
                })
                .collect(),
            closed: Some(Arc::new(ClosedGroups { groups, representatives, bundles })),
            ..self
        }
    }

    /// Closed group that contains `node`; `None` if the node has a box of its own.
    #[must_use]
    pub fn closed_group(&self, node: NodeId) -> Option<&Group> {
        self.closed.as_ref()?.groups.get(node.index())?.as_deref()
    }

    /// Whether the box of `node` is drawn. The members of a closed group share one box, which is drawn only
    /// for the first member.
    #[must_use]
    pub fn draws_node(&self, node: NodeId) -> bool {
        self.closed_group(node).is_none_or(|group| group.members[0] == node)
    }

    /// Boxes that are drawn: one for each node or closed group.
    pub(in crate::scene) fn boxes(&self) -> impl Iterator<Item = &Rect> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(|(node, _)| self.draws_node(NodeId::new(*node))).map(|(_, rect)| rect)
    }

    /// Gauge (small buffer bar) in the box of the closed group that contains `node`, below the name of the
    /// group: line from the empty to the full end, and width in pixels.
    pub(in crate::scene) fn group_gauge(&self, node: NodeId) -> (Line, f64) {
        let rect = self.nodes[node.index()];
        let at = |share: f64| rect.centre.plus(Point::new(share * rect.width, GAUGE * rect.height), 1.0);
        (Line { from: at(-0.38), to: at(0.38) }, 0.16 * rect.height)
    }

    /// Representative of `port`: the first of all ports whose links are drawn as the same cable as the link
    /// of `port`. `None` if this link is inside a closed group and not drawn.
    #[must_use]
    pub fn representative(&self, port: PortId) -> Option<PortId> {
        match &self.closed {
            Some(closed) => closed.representatives.get(port.index()).copied().flatten(),
            None => Some(port),
        }
    }

    /// Ports whose links are drawn together as the cable of `port`. `None` if the cable shows only the link
    /// of `port`. Empty if `port` is not the representative (first port) of its cable, or if its link is not
    /// drawn.
    #[must_use]
    pub fn bundle(&self, port: PortId) -> Option<&[PortId]> {
        let closed = self.closed.as_ref()?;
        let bundle = closed.bundles.get(port.index())?;
        (bundle.len() != 1).then_some(bundle)
    }

    /// Mean of `value` over all links that are drawn as the cable of `port`. `None` if `port` is not the
    /// representative of its cable, or if its link is not drawn.
    #[must_use]
    pub fn mean(&self, port: PortId, value: impl Fn(PortId) -> f64) -> Option<f64> {
        match self.bundle(port) {
            None => Some(value(port)),
            Some([]) => None,
            Some(ports) => {
                Some(ports.iter().map(|port| value(*port)).sum::<f64>() / super::count(ports.len()))
            }
        }
    }
}

/// Makes the smaller fabric, which has one node for each box. `closed` is the closed group of each node, by
/// index of the node.
fn condensed(spec: &Spec, closed: &[Option<Arc<Group>>]) -> Condensed {
    let all = tiers(spec);
    let far = all.iter().copied().max().unwrap_or(0) + 1;
    let (mut nodes, mut tiers): (Vec<Node>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut boxes = vec![0; spec.nodes.len()];
    for (index, node) in spec.nodes.iter().enumerate() {
        match &closed[index] {
            Some(group) if group.members[0].index() != index => {
                boxes[index] = boxes[group.members[0].index()];
            }
            group => {
                boxes[index] = nodes.len();
                let name = group.as_ref().map_or_else(|| node.name.clone(), |group| group.name.clone());
                let kind = if group.is_some() { NodeKind::Switch } else { node.kind };
                nodes.push(Node { name, kind, ..node.clone() });
                tiers.push(match group {
                    Some(group) if !group.is_top => far,
                    _ => all[index],
                });
            }
        }
    }
    // Links between boxes, sorted so that those of one bundle follow each other.
    let end = |port: usize| boxes[spec.ports[port].node.index()];
    let peer_end = |port: usize| boxes[peer_node(spec, PortId::new(port)).index()];
    let mut links: Vec<usize> = (0..spec.ports.len()).filter(|port| end(*port) != peer_end(*port)).collect();
    sort::by_key(&mut links, |port| (end(*port), peer_end(*port), *port));
    let is_closed = |port: usize| closed[spec.ports[port].node.index()].is_some();
    let mut cables = vec![None; spec.ports.len()];
    let mut ports: Vec<PortSpec> = Vec::new();
    let mut before = None;
    for port in links {
        let ends = (end(port), peer_end(port));
        let joins = is_closed(port) || is_closed(spec.ports[port].peer.index());
        if !(joins && before == Some(ends)) {
            ports.push(PortSpec { node: NodeId::new(ends.0), ..spec.ports[port].clone() });
        }
        before = Some(ends);
        cables[port] = Some(ports.len() - 1);
    }
    let peers: Vec<PortId> =
        ports.iter().map(|port| PortId::new(cables[port.peer.index()].unwrap_or_default())).collect();
    ports.iter_mut().zip(peers).for_each(|(port, peer)| port.peer = peer);
    for (index, node) in nodes.iter_mut().enumerate() {
        let own = |port: &&PortSpec| port.node.index() == index;
        let start = ports.iter().position(|port| own(&port)).unwrap_or(0);
        let end = start + ports.iter().filter(own).count();
        node.ports = Range { start: PortId::new(start).0, end: PortId::new(end).0 };
    }
    Condensed { spec: Spec { nodes, ports, ..spec.clone() }, tiers, boxes, cables }
}

#[cfg(test)]
mod tests;
