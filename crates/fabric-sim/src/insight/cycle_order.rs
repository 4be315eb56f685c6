//! Sorting of the queues of a cycle by the order in which they wait for each other. Start with [`in_order`].
//!
//! If the queues form no cycle, all queues are returned, in an order that begins with the first queue. An
//! empty list stays empty.

use crate::ids::QueueId;
use crate::spec::Spec;

/// Sorts the queues of a cycle. Each queue precedes the queue for which it waits. The first queue stays
/// first. The queue for which it waits is at the node at the other end of the link. If that node has several
/// of the queues, one with the same priority is preferred. If cycles share queues, one cycle comes first and
/// the remaining queues follow.
#[must_use]
pub fn in_order(spec: &Spec, queues: &[QueueId]) -> Vec<QueueId> {
    let mut left = queues.to_vec();
    let mut order: Vec<QueueId> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let waits_for = |last: &QueueId, next: &QueueId| {
            let there = spec.ports[spec.ports[last.port.index()].peer.index()].node;
            spec.ports[next.port.index()].node == there
        };
        let next = order.last().and_then(|last| {
            let all = || left.iter().enumerate().filter(|(_, next)| waits_for(last, next)).map(|(n, _)| n);
            all().find(|n| left[*n].priority == last.priority).or_else(|| all().next())
        });
        order.push(left.remove(next.unwrap_or(0)));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Preset;
    use crate::ids::Priority;

    #[test]
    fn queues_are_ordered_before_the_queues_that_they_wait_for() {
        let spec = Preset::find("deadlock-flood").unwrap().document().compile().unwrap();
        let port = |from: &str, to: &str| {
            let (from, to) = (spec.node(from).unwrap(), spec.node(to).unwrap());
            let all = (0..spec.ports.len()).map(crate::ids::PortId::new);
            let is = |port: &crate::ids::PortId| {
                let here = &spec.ports[port.index()];
                here.node == from && spec.ports[here.peer.index()].node == to
            };
            QueueId::new(all.into_iter().find(is).unwrap(), Priority::P3)
        };
        let ring = [port("t1", "l1"), port("l1", "t2"), port("t2", "l2"), port("l2", "t1")];
        let mut mixed = ring;
        mixed.sort_unstable();
        mixed.swap(2, 3);
        let first = ring.iter().position(|queue| *queue == mixed[0]).unwrap();
        let mut wanted = ring;
        wanted.rotate_left(first);
        assert_eq!(in_order(&spec, &mixed), wanted);
        assert_eq!(in_order(&spec, &[]), []);
        // Queues that form no cycle are returned, too.
        assert_eq!(in_order(&spec, &[ring[0], ring[2]]), [ring[0], ring[2]]);
    }
}
