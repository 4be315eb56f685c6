//! Collectives: messages that begin when others have arrived. That they have
//! is known to all at once: what tells the hosts is not modelled.

use std::sync::Arc;

use crate::fabric::endpoint::{Collective, Next};
use crate::ids::{CollectiveId, FlowId};
use crate::units::Time;

use super::{Recorder, What, World};

/// A flow's place in a collective.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    collective: CollectiveId,
    /// Its number among its flows.
    number: u32,
}

impl World {
    /// Collectives of the spec, whose flows have been added.
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

    /// The collective that `flow` is of, if it is of one.
    #[must_use]
    pub fn collective_of(&self, flow: FlowId) -> Option<CollectiveId> {
        self.members.get(flow.index()).copied().flatten().map(|member| member.collective)
    }

    /// The repetitions of a collective that are over: the how-manieth each was,
    /// from 1, and how long it took, from when the one before was over, or it began.
    pub fn collective_times(&self, collective: CollectiveId) -> impl Iterator<Item = (u32, Time)> {
        let start = self.spec.collectives.get(collective.index()).map(|of| of.start);
        let over = self.counters.collectives.get(collective.index()).into_iter().flatten().copied();
        let from = start.into_iter().chain(over.clone());
        (1..).zip(from.zip(over)).map(|(times, (from, to))| (times, to.saturating_sub(from)))
    }

    /// The frame of this flow and number was delivered, with `payload` bytes in order.
    #[inline]
    pub(super) fn collect<R: Recorder>(
        &mut self,
        port: usize,
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
        port: usize,
        (flow, sequence): (FlowId, u32),
        payload: u64,
        recorder: &mut R,
    ) {
        let at = collective.index();
        let message = self.state.flows[flow.index()].messages().number(sequence);
        let Some(next) = self.state.collectives[at].arrives(number, message, payload) else { return };
        let Next { begin, over } = next;
        if over {
            self.counters.collectives[at].push(self.state.now);
            self.note(recorder, port, What::CollectiveOver(collective));
        }
        let first = self.spec.collectives[at].first.0;
        for number in begin {
            self.begin_message(FlowId(first + number));
        }
    }

    /// The flow sends one message more: now, or behind what it still has to
    /// send, also if it was stopped in that.
    fn begin_message(&mut self, id: FlowId) {
        let flow = &mut self.state.flows[id.index()];
        if flow.remaining > 0 {
            flow.owed += 1;
        } else {
            self.start_flow(id);
        }
    }
}
