//! Collectives: groups of flows in which a message begins when certain other messages have arrived (MPI 4.0,
//! chapter 6).
//!
//! All hosts know at once that a message has arrived. No frame carries this information, and hosts need no
//! time to compute. [`Collective`], in `fabric/endpoint`, decides which message begins.

use std::sync::Arc;

use crate::fabric::endpoint::{Collective, Next};
use crate::ids::{CollectiveId, FlowId, PortId};
use crate::units::Time;

use super::{EventKind, Recorder, World};

/// Membership of a flow in a collective.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    collective: CollectiveId,
    /// Index of the flow among the flows of the collective.
    number: u32,
}

impl World {
    /// Adds the collectives of the specification. The flows of the collectives must have been added before.
    /// In each collective, the first `width` flows send a message at their start. Every other flow waits
    /// until the collective begins a message of this flow.
    pub(super) fn add_collectives(&mut self) {
        let spec = Arc::clone(&self.spec);
        let mut members = vec![None; if spec.collectives.is_empty() { 0 } else { spec.flows.len() }];
        for (n, of) in spec.collectives.iter().enumerate() {
            self.state.collectives.push(Collective::new(of.config, of.message));
            self.counters.collectives.push(Vec::new());
            for number in 0..of.config.flows {
                let flow = of.first.index() + number as usize;
                members[flow] = Some(Member { collective: CollectiveId::new(n), number });
                if number >= of.config.width {
                    self.state.flows[flow].send_nothing();
                }
            }
        }
        self.members = members.into();
    }

    /// Collective of `flow`; `None` if the flow belongs to no collective or does not exist.
    #[must_use]
    pub fn collective_of(&self, flow: FlowId) -> Option<CollectiveId> {
        self.members.get(flow.index()).copied().flatten().map(|member| member.collective)
    }

    /// Completed repetitions of a collective. Each item has the number of the repetition, from 1, and its
    /// duration. The first repetition lasts from the start of the collective, each later repetition from the
    /// end of the repetition before it. Empty if none is complete, or if there is no such collective.
    pub fn collective_times(&self, collective: CollectiveId) -> impl Iterator<Item = (u32, Time)> {
        let start = self.spec.collectives.get(collective.index()).map(|of| of.start);
        let over = self.counters.collectives.get(collective.index()).into_iter().flatten().copied();
        let from = start.into_iter().chain(over.clone());
        (1..).zip(from.zip(over)).map(|(times, (from, to))| (times, to.saturating_sub(from)))
    }

    /// Number of messages that `flow` sends in all repetitions of its collective; `None` if the flow belongs
    /// to no collective or does not exist.
    #[must_use]
    pub fn collective_messages(&self, flow: FlowId) -> Option<u64> {
        let member = self.members.get(flow.index()).copied().flatten()?;
        Some(self.spec.collectives[member.collective.index()].config.messages(member.number))
    }

    /// Start of the first repetition in which `flow` sends a message, past or future. The repetitions are
    /// those of the collective of `flow`. `None` if an earlier repetition has not ended, so that the start is
    /// not known yet. Also `None` if `flow` belongs to no collective.
    #[must_use]
    pub fn repetition_start(&self, flow: FlowId) -> Option<Time> {
        let member = self.members.get(flow.index()).copied().flatten()?;
        let collective = member.collective.index();
        let of = &self.spec.collectives[collective];
        match of.config.first_repetition(member.number).checked_sub(1) {
            None => Some(of.start),
            Some(before) => self.repetition_end(member.collective, before.into()),
        }
    }

    /// Time at which repetition `number`, from 0, of a collective ended; `None` if this repetition has not
    /// ended.
    #[must_use]
    pub fn repetition_end(&self, collective: CollectiveId, number: u64) -> Option<Time> {
        self.counters.collectives[collective.index()].get(usize::try_from(number).ok()?).copied()
    }

    /// Counts a delivered frame (flow and sequence number) as part of its message. `payload` is the payload
    /// in bytes that came in order. When the message is complete, the messages that wait for it begin. At the
    /// end of a repetition, [`EventKind::CollectiveOver`] is emitted before the next repetition begins.
    #[inline]
    pub(super) fn collect<R: Recorder>(
        &mut self,
        port: PortId,
        frame: (FlowId, u32),
        payload: u64,
        recorder: &mut R,
    ) {
        if let Some(Some(member)) = self.members.get(frame.0.index()).copied() {
            self.message_grew(member, port, frame, payload, recorder);
        }
    }

    fn message_grew<R: Recorder>(
        &mut self,
        Member { collective, number }: Member,
        port: PortId,
        (flow, sequence): (FlowId, u32),
        payload: u64,
        recorder: &mut R,
    ) {
        let at = collective.index();
        let message = self.state.flows[flow.index()].messages().number(sequence);
        let Some(next) = self.state.collectives[at].arrives(number, message, payload) else { return };
        let Next { begin, ends_repetition } = next;
        if ends_repetition {
            self.counters.collectives[at].push(self.state.now);
            self.emit(recorder, port, EventKind::CollectiveOver(collective));
        }
        let first = self.spec.collectives[at].first.0;
        for number in begin {
            self.begin_message(FlowId(first + number));
        }
    }

    /// Begins another message of flow `id`. If the flow still has bytes of an earlier message to send, the
    /// new message follows these bytes. Otherwise the flow starts at once, even if it was stopped.
    fn begin_message(&mut self, id: FlowId) {
        let flow = &mut self.state.flows[id.index()];
        if flow.remaining > 0 {
            flow.messages_left += 1;
        } else {
            self.start_flow(id);
        }
    }
}
