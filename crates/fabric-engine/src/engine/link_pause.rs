//! Link pause (IEEE 802.3x, annex 31B): an ingress port pauses all priorities of its link together.
//!
//! The bytes that the port holds in all priorities are compared with XOFF and XON, which are static
//! thresholds of the port. Headroom of the PGs is charged as with PFC.

use crate::fabric::buffer::Pg;
use crate::ids::{PortId, Priority, PrioritySet};
use crate::wire::PRIORITIES;

use super::World;
use super::state::queue_index;

impl World {
    /// Checks the egress trigger and link pause, two triggers that do not depend on the PG. Called after a
    /// frame of `priority` from `port` was charged and enqueued for `output`.
    #[inline(never)]
    pub(super) fn check_other_triggers(&mut self, port: PortId, output: PortId, priority: Priority) {
        if self.plan[port.index()].by_queue.contains(priority) {
            self.check_queue_xoff(port, output, priority);
        }
        let Some(link_pause) = self.spec.ports[port.index()].config.link_pause else { return };
        if !self.may_request_pause(port).is_empty() && link_pause.must_pause(self.ingress_bytes(port)) {
            self.set_pause_request(port, priority, true);
        }
    }

    /// Requests a resume for the whole link of `port`, if the bytes in all PGs of the port are at or below
    /// XON. Does nothing without link pause.
    pub(super) fn check_link_xon(&mut self, port: PortId) {
        let Some(link_pause) = self.spec.ports[port.index()].config.link_pause else { return };
        if !self.state.ports[port.index()].sender.requested().is_empty()
            && link_pause.may_resume(self.ingress_bytes(port))
        {
            self.set_pause_request(port, Priority::P0, false);
        }
    }

    /// Bytes that an ingress port holds in the PGs of all priorities.
    fn ingress_bytes(&self, port: PortId) -> u64 {
        self.state.groups[queue_index(port, Priority::P0)..][..PRIORITIES].iter().map(Pg::held).sum()
    }

    /// Priorities that `port` pauses together with `priority`: all with link pause, otherwise
    /// `priority` alone.
    pub(super) fn paused_with(&self, port: PortId, priority: Priority) -> PrioritySet {
        if self.plan[port.index()].link_pause { PrioritySet::ALL } else { PrioritySet::of(priority) }
    }
}
