//! Automatic positions of nodes, for a document without positions. Start with [`layers`]. Hosts and switches
//! of one row are evenly spaced, with a margin at both ends. Hosts of one switch are next to each other, in
//! the order of the document. A host that both sends and receives counts as a receiver. Flows that actions
//! add do not count.

use fabric_sim::ids::PortId;
use fabric_sim::sort;
use fabric_sim::spec::{NodeKind, Spec};

use super::layout::peer_node;

/// Positions of all nodes, 0 to 1 in both directions, by index of the node. The second result is true if
/// links run up and down.
///
/// With one switch or none, senders are on the left and receivers on the right; if `tall`, senders are above
/// and receivers below. If one side would have more than six hosts, each side gets half of all hosts. With
/// several switches, `tall` has no effect, and nodes lie in rows. Hosts are at the bottom, then switches by
/// their number of hops to the nearest host.
#[must_use]
pub fn layers(spec: &Spec, tall: bool) -> (Vec<(f64, f64)>, bool) {
    let switches = spec.nodes.iter().filter(|node| node.kind == NodeKind::Switch).count();
    if switches > 1 {
        return (rows(spec, &tiers(spec)), true);
    }
    let across = star(spec);
    (if tall { across.into_iter().map(|(x, y)| (y, x)).collect() } else { across }, tall)
}

/// Greatest number of hosts on one side of a switch at which their names stay legible.
const ABREAST: usize = 6;

fn star(spec: &Spec) -> Vec<(f64, f64)> {
    let receives = |index: usize| spec.flows.iter().any(|flow| flow.destination.index() == index);
    let is_host = |index: &usize| spec.nodes[*index].kind == NodeKind::Host;
    // Hosts that only send come first.
    let mut hosts: Vec<usize> = (0..spec.nodes.len()).filter(is_host).collect();
    sort::by_key(&mut hosts, |index| receives(*index));
    let senders = hosts.iter().filter(|index| !receives(**index)).count();
    let is_crowded = senders.max(hosts.len() - senders) > ABREAST;
    let left = if is_crowded { hosts.len().div_ceil(2) } else { senders };
    let side = |index: usize| match spec.nodes[index].kind {
        NodeKind::Switch => 1,
        NodeKind::Host if hosts[..left].contains(&index) => 0,
        NodeKind::Host => 2,
    };
    let mut totals = [0usize; 3];
    (0..spec.nodes.len()).for_each(|index| totals[side(index)] += 1);
    let mut ranks = [0usize; 3];
    (0..spec.nodes.len())
        .map(|index| {
            let column = side(index);
            let rank = ranks[column];
            ranks[column] += 1;
            (share(column, 3), spread(rank, totals[column]))
        })
        .collect()
}

/// Positions of all nodes, which are placed in rows: (x, y), 0 to 1 in both directions. `tier` is the row of
/// each node, counted from the bottom; a tier without nodes has no row.
pub(super) fn rows(spec: &Spec, tier: &[usize]) -> Vec<(f64, f64)> {
    let top = tier.iter().copied().max().unwrap_or(0);
    let order = order(spec, tier);
    // Position from left to right, and row counted from the bottom, of each node.
    let mut seats = vec![(0.5, 0); spec.nodes.len()];
    let mut row = 0;
    for of in 0..=top {
        let members: Vec<usize> = order.iter().copied().filter(|index| tier[*index] == of).collect();
        if members.is_empty() {
            continue;
        }
        let lifted = under_a_link(spec, &members);
        for (rank, index) in members.iter().enumerate() {
            seats[*index] = (spread(rank, members.len()), row + usize::from(lifted[rank]));
        }
        row += 1 + usize::from(lifted.contains(&true));
    }
    seats.into_iter().map(|(x, seat)| (x, 1.0 - share(seat, row))).collect()
}

/// Whether a link of the row passes over each node of the row, as in a ring topology: the link joins two
/// nodes of the row on different sides of this node. `members` are the nodes of the row; the result has the
/// same order. Nodes under such a link are placed higher, so that the link is visible.
fn under_a_link(spec: &Spec, members: &[usize]) -> Vec<bool> {
    let mut between = vec![false; members.len()];
    for (rank, index) in members.iter().enumerate() {
        for port in spec.nodes[*index].ports.clone() {
            let peer = peer_node(spec, PortId(port)).index();
            if let Some(far) = members.iter().position(|other| *other == peer).filter(|far| *far > rank + 1) {
                between[rank + 1..far].fill(true);
            }
        }
    }
    between
}

/// Tier of each node, by its index: 0 for a host; for a switch, the number of hops to the nearest host. A
/// switch without a path to a host has tier 0.
pub(super) fn tiers(spec: &Spec) -> Vec<usize> {
    let mut tier: Vec<Option<usize>> =
        spec.nodes.iter().map(|node| (node.kind == NodeKind::Host).then_some(0)).collect();
    for round in 1..=spec.nodes.len() {
        let mut changed = false;
        for index in 0..spec.nodes.len() {
            let next_to = |port: u32| tier[peer_node(spec, PortId(port)).index()] == Some(round - 1);
            if tier[index].is_none() && spec.nodes[index].ports.clone().any(next_to) {
                tier[index] = Some(round);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    tier.into_iter().map(Option::unwrap_or_default).collect()
}

/// Indices of all nodes, sorted by tier. Within a tier, hosts are sorted by their switch, and switches by
/// their index in the document.
fn order(spec: &Spec, tier: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..spec.nodes.len()).collect();
    let parent = |index: usize| {
        let port = spec.nodes[index].ports.start;
        if spec.nodes[index].ports.is_empty() { index } else { peer_node(spec, PortId(port)).index() }
    };
    sort::by_key(&mut order, |index| {
        (tier[*index], if tier[*index] == 0 { parent(*index) } else { 0 }, *index)
    });
    order
}

/// Position of item `rank` of `total` evenly spaced items, counted from 0. Positions are from 0 to 1, with
/// a margin at both ends.
fn spread(rank: usize, total: usize) -> f64 {
    share(2 * rank + 1, 2 * total + 1)
}

/// Position of item `n` of `of` evenly spaced items, counted from 0. The first item is at 0, the last at 1, a
/// single item at 0.5.
#[expect(clippy::cast_precision_loss, reason = "numbers of nodes are small")]
fn share(n: usize, of: usize) -> f64 {
    if of <= 1 { 0.5 } else { n as f64 / (of - 1) as f64 }
}
