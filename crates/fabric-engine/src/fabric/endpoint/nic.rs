//! Order in which the NIC of a host serves its flows.

use std::collections::VecDeque;

use crate::digest::Digest;
use crate::ids::FlowId;
use crate::mem_size;
use crate::wire::PRIORITIES;

/// Round robin over the flows of a host that have a frame to send, separately for each priority.
#[derive(Clone, Debug, Default)]
pub struct Nic {
    rings: [VecDeque<FlowId>; PRIORITIES],
}

impl Nic {
    /// Whether any flow of `priority` has a frame to send.
    #[must_use]
    #[inline]
    pub fn has(&self, priority: u8) -> bool {
        !self.rings[usize::from(priority)].is_empty()
    }

    /// Flow of `priority` that is served next; `None` if no flow has a frame.
    #[must_use]
    #[inline]
    pub fn front(&self, priority: u8) -> Option<FlowId> {
        self.rings[usize::from(priority)].front().copied()
    }

    /// Moves the first flow of `priority` to the end of the round if `stays` is true. Otherwise
    /// removes this flow.
    #[inline]
    pub fn turn(&mut self, priority: u8, stays: bool) {
        let ring = &mut self.rings[usize::from(priority)];
        if !stays {
            ring.pop_front();
        } else if ring.len() > 1 {
            ring.rotate_left(1);
        }
    }

    /// Adds a flow at the end of the round of `priority`.
    pub fn join(&mut self, priority: u8, flow: FlowId) {
        self.rings[usize::from(priority)].push_back(flow);
    }

    /// Removes a flow from the round of `priority`. No effect if the flow is not in the round.
    pub fn leave(&mut self, priority: u8, flow: FlowId) {
        self.rings[usize::from(priority)].retain(|other| *other != flow);
    }

    /// Adds the order of service to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        for ring in &self.rings {
            digest.len(ring.len());
            for flow in ring {
                digest.add(flow.0);
            }
        }
    }

    /// Heap memory in bytes.
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
        (0..3).for_each(|n| nic.join(3, FlowId(n)));
        let mut served = Vec::new();
        for round in 0..7 {
            let flow = nic.front(3).unwrap();
            served.push(flow.0);
            nic.turn(3, !(round == 4 && flow.0 == 1));
        }
        assert_eq!(served, [0, 1, 2, 0, 1, 2, 0], "flow 1 left after its second frame");
        nic.leave(3, FlowId(2));
        nic.leave(3, FlowId(0));
        assert!(!nic.has(3));
    }
}
