//! Start and end of flows, and number of messages of flows. Start with [`World::flow_starts`].
//!
//! A flow of a document sends one message each time that it is started. A flow of a collective sends several
//! messages, and has finished after the last message.

use crate::fabric::endpoint::Flow;
use crate::ids::FlowId;
use crate::spec::Action;
use crate::units::Time;

use super::World;

impl World {
    /// Start of each flow, without jitter, in the order of [`World::flow_specs`]. For a flow of a collective:
    /// start of the first repetition in which the flow sends. `None` for a flow that has not started: its
    /// start is in the future, or an action stopped the flow before its start. An action may start a flow
    /// earlier than the document says.
    #[must_use]
    pub fn flow_starts(&self) -> Vec<Option<Time>> {
        let due = |(n, flow): (usize, &crate::spec::FlowSpec)| {
            if self.collective_of(FlowId::new(n)).is_some() {
                return self.repetition_start(FlowId::new(n));
            }
            flow.stop.is_none_or(|stop| flow.start < stop).then_some(flow.start)
        };
        let mut starts: Vec<Option<Time>> = self.flow_specs().enumerate().map(due).collect();
        for timed in &self.actions[..self.state.next_action] {
            match timed.action {
                Action::StartFlow(flow) if self.begins_by_action(flow) => {
                    if let Some(start) = starts.get_mut(flow.index()) {
                        *start = Some(start.map_or(timed.at, |start| start.min(timed.at)));
                    }
                }
                Action::StopFlow(flow) if self.begins_by_action(flow) => {
                    if let Some(start) = starts.get_mut(flow.index()) {
                        // An action precedes the start of a flow at the same time.
                        *start = start.filter(|start| *start < timed.at);
                    }
                }
                _ => {}
            }
        }
        starts.into_iter().map(|start| start.filter(|start| *start <= self.state.now)).collect()
    }

    /// Whether actions start and stop the first message of `flow`. `false` if the flow first sends in a later
    /// repetition of its collective.
    fn begins_by_action(&self, flow: FlowId) -> bool {
        let of = self.collective_of(flow).map(|id| &self.spec.collectives[id.index()]);
        of.is_none_or(|of| of.config.first_repetition(flow.0 - of.first.0) == 0)
    }

    /// Time at which `flow` finished: the last payload of its last message was delivered. `None` if payload
    /// is missing, if messages of its collective are still to follow, if the flow is endless, or if the flow
    /// does not exist.
    #[must_use]
    pub fn flow_finished(&self, flow: FlowId) -> Option<Time> {
        let state = self.state.flows.get(flow.index())?;
        let counters = &self.counters.flows[flow.index()];
        let due = match self.collective_messages(flow) {
            Some(messages) => state.message.saturating_mul(messages),
            None => state.size,
        };
        counters.finished.filter(|_| counters.goodput_bytes == due)
    }

    /// Whether all payload of the messages that `flow` has started is delivered. `false` for an endless flow,
    /// and if the flow does not exist.
    #[must_use]
    pub fn is_delivered(&self, flow: FlowId) -> bool {
        let state = self.state.flows.get(flow.index());
        state.is_some_and(|state| self.counters.flows[flow.index()].goodput_bytes == state.size)
    }

    /// Number of messages of `flow`. For a flow of a collective: all messages that the flow sends in all
    /// repetitions. For any other flow: messages that the flow has started. `None` if the flow does not
    /// exist.
    #[must_use]
    pub fn flow_messages(&self, flow: FlowId) -> Option<u64> {
        self.collective_messages(flow).or_else(|| self.started_messages(flow))
    }

    /// Number of messages that `flow` has started, or is to start at the present time. The first message
    /// counts even before its start, unless a later repetition of a collective starts it. `None` if the flow
    /// does not exist.
    #[must_use]
    pub fn started_messages(&self, flow: FlowId) -> Option<u64> {
        let state = self.state.flows.get(flow.index())?;
        if let Some(read) = state.read() {
            let reader = &self.state.reads[read as usize].reader;
            let is_due = state.next_at <= self.state.now && reader.may_start_message();
            let started = reader.started_bytes().checked_div(state.message).unwrap_or(0);
            return Some((started + u64::from(is_due)).max(1));
        }
        Some(state.size.checked_div(self.message_due(state)).unwrap_or(0))
    }

    /// Index, from 0, of the message of `flow` that became complete with the delivery of frame `number`. This
    /// frame must be the last counted delivery. `None` if frame `number` does not end a message, or if
    /// earlier payload is missing.
    #[must_use]
    pub fn completed_message(&self, flow: FlowId, number: u32) -> Option<u64> {
        let state = self.state.flows.get(flow.index())?;
        if !state.messages().is_last(number) {
            return None;
        }
        let message = u64::from(state.messages().number(number));
        let through = self.message_due(state).saturating_mul(message + 1);
        (self.counters.flows[flow.index()].goodput_bytes == through).then_some(message)
    }

    /// Payload bytes to deliver for one message of `flow`: one copy for each receiver.
    fn message_due(&self, flow: &Flow) -> u64 {
        let receivers = flow.multicast().map_or(1, |group| self.state.multicasts[group as usize].receivers());
        flow.message.saturating_mul(receivers)
    }
}
