//! Builds the calendar again from the state, after a flow, pause source, watchdog or other entity was added.

use crate::ids::{PortId, SwitchId};
use crate::units::Time;

use super::event_order::{DeadlineId, EventOrder};
use super::{World, crossbar};

impl World {
    /// Builds a new calendar in place of the old one. The new calendar has a slot for every port, flow and
    /// other entity of the state, and contains all deadlines of the state.
    pub(super) fn rebuild_calendar(&mut self) {
        let state = &self.state;
        self.event_order = EventOrder::new(&state.entities());
        self.calendar = self.event_order.calendar(state.now);
        for (n, port) in (0..).map(PortId).zip(&state.ports) {
            let receives = self.plan[n.index()].peer;
            if let Some(id) = state.cables[n.index()].head() {
                let frame = state.frames.get(id);
                let deadline = super::arrive::arrival_deadline(frame.kind.is_control(), receives);
                self.calendar.set(self.event_order.slot(deadline), frame.arrives);
            }
            if port.busy {
                self.calendar.set(self.event_order.slot(DeadlineId::End(n)), port.busy_until);
            }
            self.calendar.set(self.event_order.slot(DeadlineId::PfcReceiver(n)), port.receiver.deadline());
            self.calendar.set(self.event_order.slot(DeadlineId::PfcSender(n)), port.sender.deadline());
        }
        for (n, port) in (0..).zip(&state.credits) {
            let (comes, resync) = port.deadlines(&state.frames);
            self.calendar.set(self.event_order.slot(DeadlineId::Credit(n)), comes);
            self.calendar.set(self.event_order.slot(DeadlineId::Resync(n)), resync);
        }
        for (n, shaper) in (0..).zip(&state.shapers) {
            self.calendar.set(self.event_order.slot(DeadlineId::Shape(n)), shaper.wakes_at);
        }
        let flows = (0..)
            .zip(&state.flows)
            .map(|(n, flow)| (flow.next_at, self.event_order.slot(DeadlineId::Flow(n))));
        let mut flows: Vec<_> = flows.collect();
        // Thousands of flows may begin at the same time. In descending order, each slot is inserted
        // at the head of the list of its bucket.
        flows.sort_unstable_by(|one, other| other.cmp(one));
        for (time, slot) in flows {
            self.calendar.set(slot, time);
        }
        for (n, flow_rate) in (0..).zip(&state.flow_rates) {
            let (pace, notice) = flow_rate.deadlines();
            self.calendar.set(self.event_order.slot(DeadlineId::RateTimer(n)), pace);
            self.calendar.set(self.event_order.slot(DeadlineId::Cnp(n)), notice);
        }
        for (n, reliable) in (0..).zip(&state.reliables) {
            self.calendar.set(self.event_order.slot(DeadlineId::Timeout(n)), reliable.sender().deadline());
        }
        for (n, read) in (0..).zip(&state.reads) {
            self.calendar.set(self.event_order.slot(DeadlineId::Retry(n)), read.reader.deadline());
        }
        for (n, credit) in (0..).zip(&state.flow_credits) {
            self.calendar.set(self.event_order.slot(DeadlineId::FlowCredit(n)), credit.deadline());
        }
        for (n, source) in (0..).zip(&state.sources) {
            self.calendar.set(self.event_order.slot(DeadlineId::Source(n)), source.next_at);
        }
        for (n, receiver) in (0..).zip(&state.receivers) {
            self.calendar.set(self.event_order.slot(DeadlineId::Bus(n)), receiver.deadline());
        }
        for (n, matrix) in (0..).zip(&state.crossbars) {
            let next = matrix.as_ref().map_or(Time::NEVER, crossbar::Matrix::next_through);
            self.calendar.set(self.event_order.slot(DeadlineId::CrossbarExit(n)), next);
        }
        let action = self.actions.get(state.next_action).map_or(Time::NEVER, |action| action.at);
        self.calendar.set(self.event_order.slot(DeadlineId::Action), action);
        self.calendar.set(self.event_order.slot(DeadlineId::Reroute), state.routing.next());
        (0..self.state.watchdogs.len()).for_each(|n| self.arm_port_watchdogs(n));
        self.rebuild_pipelines();
        (0..self.state.crossbars.len()).for_each(|n| self.arm_match(SwitchId::new(n)));
    }
}
