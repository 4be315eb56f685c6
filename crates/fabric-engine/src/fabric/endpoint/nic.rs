//! Order in which the NIC of a host serves its flows: round robin for each priority. Start with [`Nic`].

use std::collections::VecDeque;

use crate::digest::Digest;
use crate::ids::{FlowId, Priority};
use crate::mem_size;
use crate::wire::PRIORITIES;

/// Round robin over the flows of a host that have a frame to send, separately for each priority.
#[derive(Clone, Debug, Default)]
pub struct Nic {
    /// Flows in the order of their turns, the next one first; indexed by priority.
    rings: [VecDeque<FlowId>; PRIORITIES],
}

impl Nic {
    /// Whether any flow of `priority` has a frame to send.
    #[must_use]
    #[inline]
    pub fn has(&self, priority: Priority) -> bool {
        !self.rings[priority.index()].is_empty()
    }

    /// Flow of `priority` that is served next; `None` if no flow has a frame.
    #[must_use]
    #[inline]
    pub fn front(&self, priority: Priority) -> Option<FlowId> {
        self.rings[priority.index()].front().copied()
    }

    /// Moves the first flow of `priority` to the last place in the order of service if `stays` is true.
    /// Otherwise removes this flow. Does nothing if no flow has a frame.
    #[inline]
    pub fn turn(&mut self, priority: Priority, stays: bool) {
        let ring = &mut self.rings[priority.index()];
        if !stays {
            ring.pop_front();
        } else if ring.len() > 1 {
            ring.rotate_left(1);
        }
    }

    /// Adds a flow at the last place in the order of service of `priority`. The flow must not be in the order
    /// already, since it would be served twice.
    pub fn join(&mut self, priority: Priority, flow: FlowId) {
        self.rings[priority.index()].push_back(flow);
    }

    /// Removes a flow from the order of service of `priority`. No effect if the flow is not in the order.
    pub fn leave(&mut self, priority: Priority, flow: FlowId) {
        self.rings[priority.index()].retain(|other| *other != flow);
    }

    /// Adds the order in which the flows are served to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        for ring in &self.rings {
            digest.len(ring.len());
            for flow in ring {
                digest.add(flow.0);
            }
        }
    }

    /// Heap memory of the order of service, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.rings.iter().map(mem_size::ring).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flows_of_a_priority_take_turns() {
        let mut nic = Nic::default();
        (0..3).for_each(|n| nic.join(Priority::P3, FlowId(n)));
        let mut served = Vec::new();
        for round in 0..7 {
            let flow = nic.front(Priority::P3).unwrap();
            served.push(flow.0);
            nic.turn(Priority::P3, !(round == 4 && flow.0 == 1));
        }
        assert_eq!(served, [0, 1, 2, 0, 1, 2, 0], "flow 1 left after its second frame");
        nic.leave(Priority::P3, FlowId(2));
        nic.leave(Priority::P3, FlowId(0));
        assert!(!nic.has(Priority::P3));
    }
}
