//! Link credits of a link that goes down (end of the credits) or comes up (restart).

use crate::engine::event_order::DeadlineId;
use crate::engine::plan::Role;
use crate::engine::state::queue_index;
use crate::engine::{Recorder, World};
use crate::ids::{PortId, PrioritySet};
use crate::units::Time;

impl World {
    /// Ends the credits of `port`, whose link goes down: updates in flight are lost, and no channel waits for
    /// credits. Does nothing for a port without credits.
    pub(in crate::engine) fn credits_end<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        if !self.plan[port.index()].has_credits() {
            return;
        }
        let credit = self.plan[port.index()].credit;
        let state = &mut self.state;
        let at = &mut state.credits[credit as usize];
        while let Some(id) = at.coming.pop(&state.frames) {
            let frame = state.frames.remove(id);
            self.counters.ports[port.index()][frame.priority.index()].updates_lost += 1;
        }
        (at.returned_resyncs, at.sent_resyncs) = (PrioritySet::EMPTY, PrioritySet::EMPTY);
        let before = std::mem::take(&mut at.starved);
        self.arm(DeadlineId::Credit(credit.into()), Time::NEVER);
        self.starving_changed(port, before, PrioritySet::EMPTY, recorder);
    }

    /// Restarts the credits for the receiving buffer of `port` when the link comes up. The sender at the
    /// other end gets credits for the free part of the buffer. Does nothing for a port without credits.
    pub(in crate::engine) fn credits_begin(&mut self, port: PortId) {
        let plan = &self.plan[port.index()];
        if !plan.has_credits() {
            return;
        }
        let (gives, credit) = (plan.rx_credit_mask, plan.credit as usize);
        let there = self.plan[plan.peer.index()].credit as usize;
        for class in gives.iter() {
            let held = match self.plan[port.index()].role {
                Role::Switch(_) => self.state.groups[queue_index(port, class)].held(),
                Role::Host(host) => self.state.receivers[host.index()].held()[class.index()],
            };
            self.state.credits[credit].receivers[class.index()].restart(held);
            self.state.credits[there].senders[class.index()].restart(held);
        }
    }
}
