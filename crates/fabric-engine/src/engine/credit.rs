//! Link credits in the engine: a transmitter consumes credits, and the buffer at the other end returns
//! credits.
//!
//! A receiving buffer offers a number of bytes for each virtual channel (here: each priority). The
//! transmitter at the other end starts a frame only if the remaining credits cover it. A switch returns the
//! credits of a frame when the frame starts on its output or is dropped. A host returns the credits when the
//! frame is in memory. Credits of a frame that is lost in the cable return only by a resync.
//!
//! Start with `World::covers` and `World::return_credits`.

mod flow;
mod link;
mod update;

pub(super) use flow::FlowCredit;

use crate::digest::Digest;
use crate::fabric::credit::{CreditReceiver, CreditSender};
use crate::fabric::frame::{Fifo, Frame, FrameId, Frames};
use crate::ids::{PortId, Priority, PrioritySet};
use crate::spec::Spec;
use crate::units::Time;
use crate::wire::PRIORITIES;

use super::plan::Role;
use super::state::queue_index;
use super::transmit::index_u32;
use super::{CycleTrigger, DropCause, EventKind, Recorder, World};

/// Credits of a port in both directions: for its transmissions, and of its receiving buffer.
#[derive(Clone, Debug)]
pub(super) struct CreditPort {
    pub port: PortId,
    /// Credits of the port as a sender, indexed by virtual channel.
    pub senders: [CreditSender; PRIORITIES],
    /// Credits of the receiving buffer of the port, indexed by virtual channel.
    pub receivers: [CreditReceiver; PRIORITIES],
    /// Credit updates that are on the way to this port and take no wire time, earliest first.
    pub coming: Fifo,
    /// Virtual channels whose next frame is not covered by their credits.
    pub starved: PrioritySet,
    /// Virtual channels for which a resync frame with the total of the returned credits is still to be sent.
    returned_resyncs: PrioritySet,
    /// Virtual channels for which a resync frame with the total of the sent bytes is still to be sent.
    sent_resyncs: PrioritySet,
    /// Time of the next resync; [`Time::NEVER`] without resyncs.
    resync_at: Time,
}

/// Creates the credit states of all ports with credits, in the order of the ports.
pub(super) fn build(spec: &Spec) -> Vec<CreditPort> {
    let limits = |port: PortId| {
        spec.ports[port.index()].config.priorities.map(|priority| priority.credits.unwrap_or(0))
    };
    let ends = (0..spec.ports.len()).map(PortId::new).filter_map(|port| {
        let peer = spec.ports[port.index()].peer;
        let channels = [port, peer].map(|end| spec.ports[end.index()].config.credit_channels());
        (!(channels[0] | channels[1]).is_empty()).then(|| CreditPort {
            port,
            senders: limits(peer).map(CreditSender::new),
            receivers: [CreditReceiver::default(); PRIORITIES],
            coming: Fifo::default(),
            starved: PrioritySet::EMPTY,
            returned_resyncs: PrioritySet::EMPTY,
            sent_resyncs: PrioritySet::EMPTY,
            resync_at: spec.credit_resync.unwrap_or(Time::NEVER),
        })
    });
    ends.collect()
}

impl CreditPort {
    /// Times of two future events: arrival of the next credit update without wire time, and next resync.
    /// [`Time::NEVER`] for an event that is not scheduled.
    pub fn deadlines(&self, frames: &Frames) -> (Time, Time) {
        (self.coming.head().map_or(Time::NEVER, |id| frames.get(id).arrives), self.resync_at)
    }

    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        digest.add(u32::from_le_bytes([
            self.starved.bits(),
            self.returned_resyncs.bits(),
            self.sent_resyncs.bits(),
            0,
        ]));
        digest.time(self.resync_at);
        self.senders.iter().for_each(|sender| sender.digest(digest));
        self.receivers.iter().for_each(|receiver| receiver.digest(digest));
        self.coming.digest(frames, digest);
    }
}

impl World {
    /// Credits that a frame of `bytes` consumes in the buffer of the receiving port `port`, in
    /// bytes. A switch counts whole cells.
    #[inline]
    pub(super) fn credit_cost(&self, port: PortId, bytes: u16) -> u64 {
        match self.plan[port.index()].role {
            Role::Switch(switch) => self.state.pools[switch.index()].charged_bytes(bytes),
            Role::Host(_) => u64::from(bytes),
        }
    }

    /// Whether the credits of `port` cover a frame of `class` with size `bytes`. `true` if the class needs no
    /// credits. Credits equal to the cost of the frame suffice.
    #[inline]
    pub(super) fn covers(&self, port: PortId, class: Priority, bytes: u16) -> bool {
        let plan = &self.plan[port.index()];
        !plan.tx_credit_mask.contains(class) || {
            let sender = &self.state.credits[plan.credit as usize].senders[class.index()];
            sender.covers(self.credit_cost(plan.peer, bytes))
        }
    }

    /// Classes among `eligible` whose next frame can start with the present credits of `port`. Includes
    /// classes without a frame, and classes that need no credits.
    pub(super) fn covered(&self, port: PortId, eligible: PrioritySet) -> PrioritySet {
        let bare = eligible & self.plan[port.index()].tx_credit_mask;
        let short =
            |n: &Priority| self.next_bytes(port, *n).is_some_and(|bytes| !self.covers(port, *n, bytes));
        eligible - bare.iter().filter(short).collect()
    }

    /// Records that `classes` of `port` wait for credits and that the other classes of `port` do not. Returns
    /// `true` if the set of waiting classes changed.
    #[inline(never)]
    pub(super) fn set_starved<R: Recorder>(
        &mut self,
        port: PortId,
        classes: PrioritySet,
        recorder: &mut R,
    ) -> bool {
        let at = &mut self.state.credits[self.plan[port.index()].credit as usize];
        let before = std::mem::replace(&mut at.starved, classes);
        if before != classes {
            self.starving_changed(port, before, classes, recorder);
        }
        before != classes
    }

    /// Whether a port with credits, whose transmitter is free, has something to do. This is so if a credit
    /// update is to be sent, or if a frame of `eligible` has enough credits. It is also so if the set of
    /// classes that wait for credits must change.
    pub(super) fn has_credited_work(&self, port: PortId, eligible: PrioritySet) -> bool {
        let covered = self.covered(port, eligible);
        let starved = self.state.credits[self.plan[port.index()].credit as usize].starved;
        !self.within_rates(port, covered).is_empty()
            || starved != eligible & !covered
            || self.has_pending_update(port)
    }

    /// Handles a change of the channels of `port` that wait for credits: `before` and `after` are the
    /// channels before and after the change. Updates counters and deadlock tracker, and emits trace events.
    fn starving_changed<R: Recorder>(
        &mut self,
        port: PortId,
        before: PrioritySet,
        after: PrioritySet,
        recorder: &mut R,
    ) {
        let now = self.state.now;
        for n in (after & !before).iter() {
            self.counters.ports[port.index()][n.index()].starved_since = Some(now);
            self.emit(recorder, port, EventKind::Starved(n));
            self.on_queue_blocked(port, n, CycleTrigger::Starved);
        }
        for n in (before & !after).iter() {
            let counters = &mut self.counters.ports[port.index()][n.index()];
            counters.starved = counters.starved_until(now);
            counters.starved_since = None;
            self.emit(recorder, port, EventKind::Credited(n));
            self.on_queue_unblocked(port, n);
        }
    }

    /// Bytes of the next frame of `class` at `port`; `None` if no frame waits.
    pub(super) fn next_bytes(&self, port: PortId, class: Priority) -> Option<u16> {
        let state = &self.state;
        let queued = state.queues[queue_index(port, class)].frames.head();
        if let Some(id) = queued {
            return Some(state.frames.get(id).bytes);
        }
        let Role::Host(host) = self.plan[port.index()].role else { return None };
        let flow = state.nics[host.index()].front(class)?;
        Some(state.flows[flow.index()].head_bytes(&state.frames))
    }

    /// Priorities that `port` may not send: paused, or waiting for credits.
    #[inline]
    pub(super) fn blocked_priorities(&self, port: PortId) -> PrioritySet {
        let plan = &self.plan[port.index()];
        let starved = if plan.has_credits() {
            self.state.credits[plan.credit as usize].starved
        } else {
            PrioritySet::EMPTY
        };
        self.state.ports[port.index()].receiver.paused() | starved
    }

    /// Consumes the credits of frame `id`, which starts on `port`. Call only if the class of the frame needs
    /// credits.
    pub(super) fn consume(&mut self, port: PortId, id: FrameId) {
        let plan = &self.plan[port.index()];
        let frame = self.state.frames.get(id);
        let (bytes, class) = (frame.bytes, frame.priority.index());
        let room = self.credit_cost(plan.peer, bytes);
        self.state.credits[plan.credit as usize].senders[class].consume(room);
    }

    /// Records the arrival of the last bit of `frame` at `port`: adds its bytes to the bytes received on its
    /// virtual channel. Does nothing if the frame needed no credits on this link.
    pub(super) fn credited_frame_is_in(&mut self, port: PortId, frame: &Frame) {
        let plan = &self.plan[port.index()];
        if plan.rx_credit_mask.contains(frame.priority) {
            let room = self.credit_cost(port, frame.bytes);
            self.state.credits[plan.credit as usize].receivers[frame.priority.index()].received(room);
        }
    }

    /// Drops a frame that arrived at `port` and returns its credits.
    #[inline(never)]
    pub(super) fn drop_and_return_credits<R: Recorder>(
        &mut self,
        port: PortId,
        id: FrameId,
        cause: DropCause,
        recorder: &mut R,
    ) {
        self.return_frame_credits(port, id);
        self.drop_frame(port, id, cause, recorder);
    }

    /// Returns the credits of frame `id`, which has left the buffer of `port`.
    #[inline]
    pub(super) fn return_frame_credits(&mut self, port: PortId, id: FrameId) {
        if !self.plan[port.index()].rx_credit_mask.is_empty() {
            let frame = self.state.frames.get(id);
            let (class, room) = (frame.priority, self.credit_cost(port, frame.bytes));
            self.return_credits(port, class, room);
        }
    }

    /// Returns `bytes` of link credits of virtual channel `class` to the peer of `port`. Does nothing if the
    /// channel does not use credits.
    pub(super) fn return_credits(&mut self, port: PortId, class: Priority, bytes: u64) {
        let plan = &self.plan[port.index()];
        if !plan.rx_credit_mask.contains(class) {
            return;
        }
        let (credit, peer) = (plan.credit as usize, plan.peer);
        self.state.credits[credit].receivers[class.index()].free(bytes);
        self.send_credit_update(port, class);
        self.on_credits_changed(peer, class);
    }
}
